//! What can be written at a place.

use super::Analysis;
use crate::diagnostic::{FileId, Span};
use crate::resolve::{Definition, DefinitionId, DefinitionKind, Item, MODULES, Prim, Type};
use crate::syntax::tree::Paragraph;
use crate::syntax::{Lexeme, LexemeKind};
use std::collections::BTreeSet;

/// What is proposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalKind {
    /// A word of the language.
    Keyword,
    /// A standard module.
    Module,
    /// Something that is declared.
    Name(DefinitionKind),
}

/// Something that can be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The word.
    pub label: String,
    /// What it is.
    pub kind: ProposalKind,
    /// Its type, or what a join with it gives.
    pub ty: Option<String>,
    /// What is declared, for its documentation.
    pub definition: Option<DefinitionId>,
    /// How near it is: 0 for what is declared in the same paragraph, 1 for the root's, 2 for what is opened, 3 for words.
    pub distance: u8,
}

/// What can be written at a place, and what it replaces there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The word that is begun there; empty where none is.
    pub replaces: Span,
    /// What can be written: near names first, and those in the order of their declarations. All that fit the place are
    /// there, whatever is begun: an editor knows how to choose.
    pub proposals: Vec<Proposal>,
}

/// The words that a paragraph starts with.
const PARAGRAPHS: [&str; 15] = [
    "abstract", "assert", "check", "enum", "fact", "fun", "generate", "let", "lone", "one", "open", "pred", "run",
    "sig", "some",
];

/// The words of expressions.
const EXPRESSIONS: [&str; 24] = [
    "Int", "String", "all", "and", "disj", "else", "iden", "iff", "implies", "in", "int", "let", "lone", "no", "none",
    "not", "one", "or", "seq", "set", "some", "sum", "this", "univ",
];

