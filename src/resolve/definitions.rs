//! Where every name of a program is defined and used.
//!
//! A definition is a place in a text: `sig A, B { f: Int }` defines `f` once, for two fields, and a module that is opened with
//! two lists of signatures defines its functions once, for two of each. So whoever asks about a name in a text asks here, and
//! gets the items of the [`Module`](super::Module) from there.

use super::module::{FieldId, FunctionId, Prim, SigId, VarId};
use crate::diagnostic::{FileId, Span};
use rustc_hash::FxHashMap;

/// A definition: an index into [`Names::definitions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DefinitionId(pub u32);

impl DefinitionId {
    /// Its place in the table.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a name is defined as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DefinitionKind {
    /// A module that is opened: its alias, or the last part of its name.
    Module,
    /// A parameter of a module.
    ModuleParameter,
    /// A signature.
    Signature,
    /// An `enum`.
    Enum,
    /// A value of an `enum`.
    EnumMember,
    /// A field.
    Field,
    /// A predicate.
    Predicate,
    /// A function.
    Function,
    /// A parameter of a predicate or a function.
    Parameter,
    /// A variable of a quantifier or a comprehension.
    Variable,
    /// A variable of `let`.
    Let,
    /// A macro: `let` outside of expressions.
    Macro,
    /// A parameter of a macro.
    MacroParameter,
    /// A fact.
    Fact,
    /// An assertion.
    Assertion,
    /// The label of a command.
    Command,
    /// The label of a `generate` paragraph.
    Generate,
    /// A method of a `generate` paragraph.
    Method,
    /// A parameter of a method.
    MethodParameter,
}

impl DefinitionKind {
    /// Whether it can be named in a part of its paragraph only.
    pub fn is_local(self) -> bool {
        use DefinitionKind as K;
        matches!(self, K::Parameter | K::Variable | K::Let | K::MacroParameter | K::MethodParameter)
    }
}

/// What is defined, in the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// A signature.
    Sig(SigId),
    /// A field.
    Field(FieldId),
    /// A predicate or function.
    Function(FunctionId),
    /// A variable.
    Var(VarId),
    /// A module.
    File(FileId),
}

/// A name with what it is defined as.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// What it is defined as.
    pub kind: DefinitionKind,
    /// Where the name stands.
    pub span: Span,
    /// Where all of its declaration stands.
    pub whole: Span,
    /// Where a local name can be used.
    pub scope: Option<Span>,
    /// What it is in the module; nothing for what the module does not have, such as facts and macros.
    pub items: Vec<Item>,
}

/// A name that is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// Where it stands: a word; each word of a path is used by itself.
    pub span: Span,
    /// What it stands for. Several in a macro that is expanded in several places, or where it is ambiguous.
    pub targets: Vec<DefinitionId>,
}

/// A module that is opened, as completion wants it.
#[derive(Debug, Clone)]
pub struct Opened {
    /// The alias.
    pub alias: String,
    /// What can be named there.
    pub members: Vec<DefinitionId>,
}

/// Every name of a program.
#[derive(Debug, Clone, Default)]
pub struct Names {
    definitions: Vec<Definition>,
    by_place: FxHashMap<Span, DefinitionId>,
    /// In the order of their places.
    uses: Vec<Use>,
    visible: Vec<DefinitionId>,
    opened: Vec<Opened>,
    /// What the left side of each join may be, by where it ends.
    joined: FxHashMap<(FileId, u32), Vec<Vec<Prim>>>,
}

impl Names {
    /// Every definition.
    pub fn definitions(&self) -> impl Iterator<Item = (DefinitionId, &Definition)> {
        self.definitions.iter().enumerate().map(|(index, definition)| (DefinitionId(index as u32), definition))
    }

    /// A definition.
    pub fn definition(&self, id: DefinitionId) -> &Definition {
        &self.definitions[id.index()]
    }

    /// Every use, in the order of their places.
    pub fn uses(&self) -> &[Use] {
        &self.uses
    }

    /// The definition whose name stands at a place.
    pub fn defined_at(&self, span: Span) -> Option<DefinitionId> {
        self.by_place.get(&span).copied()
    }

    /// What can be named everywhere in the root, without a path: the root's own names first.
    pub fn visible(&self) -> &[DefinitionId] {
        &self.visible
    }

    /// The modules that the root opens.
    pub fn opened(&self) -> &[Opened] {
        &self.opened
    }

