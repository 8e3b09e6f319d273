//! Infection: whether what runs in place of a method leaves the program in another state than the method does.
//!
//! Vera-Pérez et al., section 3.3. The tests that reach a method run on the original and on the transformed program, each time on
//! classes without static state. After each invocation the state of receiver, arguments and result or exception is read
//! ([`Observation`]), as a digest at first. Where digests differ, both programs run again, in another JVM too, and tell these
//! states in words; what differs between two runs of one program is noise ([`Difference`]). States are read in a worker, by its
//! feature `observe`; what is watched is for the caller to say, so that propagation compares in the same way ([`Comparison`]).

mod comparison;
mod difference;
mod observation;

pub use comparison::{Compared, Comparison, OTHER_HASH_CODES, elsewhere};
pub use difference::{Counted, Difference, Evidence};
pub use observation::{Observation, ProgramState, Series};
