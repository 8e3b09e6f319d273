//! Exceptions that come out of the callee into the caller, and that neither of them declares, documents or throws on purpose (research question
//! 3 of the paper): the two classes disagree about what one of them hands over to the other.

use super::classes::{Classes, is_of_jdk};
use super::naming::place;
use super::pair::Pair;
use super::site::Site;
use crate::classfile::{ClassName, MethodCode, MethodRef, Operation};
use crate::report::Sources;
use crate::worker::protocol::{StackFrame, Trace};

/// What an assertion throws, whoever has written it.
const ASSERTION: &str = "java.lang.AssertionError";

/// Such an exception.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspicious {
    /// The call site through which it comes, by its place in the pair.
    pub site: usize,
    /// Where it comes from.
    pub trace: Trace,
    /// The source of a class with the smallest test that was found.
    pub test: String,
}

impl Suspicious {
    /// Whether the documentation of one of the two classes says that such exceptions are thrown, as far as its source is at hand.
    pub fn is_documented(&self, classes: &Classes, pair: &Pair, sources: &Sources) -> bool {
        let Site { method, runs, line, .. } = &pair.sites[self.site];
        [(method, *line), (runs, None)].into_iter().any(|(method, line)| {
            let text = sources.text(&place(classes, method, line)).unwrap_or_default();
            names_thrown(&text).any(|name| self.trace.kinds.iter().any(|kind| is_called(kind, name)))
        })
    }

    /// Where it comes from, as lines.
    pub(super) fn stack(&self) -> Vec<String> {
        let frame = |frame: &StackFrame| match frame.line {
            0 => format!("{}.{}", frame.class, frame.method),
            line => format!("{}.{}, line {line}", frame.class, frame.method),
        };
        let is_of_program = |frame: &&StackFrame| !frame.class.starts_with("jdk.internal.reflect.");
        let of_reflection = |frame: &StackFrame| frame.class == "java.lang.reflect.Method";
        let frames = self.trace.frames.iter().take_while(|frame| !of_reflection(frame)).filter(is_of_program);
        frames.map(frame).collect()
    }
}

/// The call site through which an exception comes out of the callee, if nobody has thrown it on purpose.
pub(super) fn crossing(classes: &Classes, pair: &Pair, trace: &Trace) -> Option<usize> {
    let thrower = thrower(trace)?;
    let frames = &trace.frames;
    let is_meant = match thrower {
        0 => throws_on_purpose(classes, &frames[0], trace),
        by => frames[by - 1].class == "java.util.Objects",
    };
    let is_through = |site: &Site, [called, calling]: [&StackFrame; 2]| {
        let is_there = calling.line == 0 || site.line.is_none_or(|line| u32::from(line) == calling.line);
        is_of(&site.runs, called) && is_of(&site.method, calling) && is_there
    };
    let crossing = |two: &[StackFrame]| pair.sites.iter().position(|site| is_through(site, [&two[0], &two[1]]));
    frames.windows(2).find_map(crossing).filter(|_| !is_meant)
}

/// The place of the innermost method that is not of the JDK.
pub(super) fn thrower(trace: &Trace) -> Option<usize> {
    trace.frames.iter().position(|frame| !is_of_jdk(&ClassName::binary(&frame.class)))
}

/// Whether the line that throws an exception makes it; of a class that nobody has read that is taken for granted.
fn throws_on_purpose(classes: &Classes, frame: &StackFrame, trace: &Trace) -> bool {
    let Some(kind) = trace.kinds.first().filter(|kind| *kind != ASSERTION) else { return false };
    let Some(class) = classes.code(&ClassName::binary(&frame.class)) else { return true };
    let makes = |method: &MethodCode| {
        let code = method.code.as_ref().filter(|_| method.name == frame.method);
        code.is_some_and(|code| {
            code.instructions.iter().any(|one| {
                let is_there =
                    frame.line == 0 || code.line(one.offset).is_none_or(|line| u32::from(line) == frame.line);
                is_there && matches!(&one.operation, Operation::New(made) if *made == ClassName::binary(kind))
            })
        })
    };
    class.methods.iter().any(makes)
}

fn is_of(method: &MethodRef, frame: &StackFrame) -> bool {
    *method.name == *frame.method && method.owner == ClassName::binary(&frame.class)
}

/// The names of exceptions in the documentation of some source.
fn names_thrown(text: &str) -> impl Iterator<Item = &str> {
    let after = |tag: &'static str| text.split(tag).skip(1).filter_map(|rest| rest.split_whitespace().next());
    after("@throws ").chain(after("@exception "))
}

/// Whether a class is called so, with its package or without.
fn is_called(class: &str, name: &str) -> bool {
    class.replace('$', ".").strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}
