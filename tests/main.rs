//! The tests of the whole, one module per area.

mod brute_force;
mod enumeration;
mod fixture;
mod lower;
mod relational;
mod sat;
mod syntax;
mod specs;
mod subjects;
mod grammar;
mod errors;
mod resolve;
