//! t
mod sat;
