//! Templates: what `@text(…)` says of signatures and fields, and whether every structure has one text by that.
//!
//! Values of one object are written in one order: those of a sequence in theirs, all others in the order of the objects' numbers, which
//! a structure of a `generate` paragraph has in one way only. What has no such order, or would have two templates, is an error.

use super::checker::Checker;
use super::module::{Escape, FieldId, FieldText, Piece, Prim, SigId, SigKind, SigText, Template};
use crate::diagnostic::{Diagnostic, Help, Span, closest, listed};
use crate::syntax::tree::{self, Paragraph, TextPart, TextPartKind, TextTemplate};
use crate::syntax::{TemplatePiece, template_pieces};
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Reads the templates of this instance. Requires that all fields have their types.
    pub(super) fn declare_templates(&mut self) {
        for paragraph in &self.file().paragraphs {
            match paragraph {
                Paragraph::Enum(declaration) => {
                    if let Some(template) = self.text_template(&declaration.annotations) {
                        self.write_members(declaration, template);
                    }
                }
                Paragraph::Signature(signature) => {
                    let text = self.text_template(&signature.annotations);
                    let owners: Vec<SigId> =
                        signature.names.iter().filter_map(|name| self.sig_declared_at(name)).collect();
                    for sig in owners {
                        if let Some(template) = text {
                            self.write_objects(sig, template);
                        }
                        let declared =
                            signature.fields.iter().flat_map(|field| field.decl.names.iter().map(move |_| field));
                        let fields = self.module.sigs[sig.index()].fields.clone();
                        for (field, declaration) in fields.into_iter().zip(declared) {
                            if let Some(template) = self.text_template(&declaration.annotations) {
                                self.write_values(field, template);
                            }
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// The template among annotations. A second one is an error.
    fn text_template<'t>(&mut self, annotations: &'t [tree::Annotation]) -> Option<&'t TextTemplate> {
        let mut templates = annotations.iter().filter_map(tree::Annotation::text);
        let first = templates.next();
        for other in templates {
            self.annotated_twice("@text", other.place.0);
        }
        first
    }

    /// The texts of the members of an enum.
    fn write_members(&mut self, declaration: &tree::Enum, template: &TextTemplate) {
        let Some(sig) = self.sig_declared_at(&declaration.name) else { return };
        let members = self.module.sigs[sig.index()].children.clone();
        for part in &template.parts {
            let TextPartKind::Names(names) = &part.kind else {
                self.misplaced_part(part, "an enum", "names");
                continue;
            };
            self.distinct(names);
            if names.len() != members.len() {
                let message =
                    format!("{} texts for {} members of `{}`", names.len(), members.len(), declaration.name.text);
                self.error(part.place.0, message, "not one for each", "list a text for each member, in order");
            }
            for (member, name) in members.iter().zip(names) {
                self.module.sigs[member.index()].text = Some(SigText {
                    template: None,
                    names: vec![name.text.clone()],
                    file: None,
                    extension: None,
                    span: name.span(),
                });
            }
        }
    }

    /// How the objects of a signature are written.
    fn write_objects(&mut self, sig: SigId, template: &TextTemplate) {
        let span = template.place.0;
        if let SigKind::In { .. } = self.module.sigs[sig.index()].kind {
            let message = format!("objects of `{}` have two templates", self.module.sigs[sig.index()].name);
            let help = "give the template to the signature that the objects are of: a subset only adds to it";
            return self.error(span, message, "a second one, as they are of another signature, too", help);
        }
        let mut text = SigText { template: None, names: Vec::new(), file: None, extension: None, span };
        let lines = lines(template);
        if !lines.is_empty() {
            text.template = Some(self.template(&lines, &[Prim::Sig(sig)]));
        }
        for part in &template.parts {
            match &part.kind {
                TextPartKind::Line(_) => {}
                TextPartKind::Names(names) => {
                    self.distinct(names);
                    text.names = names.iter().map(|name| name.text.clone()).collect();
                }
                TextPartKind::File(name) => text.file = Some(self.template(&[name], &[Prim::Sig(sig)])),
                TextPartKind::Extension(name) => {
                    if name.text.is_empty() || name.text.contains(|c: char| !(c.is_alphanumeric() || ".-_".contains(c)))
                    {
                        let message = format!("`{}` is no extension of a file", name.text);
                        self.error(
                            name.span(),
                            message,
                            "not an extension",
                            "write it without the dot, as in `\"java\"`",
                        );
                    }
                    text.extension = Some(name.text.clone());
                }
                _ => self.misplaced_part(part, "a signature", "lines, names, file and extension"),
            }
        }
        self.module.sigs[sig.index()].text = Some(text);
    }

    /// How the values of a field are written.
    fn write_values(&mut self, field: FieldId, template: &TextTemplate) {
        let mut text = FieldText {
            template: None,
            separator: String::new(),
            before: String::new(),
            after: String::new(),
            absent: String::new(),
            escape: None,
            span: template.place.0,
        };
        let lines = lines(template);
        if !lines.is_empty() {
            let values = self.values(field);
            text.template = Some(self.template(&lines, &values));
        }
        for part in &template.parts {
            match &part.kind {
                TextPartKind::Line(_) => {}
                TextPartKind::Separator(given) => text.separator.clone_from(&given.text),
                TextPartKind::Before(given) => text.before.clone_from(&given.text),
                TextPartKind::After(given) => text.after.clone_from(&given.text),
                TextPartKind::Absent(given) => text.absent.clone_from(&given.text),
                TextPartKind::Escape(word) => {
                    text.escape = Escape::ALL.into_iter().find(|escape| escape.word() == word.text);
                    if text.escape.is_none() {
                        let known = listed(Escape::ALL.map(Escape::word));
                        let message = format!("nothing is escaped as in `{}`", word.text);
                        self.error(word.span(), message, "unknown", format!("there is {known}"));
                    }
                }
                _ => self.misplaced_part(part, "a field", "lines, separator, before, after, absent and escape"),
            }
        }
        self.module.fields[field.index()].text = Some(text);
    }

    fn misplaced_part(&mut self, part: &TextPart, on: &str, allowed: &str) {
        let message = format!("this part has no meaning on {on}");
        self.error(part.place.0, message, "misplaced", format!("there are {allowed} here"));
    }

    /// Reports names that two objects would have.
    fn distinct(&mut self, names: &[tree::Text]) {
        let mut seen = BTreeSet::new();
        for name in names {
            // Further objects have the names again, with a number behind them.
            let stem = name.text.trim_end_matches(|c: char| c.is_ascii_digit());
            let clashes = stem.len() < name.text.len() && names.iter().any(|other| other.text == stem);
            if !seen.insert(&name.text) || clashes {
                let message = format!("two objects are called `{}`", name.text);
                let help =
                    "write each name once, and none that is another one with a number: further objects get those";
                self.error(name.span(), message, "not the only one", help);
            }
        }
    }

    /// A template for objects of some signatures, with its holes resolved.
    fn template(&mut self, lines: &[&tree::Text], of: &[Prim]) -> Template {
        let mut template = Template { lines: vec![Vec::new()] };
        for (at, line) in lines.iter().enumerate() {
            if at > 0 {
                template.lines.push(Vec::new());
            }
            let literal = self.program.sources()[line.span().file.index()].slice(line.span()).to_owned();
            for piece in template_pieces(&literal, line.span()) {
                match piece {
                    TemplatePiece::Text(text) => {
                        for (at, text) in text.split('\n').enumerate() {
                            if at > 0 {
                                template.lines.push(Vec::new());
                            }
                            if let (Some(line), false) = (template.lines.last_mut(), text.is_empty()) {
                                line.push(Piece::Text(text.to_owned()));
                            }
                        }
                    }
                    TemplatePiece::Hole(name) => {
                        let piece = self.hole(&name, of);
                        template.lines.last_mut().into_iter().for_each(|line| line.extend(piece.clone()));
                    }
                }
            }
        }
        template
    }

    /// What a hole stands for; nothing, and a message, where an object has no such field.
    fn hole(&mut self, name: &tree::Name, of: &[Prim]) -> Option<Piece> {
        if name.text == "this" {
            return Some(Piece::This);
        }
        let all = self.fields_of_name(&name.text);
        let mut found = Vec::new();
        let mut without = None;
        for prim in of {
            let field = match prim {
                Prim::Sig(sig) => all
                    .iter()
                    .copied()
                    .find(|field| self.hierarchy().has_fields_of(*sig, self.module.fields[field.index()].owner)),
                Prim::Int | Prim::Text | Prim::Univ => None,
            };
            match field {
                Some(field) if !found.contains(&field) => found.push(field),
                Some(_) => {}
                None => without = without.or(Some(*prim)),
            }
        }
        self.note_fields(name, &found);
        if let Some(prim) = without {
            if !self.may_be_lost(&name.text) {
                self.unknown_hole(name, prim);
            }
            return None;
        }
        Some(Piece::Field(found, name.span()))
    }

    fn unknown_hole(&mut self, name: &tree::Name, prim: Prim) {
        let (owner, fields) = match prim {
            Prim::Sig(sig) => {
                let lineage: Vec<SigId> = self.module.lineage(sig).collect();
                let fields = lineage.iter().flat_map(|sig| &self.module.sigs[sig.index()].fields);
                let fields: Vec<&str> = fields.map(|field| self.module.fields[field.index()].name.as_str()).collect();
                (format!("`{}`", self.module.sigs[sig.index()].name), fields)
            }
            Prim::Int => ("an integer".to_owned(), Vec::new()),
            Prim::Text => ("a string".to_owned(), Vec::new()),
            Prim::Univ => ("what may be anything".to_owned(), Vec::new()),
        };
        let help = match closest(&name.text, fields.iter().copied()) {
            Some(close) => Help::instead(format!("did you mean `{{{close}}}`?"), close),
            None if fields.is_empty() => "there is `{this}`; write `{{` for a brace before a name".into(),
            None => {
                format!("there is `{{this}}` and {}; write `{{{{` for a brace before a name", holes(&fields)).into()
            }
        };
        let message = format!("{owner} has no field `{}`", name.text);
        self.error(name.span(), message, "a hole for nothing", help);
    }

    /// What the values of a field are: signatures that objects are of, integers, strings.
    fn values(&self, field: FieldId) -> Vec<Prim> {
        let mut found = Vec::new();
        for product in &self.module.fields[field.index()].ty.products {
            for prim in product.last().copied().into_iter().flat_map(|prim| self.concrete(prim)) {
                if !found.contains(&prim) {
                    found.push(prim);
                }
            }
        }
        found
    }

    /// The signatures that objects of one are of. Signatures that extend each other, which is an error, count once.
    fn concrete(&self, prim: Prim) -> Vec<Prim> {
        let Prim::Sig(sig) = prim else { return vec![prim] };
        let (mut waiting, mut met) = (vec![sig], Vec::new());
        while let Some(sig) = waiting.pop() {
            if !met.contains(&sig) {
                met.push(sig);
                waiting.extend(self.module.sigs[sig.index()].children.iter().rev());
            }
        }
        let sigs = met.into_iter().filter(|sig| {
            let declared = &self.module.sigs[sig.index()];
            !declared.is_abstract || declared.children.is_empty()
        });
        sigs.map(Prim::Sig).collect()
    }

    /// Reports what templates lead to and cannot be written, and fields that none of them writes.
    pub(super) fn check_templates(&mut self) {
        let of_sigs = self.module.sigs.iter().filter_map(|sig| sig.text.as_ref());
        let templates = of_sigs.flat_map(|text| text.template.iter().chain(&text.file));
        let of_fields = self.module.fields.iter().filter_map(|field| field.text.as_ref());
        let templates = templates.chain(of_fields.filter_map(|text| text.template.as_ref()));
        let holes = templates.flat_map(Template::pieces).filter_map(|piece| match piece {
            Piece::Field(fields, span) => Some((fields.clone(), *span)),
            Piece::Text(_) | Piece::This => None,
        });
        let holes: Vec<(Vec<FieldId>, Span)> = holes.collect();
        let mut written = BTreeSet::new();
        for (fields, span) in holes {
            for field in fields {
                written.insert(field);
                self.check_order(field, span);
                self.check_texts_of_values(field, span);
            }
        }
        self.warn_of_unwritten(&written);
    }

    /// Reports a hole for a field whose values have no order.
    fn check_order(&mut self, field: FieldId, span: Span) {
        let field = &self.module.fields[field.index()];
        let is_indexed = field.arity() == 3 && field.ty.products.iter().all(|product| product[1] == Prim::Int);
        if field.arity() == 2 || is_indexed {
            return;
        }
        let diagnostic =
            Diagnostic::error(span, format!("`{}` has no one text: nothing orders its tuples", field.name))
                .label("written here")
                .and(field.span, "declared here, with several columns")
                .help("declare it as `seq`, or put a signature between that has a field for each column");
        self.report(diagnostic);
    }

    /// Reports values without a template.
    fn check_texts_of_values(&mut self, field: FieldId, span: Span) {
        if self.module.fields[field.index()].text.as_ref().is_some_and(|text| text.template.is_some()) {
            return;
        }
        for prim in self.values(field) {
            let Prim::Sig(sig) = prim else { continue };
            let has_text =
                |sig: SigId| self.module.sigs[sig.index()].text.is_some() || self.module.sigs[sig.index()].is_enum;
            if self.module.lineage(sig).any(has_text) {
                continue;
            }
            let (name, declared) = (&self.module.sigs[sig.index()].name, self.module.sigs[sig.index()].span);
            let field = &self.module.fields[field.index()].name;
            let diagnostic = Diagnostic::error(span, format!("`{name}` has no template"))
                .label(format!("`{field}` may lead to one"))
                .and(declared, "declared here")
                .help(format!(
                    "write `@text(\"…\")` before `sig {name}`; or `@text(\"{{this}}\")` before `{field}`, if only names are to be written"
                ));
            self.report(diagnostic);
        }
    }

    /// Warns of fields that no template writes, of signatures that have one.
    fn warn_of_unwritten(&mut self, written: &BTreeSet<FieldId>) {
        let mut warnings = Vec::new();
        for (index, field) in self.module.fields.iter().enumerate() {
            let is_written = written.contains(&FieldId(index as u32)) || field.text.is_some();
            let has_template = |prim: Prim| {
                let Prim::Sig(sig) = prim else { return false };
                let mut texts = self.module.lineage(sig).filter_map(|sig| self.module.sigs[sig.index()].text.as_ref());
                texts.any(|text| text.template.is_some())
            };
            if is_written || !self.concrete(Prim::Sig(field.owner)).into_iter().any(has_template) {
                continue;
            }
            let name = &field.name;
            let warning = Diagnostic::warning(field.span, format!("no template writes `{name}`"))
                .label("structures that differ only here have one text")
                .help(format!("name it in a template as `{{{name}}}`, or write `@text(\"\")` before it"));
            warnings.push(warning);
        }
        warnings.into_iter().for_each(|warning| self.report(warning));
    }
}

/// The lines of a template.
fn lines(template: &TextTemplate) -> Vec<&tree::Text> {
    let lines = template.parts.iter().filter_map(|part| match &part.kind {
        TextPartKind::Line(text) => Some(text),
        _ => None,
    });
    lines.collect()
}

/// Fields as holes, in backticks.
fn holes(fields: &[&str]) -> String {
    fields.iter().map(|field| format!("`{{{field}}}`")).collect::<Vec<_>>().join(", ")
}
