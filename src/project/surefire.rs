//! Surefire's ways to write which tests run, and what the JVM is given.

use super::patterns;
use crate::session::TestFilter;
use regex::Regex;

/// What Surefire takes for tests if nobody says otherwise.
const INCLUDES: [&str; 4] = ["**/Test*.java", "**/*Test.java", "**/*Tests.java", "**/*TestCase.java"];

/// What it leaves out then: nested classes.
const EXCLUDES: [&str; 1] = ["**/*$*"];

/// Which tests run.
#[derive(Debug, Clone)]
pub struct Filter {
    includes: Vec<Pattern>,
    excludes: Vec<Pattern>,
}

/// All tests but those of a pattern.
#[derive(Debug, Clone)]
pub(super) struct Left(Pattern);

impl Left {
    /// An error names a pattern that fex cannot read.
    pub(super) fn new(pattern: &str) -> Result<Left, String> {
        Pattern::read(pattern).map(Left).map_err(|unread| format!("{unread}; say which tests by `*` and `?`"))
    }
}

impl TestFilter for Left {
    fn takes_class(&self, class: &str) -> bool {
        self.0.methods.is_some() || !self.0.is_class(class)
    }

    fn takes_test(&self, class: &str, method: &str) -> bool {
        let test = Named::of(class, method);
        !(self.0.is_class(&test.path) || self.0.is_class(test.outer())) || !self.0.is_method(test.method)
    }
}

/// A test as patterns name it.
struct Named<'t> {
    /// The internal name of its class.
    path: String,
    /// Its method, to which each run of a parameterized test belongs.
    method: &'t str,
}

impl Named<'_> {
    /// The test of a class, given by its binary name.
    fn of<'t>(class: &str, test: &'t str) -> Named<'t> {
        let method = test.split_once('[').map_or(test, |(method, _)| method);
        Named { path: class.replace('.', "/"), method }
    }

    /// The class around its own, to which tests of nested classes belong.
    fn outer(&self) -> &str {
        self.path.split_once('$').map_or(&self.path, |(outer, _)| outer)
    }
}

/// Tests, by class and method.
#[derive(Debug, Clone)]
struct Pattern {
    class: Option<Text>,
    /// None if all methods are meant.
    methods: Option<Vec<Text>>,
}

#[derive(Debug, Clone)]
enum Text {
    /// A path of a class without extension, or the name of a method.
    Wildcards(String),
    /// For the whole path of a class file, or the whole name of a method.
    Regex(Regex),
}

impl Filter {
    /// The filter of some patterns; an error names the one that fex cannot read.
    pub fn new(includes: &[String], excludes: &[String]) -> Result<Filter, String> {
        let mut filter = Filter { includes: Vec::new(), excludes: Vec::new() };
        let read =
            |pattern: &str| Pattern::read(pattern).map_err(|unread| format!("{unread}; say `--test-names` instead"));
        for pattern in includes {
            match pattern.strip_prefix('!') {
                Some(excluded) => filter.excludes.push(read(excluded)?),
                None => filter.includes.push(read(pattern)?),
            }
        }
        for pattern in excludes {
            filter.excludes.push(read(pattern)?);
        }
        if filter.includes.is_empty() {
            filter.includes = INCLUDES.iter().map(|pattern| Pattern::wildcards(pattern)).collect();
        }
        if filter.excludes.is_empty() {
            filter.excludes = EXCLUDES.iter().map(|pattern| Pattern::wildcards(pattern)).collect();
        }
        Ok(filter)
    }
}

impl TestFilter for Filter {
    fn takes_class(&self, class: &str) -> bool {
        let excluded = |pattern: &Pattern| pattern.methods.is_none() && pattern.is_class(class);
        self.includes.iter().any(|pattern| pattern.is_class(class)) && !self.excludes.iter().any(excluded)
    }

    fn takes_test(&self, class: &str, method: &str) -> bool {
        let test = Named::of(class, method);
        let any = |patterns: &[Pattern], class: &str| {
            patterns.iter().any(|pattern| pattern.is_class(class) && pattern.is_method(test.method))
        };
        let included = any(&self.includes, &test.path) || any(&self.includes, test.outer());
        included && !any(&self.excludes, test.outer())
    }
}

impl Pattern {
    fn read(pattern: &str) -> Result<Pattern, String> {
        if let Some(regex) = pattern.strip_prefix("%regex[") {
            let regex =
                regex.strip_suffix(']').ok_or_else(|| format!("the pattern `{pattern}` does not end with `]`"))?;
            let (class, method) = regex.split_once('#').map_or((regex, None), |(class, method)| (class, Some(method)));
            let whole = |text: &str| {
                Regex::new(&format!("^(?:{text})$"))
                    .map(Text::Regex)
                    .map_err(|_| format!("fex cannot read the regular expression in the pattern `{pattern}`"))
            };
            return Ok(Pattern {
                class: Some(class).filter(|class| !class.is_empty()).map(whole).transpose()?,
                methods: method.map(|method| Ok::<_, String>(vec![whole(method)?])).transpose()?,
            });
        }
        Ok(Pattern::wildcards(pattern))
    }

