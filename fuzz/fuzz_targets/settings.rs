//! No text makes the reader of `fex.toml` panic; a file that it refuses has an error, which can be rendered.
#![no_main]

use fex::diagnostic::{Source, Style, any_error, render};
use fex::settings::read;
use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|text: &str| {
    let source = Source::new("fex.toml", text);
    let (project, messages) = read(&source, Path::new("/folder"));
    assert_eq!(project.is_none(), any_error(&messages));
    render(&[source], &messages, Style::Plain);
});