    /// What stands before a dot may be, where it ends at a place: its products; nothing where no type is known.
    pub fn before_dot(&self, file: FileId, end: u32) -> Option<&[Vec<Prim>]> {
        self.joined.get(&(file, end)).map(Vec::as_slice)
    }
}

/// What is noted of names while they are resolved.
#[derive(Debug, Default)]
pub(super) struct Notes {
    definitions: Vec<Definition>,
    by_place: FxHashMap<Span, DefinitionId>,
    mentions: FxHashMap<Span, Mention>,
    joined: FxHashMap<(FileId, u32), Vec<Vec<Prim>>>,
}

/// A name, perhaps with a path, where it is used.
#[derive(Debug)]
struct Mention {
    text: String,
    /// Where the aliases of its path are defined.
    path: Vec<Span>,
    /// Where the names stand that it may stand for.
    possible: Vec<Span>,
    /// Of these, those that overloading was resolved to.
    picked: Vec<Span>,
}

impl Notes {
    /// Notes a definition. What is defined again at the same place is the same definition, for another item.
    pub(super) fn define(&mut self, definition: Definition) {
        if definition.name.is_empty() {
            return;
        }
        let next = DefinitionId(self.definitions.len() as u32);
        let id = *self.by_place.entry(definition.span).or_insert(next);
        match self.definitions.get_mut(id.index()) {
            Some(known) => known.items.extend(definition.items),
            None => self.definitions.push(definition),
        }
    }

    /// Notes a name and what it may stand for.
    pub(super) fn mention(
        &mut self,
        span: Span,
        text: &str,
        path: Vec<Span>,
        possible: impl IntoIterator<Item = Span>,
    ) {
        let empty = || Mention { text: text.to_owned(), path, possible: Vec::new(), picked: Vec::new() };
        let mention = self.mentions.entry(span).or_insert_with(empty);
        possible.into_iter().for_each(|target| insert(&mut mention.possible, target));
    }

    /// Notes which of its meanings a name was resolved to.
    pub(super) fn pick(&mut self, span: Span, target: Span) {
        if let Some(mention) = self.mentions.get_mut(&span)
            && mention.possible.contains(&target)
        {
            insert(&mut mention.picked, target);
        }
    }

    /// Notes what stands before a dot.
    pub(super) fn join(&mut self, left: Span, products: &[Vec<Prim>]) {
        self.joined.entry((left.file, left.end)).or_insert_with(|| products.to_vec());
    }

    /// The table, with what can be named in the root. `words` has the places of all words of each text, in order.
    pub(super) fn table(
        mut self,
        words: &[Vec<Span>],
        modules: Vec<Definition>,
        visible: &[Span],
        opened: Vec<(String, Vec<Span>)>,
    ) -> Names {
        let within = |span: Span| {
            let words = words.get(span.file.index()).map_or(&[][..], Vec::as_slice);
            let first = words.partition_point(|word| word.start < span.start);
            let after = words.partition_point(|word| word.start < span.end);
            &words[first..after.max(first)]
        };
        for module in modules {
            if let Some(word) = within(module.span).last() {
                self.define(Definition { span: *word, ..module });
            }
        }
        let mut uses: Vec<Use> = Vec::new();
        for (span, Mention { text, path, possible, picked }) in self.mentions {
            let (words, parts) = (within(span), text.split('/').count());
            if words.len() != parts || parts <= path.len() {
                continue;
            }
            let targets = if picked.is_empty() { possible } else { picked };
            let aliases = path.iter().map(|alias| within(*alias).last().copied().into_iter().collect::<Vec<Span>>());
            for (word, targets) in words[parts - 1 - path.len()..].iter().zip(aliases.chain([targets])) {
                let targets: Vec<DefinitionId> =
                    targets.iter().filter_map(|target| self.by_place.get(target).copied()).collect();
                if !targets.is_empty() {
                    uses.push(Use { span: *word, targets });
                }
            }
        }
        uses.iter_mut().for_each(|name| name.targets.sort_unstable());
        uses.sort_by_key(|name| name.span);
        let ids = |spans: &[Span]| spans.iter().filter_map(|span| self.by_place.get(span).copied()).collect::<Vec<_>>();
        let visible = ids(visible);
        let opened = opened.into_iter().map(|(alias, members)| Opened { alias, members: ids(&members) }).collect();
        Names { visible, opened, definitions: self.definitions, by_place: self.by_place, uses, joined: self.joined }
    }
}

fn insert(all: &mut Vec<Span>, one: Span) {
    if !all.contains(&one) {
        all.push(one);
    }
}