/// What the place wants.
enum Place<'a> {
    /// What may follow a dot, with the end of what stands before it.
    Member(u32),
    /// What a path of aliases leads to.
    Path(Vec<&'a str>),
    /// A module.
    Module,
    /// A paragraph.
    Paragraph,
    /// An expression.
    Expression,
    /// Things of some kinds, with words that may stand there, too.
    Kinds(&'static [DefinitionKind], &'static [&'static str]),
}

use DefinitionKind as K;
/// Everything that is a signature.
const SIGNATURES: &[K] = &[K::Signature, K::Enum, K::EnumMember, K::ModuleParameter];

impl Analysis {
    /// What can be written at a place of the root; nothing in comments, strings and numbers.
    pub fn completion(&self, offset: u32) -> Option<Completion> {
        let inside = |piece: &&Lexeme| match piece.kind {
            LexemeKind::Comment | LexemeKind::Text | LexemeKind::Number => {
                let text = self.slice(piece.span);
                // What has its end written is left behind it; anything else goes on there.
                let is_closed = match piece.kind {
                    LexemeKind::Comment => text.starts_with("/*") && text.len() >= 4 && text.ends_with("*/"),
                    LexemeKind::Text => text.len() >= 2 && text.ends_with('"'),
                    _ => false,
                };
                piece.span.start < offset && offset < piece.span.end + u32::from(!is_closed)
            }
            _ => false,
        };
        if self.lexemes.iter().any(|piece| inside(&piece)) {
            return None;
        }
        let mut before: Vec<&Lexeme> = self.lexemes.iter().collect();
        before.retain(|piece| piece.kind != LexemeKind::Comment && piece.span.start < offset);
        let is_begun =
            |piece: &Lexeme| matches!(piece.kind, LexemeKind::Name | LexemeKind::Keyword) && offset <= piece.span.end;
        let begun = before.pop_if(|piece| is_begun(piece)).map(|piece| piece.span);
        let replaces = begun.unwrap_or(Span { file: FileId::ROOT, start: offset, end: offset });
        let mut proposals = match self.place(&before) {
            Place::Member(end) => self.members(end),
            Place::Path(path) => self.members_of_path(&path),
            Place::Module => {
                let replaces = self.path_before(&before).map_or(replaces, |start| Span { start, ..replaces });
                return Some(Completion { replaces, proposals: modules() });
            }
            Place::Paragraph => words(&PARAGRAPHS),
            Place::Expression => self.in_expression(replaces.start),
            Place::Kinds(kinds, other) => {
                let mut found = self.visible_of(kinds);
                found.extend(words(other));
                found
            }
        };
        proposals.sort_by_key(|proposal| proposal.distance);
        let mut seen = BTreeSet::new();
        proposals.retain(|proposal| seen.insert(proposal.label.clone()));
        Some(Completion { replaces, proposals })
    }

    /// What the place after some pieces wants.
    fn place(&self, before: &[&Lexeme]) -> Place<'_> {
        if let Some(place) = self.place_behind_word(before) {
            return place;
        }
        let word = |back: usize| before.iter().rev().nth(back).map_or("", |piece| self.slice(piece.span));
        let Some(last) = before.last() else { return Place::Paragraph };
        let mut paragraphs = self.tree().paragraphs.iter().map(|paragraph| (paragraph, paragraph.span()));
        let Some((paragraph, whole)) = paragraphs.rfind(|(_, whole)| whole.start <= last.span.start) else {
            return Place::Paragraph;
        };
        let inside = before.iter().filter(|piece| piece.span.start >= whole.start);
        let depth = inside.fold(0i32, |depth, piece| match self.slice(piece.span) {
            "{" => depth + 1,
            "}" => depth - 1,
            _ => depth,
        });
        let is_scope = before.iter().rev().take_while(|piece| piece.span.start >= whole.start);
        let is_scope = depth == 0 && is_scope.into_iter().any(|piece| matches!(self.slice(piece.span), "for" | "but"));
        match paragraph {
            Paragraph::Command(_) | Paragraph::Generate(_) if is_scope && last.kind == LexemeKind::Number => {
                Place::Kinds(SIGNATURES, &["Int", "but", "expect", "seq"])
            }
            Paragraph::Command(_) | Paragraph::Generate(_) if is_scope => {
                Place::Kinds(&[], &["but", "exactly", "expect"])
            }
            Paragraph::Signature(_) if depth == 0 && word(0) != "}" && !matches!(word(0), "sig" | ",") => {
                let is_in = matches!(word(0), "in" | "+" | "=");
                Place::Kinds(if is_in { SIGNATURES } else { &[] }, if is_in { &[] } else { &["extends", "in"] })
            }
            Paragraph::Generate(_) if depth == 1 => match word(0) {
                ":" => Place::Kinds(&[K::Signature, K::Enum, K::Field], &["boolean", "int", "lone", "new", "scope"]),
                "in" | ".." | "+" | "-" | "*" => Place::Kinds(&[], &["scope"]),
                _ => Place::Kinds(&[K::Field], &["method"]),
            },
            Paragraph::Generate(_) if depth == 2 && matches!(word(0), "{" | "}") => {
                Place::Kinds(&[], &["ensures", "requires", "throws"])
            }
            Paragraph::Generate(_) if depth == 0 && last.kind == LexemeKind::Name => {
                Place::Kinds(&[], &["for", "satisfying"])
            }
            Paragraph::Command(_) if depth == 0 => Place::Kinds(&[], &["expect", "for"]),
            Paragraph::Open(_) => Place::Kinds(SIGNATURES, &PARAGRAPHS),
            _ if depth == 0 && last.span.end >= whole.end && matches!(word(0), "}" | "]") => Place::Paragraph,
            _ => Place::Expression,
        }
    }

    /// What the place after a word or symbol wants that says so wherever it stands.
    fn place_behind_word(&self, before: &[&Lexeme]) -> Option<Place<'_>> {
        let word = |back: usize| before.iter().rev().nth(back).map_or("", |piece| self.slice(piece.span));
        let end = |back: usize| before.iter().rev().nth(back).map_or(0, |piece| piece.span.end);
        Some(match word(0) {
            "." => Place::Member(end(1)),
            "open" => Place::Module,
            "/" if self.path_before(before).is_some() => Place::Module,
            "/" => {
                let mut path = Vec::new();
                let mut back = 0;
                while word(back) == "/" {
                    path.insert(0, word(back + 1));
                    back += 2;
                }
                Place::Path(path)
            }
            "@" => Place::Kinds(&[], &["java", "text"]),
            "extends" | "new" | "generate" => Place::Kinds(SIGNATURES, &[]),
            "run" => Place::Kinds(&[K::Predicate, K::Function], &[]),
            "check" => Place::Kinds(&[K::Assertion], &[]),
            "satisfying" => Place::Kinds(&[K::Predicate], &[]),
            _ => return None,
        })
    }

    /// Where the name of a module starts that is written up to here, behind `open`.
    fn path_before(&self, before: &[&Lexeme]) -> Option<u32> {
        let words = before.iter().rev().take_while(|piece| self.slice(piece.span) != "open");
        let path: Vec<_> = words.collect();
        let is_path = |piece: &&&Lexeme| piece.kind == LexemeKind::Name || self.slice(piece.span) == "/";
        let opens = before.len() > path.len();
        (opens && path.iter().all(is_path)).then(|| path.last().map(|piece| piece.span.start))?
    }

    /// What may follow a dot: fields, and predicates and functions that take what stands before it.
    fn members(&self, end: u32) -> Vec<Proposal> {
        let left = self.names().before_dot(FileId::ROOT, end).filter(|products| !products.is_empty());
        let module = self.module();
        let meets = |first: Prim| {
            left.is_none_or(|left| {
                left.iter().filter_map(|product| product.last()).any(|last| module.meet(*last, first))
            })
        };
        let fits = |item: &Item| match item {
            Item::Field(field) => module.fields[field.index()].ty.products.iter().any(|product| meets(product[0])),
            Item::Function(function) => {
                let first = module.functions[function.index()].params.first();
                let ty = first.map(|param| &module.variables[param.var.index()].ty);
                matches!(ty, Some(Type::Relation(ty)) if ty.products.iter().any(|product| meets(product[0])))
            }
            _ => false,
        };
        let visible = self.names().visible().iter().copied();
        let fitting = visible.filter(|id| self.names().definition(*id).items.iter().any(&fits));
        fitting.map(|id| self.proposal(id)).collect()
    }

    fn members_of_path(&self, path: &[&str]) -> Vec<Proposal> {
        let names = self.names();
        match path {
            ["this"] => self.visible_where(|definition| definition.span.file == FileId::ROOT),
            ["seq"] if names.opened().iter().all(|opened| opened.alias != "seq") => words(&["Int"]),
            [alias] => {
                let opened = names.opened().iter().filter(|opened| opened.alias == **alias);
                opened.flat_map(|opened| &opened.members).map(|id| self.proposal(*id)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What an expression at a place may name, and the words of the language.
    fn in_expression(&self, at: u32) -> Vec<Proposal> {
        let is_near = |definition: &Definition| {
            definition.span.file == FileId::ROOT && definition.scope.is_some_and(|scope| scope.start <= at)
        };
        // Space may stand between the end of what is written of a scope and the place.
        let last = self.lexemes.iter().rev().find(|piece| piece.kind != LexemeKind::Comment && piece.span.end <= at);
        let reach = last.map_or(0, |piece| piece.span.end);
        let reaches = |definition: &Definition| definition.scope.is_some_and(|scope| scope.end >= reach);
        let locals = self.names().definitions().filter(|(_, definition)| is_near(definition) && reaches(definition));
        let mut locals: Vec<(DefinitionId, &Definition)> = locals.collect();
        // What is declared last hides what has the same name.
        locals.sort_by_key(|(_, definition)| std::cmp::Reverse(definition.span.start));
        let mut found: Vec<Proposal> = locals.into_iter().map(|(id, _)| self.proposal(id)).collect();
        found.extend(self.visible_where(|definition| !matches!(definition.kind, K::Fact | K::Assertion)));
        found.extend(words(&EXPRESSIONS));
        found.extend(self.names().opened().iter().filter(|opened| !opened.alias.contains('$')).map(|opened| {
            Proposal {
                label: opened.alias.clone(),
                kind: ProposalKind::Name(K::Module),
                ty: None,
                definition: None,
                distance: 3,
            }
        }));
        found
    }

    fn visible_of(&self, kinds: &[DefinitionKind]) -> Vec<Proposal> {
        self.visible_where(|definition| kinds.contains(&definition.kind))
    }

    fn visible_where(&self, wanted: impl Fn(&Definition) -> bool) -> Vec<Proposal> {
        let visible = self.names().visible().iter().copied();
        visible.filter(|id| wanted(self.names().definition(*id))).map(|id| self.proposal(id)).collect()
    }

    fn proposal(&self, id: DefinitionId) -> Proposal {
        let definition = self.names().definition(id);
        let distance = match definition.scope {
            Some(_) => 0,
            None if definition.span.file == FileId::ROOT => 1,
            None => 2,
        };
        let kind = ProposalKind::Name(definition.kind);
        Proposal { label: definition.name.clone(), kind, ty: self.type_of(id), definition: Some(id), distance }
    }

    /// The comment at the declaration of something that is proposed.
    pub fn documented(&self, id: DefinitionId) -> Option<String> {
        self.documentation(self.names().definition(id))
    }
}

fn words(words: &[&str]) -> Vec<Proposal> {
    let word = |word: &&str| Proposal {
        label: (*word).to_owned(),
        kind: ProposalKind::Keyword,
        ty: None,
        definition: None,
        distance: 3,
    };
    words.iter().map(word).collect()
}

fn modules() -> Vec<Proposal> {
    let module = |(name, _): &(&str, &str)| Proposal {
        label: (*name).to_owned(),
        kind: ProposalKind::Module,
        ty: None,
        definition: None,
        distance: 2,
    };
    MODULES.iter().map(module).collect()
}
