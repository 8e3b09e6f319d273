//! The population of a command: how many atoms each signature has, as Alloy's `ScopeComputer` and `BoundsComputer`
//! settle it (Alloy 6.2).

use super::population::{Population, Top};
use crate::diagnostic::Diagnostic;
use crate::relational::{Atom, AtomId, MAX_ATOMS};
use crate::resolve::{Command, Module, Mult, SigId, SigKind};
use crate::stack;
use std::collections::BTreeSet;

/// The scope of a top-level signature where a command says nothing at all.
const DEFAULT: u32 = 3;

/// Warns of signatures that get more atoms than the command gives them, because their parts need more.
pub(super) fn exceeded(module: &Module, command: &Command) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for part in command.scopes.iter().filter(|part| part.exactly) {
        for above in module.lineage(part.sig).skip(1) {
            let Some(whole) = command.scopes.iter().find(|other| other.sig == above && other.count < part.count) else {
                continue;
            };
            let [small, large] = [part.sig, above].map(|sig| &module.sigs[sig.index()].name);
            let message = format!("`{small}` has more elements than `{large}`, of which it is a part");
            let diagnostic = Diagnostic::warning(part.span, message)
                .label(format!("exactly {} here", part.count))
                .and(whole.span, format!("{} here; it gets {} all the same", whole.count, part.count));
            warnings.push(diagnostic.help(format!("write `{} {large}`, or lower the scope of `{small}`", part.count)));
        }
    }
    warnings
}

/// The population of a command.
pub(super) fn of_command(module: &Module, command: &Command) -> Result<Population, Vec<Diagnostic>> {
    let count = module.sigs.len();
    let mut scopes =
        Scopes { module, command, scope: vec![None; count], exact: vec![false; count], due: Due::default() };
    scopes.read()?;
    scopes.derive()?;
    let needed: u64 = scopes.tops().map(|top| u64::from(scopes.size(top))).sum();
    if needed > MAX_ATOMS as u64 {
        let message = format!("`{}` needs {needed} atoms, more than {MAX_ATOMS}", command.label);
        return Err(vec![Diagnostic::error(command.span, message).help("use a smaller scope")]);
    }
    Ok(scopes.populate())
}

struct Scopes<'m> {
    module: &'m Module,
    command: &'m Command,
    /// The number of atoms at most, by `SigId`; subset signatures have none.
    scope: Vec<Option<u32>>,
    /// Whether it is the exact number.
    exact: Vec<bool>,
    /// Where a rule may derive something.
    due: Due,
}

/// The signatures that a rule has to look at, because a scope beside them is new: a rule goes through signatures in their
/// order, time and again, and looks at no other.
#[derive(Default)]
struct Due {
    /// Abstract signatures of which the scope, or that of a child, is new.
    children: BTreeSet<SigId>,
    /// Signatures without a scope, of which the parent's is new.
    parents: BTreeSet<SigId>,
    /// Whether top-level signatures may be without a scope.
    overall: bool,
}

/// Takes the first signature that is not before `from`, and moves `from` behind it.
fn next_due(due: &mut BTreeSet<SigId>, from: &mut SigId) -> Option<SigId> {
    let next = due.range(*from..).next().copied()?;
    due.remove(&next);
    *from = SigId(next.0 + 1);
    Some(next)
}

