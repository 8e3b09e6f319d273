//! The tests of the whole, one module per area.

mod enumeration;
mod relational;
mod sat;
