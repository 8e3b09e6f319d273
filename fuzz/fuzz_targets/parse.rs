//! Any text parses without a panic, and what parses without a message survives printing and parsing.
#![no_main]

use fex::diagnostic::{Source, Style, render};
use fex::syntax::{parse, print};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.spec", text);
    let (file, messages) = parse(&source);
    render(std::slice::from_ref(&source), &messages, Style::Plain);
    let printed = print(&file);
    if messages.is_empty() {
        let (again, messages) = parse(&Source::new("printed.spec", printed.as_str()));
        assert!(messages.is_empty(), "{printed}");
        assert_eq!(again, file, "{printed}");
    }
});
