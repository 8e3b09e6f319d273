//! The tests of the whole, one module per area.

mod architecture;
mod brute_force;
mod circuit;
mod cli;
mod commands;
mod counts;
mod enumeration;
mod errors;
mod export;
mod extension;
mod fixture;
mod format;
mod grammar;
mod invariant;
mod library;
mod lower;
mod maven;
mod relational;
mod sat;
mod snapshots;
mod specification;
mod specs;
mod subjects;
mod syntax;
mod resolve;
