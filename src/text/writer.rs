//! Writes objects by their templates.
//!
//! A line whose holes write nothing, and that has only space beside them, is left out. What a hole writes beyond its first line is
//! indented like the line that it stands on.

use super::objects::{Objects, Value};
use crate::diagnostic::Span;
use crate::resolve::{Escape, FieldId, Module, Piece, SigText, Template};
use std::path::{Component, Path};

/// What is written of a structure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// The text of the root; empty where everything is in files.
    pub text: String,
    /// The files that objects have for themselves, with their relative paths, in the order in which they are met.
    pub files: Vec<(String, String)>,
}

/// Why a structure cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unwritable {
    /// The template that is to blame.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: &'static str,
}

/// Writes the text of an object, and the files of those that it leads to.
pub fn write(module: &Module, objects: &Objects, root: usize) -> Result<Written, Unwritable> {
    let mut writer =
        Writer { module, objects, open: Vec::new(), done: vec![false; objects.0.len()], files: Vec::new() };
    let text = writer.object(root)?;
    Ok(Written { text, files: writer.files })
}

struct Writer<'w> {
    module: &'w Module,
    objects: &'w Objects,
    /// The templates that are being written, with the object that each is for.
    open: Vec<(usize, *const Template)>,
    /// Which objects have written their files.
    done: Vec<bool>,
    files: Vec<(String, String)>,
}

