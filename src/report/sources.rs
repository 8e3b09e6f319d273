//! The sources of what findings are about, as far as they are at hand.

use super::{Member, Place};
use std::fs;
use std::path::{Path, PathBuf};

/// How many lines above the first line of a body its declaration is looked for.
const ABOVE: usize = 12;

/// Where sources are.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// Folders with a folder for each package.
    pub roots: Vec<PathBuf>,
    /// The folder from which reports name files: that of the repository, as far as known.
    pub base: PathBuf,
}

/// Some lines of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Excerpt {
    /// The number of the first line.
    pub first: usize,
    /// The lines, without the indentation that all of them share.
    pub lines: Vec<String>,
}

impl Sources {
    /// The file of a place, as reports name it; without folders where it is not found.
    pub(super) fn name(&self, place: &Place) -> Option<String> {
        let found = self.find(place).map(|path| match (std::path::absolute(&path), std::path::absolute(&self.base)) {
            (Ok(path), Ok(base)) => path.strip_prefix(base).map_or(path.clone(), Path::to_path_buf),
            _ => path,
        });
        let path = found.or_else(|| Some(in_package(place)?.0))?;
        Some(path.to_string_lossy().replace('\\', "/"))
    }

    /// The lines of a place, of a method with its declaration.
    pub(super) fn excerpt(&self, place: &Place) -> Option<Excerpt> {
        let (file, (first, last)) = self.extent(place)?;
        let lines = self.lines(&file);
        let shown = &lines[first - 1..last];
        let indentation = |line: &String| line.len() - line.trim_start().len();
        let shared = shown.iter().filter(|line| !line.trim().is_empty()).map(indentation).min().unwrap_or(0);
        let lines = shown.iter().map(|line| line.get(shared..).unwrap_or_default().replace('\t', "    ")).collect();
        Some(Excerpt { first, lines })
    }

    /// The file of a place, and the first and the last line there, of a method with its declaration.
    pub(super) fn extent(&self, place: &Place) -> Option<(PathBuf, (usize, usize))> {
        let file = self.find(place)?;
        let lines = self.lines(&file);
        let (first, last) = place.lines?;
        let (first, last) = (usize::from(first), usize::from(last).min(lines.len()));
        if first == 0 || first > last {
            return None;
        }
        let extent = match &place.member {
            Some(Member::Method(method)) => (declaration(&lines, &method.name, first), end(&lines, last)),
            Some(Member::Field(_)) | None => (first, last),
        };
        Some((file, extent))
    }

    /// The text of the file of a place, if it is at hand.
    pub fn text(&self, place: &Place) -> Option<String> {
        self.find(place).map(|file| self.lines(&file).join("\n"))
    }

    /// The lines of a file; none if it cannot be read.
    pub(super) fn lines(&self, file: &Path) -> Vec<String> {
        let text = fs::read(file).unwrap_or_default();
        String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
    }

    pub(super) fn find(&self, place: &Place) -> Option<PathBuf> {
        let (in_package, file) = in_package(place)?;
        // Kotlin's sources may leave out the folders of the package.
        let places = self.roots.iter().flat_map(|root| [root.join(&in_package), root.join(&file)]);
        places.into_iter().find(|path| path.is_file())
    }
}

/// The file of a place below the folders of its package, and without them.
fn in_package(place: &Place) -> Option<(PathBuf, PathBuf)> {
    let file = PathBuf::from(place.source.as_ref()?);
    Some((Path::new(place.class.package()).join(&file), file))
}

/// The line of the declaration: the last one at or above the body that has this name.
fn declaration(lines: &[String], name: &str, first: usize) -> usize {
    let lowest = first.saturating_sub(ABOVE).max(1);
    let names = |line: &str| {
        line.match_indices(name).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let whole = before.is_some_and(|letter| letter.is_whitespace() || letter == '>' || letter == ']');
            whole && line[at + name.len()..].trim_start().starts_with('(')
        })
    };
    // The line of the first statement may hold a call of the method itself, which is no declaration.
    (lowest..=first)
        .rev()
        .find(|line| {
            let text = lines[line - 1].as_str();
            let start = text.trim_start();
            names(text) && !start.starts_with("return ") && !start.contains(';')
                || *line == first && names(text) && text.contains('{')
        })
        .unwrap_or(first)
}

/// The last line with the brace that ends the body, if that stands alone on the next one.
fn end(lines: &[String], last: usize) -> usize {
    if lines.get(last).is_some_and(|line| line.trim() == "}") && lines[last - 1].trim() != "}" {
        last + 1
    } else {
        last
    }
}
