//! Test frameworks and libraries of assertions as dialects: what a test class, a test and an assertion look like in each.

use super::tree::{
    Annotation, Catch, Class, Expr, Field, Literal, Member, Method, Modifier, Parameter, Receiver, Stmt,
};
use super::types::{CanonicalName, Type};

/// What runs tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framework {
    /// JUnit 3: subclasses of `TestCase`, whose tests are told by their names.
    JUnit3,
    /// JUnit 4
    JUnit4,
    /// JUnit 5: Jupiter.
    JUnit5,
    /// TestNG
    TestNg,
}

/// What assertions are written with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assertions {
    /// Those of the framework.
    Framework,
    /// AssertJ: `assertThat(actual).isEqualTo(expected)`.
    AssertJ,
    /// Hamcrest: `assertThat(actual, is(expected))`.
    Hamcrest,
    /// Truth: `assertThat(actual).isEqualTo(expected)`, with other methods.
    Truth,
}

/// How the tests of a class are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// What runs them.
    pub framework: Framework,
    /// What they assert with.
    pub assertions: Assertions,
}

/// What a caught exception is called.
const CAUGHT: &str = "expected";

/// What is asserted.
#[derive(Debug, Clone, PartialEq)]
pub enum Assertion {
    /// A condition holds.
    True(Expr),
    /// A condition does not hold.
    False(Expr),
    /// A reference is `null`.
    Null(Expr),
    /// A reference is not `null`.
    NotNull(Expr),
    /// A value equals the expected one, which comes first.
    Equal(Expr, Expr),
    /// An array has the elements of the expected one, which comes first.
    ArrayEqual(Expr, Expr),
    /// A reference is to the expected object, which comes first.
    Same(Expr, Expr),
}

impl Dialect {
    /// JUnit's own dialect of a version.
    pub fn new(framework: Framework) -> Dialect {
        Dialect { framework, assertions: Assertions::Framework }
    }

    /// A test class without tests.
    pub fn class(self, name: &str) -> Class {
        let class = match self.framework {
            Framework::JUnit5 => Class::new(&[], name),
            Framework::JUnit3 | Framework::JUnit4 | Framework::TestNg => Class::new(&[Modifier::Public], name),
        };
        let extends = (self.framework == Framework::JUnit3).then(|| Type::class(named("junit.framework", "TestCase")));
        Class { extends, ..class }
    }

    /// Whether `fex-junit` has something for its tests.
    pub fn has_virtual_environment(self) -> bool {
        matches!(self.framework, Framework::JUnit4 | Framework::JUnit5)
    }

    /// The class with the environment of those of its tests held that are named so; JUnit 4 has that for all tests of a class or none.
    pub fn with_virtual_environment(self, mut class: Class, is_held: impl Fn(&Method) -> bool) -> Class {
        let tests = || {
            class.members.iter().filter_map(|member| match member {
                Member::Method(method) => Some(method),
                _ => None,
            })
        };
        if !tests().any(&is_held) {
            return class;
        }
        let annotation = || Annotation::new(named("fex.junit", "VirtualEnvironment"));
        if self.framework == Framework::JUnit4 {
            let ty = Type::class(named("fex.junit", "VirtualEnvironmentRule"));
            let made = Expr::new(ty.clone(), Vec::new());
            let rule = Field::new(&[Modifier::Public, Modifier::Final], ty, "environment", Some(made));
            class.members.insert(0, rule.annotate(Annotation::new(named("org.junit", "Rule"))).into());
        } else if tests().all(&is_held) {
            class.annotations.push(annotation());
        } else {
            for member in &mut class.members {
                if let Member::Method(method) = member
                    && is_held(method)
                {
                    method.annotations.push(annotation());
                }
            }
        }
        class
    }

    /// A test without a body. In JUnit 3 its name begins with `test`.
    pub fn test(self, name: &str) -> Method {
        let method = match self.framework {
            Framework::JUnit5 => Method::new(&[], None, name),
            Framework::JUnit4 | Framework::TestNg => Method::new(&[Modifier::Public], None, name),
            Framework::JUnit3 if name.starts_with("test") => Method::new(&[Modifier::Public], None, name),
            Framework::JUnit3 => {
                Method::new(&[Modifier::Public], None, format!("test{}", super::names::upper_camel(name)))
            }
        };
        match self.framework {
            Framework::JUnit3 => method,
            Framework::JUnit4 => method.annotate(Annotation::new(named("org.junit", "Test"))),
            Framework::JUnit5 => method.annotate(Annotation::new(named("org.junit.jupiter.api", "Test"))),
            Framework::TestNg => method.annotate(Annotation::new(named("org.testng.annotations", "Test"))),
        }
    }

