//! What there is to say about a name: its declaration, its type, and the comment at its declaration.

use super::Analysis;
use crate::diagnostic::{Source, Span};
use crate::resolve::{Definition, DefinitionId, DefinitionKind, Item, Mult};
use crate::syntax::{Lexeme, LexemeKind, lexemes};

/// What is shown of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// The name that is asked about.
    pub span: Span,
    /// The declaration as it is written, without the bodies of blocks, on one line.
    pub declaration: String,
    /// The type, in the words of the language.
    pub ty: Option<String>,
    /// How many elements it has, or a field has for each object.
    pub multiplicity: Option<&'static str>,
    /// The comment at the declaration, without its delimiters.
    pub documentation: Option<String>,
}

impl Analysis {
    /// What there is to say about the name at a place of the root.
    pub fn hover(&self, offset: u32) -> Option<Hover> {
        let (span, targets) = self.name_at(offset)?;
        let (id, definition) = targets.first().map(|id| (*id, self.names().definition(*id)))?;
        Some(Hover {
            span,
            declaration: self.declaration(definition),
            ty: self.type_of(id),
            multiplicity: self.multiplicity(definition),
            documentation: self.documentation(definition),
        })
    }

    /// The declaration as it is written, up to a block, on one line.
    fn declaration(&self, definition: &Definition) -> String {
        let source = Source::of(self.sources(), definition.span);
        let mut whole = definition.whole;
        if matches!(definition.kind, DefinitionKind::EnumMember) {
            return format!("enum value {}", definition.name);
        }
        let is_paragraph = !definition.kind.is_local() && definition.kind != DefinitionKind::Field;
        let pieces = lexemes(source);
        let mut opens =
            pieces.iter().filter(|piece| piece.span.start >= definition.span.end && whole.contains(piece.span));
        if is_paragraph && let Some(brace) = opens.find(|piece| source.slice(piece.span) == "{") {
            whole.end = brace.span.start;
        }
        let written = pieces.iter().filter(|piece| whole.contains(piece.span) && piece.kind != LexemeKind::Comment);
        let (mut text, mut end) = (String::new(), None);
        for piece in written {
            if end.is_some_and(|end| end < piece.span.start) {
                text.push(' ');
            }
            text.push_str(source.slice(piece.span));
            end = Some(piece.span.end);
        }
        match definition.kind {
            DefinitionKind::Let => format!("let {text}"),
            _ => text,
        }
    }

    /// The type of what is defined, in the words of the language.
    pub(super) fn type_of(&self, id: DefinitionId) -> Option<String> {
        let module = self.module();
        let definition = self.names().definition(id);
        let described = |item: &Item| match item {
            Item::Field(field) => {
                let ty = &module.fields[field.index()].ty;
                let is_known = !ty.products.is_empty();
                is_known.then(|| module.describe(&crate::resolve::Type::Relation(ty.clone())))
            }
            Item::Function(function) => {
                let (_, bound) = module.functions[function.index()].result.as_ref()?;
                Some(module.describe(&bound.ty))
            }
            Item::Var(var) => Some(module.describe(&module.variables[var.index()].ty)),
            Item::Sig(_) | Item::File(_) => None,
        };
        let mut types: Vec<String> = definition.items.iter().filter_map(described).collect();
        types.sort_unstable();
        types.dedup();
        (!types.is_empty()).then(|| types.join(" + "))
    }

    fn multiplicity(&self, definition: &Definition) -> Option<&'static str> {
        let module = self.module();
        let word = |mult: Mult| match mult {
            Mult::Set => "set",
            Mult::Some => "some",
            Mult::Lone => "lone",
            Mult::One => "one",
        };
        match definition.items.first()? {
            Item::Sig(sig) => Some(word(module.sigs[sig.index()].mult)),
            Item::Field(field) => {
                let field = &module.fields[field.index()];
                (field.arity() == 2).then(|| word(field.mult))
            }
            Item::Function(function) => module.functions[function.index()].result.as_ref().map(|result| word(result.0)),
            Item::Var(_) | Item::File(_) => None,
        }
    }

    /// The comment on the lines above a declaration, or else behind it on its last line.
    pub(super) fn documentation(&self, definition: &Definition) -> Option<String> {
        let source = Source::of(self.sources(), definition.span);
        let pieces = lexemes(source);
        let first = pieces.partition_point(|piece| piece.span.start < definition.whole.start);
        let between = |from: u32, to: u32| source.text.get(from as usize..to as usize).unwrap_or_default();
        let mut above: Vec<&Lexeme> = Vec::new();
        let mut start = definition.whole.start;
        for piece in pieces[..first].iter().rev() {
            let gap = between(piece.span.end, start);
            let own_line = source.text[..piece.span.start as usize].rsplit('\n').next().unwrap_or_default();
            let is_above = gap.matches('\n').count() == 1 && own_line.trim().is_empty();
            if piece.kind != LexemeKind::Comment || !is_above {
                break;
            }
            above.push(piece);
            start = piece.span.start;
        }
        above.reverse();
        if above.is_empty() {
            let after = pieces.partition_point(|piece| piece.span.start < definition.whole.end);
            let mut behind = pieces[after..].iter().skip_while(|piece| source.slice(piece.span) == ",");
            let comment = behind.next().filter(|piece| piece.kind == LexemeKind::Comment)?;
            if between(definition.whole.end, comment.span.start).contains('\n') {
                return None;
            }
            above.push(comment);
        }
        let lines = above.iter().flat_map(|comment| bare(source.slice(comment.span)));
        let text = lines.collect::<Vec<_>>().join("\n").trim().to_owned();
        (!text.is_empty()).then_some(text)
    }
}

/// The lines of a comment without what marks them.
fn bare(comment: &str) -> impl Iterator<Item = &str> {
    let inner = comment.strip_prefix("//").or_else(|| comment.strip_prefix("--"));
    let inner = inner.or_else(|| comment.strip_prefix("/*").map(|text| text.strip_suffix("*/").unwrap_or(text)));
    inner.unwrap_or(comment).lines().map(|line| line.trim().trim_start_matches('*').trim())
}
