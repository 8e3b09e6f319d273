//! How many objects each signature has in a `generate` paragraph: constants, and objects that may or may not exist.

use super::options::Scopes;
use crate::diagnostic::Diagnostic;
use crate::relational::{Atom, AtomId};
use crate::resolve::{Generate, Module, Mult, Prim, SigId, SigKind};
use crate::stack;

/// The objects of a universe, and which of them each signature may contain.
#[derive(Debug, Default)]
pub(super) struct Population {
    /// The object atoms, in the order of top-level signatures; constants of a signature come first.
    pub(super) objects: Vec<Atom>,
    /// The atoms that each signature may contain, ascending, by `SigId`.
    pub(super) upper: Vec<Vec<AtomId>>,
    /// The atoms that each signature always contains, ascending, by `SigId`.
    pub(super) lower: Vec<Vec<AtomId>>,
    /// The atoms of each top-level signature.
    pub(super) tops: Vec<Top>,
    /// Signatures that extend others and have a scope of their own: at most, or exactly, so many objects.
    pub(super) limits: Vec<(SigId, bool, u32)>,
    /// The root object.
    pub(super) root: Option<AtomId>,
}

impl Population {
    /// Gives every subset signature the atoms of its parents; these may be subsets, too, so it takes rounds.
    pub(super) fn fill_subsets(&mut self, module: &Module) {
        let mut changed = true;
        while changed {
            changed = false;
            for (index, sig) in module.sigs.iter().enumerate() {
                let SigKind::In { parents, .. } = &sig.kind else {
                    continue;
                };
                let above = parents.iter().filter_map(|parent| match parent {
                    Prim::Sig(parent) => Some(&self.upper[parent.index()]),
                    _ => None,
                });
                let mut upper: Vec<AtomId> = above.flatten().copied().collect();
                upper.sort_unstable();
                upper.dedup();
                changed |= upper != self.upper[index];
                self.upper[index] = upper;
            }
        }
    }
}

/// The atoms of a top-level signature.
#[derive(Debug)]
pub(super) struct Top {
    pub(super) sig: SigId,
    /// Objects with names of their own: members of enums and `one` signatures, and the root; for a command, all
    /// objects that always exist.
    pub(super) constants: Vec<AtomId>,
    /// Objects that are alike.
    pub(super) alike: Vec<AtomId>,
    /// Whether all objects that are alike always exist.
    pub(super) exactly: bool,
    /// Whether objects exist in some states only.
    pub(super) changes: bool,
}

/// The population of a suite at a scope.
pub(super) fn of_suite(
    module: &Module,
    generate: &Generate,
    options: &Scopes,
    scope: u32,
) -> Result<Population, Vec<Diagnostic>> {
    let mut populating = Populating {
        module,
        root: generate.root,
        requested: vec![None; module.sigs.len()],
        inhabited: reachable(module, generate.root),
        scope,
        errors: Vec::new(),
    };
    populating.read_scopes(generate, options);
    let population = populating.populate();
    if populating.errors.is_empty() { Ok(population) } else { Err(populating.errors) }
}

struct Populating<'m> {
    module: &'m Module,
    root: SigId,
    /// The scope that is written for a signature, and whether it is exact.
    requested: Vec<Option<(u32, bool)>>,
    inhabited: Vec<bool>,
    scope: u32,
    errors: Vec<Diagnostic>,
}

