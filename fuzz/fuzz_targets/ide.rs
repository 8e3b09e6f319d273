//! Whatever is written, every question of an editor has an answer, at every place.
#![no_main]

use fex::diagnostic::{Encoding, Lines, Source};
use fex::ide::Analysis;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let analysis = Analysis::new(Source::new("fuzz.spec", text), &mut |_, _| Ok(None));
    analysis.symbols();
    analysis.folds();
    analysis.highlights();
    let lines = Lines::new(text, Encoding::Utf16);
    for (offset, _) in text.char_indices().take(200) {
        let offset = offset as u32;
        lines.offset(lines.position(offset));
        analysis.definition(offset);
        analysis.references(offset, true);
        analysis.hover(offset);
        analysis.completion(offset);
        let _ = analysis.rename(offset, "fresh");
    }
});
