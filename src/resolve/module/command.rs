//! `run` and `check` commands of a checked module.

use super::{Expr, SigId, truth};
use crate::diagnostic::{Diagnostic, Span};

/// A `run` or `check` command.
#[derive(Debug, Clone)]
pub struct Command {
    /// Its label: the written one, or the name of what it runs or checks, or `run$1`, `check$2`, … as Alloy counts them.
    pub label: String,
    /// Where it stands.
    pub span: Span,
    /// Where its scope stands; where none is written, the command.
    pub scope_span: Span,
    /// Whether it is not written: a module without a command and without a `generate` paragraph has one all the same.
    pub is_implied: bool,
    /// Whether it is a `check`: then an instance is a counterexample.
    pub is_check: bool,
    /// What an instance satisfies besides the facts. Parameters of a predicate that is run are bound by `some`; the
    /// assertion of a `check` is negated.
    pub goal: Expr,
    /// The number after `for`; 3 for every signature without a scope of its own where there is neither.
    pub overall: Option<u32>,
    /// The bit width of integers (`4 Int`), 4 where none is written.
    pub bit_width: Option<u32>,
    /// The length of sequences at most (`3 seq`).
    pub max_sequence: Option<u32>,
    /// How many strings there are at least (`3 String`).
    pub strings: Option<u32>,
    /// The scopes of signatures.
    pub scopes: Vec<CommandScope>,
    /// How many states its traces have, at least and at most, where something changes or is said of what does; an
    /// instance has one state else.
    pub trace_lengths: Option<(u32, u32)>,
    /// Whether `expect` says that there is an instance.
    pub expect: Option<bool>,
    /// The commands that are run before it, because it follows them with `=>`.
    pub earlier: Vec<Command>,
    /// What is wrong with its scope alone. Where there is something, it cannot be run, and the other commands can.
    pub faults: Vec<Diagnostic>,
}

/// `but exactly 3 Node`.
#[derive(Debug, Clone)]
pub struct CommandScope {
    /// The signature.
    pub sig: SigId,
    /// Where the scope stands.
    pub span: Span,
    /// Whether exactly that many.
    pub exactly: bool,
    /// How many.
    pub count: u32,
    /// How the number grows from there.
    pub growth: Option<Growth>,
}

/// `3..8:2`: a scope that is tried with one number after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Growth {
    /// The last number.
    pub to: u32,
    /// The step.
    pub step: u32,
}

impl Command {
    /// The command of a module that asks for nothing, as in Alloy: any instance of its facts, in the default scope.
    pub(in crate::resolve) fn implied() -> Command {
        let start = Span::default();
        Command {
            label: "Default".to_owned(),
            span: start,
            scope_span: start,
            is_implied: true,
            is_check: false,
            goal: truth(start),
            overall: None,
            bit_width: None,
            max_sequence: None,
            strings: None,
            scopes: Vec::new(),
            trace_lengths: None,
            expect: None,
            earlier: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// What is run one after the other: those that it follows, and itself; each with all its scopes as they grow
    /// together until one of them has no further step.
    pub fn steps(&self) -> impl Iterator<Item = Command> + '_ {
        self.earlier.iter().chain(std::iter::once(self)).flat_map(|command| {
            std::iter::successors(Some(Command { earlier: Vec::new(), ..command.clone() }), |step| {
                let mut next = step.clone();
                let mut grows = false;
                for scope in &mut next.scopes {
                    let Some(Growth { to, step }) = scope.growth else { continue };
                    scope.count = scope.count.checked_add(step).filter(|count| *count <= to)?;
                    grows = true;
                }
                grows.then_some(next)
            })
        })
    }
}
