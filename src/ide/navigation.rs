//! From a name to where it is defined, and to where else it is used.

use super::Analysis;
use crate::diagnostic::{FileId, Span};
use crate::resolve::{DefinitionId, DefinitionKind, Item};
use crate::syntax::tree::Paragraph;

/// Where a name leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// To a place in one of the texts.
    Place {
        /// The name there.
        span: Span,
        /// All of the declaration.
        whole: Span,
    },
    /// To a Java class, by the name that the annotation has for it.
    Class(String),
    /// To a field of a Java class.
    JavaField {
        /// The class, as its annotation names it.
        class: String,
        /// The field.
        field: String,
    },
}

impl Analysis {
    /// Where the name at a place of the root is defined; several places where it may stand for several things.
    pub fn definition(&self, offset: u32) -> Vec<Target> {
        if let Some(java) = self.java_at(offset) {
            return vec![java];
        }
        let opened = self.tree().paragraphs.iter().find_map(|paragraph| match paragraph {
            Paragraph::Open(open) if open.module.span().touches(offset) => {
                self.program.module(FileId::ROOT, &open.module.text)
            }
            _ => None,
        });
        if let Some(file) = opened {
            return vec![self.start_of(file)];
        }
        let Some((_, targets)) = self.name_at(offset) else { return Vec::new() };
        let place = |id: DefinitionId| {
            let definition = self.names().definition(id);
            match definition.items.as_slice() {
                [Item::File(file)] => self.start_of(*file),
                _ => Target::Place { span: definition.span, whole: definition.whole },
            }
        };
        targets.into_iter().map(place).collect()
    }

    /// Where the name at a place of the root is used, in all texts, in order; with where it is defined, if that is wanted.
    /// Only what is written like the name counts: `this` is no use of a signature.
    pub fn references(&self, offset: u32, with_definition: bool) -> Vec<Span> {
        let Some((_, targets)) = self.name_at(offset) else { return Vec::new() };
        let mut found = self.uses_of(&targets);
        if with_definition {
            found.extend(targets.iter().map(|id| self.names().definition(*id).span));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// What the name at a place of the root stands for.
    pub fn targets(&self, offset: u32) -> Vec<DefinitionId> {
        self.name_at(offset).map(|(_, targets)| targets).unwrap_or_default()
    }

    /// Where any of some definitions is used by its name.
    pub fn uses_of(&self, targets: &[DefinitionId]) -> Vec<Span> {
        let names = self.names();
        let spells = |span: Span, id: &DefinitionId| self.slice(span) == names.definition(*id).name;
        let uses = names.uses().iter();
        let of_them =
            uses.filter(|name| name.targets.iter().any(|target| targets.contains(target) && spells(name.span, target)));
        of_them.map(|name| name.span).collect()
    }

    /// Where a module begins: at the name that it has for itself.
    fn start_of(&self, file: FileId) -> Target {
        let header = self.program.guesses().nth(file.index()).and_then(|file| file.module.as_ref());
        let start = Span::within(file, 0..0);
        let span = header.map_or(start, |header| header.name.span());
        Target::Place { span, whole: span }
    }

    /// The class or field of Java that an annotation of the root names at a place.
    fn java_at(&self, offset: u32) -> Option<Target> {
        let module = self.module();
        let is_here = |span: Span| span.file == FileId::ROOT && span.touches(offset);
        let classes = module.sigs.iter().filter_map(|sig| sig.java.as_ref());
        if let Some(java) = classes.clone().find(|java| is_here(java.span)) {
            return Some(Target::Class(java.class.clone()));
        }
        let field = module.fields.iter().find(|field| field.java.as_ref().is_some_and(|java| is_here(java.span)))?;
        let class = module.sigs[field.owner.index()].java.as_ref()?.class.clone();
        let name = field.java.as_ref().and_then(|java| java.name.clone());
        Some(Target::JavaField { class, field: name.unwrap_or_else(|| field.name.clone()) })
    }

    /// The commands and `generate` paragraphs of the root that can be carried out: their labels, and where they stand.
    pub fn runnable(&self) -> Vec<(DefinitionKind, String, Span)> {
        let module = self.module();
        let of_root = |span: Span| span.file == FileId::ROOT;
        let commands = module.commands.iter().filter(|command| !command.is_implied && of_root(command.span));
        let commands = commands.map(|command| (DefinitionKind::Command, command.label.clone(), command.span));
        let generates = module.generates.iter();
        let generates = generates.map(|generate| (DefinitionKind::Generate, generate.name.clone(), generate.span));
        let mut all: Vec<_> = commands.chain(generates).collect();
        all.sort_by_key(|runnable| runnable.2);
        all
    }
}
