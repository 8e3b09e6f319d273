//! Stack for recursion that goes as deep as an expression is long.
//!
//! A chain of operators (`a + b + c`, `a.b.c`) is no nesting to whoever writes it, but its tree is as deep as the chain is
//! long. What descends into such trees asks for more stack where little is left; `syntax` limits how deep trees are.

/// A call may need so much stack before it asks again.
const RED_ZONE: usize = 128 * 1024;
/// How much stack is added at a time.
const SEGMENT: usize = 4 * 1024 * 1024;

/// Runs a part of a recursive function with enough stack for it, wherever it is called from.
pub fn grown<T>(part: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, SEGMENT, part)
}

/// Runs a command on the main thread. The C library of static binaries tells of that thread's stack only how much of it was
/// used so far: there, every call of `grown` would get a new segment. So all of the command runs on one that is large.
pub fn ample<T>(command: impl FnOnce() -> T) -> T {
    if cfg!(target_env = "musl") { stacker::grow(2 * SEGMENT, command) } else { command() }
}