    /// A pattern for files as Ant has them, or a name of a class; after `#`, names of methods with `+` between them.
    fn wildcards(pattern: &str) -> Pattern {
        let pattern = pattern.strip_prefix("%ant[").and_then(|rest| rest.strip_suffix(']')).unwrap_or(pattern);
        let (class, methods) =
            pattern.split_once('#').map_or((pattern, None), |(class, methods)| (class, Some(methods)));
        let methods = methods.map(|all| all.split('+').map(|name| Text::Wildcards(name.to_owned())).collect());
        let class = class.strip_prefix('/').unwrap_or(class);
        if class.is_empty() {
            return Pattern { class: None, methods };
        }
        let name = [".java", ".class", ".*"].iter().find_map(|end| class.strip_suffix(end));
        // A name without folder is meant in any package, and a class may be written with dots.
        let name = match name {
            Some(name) => name.to_owned(),
            None if class.contains('/') => class.to_owned(),
            None => class.replace('.', "/"),
        };
        let path = if name.contains('/') { name } else { format!("**/{name}") };
        Pattern { class: Some(Text::Wildcards(path)), methods }
    }

    /// Whether a class with this internal name is meant.
    fn is_class(&self, class: &str) -> bool {
        match &self.class {
            None => true,
            Some(Text::Wildcards(pattern)) => patterns::path(pattern, class),
            Some(Text::Regex(regex)) => regex.is_match(&format!("{class}.class")),
        }
    }

    fn is_method(&self, method: &str) -> bool {
        let is = |text: &Text| match text {
            Text::Wildcards(pattern) => patterns::name(pattern, method),
            Text::Regex(regex) => regex.is_match(method),
        };
        self.methods.as_ref().is_none_or(|methods| methods.iter().any(is))
    }
}

/// The arguments of a command line; quotes of both kinds keep spaces.
pub fn split_arguments(line: &str) -> Vec<String> {
    let (mut all, mut current, mut quote) = (Vec::new(), None::<String>, None);
    for character in line.chars() {
        match (character, quote) {
            (end, Some(open)) if end == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(character);
                current.get_or_insert_default();
            }
            (space, None) if space.is_whitespace() => all.extend(current.take()),
            _ => current.get_or_insert_default().push(character),
        }
    }
    all.extend(current);
    all
}

#[cfg(test)]
mod tests {
    use super::{Filter, split_arguments};
    use crate::session::TestFilter;

    fn filter(includes: &[&str], excludes: &[&str]) -> Filter {
        let owned = |all: &[&str]| all.iter().map(|&one| one.to_owned()).collect::<Vec<_>>();
        Filter::new(&owned(includes), &owned(excludes)).expect("fex knows these patterns")
    }

    #[test]
    fn without_patterns_surefires_own_are_taken() {
        let usual = filter(&[], &[]);
        let taken = ["TestA", "p/ATest", "p/q/ATests", "p/ATestCase"];
        assert!(taken.iter().all(|class| usual.takes_class(class)));
        assert!(["p/A", "p/ATest$Inner", "p/Testing2x$B", "p/ATestX"].iter().all(|class| !usual.takes_class(class)));
        assert!(usual.takes_test("p.ATest$Inner", "any"), "a nested class runs with the one around it");
    }

    #[test]
    fn patterns_are_those_of_ant_for_files_or_names_of_classes() {
        for (pattern, class, expected) in [
            ("**/*IT.java", "p/q/AIT", true),
            ("p/*Spec.java", "p/ASpec", true),
            ("p/*Spec.java", "p/q/ASpec", false),
            ("p/**/ASpec.class", "p/ASpec", true),
            ("ASpec", "p/q/ASpec", true),
            ("p.q.ASpec", "p/q/ASpec", true),
            ("%ant[**/A?.java]", "p/AB", true),
            ("**/A?.java", "p/A", false),
            ("%regex[.*/(Cat|Dog)Test.*]", "p/DogTest", true),
            ("%regex[.*/(Cat|Dog)Test.*]", "p/CowTest", false),
            ("%regex[p.(Cat|Dog).*.class]", "p/CatTest", true),
        ] {
            assert_eq!(filter(&[pattern], &[]).takes_class(class), expected, "{pattern} on {class}");
        }
        let both = filter(&["**/*Test.java", "!**/Slow*"], &["p/**"]);
        assert_eq!(["q/ATest", "q/SlowTest", "p/ATest"].map(|class| both.takes_class(class)), [true, false, false]);
        assert!(Filter::new(&["%regex[(?!Slow).*]".to_owned()], &[]).is_err_and(|error| error.contains("(?!Slow)")));
    }

    #[test]
    fn patterns_choose_methods_of_classes() {
        // The examples are those of Surefire's documentation.
        for (pattern, expected) in [
            ("**/*Test#one", [true, false, false]),
            ("**/*Test#one+t*", [true, true, false]),
            ("#t?o", [false, true, false]),
            ("%regex[.*ATest.*#one|two]", [true, true, false]),
            ("%regex[#o.*]", [true, false, false]),
        ] {
            let filter = filter(&[pattern], &[]);
            assert!(filter.takes_class("p/ATest"), "{pattern}");
            assert_eq!(["one", "two[3]", "six"].map(|name| filter.takes_test("p.ATest", name)), expected, "{pattern}");
        }
        let without = filter(&["**/*Test"], &["**/ATest#two", "**/BTest"]);
        assert!(without.takes_class("p/ATest") && !without.takes_class("p/BTest"));
        assert!(without.takes_test("p.ATest", "one") && !without.takes_test("p.ATest", "two"));
    }

    #[test]
    fn arguments_are_split_as_a_shell_does() {
        assert_eq!(
            split_arguments(r#"-Xmx1g  -Da="b c" '-Dd=e "f"' "" 'it'"'"'s'"#),
            ["-Xmx1g", "-Da=b c", "-Dd=e \"f\"", "", "it's"]
        );
    }
}
