//! What is left of a formula under an assignment, in parts that share no variable.

use crate::sat::propagation::{Arena, ClauseRef, Code, Trail};

/// Clauses that are not satisfied yet, and the unassigned variables in them. No other such clause has one of these.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Component {
    /// Ascending.
    pub(super) variables: Vec<u32>,
    /// Ascending.
    pub(super) clauses: Vec<ClauseRef>,
    /// Whether the projection has one of the variables.
    pub(super) is_projected: bool,
}

/// What a component falls into.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Parts {
    /// How many variables of the projection are in no clause any more: either value will do.
    pub(super) free: u64,
    /// The components.
    pub(super) components: Vec<Component>,
}

/// Finds components; keeps its memory from one to the next.
#[derive(Debug)]
pub(super) struct Splitter {
    /// Per variable: whether the projection has it.
    projected: Vec<bool>,
    /// Per literal: in how many of the clauses at hand it is.
    uses: Vec<u32>,
    /// Per variable: another one of the same component, which comes first; the variable itself if none does.
    parents: Vec<u32>,
    /// Per variable that comes first in its component: which one that is.
    places: Vec<u32>,
    /// The clauses at hand.
    clauses: Vec<OpenClause>,
    /// The unassigned literals of the clauses at hand.
    literals: Vec<Code>,
    /// How many literals were visited so far.
    pub(super) work: u64,
}

/// A clause that is not satisfied, and where its unassigned literals are among those at hand.
#[derive(Debug, Clone, Copy)]
struct OpenClause {
    clause: ClauseRef,
    start: u32,
    end: u32,
}

impl OpenClause {
    fn literals<'l>(&self, all: &'l [Code]) -> &'l [Code] {
        &all[self.start as usize..self.end as usize]
    }
}

/// No component.
const NOWHERE: u32 = u32::MAX;

impl Splitter {
    pub(super) fn new(projected: Vec<bool>) -> Splitter {
        let variables = projected.len();
        Splitter {
            projected,
            uses: vec![0; 2 * variables],
            parents: vec![0; variables],
            places: vec![NOWHERE; variables],
            clauses: Vec::new(),
            literals: Vec::new(),
            work: 0,
        }
    }

    /// The parts of `whole` that are left under the assignment, for which propagation is complete.
    ///
    /// A variable outside the projection that is in clauses with one sign only is taken to have this sign: there is a
    /// model with the same projection where it has, so these clauses are left out. Gates whose value does not
    /// matter any more would else hold together what has become independent.
    pub(super) fn split(&mut self, whole: &Component, arena: &Arena, trail: &Trail) -> Parts {
        let is_unassigned = |variable: &u32| trail.values[2 * *variable as usize] == 0;
        let variables: Vec<u32> = whole.variables.iter().copied().filter(is_unassigned).collect();
        for &variable in &variables {
            self.parents[variable as usize] = variable;
            self.uses[2 * variable as usize] = 0;
            self.uses[2 * variable as usize + 1] = 0;
        }
        self.take_open(&whole.clauses, arena, trail);
        self.drop_pure();
        for place in 0..self.clauses.len() {
            let OpenClause { start, end, .. } = self.clauses[place];
            let mut first = self.first(self.literals[start as usize].variable() as u32);
            for literal in start + 1..end {
                let other = self.first(self.literals[literal as usize].variable() as u32);
                let (least, greatest) = (first.min(other), first.max(other));
                self.parents[greatest as usize] = least;
                first = least;
            }
        }
        self.collect(&variables)
    }

    /// Takes those clauses at hand that are not satisfied, and counts in how many of them each literal is.
    fn take_open(&mut self, clauses: &[ClauseRef], arena: &Arena, trail: &Trail) {
        self.clauses.clear();
        self.literals.clear();
        'clauses: for &clause in clauses {
            let start = self.literals.len();
            for code in arena.literals(clause) {
                let value = trail.value(code);
                if value > 0 {
                    self.literals.truncate(start);
                    continue 'clauses;
                }
                if value == 0 {
                    self.literals.push(code);
                }
            }
            let end = self.literals.len();
            self.literals[start..end].iter().for_each(|code| self.uses[code.index()] += 1);
            self.clauses.push(OpenClause { clause, start: start as u32, end: end as u32 });
        }
        self.work += (clauses.len() + self.literals.len()) as u64;
    }

    /// Leaves out clauses with a variable outside the projection that is in the others with the same sign only, until
    /// there are no more.
    fn drop_pure(&mut self) {
        let Splitter { clauses, literals, uses, projected, work, .. } = self;
        loop {
            let before = clauses.len();
            clauses.retain(|clause| {
                let open = clause.literals(literals);
                let is_pure = |code: &Code| uses[code.negated().index()] == 0 && !projected[code.variable()];
                let goes = open.iter().any(is_pure);
                if goes {
                    open.iter().for_each(|code| uses[code.index()] -= 1);
                }
                !goes
            });
            *work += before as u64;
            if clauses.len() == before {
                return;
            }
        }
    }

    /// The first variable of the component that a variable is in.
    fn first(&mut self, mut variable: u32) -> u32 {
        while self.parents[variable as usize] != variable {
            let parent = self.parents[variable as usize];
            self.parents[variable as usize] = self.parents[parent as usize];
            variable = parent;
        }
        variable
    }

    /// The components of the clauses at hand, once these are known by their first variables.
    fn collect(&mut self, variables: &[u32]) -> Parts {
        let mut parts = Parts::default();
        for place in 0..self.clauses.len() {
            let OpenClause { clause, start, .. } = self.clauses[place];
            let first = self.first(self.literals[start as usize].variable() as u32) as usize;
            if self.places[first] == NOWHERE {
                self.places[first] = parts.components.len() as u32;
                parts.components.push(Component::default());
            }
            parts.components[self.places[first] as usize].clauses.push(clause);
        }
        for &variable in variables {
            let projected = self.projected[variable as usize];
            let first = self.first(variable) as usize;
            match self.places[first] {
                NOWHERE => parts.free += u64::from(projected),
                place => {
                    let component = &mut parts.components[place as usize];
                    component.variables.push(variable);
                    component.is_projected |= projected;
                }
            }
        }
        for component in &parts.components {
            self.places[component.variables[0] as usize] = NOWHERE;
        }
        parts
    }

    /// The variable to decide on: one that is in many short clauses, of the projection if there is one.
    pub(super) fn choice(&mut self, component: &Component, arena: &Arena, trail: &Trail) -> u32 {
        for &variable in &component.variables {
            self.uses[2 * variable as usize] = 0;
        }
        for &clause in &component.clauses {
            let weight = match open(clause, arena, trail).count() {
                2 => 5,
                3 => 2,
                _ => 1,
            };
            open(clause, arena, trail).for_each(|code| self.uses[2 * code.variable()] += weight);
            self.work += arena.words(clause).len() as u64;
        }
        let candidates = component.variables.iter().copied();
        let wanted = candidates.filter(|variable| self.projected[*variable as usize] || !component.is_projected);
        // Of several the first one.
        wanted.rev().max_by_key(|variable| self.uses[2 * *variable as usize]).expect("a component has variables")
    }
}

/// The unassigned literals of a clause.
fn open<'a>(clause: ClauseRef, arena: &'a Arena, trail: &'a Trail) -> impl Iterator<Item = Code> + 'a {
    arena.literals(clause).filter(|code| trail.value(*code) == 0)
}