impl<'m> Scopes<'m> {
    fn tops(&self) -> impl Iterator<Item = SigId> + use<'m> {
        let sigs = &self.module.sigs;
        (0..sigs.len()).map(|index| SigId(index as u32)).filter(|sig| sigs[sig.index()].kind == SigKind::Top)
    }

    /// Takes the scopes that are written, and those that multiplicities dictate.
    fn read(&mut self) -> Result<(), Vec<Diagnostic>> {
        let mut errors = Vec::new();
        for written in &self.command.scopes {
            let sig = &self.module.sigs[written.sig.index()];
            let fault = match sig.mult {
                _ if sig.is_enum => Some("as many elements as its `enum` lists"),
                // In every state, and not always the same.
                _ if sig.is_variable => None,
                Mult::One if written.count != 1 => Some("exactly one element"),
                Mult::Lone if written.count > 1 => Some("at most one element"),
                Mult::Some if written.count == 0 => Some("at least one element"),
                _ => None,
            };
            if let Some(fault) = fault {
                let message = format!("`{}` has {fault}, and its scope is {}", sig.name, written.count);
                let diagnostic = Diagnostic::error(written.span, message).label("given a scope");
                errors.push(diagnostic.and(sig.span, "declared here").help("remove this scope"));
            }
            self.scope[written.sig.index()] = Some(written.count);
            self.exact[written.sig.index()] |= written.exactly;
        }
        for (index, sig) in self.module.sigs.iter().enumerate() {
            match sig.mult {
                _ if matches!(sig.kind, SigKind::In { .. }) || sig.is_variable => {}
                Mult::One => (self.scope[index], self.exact[index]) = (Some(1), true),
                Mult::Lone if self.scope[index] != Some(0) => self.scope[index] = Some(1),
                _ => {}
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Derives the scopes that are not written, one rule after the other until none applies.
    fn derive(&mut self) -> Result<(), Vec<Diagnostic>> {
        let sigs = &self.module.sigs;
        self.due.overall = true;
        self.due.children = (0..sigs.len() as u32).map(SigId).filter(|sig| sigs[sig.index()].is_abstract).collect();
        (0..sigs.len() as u32).map(SigId).for_each(|sig| self.has_scope(sig));
        loop {
            if self.derive_from_children() || self.derive_from_overall()? {
                continue;
            }
            if !self.derive_from_parents() {
                return Ok(());
            }
            // What extends a signature may stand before it: all levels get the scope of their parent before another rule
            // finds a last child without one, as in Alloy.
            while self.derive_from_parents() {}
        }
    }

    /// Notes what may be derived from the scope of a signature, if it has one.
    fn has_scope(&mut self, sig: SigId) {
        if self.scope[sig.index()].is_none() {
            return;
        }
        let declared = &self.module.sigs[sig.index()];
        let parent = if let SigKind::Extends(parent) = declared.kind { Some(parent) } else { None };
        let beside = std::iter::once(sig).chain(parent).filter(|sig| self.module.sigs[sig.index()].is_abstract);
        self.due.children.extend(beside);
        let open = declared.children.iter().filter(|child| self.scope[child.index()].is_none());
        self.due.parents.extend(open);
    }

    /// An abstract signature has the sum of its children; a child whose siblings and parent have scopes the rest.
    fn derive_from_children(&mut self) -> bool {
        let mut changed = false;
        let mut from = SigId(0);
        while let Some(id) = next_due(&mut self.due.children, &mut from) {
            let (index, sig) = (id.index(), &self.module.sigs[id.index()]);
            if sig.children.is_empty() || matches!(sig.kind, SigKind::In { .. }) {
                continue;
            }
            let known = |child: &&SigId| self.scope[child.index()].is_some();
            let sum = sig.children.iter().filter_map(|child| self.scope[child.index()]).fold(0, u32::saturating_add);
            let mut missing = sig.children.iter().filter(|child| !known(child));
            let (derived, scope) = match (missing.next(), missing.next(), self.scope[index]) {
                (None, _, None) => (id, sum),
                (Some(child), None, Some(all)) => (*child, all.saturating_sub(sum)),
                _ => continue,
            };
            self.scope[derived.index()] = Some(scope);
            self.has_scope(derived);
            changed = true;
        }
        changed
    }

    /// Top-level signatures without a scope have the overall one.
    fn derive_from_overall(&mut self) -> Result<bool, Vec<Diagnostic>> {
        let overall = match self.command.overall {
            None if self.command.scopes.is_empty() => Some(DEFAULT),
            overall => overall,
        };
        let mut changed = false;
        let mut errors = Vec::new();
        if !std::mem::take(&mut self.due.overall) {
            return Ok(false);
        }
        for top in self.tops() {
            let sig = &self.module.sigs[top.index()];
            if self.scope[top.index()].is_some() {
                continue;
            }
            // An enum without members is empty.
            self.scope[top.index()] = if sig.is_enum { Some(0) } else { overall };
            self.has_scope(top);
            changed = true;
            if self.scope[top.index()].is_none() {
                let diagnostic = Diagnostic::error(self.command.scope_span, format!("`{}` has no scope", sig.name));
                let help = format!(
                    "add `, {DEFAULT} {}`, or put an overall scope before these: `for {DEFAULT} but …`",
                    sig.name
                );
                let diagnostic = diagnostic.label("gives scopes to others only").and(sig.span, "this signature");
                errors.push(diagnostic.help(help));
            }
        }
        if errors.is_empty() { Ok(changed) } else { Err(errors) }
    }

    /// Signatures that extend others have the scope of their parent.
    fn derive_from_parents(&mut self) -> bool {
        let mut changed = false;
        let mut from = SigId(0);
        while let Some(sig) = next_due(&mut self.due.parents, &mut from) {
            if let (SigKind::Extends(parent), None) = (&self.module.sigs[sig.index()].kind, self.scope[sig.index()]) {
                self.scope[sig.index()] = self.scope[parent.index()];
                self.has_scope(sig);
                changed = true;
            }
        }
        changed
    }

    /// The number of atoms that a signature and those below it need.
    fn size(&self, sig: SigId) -> u32 {
        self.fixed_below(sig).max(self.scope[sig.index()].unwrap_or(0))
    }

    /// The number of atoms that a signature always has.
    fn fixed(&self, sig: SigId) -> u32 {
        if self.exact(sig) { self.size(sig) } else { self.fixed_below(sig) }
    }

    /// The number of atoms that the children of a signature always have.
    fn fixed_below(&self, sig: SigId) -> u32 {
        let children = &self.module.sigs[sig.index()].children;
        children.iter().map(|child| stack::grown(|| self.fixed(*child))).fold(0, u32::saturating_add)
    }

    fn exact(&self, sig: SigId) -> bool {
        self.exact[sig.index()] || self.module.sigs[sig.index()].is_exact
    }

    fn populate(&self) -> Population {
        let count = self.module.sigs.len();
        let mut population =
            Population { upper: vec![Vec::new(); count], lower: vec![Vec::new(); count], ..Population::default() };
        for top in self.tops() {
            self.fill_lower(top, &mut population);
            self.fill_upper(top, &mut population);
            let constants = population.lower[top.index()].clone();
            let changes = self.module.sigs[top.index()].is_variable;
            let upper = population.upper[top.index()].iter();
            let alike: Vec<AtomId> = upper.copied().filter(|atom| !constants.contains(atom)).collect();
            population.tops.push(Top { sig: top, exactly: alike.is_empty(), constants, alike, changes });
        }
        // What changes has no element that is there in every state.
        for (sig, lower) in self.module.sigs.iter().zip(&mut population.lower) {
            if sig.is_variable {
                lower.clear();
            }
        }
        population.fill_subsets(self.module);
        for (index, sig) in self.module.sigs.iter().enumerate() {
            let Some(scope) = self.scope[index] else { continue };
            let scope = scope.max(population.lower[index].len() as u32);
            if matches!(sig.mult, Mult::One | Mult::Lone) && !sig.is_variable {
                continue;
            }
            let id = SigId(index as u32);
            if sig.is_abstract && !sig.children.is_empty() && self.exact(id) && self.fixed_below(id) < scope {
                // Atoms of its own have to be those of a child, but no child must have them.
                population.limits.push((id, true, scope));
            } else if population.upper[index].len() > scope as usize {
                population.limits.push((id, false, scope));
            }
        }
        population
    }

    /// Gives the atoms that must be in a signature: those of its children, and as many fresh ones as it needs itself.
    fn fill_lower(&self, sig: SigId, population: &mut Population) {
        let declared = &self.module.sigs[sig.index()];
        let mut lower = Vec::new();
        for child in &declared.children {
            stack::grown(|| self.fill_lower(*child, population));
            lower.extend_from_slice(&population.lower[child.index()]);
        }
        lower.sort_unstable();
        let mut upper = lower.clone();
        if self.exact(sig) || declared.kind == SigKind::Top {
            let missing = self.scope[sig.index()].unwrap_or(0).saturating_sub(lower.len() as u32);
            for number in 0..missing {
                let atom = AtomId(population.objects.len() as u32);
                population.objects.push(Atom { name: format!("{}${number}", declared.name), int: None });
                upper.push(atom);
                if self.exact(sig) {
                    lower.push(atom);
                }
            }
        }
        population.lower[sig.index()] = lower;
        population.upper[sig.index()] = upper;
    }

    /// A child that may have more atoms than it must have may have every atom of its parent that no child must have.
    fn fill_upper(&self, sig: SigId, population: &mut Population) {
        let children = &self.module.sigs[sig.index()].children;
        let taken = |atom: &AtomId| children.iter().any(|child| population.lower[child.index()].contains(atom));
        let open: Vec<AtomId> = population.upper[sig.index()].iter().copied().filter(|atom| !taken(atom)).collect();
        for child in children {
            if self.scope[child.index()].unwrap_or(0) as usize > population.lower[child.index()].len() {
                let upper = &mut population.upper[child.index()];
                upper.extend_from_slice(&open);
                upper.sort_unstable();
            }
            stack::grown(|| self.fill_upper(*child, population));
        }
    }
}
