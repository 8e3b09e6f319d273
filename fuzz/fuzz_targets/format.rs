//! Any text is refused by the formatter, or formatted to one that means the same and that it leaves as it is.
#![no_main]

use fex::diagnostic::Source;
use fex::syntax::{format, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.spec", text);
    let Ok(once) = format(&source) else { return };
    let again = Source::new("formatted.spec", once.as_str());
    assert_eq!(parse(&again), (parse(&source).0, Vec::new()), "{once}");
    assert_eq!(format(&again), Ok(once));
});
