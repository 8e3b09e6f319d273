//! Tests that are left out, in the words of Surefire or of Gradle.

use super::gradle;
use super::surefire::Left;
use crate::session::{Exclusion, TestFilter};
use std::sync::Arc;

/// What a pattern leaves out: `CacheTest#fills*`, `!CacheTest#fillsDisk` or `**/Slow*` as Surefire has them, or `CacheTest`, `CacheTest.fills*`
/// or `*.fillsDisk` as Gradle has them. An error names a pattern that fex cannot read.
pub fn exclusion(pattern: &str) -> Result<Exclusion, String> {
    let text = pattern.strip_prefix('!').unwrap_or(pattern);
    let is_of_surefire = text.contains(['#', '/', '[']);
    let others: Arc<dyn TestFilter> = if is_of_surefire {
        Arc::new(Left::new(text)?)
    } else {
        Arc::new(gradle::Filter {
            includes: Vec::new(),
            excludes: Vec::new(),
            included_tests: Vec::new(),
            excluded_tests: vec![text.to_owned()],
        })
    };
    Ok(Exclusion { pattern: pattern.to_owned(), others })
}

#[cfg(test)]
mod tests {
    use super::exclusion;

    #[test]
    fn a_test_is_named_as_surefire_or_gradle_have_it() {
        // The last test is the third run of a parameterized one, in a nested class.
        let tests = [("p.ATest", "one"), ("p.ATest", "two"), ("q.BTest", "one"), ("p.ATest$Inner", "two[3]")];
        for (pattern, expected) in [
            ("ATest#one", [true, false, false, false]),
            ("!p.ATest#one", [true, false, false, false]),
            ("ATest#one+two", [true, true, false, true]),
            ("ATest$Inner#two", [false, false, false, true]),
            ("p/A*", [true, true, false, true]),
            ("%regex[.*BTest.*#o.*]", [false, false, true, false]),
            ("ATest", [true, true, false, true]),
            ("p.ATest.one", [true, false, false, false]),
            ("ATest.t*", [false, true, false, true]),
            ("*.one", [true, false, true, false]),
            ("ATest.three", [false; 4]),
        ] {
            let others = exclusion(pattern).expect("fex knows these patterns").others;
            assert_eq!(tests.map(|(class, name)| !others.takes_test(class, name)), expected, "{pattern}");
        }
        assert!(exclusion("%regex[(?!Slow).*]").is_err_and(|error| error.contains("(?!Slow)")));
    }
}