impl Populating<'_> {
    fn read_scopes(&mut self, generate: &Generate, options: &Scopes) {
        for written in &generate.sig_scopes {
            let value = written.bound.at(self.scope);
            match u32::try_from(value) {
                Ok(value) => self.requested[written.sig.index()] = Some((value, written.exactly)),
                Err(_) => self.refuse(written.sig, format!("a scope of {value} objects is not possible")),
            }
        }
        for (name, value) in &options.signatures {
            match self.module.sigs.iter().position(|sig| sig.name == *name) {
                Some(index) => {
                    let exactly = self.requested[index].is_some_and(|(_, exactly)| exactly);
                    self.requested[index] = Some((*value, exactly));
                }
                None => {
                    let message = format!("there is no signature `{name}` to give a scope of {value}");
                    self.errors.push(Diagnostic::error(generate.span, message));
                }
            }
        }
        for index in 0..self.module.sigs.len() {
            let sig = SigId(index as u32);
            if let Some((value, _)) = self.requested[index]
                && value != 1
                && self.is_constant(sig)
            {
                let name = &self.module.sigs[index].name;
                self.refuse(sig, format!("`{name}` has exactly one object, not {value}"));
            }
        }
    }

    fn refuse(&mut self, sig: SigId, message: String) {
        self.errors.push(Diagnostic::error(self.module.sigs[sig.index()].span, message));
    }

    fn populate(&mut self) -> Population {
        let count = self.module.sigs.len();
        let mut population =
            Population { upper: vec![Vec::new(); count], lower: vec![Vec::new(); count], ..Population::default() };
        for index in 0..count {
            if self.module.sigs[index].kind == SigKind::Top {
                self.populate_top(SigId(index as u32), &mut population);
            }
        }
        population.fill_subsets(self.module);
        for (index, requested) in self.requested.iter().enumerate() {
            let sig = SigId(index as u32);
            let extends = self.module.sigs[index].kind != SigKind::Top && !self.is_constant(sig);
            if let Some((value, exactly)) = *requested
                && extends
                && (exactly || population.upper[index].len() > value as usize)
            {
                population.limits.push((sig, exactly, value));
            }
        }
        population.root = population.lower[self.root.index()].first().copied();
        if population.root.is_none() {
            let name = &self.module.sigs[self.root.index()].name;
            self.refuse(self.root, format!("`{name}` cannot be the root: a root is not a subset signature"));
        }
        population
    }

    fn populate_top(&mut self, top: SigId, population: &mut Population) {
        let sig = &self.module.sigs[top.index()];
        let mut constants = Vec::new();
        self.collect_constants(top, &mut constants);
        let total = self.total(top);
        if (total as usize) < constants.len() {
            let least = constants.len();
            self.refuse(top, format!("`{}` has {least} constants, more than its scope of {total}", sig.name));
        }
        let alike = if self.has_alike(top) { (total as usize).saturating_sub(constants.len()) } else { 0 };
        if population.objects.len() + alike > crate::relational::MAX_ATOMS {
            self.refuse(top, format!("`{}` has too many objects: {total}", sig.name));
            return;
        }
        let first = population.objects.len() as u32;
        for constant in &constants {
            let constant = &self.module.sigs[constant.index()];
            let suffix = if constant.kind == SigKind::Top { "0" } else { "" };
            population.objects.push(Atom { name: format!("{}{suffix}", constant.name), int: None });
        }
        population.objects.extend((0..alike).map(|at| Atom { name: format!("{}{at}", sig.name), int: None }));
        let atoms = |from: usize, to: usize| (from..to).map(|at| AtomId(first + at as u32)).collect::<Vec<_>>();
        let exactly = self.requested[top.index()].is_some_and(|(_, exactly)| exactly);
        let members = Members {
            constants: constants.iter().copied().zip(atoms(0, constants.len())).collect(),
            alike: atoms(constants.len(), constants.len() + alike),
        };
        self.fill(top, &members, None, population);
        if exactly {
            population.lower[top.index()].extend(&members.alike);
        }
        let constants = members.constants.iter().map(|(_, atom)| *atom).collect();
        population.tops.push(Top { sig: top, constants, alike: members.alike, exactly, changes: false });
    }

    /// Fills the bounds of a signature and of those that extend it; `owner` is the atom of a `one`
    /// signature above, the only one that they may then contain.
    fn fill(&self, sig: SigId, members: &Members, owner: Option<AtomId>, population: &mut Population) {
        let mut below = Vec::new();
        self.collect_constants(sig, &mut below);
        let constants: Vec<AtomId> =
            members.constants.iter().filter(|(constant, _)| below.contains(constant)).map(|(_, atom)| *atom).collect();
        let mut upper = constants.clone();
        match owner {
            Some(owner) if constants.is_empty() => upper.push(owner),
            None if self.has_alike(sig) => upper.extend(&members.alike),
            _ => {}
        }
        let owner = if self.is_constant(sig) { constants.first().copied() } else { owner };
        population.lower[sig.index()] = constants;
        population.upper[sig.index()] = upper;
        for child in &self.module.sigs[sig.index()].children {
            stack::grown(|| self.fill(*child, members, owner, population));
        }
    }

    /// Whether a signature has exactly one object, which has a name.
    fn is_constant(&self, sig: SigId) -> bool {
        let kind = &self.module.sigs[sig.index()].kind;
        !matches!(kind, SigKind::In { .. }) && (self.module.sigs[sig.index()].mult == Mult::One || sig == self.root)
    }

    /// Appends the signatures at or below `sig` that have one object each.
    fn collect_constants(&self, sig: SigId, constants: &mut Vec<SigId>) {
        let before = constants.len();
        for child in &self.module.sigs[sig.index()].children {
            stack::grown(|| self.collect_constants(*child, constants));
        }
        if constants.len() == before && self.is_constant(sig) {
            constants.push(sig);
        }
    }

    /// Whether a signature may contain objects other than constants.
    fn has_alike(&self, sig: SigId) -> bool {
        let declared = &self.module.sigs[sig.index()];
        if self.is_constant(sig) || declared.is_enum || !self.inhabited[sig.index()] {
            return false;
        }
        !declared.is_abstract
            || declared.children.is_empty()
            || declared.children.iter().any(|child| self.has_alike(*child))
    }

    /// The number of objects of a top-level signature, constants included.
    fn total(&self, top: SigId) -> u32 {
        let declared = &self.module.sigs[top.index()];
        let mut constants = Vec::new();
        self.collect_constants(top, &mut constants);
        if declared.is_enum || self.is_constant(top) {
            return constants.len() as u32;
        }
        let total = match self.requested[top.index()] {
            Some((value, _)) => return value,
            None => self.implied(top).unwrap_or(self.scope),
        };
        let total = if declared.mult == Mult::Lone { total.min(1) } else { total };
        total.max(constants.len() as u32)
    }

    /// The number of objects that the scopes of the children imply, as in Alloy: the sum over the children
    /// of an abstract signature.
    fn implied(&self, sig: SigId) -> Option<u32> {
        let declared = &self.module.sigs[sig.index()];
        if self.is_constant(sig) {
            return Some(1);
        }
        if let Some((value, _)) = self.requested[sig.index()] {
            return Some(value);
        }
        if !declared.is_abstract || declared.children.is_empty() {
            return None;
        }
        declared.children.iter().try_fold(0u32, |sum, child| sum.checked_add(self.implied(*child)?))
    }
}

