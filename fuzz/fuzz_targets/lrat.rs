//! Any text is refused as a proof of a formula with models, and none makes the checker panic.

#![no_main]

use fex::cnf::dimacs;
use fex::sat::certificate::lrat;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|proof: &[u8]| {
    for (text, may_be_proved) in [
        ("p cnf 3 4\n1 2 0\n1 -2 3 0\n-1 2 0\n-3 -1 2 0\n", false),
        ("p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n", true),
    ] {
        let cnf = dimacs::parse(text).expect("the text is DIMACS");
        let accepted = lrat::check(&cnf, &mut &proof[..]).is_ok();
        assert!(may_be_proved || !accepted, "the formula has a model");
    }
});
