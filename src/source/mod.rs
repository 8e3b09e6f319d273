//! Java sources of users: where a test stands in its file, what can be named there, and texts that are inserted.
//!
//! A file is read with a grammar that knows all of Java ([`JavaFile`]). What cannot be read without an error, or says that a
//! program made it, is not edited ([`Uneditable`]). Edits ([`Edit`]) are about bytes, so that nothing has to be printed that
//! somebody else wrote.

mod declaration;
mod edit;
mod field;
mod file;
mod invocation;
mod model;
mod style;

pub use declaration::declaration;
pub use edit::{Edit, FileChange, Insertion, LineChange};
pub use field::Field;
pub use file::{JavaFile, Uneditable};
pub use invocation::Invocation;
pub use model::{Class, Import, Method, Named, Part, Statement};
