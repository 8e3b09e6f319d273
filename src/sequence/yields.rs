//! How often what makes objects has made some in a search. In a large program, most ways to an object of a type lead nowhere: what a constructor is given
//! does not suit it, a method returns `null`, a class cannot be initialised.

use super::data::{Callee, called, hash_of, used};
use super::member::Member;
use crate::worker::protocol::{Performed, Sequence, Statement};
use rustc_hash::FxHashMap;

/// How often a method or constructor was used.
#[derive(Debug, Clone, Copy, Default)]
struct Uses {
    made: u32,
    failed: u32,
}

/// What came of methods and constructors.
#[derive(Debug, Clone, Default)]
pub(super) struct Yields {
    uses: FxHashMap<Callee, Uses>,
}

impl Yields {
    /// Counts what came of a sequence: what ended has made something, unless it was `null` where the next statement called a method of it; what threw, and
    /// what would have used that, has made nothing.
    pub fn came(&mut self, sequence: &Sequence, performed: &Performed) {
        let statements = &sequence.statements;
        let done = statements.len().min(performed.ended as usize);
        let mut fails = vec![false; statements.len()];
        if let Some(stopped) = statements.get(done) {
            fails[done] = true;
            if let (Statement::Call { on, .. }, true) = (stopped, is_on_null(performed)) {
                fails[*on as usize] = true;
                fails[done] = false;
            }
        }
        for place in done + 1..statements.len() {
            fails[place] = used(&statements[place]).iter().any(|value| fails[*value as usize]);
        }
        for (place, statement) in statements.iter().enumerate() {
            let Some(maker) = called(statement).map(hash_of) else { continue };
            let uses = self.uses.entry(maker).or_default();
            match fails[place] {
                true => uses.failed += 1,
                false if place < done => uses.made += 1,
                // Nobody knows.
                false => {}
            }
        }
    }

    /// How likely it is that something makes an object; certain for what was never used.
    pub fn share(&self, maker: &Member) -> f64 {
        let uses = self.uses.get(&hash_of((maker.owner.as_str(), &maker.name, &maker.descriptor))).copied();
        let Uses { made, failed } = uses.unwrap_or_default();
        f64::from(made + 1) / f64::from(made + failed + 1)
    }
}

/// Whether a method of `null` was called: no code of the program ran.
fn is_on_null(performed: &Performed) -> bool {
    let is_of_jdk = |class: &str| class.starts_with("java.") || class.starts_with("jdk.");
    performed.thrown == "java.lang.NullPointerException"
        && !performed.trace.kinds.is_empty()
        && performed.trace.frames.iter().all(|frame| is_of_jdk(&frame.class))
}

#[cfg(test)]
mod tests {
    use super::Yields;
    use crate::classfile::ClassName;
    use crate::sequence::Member;
    use crate::worker::protocol::{Performed, Plain, Sequence, Statement, Trace};

    fn member(name: &str) -> Member {
        let [name, descriptor] = [name, "()LShip;"].map(str::to_owned);
        Member { owner: ClassName::internal("Yard"), name, descriptor, is_static: true }
    }

    /// A ship of each yard, of which the last one sails.
    fn sequence(makers: &[&str]) -> Sequence {
        let mut statements: Vec<Statement> =
            makers.iter().map(|name| member(name).statement(None, Vec::new())).collect();
        let [owner, name, descriptor] = ["Ship", "sail", "()V"].map(str::to_owned);
        let on = statements.len() as u32 - 1;
        statements.push(Statement::Call { on, owner, name, descriptor, arguments: Vec::new() });
        Sequence { subject: on + 1, statements }
    }

    fn performed(ended: u32, thrown: &str) -> Performed {
        let kinds = if thrown.is_empty() { Vec::new() } else { vec![thrown.to_owned()] };
        Performed {
            ended,
            thrown: thrown.to_owned(),
            message: String::new(),
            cut: false,
            outside: String::new(),
            allocated: 0,
            reached: Vec::new(),
            met: Vec::new(),
            digests: Vec::new(),
            value: Plain::Nothing,
            objects: Vec::new(),
            files: Vec::new(),
            trace: Trace { kinds, says: String::new(), frames: Vec::new() },
        }
    }

    /// `built` always makes a ship, `found` returns `null`, `wrecked` throws, and nobody has used `new`.
    #[test]
    fn what_makes_nothing_is_less_likely() {
        let mut yields = Yields::default();
        for _ in 0..9 {
            yields.came(&sequence(&["built"]), &performed(2, ""));
            yields.came(&sequence(&["found"]), &performed(1, "java.lang.NullPointerException"));
            yields.came(&sequence(&["built", "wrecked"]), &performed(1, "java.io.IOException"));
        }
        let shares = ["built", "found", "wrecked", "new"].map(|name| yields.share(&member(name)));
        assert_eq!(shares, [1.0, 0.1, 0.1, 1.0]);
    }
}