impl Writer<'_> {
    /// The text of an object; nothing if it has a file for itself, which is written then.
    fn object(&mut self, object: usize) -> Result<String, Unwritable> {
        let module = self.module;
        let texts = || {
            let lineage = module.lineage(self.objects.0[object].sig);
            lineage.filter_map(|sig| module.sigs[sig.index()].text.as_ref())
        };
        let with_template = texts().find(|text| text.template.is_some());
        let with_file = texts().find(|text| text.file.is_some());
        let Some(SigText { file: Some(file), span, .. }) = with_file else {
            return self.text(object, with_template);
        };
        if std::mem::replace(&mut self.done[object], true) {
            return Ok(String::new());
        }
        let name = self.expanded(file, &Value::Object(object), *span)?;
        let blame = |message: String, help| Unwritable { span: *span, message, help };
        let is_inside = Path::new(&name).components().all(|part| matches!(part, Component::Normal(_)));
        if name.is_empty() || !is_inside || name.ends_with('/') || name.contains(['\n', '\0', '\\']) {
            let message = format!("`{}` is no name of a file", name.escape_debug());
            return Err(blame(message, "write a path within the folder of the structure, with `/` between its parts"));
        }
        if self.files.iter().any(|(other, _)| *other == name) {
            let message = format!("two objects have the file `{name}`");
            return Err(blame(message, "have `{this}` in its name, or another field that tells them apart"));
        }
        // Its place among the files is that of where it is met, before those that it leads to.
        let place = self.files.len();
        self.files.push((name, String::new()));
        self.files[place].1 = self.text(object, with_template)?;
        Ok(String::new())
    }

    fn text(&mut self, object: usize, text: Option<&SigText>) -> Result<String, Unwritable> {
        match text {
            Some(SigText { template: Some(template), span, .. }) => {
                self.expanded(template, &Value::Object(object), *span)
            }
            _ => Ok(self.objects.0[object].name.clone()),
        }
    }

    /// What a template writes of a value.
    fn expanded(&mut self, template: &Template, value: &Value, span: Span) -> Result<String, Unwritable> {
        let Value::Object(object) = value else {
            return self.lines(template, value);
        };
        let entry = (*object, std::ptr::from_ref(template));
        if self.open.contains(&entry) {
            let message = format!("the text of `{}` contains itself", self.objects.0[*object].name);
            let help = "have a fact exclude such circles, or write `@text(\"{this}\")` before a field of them: a name in place of a text";
            return Err(Unwritable { span, message, help });
        }
        self.open.push(entry);
        let text = self.lines(template, value);
        self.open.pop();
        text
    }

    fn lines(&mut self, template: &Template, value: &Value) -> Result<String, Unwritable> {
        let mut out = String::new();
        let mut is_first = true;
        for pieces in &template.lines {
            let indent = match pieces.first() {
                Some(Piece::Text(text)) => &text[..text.len() - text.trim_start_matches([' ', '\t']).len()],
                _ => "",
            };
            let (mut line, mut has_hole, mut is_blank) = (String::new(), false, true);
            for piece in pieces {
                match piece {
                    Piece::Text(text) => {
                        is_blank &= text.trim().is_empty();
                        line.push_str(text);
                    }
                    Piece::This => {
                        is_blank = false;
                        match value {
                            Value::Object(object) => line.push_str(&self.objects.0[*object].name),
                            Value::Int(int) => line.push_str(&int.to_string()),
                            Value::Text(text) => line.push_str(text),
                        }
                    }
                    Piece::Field(fields, span) => {
                        has_hole = true;
                        let text = self.values(fields, value, *span)?;
                        is_blank &= text.is_empty();
                        push_indented(&mut line, &text, indent);
                    }
                }
            }
            if has_hole && is_blank {
                continue;
            }
            if !std::mem::replace(&mut is_first, false) {
                out.push('\n');
            }
            out.push_str(&line);
        }
        Ok(out)
    }

    /// The values of that one of some fields that an object has.
    fn values(&mut self, fields: &[FieldId], value: &Value, span: Span) -> Result<String, Unwritable> {
        let (module, objects) = (self.module, self.objects);
        let Value::Object(object) = value else { return Ok(String::new()) };
        let object = &objects.0[*object];
        let is_own = |field: &&FieldId| module.lineage(object.sig).any(|sig| sig == module.fields[field.index()].owner);
        let Some(field) = fields.iter().find(is_own) else { return Ok(String::new()) };
        let found = object.fields.iter().find(|(other, _)| other == field);
        let values = found.map(|(_, values)| values.as_slice()).unwrap_or_default();
        let text = module.fields[field.index()].text.as_ref();
        let mut out = String::new();
        let Some(text) = text else {
            for value in values {
                out.push_str(&self.value(value)?);
            }
            return Ok(out);
        };
        if values.is_empty() {
            return Ok(text.absent.clone());
        }
        out.push_str(&text.before);
        for (at, value) in values.iter().enumerate() {
            if at > 0 {
                out.push_str(&text.separator);
            }
            let written = match &text.template {
                Some(template) => self.expanded(template, value, span)?,
                None => self.value(value)?,
            };
            match text.escape {
                Some(escape) => out.push_str(&escaped(&written, escape)),
                None => out.push_str(&written),
            }
        }
        out.push_str(&text.after);
        Ok(out)
    }

    /// The text that a value has of itself.
    fn value(&mut self, value: &Value) -> Result<String, Unwritable> {
        match value {
            Value::Int(int) => Ok(int.to_string()),
            Value::Text(text) => Ok(text.clone()),
            Value::Object(object) => self.object(*object),
        }
    }
}

/// Appends a text, all of whose lines but the first are indented.
fn push_indented(out: &mut String, text: &str, indent: &str) {
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
            if !line.is_empty() {
                out.push_str(indent);
            }
        }
        out.push_str(line);
    }
}

/// A text as it stands inside a literal of a language.
fn escaped(text: &str, language: Escape) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match (language, character) {
            (Escape::Java | Escape::Json, '"' | '\\') => out.extend(['\\', character]),
            (Escape::Java, '\'') => out.push_str("\\'"),
            (Escape::Java | Escape::Json, '\n') => out.push_str("\\n"),
            (Escape::Java | Escape::Json, '\r') => out.push_str("\\r"),
            (Escape::Java | Escape::Json, '\t') => out.push_str("\\t"),
            (Escape::Java | Escape::Json, control) if control.is_control() => {
                out.push_str(&format!("\\u{:04x}", u32::from(control)));
            }
            (Escape::Xml, '&') => out.push_str("&amp;"),
            (Escape::Xml, '<') => out.push_str("&lt;"),
            (Escape::Xml, '>') => out.push_str("&gt;"),
            (Escape::Xml, '"') => out.push_str("&quot;"),
            (Escape::Xml, '\'') => out.push_str("&apos;"),
            _ => out.push(character),
        }
    }
    out
}