struct Members {
    constants: Vec<(SigId, AtomId)>,
    alike: Vec<AtomId>,
}

/// The signatures whose objects can be reached from the root through the types of fields.
fn reachable(module: &Module, root: SigId) -> Vec<bool> {
    let mut reached = vec![false; module.sigs.len()];
    let mut pending = vec![root];
    // Fields of an ancestor belong to the objects below it, though not all objects of the ancestor are reached.
    let mut opened = vec![false; module.sigs.len()];
    while let Some(sig) = pending.pop() {
        if !std::mem::replace(&mut reached[sig.index()], true) {
            pending.extend(&module.sigs[sig.index()].children);
        }
        let mut line = vec![sig];
        while let Some(sig) = line.pop() {
            if std::mem::replace(&mut opened[sig.index()], true) {
                continue;
            }
            match &module.sigs[sig.index()].kind {
                SigKind::Extends(parent) => line.push(*parent),
                SigKind::Top | SigKind::In { .. } => {}
            }
            for subset in 0..module.sigs.len() {
                if matches!(&module.sigs[subset].kind, SigKind::In { parents, .. } if parents.contains(&Prim::Sig(sig)))
                {
                    line.push(SigId(subset as u32));
                }
            }
            for field in &module.sigs[sig.index()].fields {
                for column in module.fields[field.index()].ty.products.iter().flat_map(|product| &product[1..]) {
                    match column {
                        Prim::Sig(target) if !reached[target.index()] => pending.push(*target),
                        Prim::Univ => {
                            let all = (0..module.sigs.len()).map(|index| SigId(index as u32));
                            pending.extend(all.filter(|sig| !reached[sig.index()]));
                        }
                        Prim::Sig(_) | Prim::Int | Prim::Text => {}
                    }
                }
            }
        }
    }
    // An ancestor of a reached signature contains its objects.
    reached.iter().zip(&opened).map(|(reached, opened)| *reached || *opened).collect()
}
