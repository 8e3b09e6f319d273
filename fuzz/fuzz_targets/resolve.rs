//! Whatever parses resolves without a panic, to a module exactly where no message is an error.
#![no_main]

use fex::diagnostic::{Source, Style, any_error, render};
use fex::resolve::{Program, resolve};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.spec", text);
    let (program, _) = Program::new(source.clone());
    let (module, messages) = resolve(&program);
    assert_eq!(module.is_none(), program.files().iter().any(|file| file.incomplete) || any_error(&messages));
    render(program.sources(), &messages, Style::Plain);
});