    /// A method without a body that runs before each test of its class; none in JUnit 3, which has one for all.
    pub fn before_each(self, name: &str) -> Option<Method> {
        self.fixture(name, ("Before", "BeforeEach", "BeforeMethod"))
    }

    /// A method without a body that runs after each test of its class; none in JUnit 3, which has one for all.
    pub fn after_each(self, name: &str) -> Option<Method> {
        self.fixture(name, ("After", "AfterEach", "AfterMethod"))
    }

    fn fixture(self, name: &str, (junit4, junit5, testng): (&str, &str, &str)) -> Option<Method> {
        let (package, simple, modifiers): (&str, &str, &[Modifier]) = match self.framework {
            Framework::JUnit3 => return None,
            Framework::JUnit4 => ("org.junit", junit4, &[Modifier::Public]),
            Framework::JUnit5 => ("org.junit.jupiter.api", junit5, &[]),
            Framework::TestNg => ("org.testng.annotations", testng, &[Modifier::Public]),
        };
        Some(Method::new(modifiers, None, name).annotate(Annotation::new(named(package, simple))))
    }

    /// The test with a variable for an empty folder that is gone afterwards, and what it begins with for that; where the framework has no
    /// such folders, everything that the test leaves there is named, the folders before what is in them.
    pub fn with_folder(self, method: Method, variable: &str, left: &[String]) -> (Method, Vec<Stmt>) {
        let path = Type::class(CanonicalName::new("java.nio.file", "Path"));
        if self.framework == Framework::JUnit5 {
            let temporary = Annotation::new(CanonicalName::new("org.junit.jupiter.api.io", "TempDir"));
            return (method.parameters(vec![Parameter::new(path, variable).annotate(temporary)]), Vec::new());
        }
        let made = Expr::library("java.nio.file", "Files").call("createTempDirectory", vec![Expr::text("test")]);
        let named = left
            .iter()
            .map(|name| Expr::name(variable).call("resolve", vec![Expr::text(name.trim_end_matches('/').to_owned())]));
        // What is registered last is deleted first.
        let deleted = [Expr::name(variable)].into_iter().chain(named);
        let deleted = deleted.map(|path| Stmt::Expr(path.call("toFile", Vec::new()).call("deleteOnExit", Vec::new())));
        let method = if method.throws.is_empty() { method.throws(Type::lang("Exception")) } else { method };
        (method, [Stmt::local(path, variable, made)].into_iter().chain(deleted).collect())
    }

    /// An assertion, with what is said if it fails.
    pub fn assertion(self, assertion: Assertion, message: Option<Expr>) -> Stmt {
        let call = match self.assertions {
            Assertions::Framework => self.own(assertion, message),
            Assertions::AssertJ => assertj(assertion, message),
            Assertions::Hamcrest => hamcrest(assertion, message),
            Assertions::Truth => truth(assertion, message),
        };
        Stmt::Expr(call)
    }

    /// The assertion of the framework that a number is at most so far from the expected one, as JUnit 3 and 4 and TestNG have it.
    pub fn close(self, expected: Expr, actual: Expr, distance: Expr) -> Stmt {
        match self.own(Assertion::Equal(expected, actual), None) {
            Expr::Call(mut call) => {
                call.arguments.push(distance);
                Stmt::Expr(Expr::Call(call))
            }
            other => Stmt::Expr(other),
        }
    }

