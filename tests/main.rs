//! The tests of the whole, one module per area.

mod enumeration;
mod brute_force;
mod lower;
mod relational;
mod sat;
mod syntax;
