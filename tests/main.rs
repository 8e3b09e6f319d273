//! The tests of the whole, one module per area.

mod relational;
//! t
mod sat;
mod enumeration;