    /// A statement that an expression throws something of a class, with this message if one is given.
    pub fn throws(self, thrown: Type, message: Option<Expr>, expression: Expr) -> Stmt {
        let class = Expr::ClassLiteral(thrown.clone());
        let called = || Expr::lambda([], expression.clone());
        match (self.assertions, self.framework) {
            (Assertions::AssertJ, _) => {
                let library = named("org.assertj.core.api", "Assertions");
                let of_class =
                    Expr::imported(library, "assertThatThrownBy", vec![called()]).call("isInstanceOf", vec![class]);
                Stmt::Expr(message.into_iter().fold(of_class, |so_far, one| so_far.call("hasMessage", vec![one])))
            }
            (_, Framework::JUnit5) => {
                let library = named("org.junit.jupiter.api", "Assertions");
                let caught = Expr::imported(library, "assertThrows", vec![class, called()]);
                match message {
                    None => Stmt::Expr(caught),
                    Some(message) => self.has_message(message, caught),
                }
            }
            (_, framework) => {
                let fail = match framework {
                    Framework::JUnit4 => Expr::imported(named("org.junit", "Assert"), "fail", Vec::new()),
                    Framework::TestNg => Expr::imported(named("org.testng", "Assert"), "fail", Vec::new()),
                    Framework::JUnit3 | Framework::JUnit5 => Expr::own("fail", Vec::new()),
                };
                let body = message.map(|message| self.has_message(message, Expr::name(CAUGHT)));
                let body = body.into_iter().collect();
                let catch = Catch { types: vec![thrown], name: CAUGHT.to_owned(), body };
                Stmt::Try(vec![Stmt::Expr(expression), Stmt::Expr(fail)], vec![catch])
            }
        }
    }

    fn has_message(self, message: Expr, thrown: Expr) -> Stmt {
        self.assertion(Assertion::Equal(message, thrown.call("getMessage", Vec::new())), None)
    }

    /// A test whose last expression throws something of a class, with this message if one is given.
    pub fn throwing(
        self,
        test: Method,
        thrown: Type,
        message: Option<Expr>,
        mut body: Vec<Stmt>,
        last: Expr,
    ) -> Method {
        let element = match (self.assertions, self.framework) {
            (Assertions::AssertJ, _) | (_, Framework::JUnit3 | Framework::JUnit5) => None,
            (_, Framework::JUnit4) => Some("expected"),
            (_, Framework::TestNg) => Some("expectedExceptions"),
        };
        // None of the statements before may throw it.
        let Some(element) = element.filter(|_| body.is_empty() && message.is_none()) else {
            body.push(self.throws(thrown, message, last));
            return test.body(body);
        };
        body.push(Stmt::Expr(last));
        let mut test = test.body(body);
        // Warnings may be suppressed beside it.
        for annotation in test.annotations.iter_mut().filter(|annotation| annotation.class.simple() == "Test") {
            annotation.elements.push((element.to_owned(), Expr::ClassLiteral(thrown.clone())));
        }
        test
    }

    /// The assertion of the framework: its name, its arguments, and the message where the framework has it.
    fn own(self, assertion: Assertion, message: Option<Expr>) -> Expr {
        let (name, mut arguments) = match assertion {
            Assertion::True(condition) => ("assertTrue", vec![condition]),
            Assertion::False(condition) => ("assertFalse", vec![condition]),
            Assertion::Null(value) => ("assertNull", vec![value]),
            Assertion::NotNull(value) => ("assertNotNull", vec![value]),
            Assertion::Equal(expected, actual) => ("assertEquals", vec![expected, actual]),
            Assertion::ArrayEqual(expected, actual) => match self.framework {
                Framework::JUnit4 | Framework::JUnit5 => ("assertArrayEquals", vec![expected, actual]),
                Framework::TestNg => ("assertEquals", vec![expected, actual]),
                // JUnit 3 has none for arrays.
                Framework::JUnit3 => {
                    ("assertTrue", vec![Expr::library("java.util", "Arrays").call("equals", vec![expected, actual])])
                }
            },
            Assertion::Same(expected, actual) => ("assertSame", vec![expected, actual]),
        };
        match self.framework {
            // A method of `TestCase`.
            Framework::JUnit3 => {
                arguments.splice(0..0, message);
                Expr::own(name, arguments)
            }
            Framework::JUnit4 => {
                arguments.splice(0..0, message);
                Expr::imported(named("org.junit", "Assert"), name, arguments)
            }
            Framework::JUnit5 => {
                arguments.extend(message.map(supplied));
                Expr::imported(named("org.junit.jupiter.api", "Assertions"), name, arguments)
            }
            Framework::TestNg => {
                // The actual value comes first.
                arguments.reverse();
                arguments.extend(message);
                Expr::imported(named("org.testng", "Assert"), name, arguments)
            }
        }
    }
}

