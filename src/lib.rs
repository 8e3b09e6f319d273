//! fex computes test inputs for Java from representation invariants.
//!
//! The pipeline, in reading order: a `.spec` file is parsed (`syntax`), its names and types are
//! resolved (`resolve`), it is lowered with a scope to a relational problem (`lower`, `relational`),
//! translated to a circuit (`circuit`) and to clauses (`cnf`), with symmetry broken (`symmetry`);
//! what follows from a specification without being said is found out where that helps (`facts`);
//! a solver (`sat`) is driven until every feasible pair of every field is covered (`extension`);
//! the instances become a suite (`suite`) and the suite becomes Java (`fixture`), built by what the class offers where that
//! leads to it (`building`), or texts such as programs (`text`). The first specification of a class is drafted from its class file (`skeleton`).
//!
//! Which suites a project has, how they are made, and how tests are judged, its `fex.toml` says (`settings`).
//!
//! The other half judges JUnit suites: compiled classes are read (`classfile`), builds are asked what they run
//! (`project`), worker JVMs run the tests (`worker`, `session`), and methods are removed to see which test notices (`extreme`), which
//! is reported to people and programs (`report`). Why no test noticed is found by comparing the states of both programs: whether
//! they differ at all (`infection`), and whether a test gets to see it (`propagation`). Tests that do
//! notice are written into the sources of tests (`source`) and tried out (`suggestion`). A test as data, made, performed, searched and
//! printed, is a sequence of statements (`sequence`). The objects that tests work on are captured and become instances again
//! (`capture`). Which tests depend on what they do not control is found by running them in other surroundings (`stability`, `surroundings`), how thoroughly
//! they exercise the calls between two classes, by the branches that these take (`coupling`) and by programs in which one instruction does something else (`mutation`), and which of their assertions depend on what they do
//! not control and which inputs none checks, by marks on all inputs (`taint`). A program that takes texts is run on those of a suite (`subject`). Problems,
//! classes and whatever verdicts depend on are known again by their digests (`unit`).
//!
//! What a user asks for is a function of `app`, which prints nothing; the command line (`cli`) calls it and renders what it returns,
//! and so does the language server for editors (`lsp`).

pub mod disk;
pub mod processes;
pub mod markup;
pub mod graphviz;
pub mod picture;
pub mod stack;
pub mod unit;
pub mod journal;
pub mod diagnostic;
pub mod classfile;
pub mod java;
pub mod syntax;
pub mod resolve;
pub mod ide;
pub mod relational;
pub mod lower;
pub mod circuit;
pub mod cnf;
pub mod sat;
pub mod symmetry;
pub mod solve;
pub mod facts;
pub mod instance;
pub mod extension;
pub mod suite;
pub mod schema;
pub mod text;
pub mod fixture;
pub mod export;
pub mod skeleton;
pub mod worker;
pub mod objects;
pub mod session;
pub mod mutation;
pub mod sequence;
pub mod building;
pub mod project;
pub mod report;
pub mod extreme;
pub mod capture;
pub mod infection;
pub mod propagation;
pub mod source;
pub mod suggestion;
pub mod surroundings;
pub mod fixes;
pub mod stability;
pub mod coupling;
pub mod subject;
pub mod taint;
pub mod settings;
pub mod app;
pub mod lsp;
pub mod cli;
