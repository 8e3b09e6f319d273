//! Whatever parses resolves without a panic, to a module exactly where no message is an error.
#![no_main]

use fex::diagnostic::{Source, Style, any_error, render};
use fex::resolve::resolve;
use fex::syntax::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.spec", text);
    let (file, _) = parse(&source);
    let (module, messages) = resolve(&file);
    assert_eq!(module.is_none(), file.incomplete || any_error(&messages));
    render(std::slice::from_ref(&source), &messages, Style::Plain);
});