/// A message that JUnit 5 puts together only when it is needed; one that is there already is passed as it is.
fn supplied(message: Expr) -> Expr {
    match message {
        Expr::Name(_) | Expr::Literal(Literal::Text(_)) => message,
        Expr::Call(call) if call.arguments.is_empty() && matches!(call.on, Receiver::Of(Expr::Name(_))) => {
            let name = call.name.clone();
            match call.on {
                Receiver::Of(object) => object.reference(name),
                Receiver::Own | Receiver::Imported(_) => unreachable!("it is called on a variable"),
            }
        }
        other => Expr::lambda([], other),
    }
}

/// `assertThat(actual).as(message).isTrue()`
fn assertj(assertion: Assertion, message: Option<Expr>) -> Expr {
    let (actual, check, expected) = fluent(assertion, "isSameAs");
    let that = Expr::imported(named("org.assertj.core.api", "Assertions"), "assertThat", vec![actual]);
    let described = match message {
        Some(message) => that.call("as", vec![message]),
        None => that,
    };
    described.call(check, expected)
}

/// `assertWithMessage(message).that(actual).isTrue()`
fn truth(assertion: Assertion, message: Option<Expr>) -> Expr {
    let (actual, check, expected) = fluent(assertion, "isSameInstanceAs");
    let library = named("com.google.common.truth", "Truth");
    let that = match message {
        Some(message) => Expr::imported(library, "assertWithMessage", vec![message]).call("that", vec![actual]),
        None => Expr::imported(library, "assertThat", vec![actual]),
    };
    that.call(check, expected)
}

/// What is looked at, the method that checks it, and what it is compared with.
fn fluent(assertion: Assertion, same: &'static str) -> (Expr, &'static str, Vec<Expr>) {
    match assertion {
        Assertion::True(condition) => (condition, "isTrue", Vec::new()),
        Assertion::False(condition) => (condition, "isFalse", Vec::new()),
        Assertion::Null(value) => (value, "isNull", Vec::new()),
        Assertion::NotNull(value) => (value, "isNotNull", Vec::new()),
        Assertion::Equal(expected, actual) | Assertion::ArrayEqual(expected, actual) => {
            (actual, "isEqualTo", vec![expected])
        }
        Assertion::Same(expected, actual) => (actual, same, vec![expected]),
    }
}

/// `assertThat(message, actual, is(expected))`
fn hamcrest(assertion: Assertion, message: Option<Expr>) -> Expr {
    let matchers = named("org.hamcrest", "CoreMatchers");
    let matcher = |name: &str, arguments| Expr::imported(matchers.clone(), name, arguments);
    let (actual, matcher) = match assertion {
        Assertion::True(condition) => (condition, matcher("is", vec![Expr::truth(true)])),
        Assertion::False(condition) => (condition, matcher("is", vec![Expr::truth(false)])),
        Assertion::Null(value) => (value, matcher("nullValue", Vec::new())),
        Assertion::NotNull(value) => (value, matcher("notNullValue", Vec::new())),
        Assertion::Equal(expected, actual) | Assertion::ArrayEqual(expected, actual) => {
            (actual, matcher("is", vec![expected]))
        }
        Assertion::Same(expected, actual) => (actual, matcher("sameInstance", vec![expected])),
    };
    let arguments = message.into_iter().chain([actual, matcher]).collect();
    Expr::imported(named("org.hamcrest", "MatcherAssert"), "assertThat", arguments)
}

fn named(package: &str, simple: &str) -> CanonicalName {
    CanonicalName::new(package, simple)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `SuppressWarnings` has no element `expected`: javac refuses a test that says so.
    #[test]
    fn only_the_annotation_of_a_test_says_what_it_throws() {
        let dialect = Dialect::new(Framework::JUnit4);
        let test = dialect.test("fails").annotate(Annotation::suppress(&["deprecation"]));
        let thrown = Type::class(named("java.lang", "IllegalStateException"));
        let test = dialect.throwing(test, thrown, None, Vec::new(), Expr::source("till.open()"));
        let saying = |element: &str| {
            let has = |annotation: &&Annotation| annotation.elements.iter().any(|(name, _)| name == element);
            test.annotations.iter().filter(has).map(|annotation| annotation.class.simple()).collect::<Vec<_>>()
        };
        assert_eq!((saying("expected"), saying("value")), (vec!["Test"], vec!["SuppressWarnings"]));
    }
}
