//! A specification as a plain Alloy module: what only fex reads is taken out or said in Alloy's own words.
//!
//! Everything else stays as it was written, comments included. Annotations go. Each `generate` paragraph becomes a `run`
//! command whose instances are its structures, with the objects of a signature in any order (`structures`).

mod structures;

use crate::diagnostic::{Diagnostic, Source};
use crate::lower::{self, Scopes};
use crate::resolve::Module;
use crate::syntax;
use crate::syntax::tree::{Annotation, File, Name, Paragraph};
use std::collections::BTreeSet;
use std::ops::Range;

/// The relations of `util/integer`, which Alloy opens in every module.
const OF_INTEGERS: [&str; 2] = ["next", "prev"];

/// Exports a specification at its scopes, or those of the options.
///
/// Requires that `source` has no syntax error, and that `file` and `module` are what was read from it.
///
/// # Errors
/// The messages of a `generate` paragraph that has no meaning at its scope.
pub fn export(source: &Source, file: &File, module: &Module, options: &Scopes) -> Result<String, Vec<Diagnostic>> {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for annotation in annotations(file) {
        let mut range = source.range(annotation.span());
        let after = &source.text[range.end..];
        range.end += after.len() - after.trim_start().len();
        edits.push((range, String::new()));
    }
    let paragraphs = file.paragraphs.iter().filter_map(|paragraph| match paragraph {
        Paragraph::Generate(generate) => Some(generate),
        _ => None,
    });
    for paragraph in paragraphs {
        let generate = module.generates.iter().find(|generate| generate.span == paragraph.place.0);
        let generate = generate.expect("every `generate` paragraph of a module without errors means one");
        let lowered = lower::lower(module, generate, options)?;
        edits.push((source.range(paragraph.whole.0), structures::command(module, generate, &lowered, source)));
    }
    let paragraphs: Vec<Range<usize>> = edits.iter().map(|(range, _)| range.clone()).collect();
    let outside = |range: &Range<usize>| !paragraphs.iter().any(|paragraph| paragraph.contains(&range.start));
    edits.extend(told_apart(source, file, module).into_iter().filter(|(range, _)| outside(range)));
    edits.sort_by_key(|(range, _)| range.start);
    let mut text = String::new();
    let mut end = 0;
    for (range, replacement) in edits {
        text.push_str(&source.text[end..range.start]);
        text.push_str(&replacement);
        end = range.end;
    }
    text.push_str(&source.text[end..]);
    let plain = Source::new(source.name.as_str(), text);
    Ok(syntax::format(&plain).expect("what replaces a paragraph is one"))
}

/// All annotations of a file.
fn annotations(file: &File) -> Vec<&Annotation> {
    let mut found = Vec::new();
    for paragraph in &file.paragraphs {
        match paragraph {
            Paragraph::Signature(signature) => {
                found.extend(&signature.annotations);
                found.extend(signature.fields.iter().flat_map(|field| &field.annotations));
            }
            Paragraph::Enum(enumeration) => found.extend(&enumeration.annotations),
            _ => {}
        }
    }
    found
}

/// The names of the fields that a paragraph declares.
fn field_names(paragraph: &Paragraph) -> impl Iterator<Item = &Name> {
    let fields = match paragraph {
        Paragraph::Signature(signature) => signature.fields.as_slice(),
        _ => &[],
    };
    fields.iter().flat_map(|field| &field.decl.names)
}

/// Where a name starts in its text.
fn start(source: &Source, name: &Name) -> usize {
    source.range(name.span()).start
}

/// Fields that Alloy may not tell from the relations of its integers: `*next` relates everything to itself, so what it leads
/// to may be an integer, too. Each is given the signature that declares it.
fn told_apart(source: &Source, file: &File, module: &Module) -> Vec<(Range<usize>, String)> {
    let is_variable = |name: &str| module.variables.iter().any(|variable| variable.name == name);
    let clashes = |name: &str| OF_INTEGERS.contains(&name) && !is_variable(name);
    let declared: BTreeSet<usize> =
        file.paragraphs.iter().flat_map(field_names).map(|name| start(source, name)).collect();
    let mut clashing = syntax::names(source);
    clashing.retain(|name| clashes(&name.text) && !declared.contains(&start(source, name)));
    let clashing = clashing.into_iter();
    let told_apart = clashing.filter_map(|name| {
        let mut fields = module.fields.iter().filter(|field| field.name == name.text);
        let (Some(field), None) = (fields.next(), fields.next()) else { return None };
        let owner = &module.sigs[field.owner.index()].name;
        Some((source.range(name.span()), format!("({owner} <: {})", name.text)))
    });
    told_apart.collect()
}
