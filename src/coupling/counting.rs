//! What counts as coupled branches, and when they are covered.

/// When coupled branches count as covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Counting {
    /// The caller's branch is taken, then the call from that very call site, and then the callee's branch during that call.
    #[default]
    Causal,
    /// As the published tool counts: each branch on which it depends whether a call site is called is one of the caller's, and both
    /// branches are taken in one test, in any order, and so is the call site.
    Published,
}

impl Counting {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Counting::Causal => "causal",
            Counting::Published => "published",
        }
    }
}
