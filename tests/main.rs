//! t
mod sat;
mod enumeration;
