//! The names of texts: paths for files, and what the editor calls them for all others.

use lsp_types::Uri;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The path of a file; none for what is no file, such as a text that has no name yet.
pub(super) fn path(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str();
    let scheme = text.get(..7).filter(|scheme| scheme.eq_ignore_ascii_case("file://"))?;
    let rest = &text[scheme.len()..];
    let path = rest.find('/').map(|at| &rest[at..])?;
    let path = decoded(path.split(['?', '#']).next().unwrap_or_default())?;
    // `/c:/…` is a path of Windows behind a slash.
    let is_drive = |path: &str| path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    Some(PathBuf::from(if is_drive(&path) { &path[1..] } else { &path }))
}

/// What a text is called in messages, and what the modules that it opens are counted from.
pub(super) fn name(uri: &Uri) -> String {
    path(uri).map_or_else(|| uri.as_str().to_owned(), |path| path.display().to_string())
}

/// The address of a file.
pub(super) fn of_file(path: &Path) -> Option<Uri> {
    let path = std::path::absolute(path).ok()?;
    let text = path.to_str()?.replace(std::path::MAIN_SEPARATOR, "/");
    let start = if text.starts_with('/') { "file://" } else { "file:///" };
    let mut address = start.to_owned();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => address.push(byte.into()),
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    Uri::from_str(&address).ok()
}

/// A text without percent signs that stand for bytes; none where these are no text.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, others @ ..] = rest {
        let digits = others.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match (first, digits.and_then(|digits| u8::from_str_radix(digits, 16).ok())) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &others[2..];
            }
            _ => {
                bytes.push(*first);
                rest = others;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{of_file, path};
    use lsp_types::Uri;
    use std::path::{Path, PathBuf};
    use std::str::FromStr;

    #[test]
    fn a_path_leads_to_an_address_and_back() {
        for name in ["/a/b.spec", "/with space/ü%41#?.spec", "/c:/𝄞[1].spec"] {
            let address = of_file(Path::new(name)).expect("it has an address");
            assert_eq!(path(&address), Some(PathBuf::from(name)), "{}", address.as_str());
        }
    }

    #[test]
    fn what_is_no_file_has_no_path() {
        let path = |text: &str| path(&Uri::from_str(text).expect("it is an address"));
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(path("file:///a%FFb"), None, "the bytes are no text");
        assert_eq!(path("FILE:///a/b?c#d"), Some(PathBuf::from("/a/b")));
    }
}
