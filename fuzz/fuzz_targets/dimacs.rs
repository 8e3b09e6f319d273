//! Any text is refused as DIMACS, or read as a formula that is written and read back unchanged.

#![no_main]

use fex::cnf::dimacs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(cnf) = dimacs::parse(text) else { return };
    let mut written = Vec::new();
    dimacs::write(&mut written, &cnf, &[]).expect("memory can be written");
    let written = String::from_utf8(written).expect("DIMACS is ASCII");
    assert_eq!(dimacs::parse(&written), Ok(cnf));
});
