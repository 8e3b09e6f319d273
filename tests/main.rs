//! The tests of the whole, one module per area.

mod enumeration;
mod fixture;
mod brute_force;
mod lower;
mod relational;
mod sat;
