//! Values that expressions have in a test, and what asserts them.

use crate::java::dialect::{Assertion, Assertions, Dialect, Framework};
use crate::java::{CanonicalName, Expr, Literal, Stmt, Type};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The longest string that is one literal though it has several lines.
const ONE_LITERAL: usize = 60;

/// The longest string that is asserted as a whole.
const LONGEST: usize = 300;

/// A value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// `null`
    Null,
    /// A truth; whether it is an object.
    Boolean(bool, bool),
    /// A whole number or a character.
    Whole(Whole, i64),
    /// A number with a fraction; whether it is a `float`, and whether it is an object.
    Fraction {
        /// Its value.
        #[serde(with = "bits")]
        value: f64,
        /// Whether it is a `float`.
        is_float: bool,
        /// Whether it is an object.
        is_boxed: bool,
    },
    /// A string.
    Text(String),
    /// A path below the folder in which the tests run, from the separator on: the folder is another one on each machine.
    Place(String),
    /// A constant: the binary name of its enum, and its name.
    Constant(String, String),
    /// A list with its elements.
    List(Vec<Value>),
    /// Another collection with at most one element.
    Collection(Vec<Value>),
    /// An optional.
    Optional(Option<Box<Value>>),
    /// An array: the name of the type of its elements, as `Class.getName` has it, and they.
    Array(String, Vec<Value>),
    /// Another object.
    Object,
    /// No value: something of this class was thrown, with this message if the program itself has put it into words.
    Thrown(String, Option<String>),
}

/// A type of whole numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole {
    /// Its keyword.
    keyword: &'static str,
    /// The name of the class of its objects.
    class: &'static str,
    /// Whether the value is such an object.
    is_boxed: bool,
}

/// The types of whole numbers, with the classes of their objects.
const WHOLE: [(&str, &str); 5] =
    [("int", "Integer"), ("long", "Long"), ("short", "Short"), ("byte", "Byte"), ("char", "Character")];

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.class, self.is_boxed).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        let (name, is_boxed) = <(String, bool)>::deserialize(deserializer)?;
        let known = WHOLE.into_iter().find(|(_, class)| *class == name);
        known.map(|(keyword, class)| Whole { keyword, class, is_boxed }).ok_or_else(|| de::Error::custom(name))
    }
}

/// Numbers with a fraction as their bits: JSON has neither infinity nor what is no number.
mod bits {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(value.to_bits())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        u64::deserialize(deserializer).map(f64::from_bits)
    }
}

impl Value {
    /// Reads what was told of a value.
    pub fn parse(told: &str) -> Option<Value> {
        let mut words = told.split(' ');
        let value = Value::read(&mut words)?;
        words.next().is_none().then_some(value)
    }

    fn read<'t>(words: &mut impl Iterator<Item = &'t str>) -> Option<Value> {
        let kind = words.next()?;
        if let Some((keyword, class)) = WHOLE.into_iter().find(|(keyword, class)| *keyword == kind || *class == kind) {
            return Some(Value::Whole(Whole { keyword, class, is_boxed: class == kind }, words.next()?.parse().ok()?));
        }
        Some(match kind {
            "null" => Value::Null,
            "boolean" | "Boolean" => Value::Boolean(words.next()? == "true", kind == "Boolean"),
            "float" | "Float" | "double" | "Double" => Value::Fraction {
                value: words.next()?.parse().ok()?,
                is_float: kind.eq_ignore_ascii_case("float"),
                is_boxed: kind.starts_with(char::is_uppercase),
            },
            "text" => Value::Text(text(words.next()?)?),
            "place" => Value::Place(text(words.next()?)?),
            "enum" => Value::Constant(words.next()?.to_owned(), words.next()?.to_owned()),
            "list" => Value::List(Value::elements(words)?),
            "collection" => Value::Collection(Value::elements(words)?),
            "optional" => Value::Optional(Value::elements(words)?.pop().map(Box::new)),
            "array" => Value::Array(words.next()?.to_owned(), Value::elements(words)?),
            "object" => words.next().map(|_| Value::Object)?,
            "thrown" => {
                let class = words.next()?.to_owned();
                Value::Thrown(class, words.next().map(text).map_or(Some(None), |message| message.map(Some))?)
            }
            _ => return None,
        })
    }

    fn elements<'t>(words: &mut impl Iterator<Item = &'t str>) -> Option<Vec<Value>> {
        let count: usize = words.next()?.parse().ok()?;
        (0..count).map(|_| Value::read(words)).collect()
    }

    /// What asserts that an expression has this value, which would be another one.
    pub fn assertion(&self, actual: Expr, would_be: &Value, dialect: Dialect) -> Option<Stmt> {
        let is_old = matches!(dialect.framework, Framework::JUnit3 | Framework::JUnit4 | Framework::TestNg);
        let is_own = dialect.assertions == Assertions::Framework;
        let simple = |assertion| Some(dialect.assertion(assertion, None));
        match self {
            Value::Null => simple(Assertion::Null(actual)),
            Value::Boolean(true, _) => simple(Assertion::True(actual)),
            Value::Boolean(false, _) => simple(Assertion::False(actual)),
            Value::Object if *would_be == Value::Null => simple(Assertion::NotNull(actual)),
            Value::Object => None,
            Value::Thrown(class, message) => {
                // Of another class, or nothing at all: the class says enough.
                let is_alike = matches!(would_be, Value::Thrown(other, _) if other == class);
                let message = message.as_deref().filter(|_| is_alike).map(written);
                Some(dialect.throws(Type::class(CanonicalName::parse(class)), message, actual))
            }
            Value::Whole(whole, value) => simple(Assertion::Equal(whole.expected(*value, is_own), actual)),
            Value::Fraction { value, is_float, is_boxed } if value.is_finite() => {
                let expected = || fraction(*value, *is_float);
                match is_own && is_old && !is_boxed {
                    true => Some(dialect.close(expected(), actual, fraction(0.0, *is_float))),
                    false => simple(Assertion::Equal(expected(), actual)),
                }
            }
            Value::Fraction { .. } => None,
            Value::Text(text) if text.chars().count() > LONGEST => {
                let other = match would_be {
                    Value::Text(other) => other.as_str(),
                    _ => "",
                };
                let line = Expr::text(telling_line(text, other)?);
                simple(Assertion::True(actual.call("contains", vec![line])))
            }
            Value::Array(..) => simple(Assertion::ArrayEqual(self.expected()?, actual)),
            Value::Optional(None) => simple(Assertion::False(actual.call("isPresent", Vec::new()))),
            Value::Collection(elements) if elements.is_empty() => {
                simple(Assertion::True(actual.call("isEmpty", Vec::new())))
            }
            Value::Collection(elements) => {
                let element = elements[0].expected()?;
                simple(Assertion::True(actual.call("contains", vec![element])))
            }
            _ => simple(Assertion::Equal(self.expected()?, actual)),
        }
    }

    /// An expression with this value, if there is one; whole numbers as elements of collections have them.
    fn expected(&self) -> Option<Expr> {
        let all = |values: &[Value]| values.iter().map(Value::expected).collect::<Option<Vec<Expr>>>();
        Some(match self {
            Value::Null => Expr::null(),
            Value::Boolean(value, _) => Expr::truth(*value),
            Value::Whole(whole, value) => whole.literal(*value),
            Value::Fraction { value, is_float, .. } if value.is_finite() => fraction(*value, *is_float),
            Value::Text(text) => written(text),
            Value::Place(below) => {
                let folder = Expr::library("java.lang", "System").call("getProperty", vec![Expr::text("user.dir")]);
                folder.plus(Expr::text(below))
            }
            Value::Constant(class, name) => Expr::Class(CanonicalName::parse(class)).field(name.clone()),
            Value::List(elements) if elements.is_empty() => {
                Expr::library("java.util", "Collections").call("emptyList", Vec::new())
            }
            Value::List(elements) => Expr::library("java.util", "Arrays").call("asList", all(elements)?),
            Value::Optional(Some(value)) => Expr::library("java.util", "Optional").call("of", vec![value.expected()?]),
            Value::Array(element, elements) if !element.starts_with('[') => {
                Expr::Array(Type::named(element), all(elements)?)
            }
            _ => return None,
        })
    }

    /// The simple name of what is thrown in its place, if something is.
    pub fn thrown(&self) -> Option<&str> {
        match self {
            Value::Thrown(class, _) => class.rsplit(['.', '$']).next(),
            _ => None,
        }
    }

    /// What it is in a name, if that is short: `False`, `7`, `Null`.
    pub fn word(&self) -> Option<String> {
        match self {
            Value::Null => Some("Null".to_owned()),
            Value::Boolean(value, _) => Some(if *value { "True" } else { "False" }.to_owned()),
            Value::Whole(whole, value) if whole.keyword != "char" && (0..1_000).contains(value) => {
                Some(value.to_string())
            }
            Value::Text(text) if text.is_empty() => Some("EmptyText".to_owned()),
            Value::List(elements) | Value::Collection(elements) | Value::Array(_, elements) if elements.is_empty() => {
                Some("Nothing".to_owned())
            }
            _ => None,
        }
    }
}

impl Whole {
    /// The literal of this type.
    fn literal(self, value: i64) -> Expr {
        match self.keyword {
            "long" => Expr::Literal(Literal::Long(value)),
            "char" => {
                u32::try_from(value).ok().and_then(char::from_u32).map_or_else(|| Expr::int(value), Expr::character)
            }
            "short" | "byte" => Expr::int(value).cast(Type::named(self.keyword)),
            _ => Expr::int(value),
        }
    }

    /// What a value of this type is compared with. Assertions of frameworks take an `int` for any other whole number, but
    /// cannot decide between an object and a number.
    fn expected(self, value: i64, is_own: bool) -> Expr {
        let is_small = i32::try_from(value).is_ok();
        match () {
            () if is_own && self.is_boxed => {
                Expr::library("java.lang", self.class).call("valueOf", vec![self.literal(value)])
            }
            () if is_own && is_small && self.keyword != "char" => Expr::int(value),
            () => self.literal(value),
        }
    }
}

fn fraction(value: f64, is_float: bool) -> Expr {
    match is_float {
        #[expect(clippy::cast_possible_truncation, reason = "it was a `float`")]
        true => Expr::Literal(Literal::Float(value as f32)),
        false => Expr::Literal(Literal::Double(value)),
    }
}

/// A line of a string that another one does not have.
fn telling_line<'t>(text: &'t str, other: &str) -> Option<&'t str> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && line.chars().count() <= LONGEST);
    lines.into_iter().find(|line| !other.contains(line))
}

/// A string: a long one as the sum of its lines.
fn written(text: &str) -> Expr {
    match text.chars().count() > ONE_LITERAL {
        true => text.split_inclusive('\n').map(Expr::text).reduce(Expr::plus).unwrap_or_else(|| Expr::text("")),
        false => Expr::text(text),
    }
}

/// The string of some numbers of UTF-16 with a full stop behind them; none if it is not well-formed.
fn text(told: &str) -> Option<String> {
    let digits = told.strip_suffix('.')?;
    let units: Option<Vec<u16>> =
        (0..digits.len() / 4).map(|at| u16::from_str_radix(digits.get(4 * at..4 * at + 4)?, 16).ok()).collect();
    String::from_utf16(&units?).ok()
}

#[cfg(test)]
mod tests {
    use super::Value;
    use crate::java::dialect::{Assertions, Dialect, Framework};
    use crate::java::{Around, Expr, Fragment};

    /// The assertion of a value in JUnit 4 and in AssertJ, without imports.
    fn asserted(told: &str) -> [String; 2] {
        let value = Value::parse(told).expect("it can be read");
        [Assertions::Framework, Assertions::AssertJ].map(|assertions| {
            let dialect = Dialect { framework: Framework::JUnit4, assertions };
            let statement = value.assertion(Expr::source("x.m()"), &Value::Null, dialect).expect("it can be asserted");
            Fragment::of_statements(&[statement], &Around::default()).lines.join("\n")
        })
    }

    #[test]
    fn each_value_has_the_assertion_that_people_write() {
        for (told, junit, assertj) in [
            ("boolean true", "assertTrue(x.m());", "assertThat(x.m()).isTrue();"),
            ("long 1", "assertEquals(1, x.m());", "assertThat(x.m()).isEqualTo(1L);"),
            ("Integer 1", "assertEquals(Integer.valueOf(1), x.m());", "assertThat(x.m()).isEqualTo(1);"),
            ("char 97", "assertEquals('a', x.m());", "assertThat(x.m()).isEqualTo('a');"),
            ("double 0.5", "assertEquals(0.5, x.m(), 0.0);", "assertThat(x.m()).isEqualTo(0.5);"),
            ("text 00610022.", "assertEquals(\"a\\\"\", x.m());", "assertThat(x.m()).isEqualTo(\"a\\\"\");"),
            (
                "place 002f0061.",
                "assertEquals(System.getProperty(\"user.dir\") + \"/a\", x.m());",
                "assertThat(x.m()).isEqualTo(System.getProperty(\"user.dir\") + \"/a\");",
            ),
            ("text .", "assertEquals(\"\", x.m());", "assertThat(x.m()).isEqualTo(\"\");"),
            ("enum p.E A", "assertEquals(E.A, x.m());", "assertThat(x.m()).isEqualTo(E.A);"),
            (
                "list 2 text 0061. null",
                "assertEquals(Arrays.asList(\"a\", null), x.m());",
                "assertThat(x.m()).isEqualTo(Arrays.asList(\"a\", null));",
            ),
            (
                "array int 2 int 7 int 8",
                "assertArrayEquals(new int[] {7, 8}, x.m());",
                "assertThat(x.m()).isEqualTo(new int[] {7, 8});",
            ),
            ("object p.C", "assertNotNull(x.m());", "assertThat(x.m()).isNotNull();"),
            (
                "thrown p.E 0061.",
                "try {\n    x.m();\n    fail();\n} catch (E expected) {\n}",
                "assertThatThrownBy(() -> x.m()).isInstanceOf(E.class);",
            ),
        ] {
            assert_eq!(asserted(told), [junit, assertj], "{told}");
        }
    }

    /// What says in Java that an expression has a value, which would be another one.
    fn telling(was: &str, would_be: &str, framework: Framework, assertions: Assertions) -> Option<String> {
        let [was, would_be] = [was, would_be].map(|told| Value::parse(told).expect("it can be read"));
        let statement = was.assertion(Expr::source("x.m()"), &would_be, Dialect { framework, assertions })?;
        Some(Fragment::of_statements(&[statement], &Around::default()).lines.join("\n"))
    }

    /// The class says enough unless it is the same.
    #[test]
    fn the_message_of_an_exception_is_asserted_where_only_that_differs() {
        let (was, other) = ("thrown p.E 0061.", "thrown p.E 0062.");
        assert_eq!(
            telling(was, other, Framework::JUnit5, Assertions::Framework).as_deref(),
            Some("assertEquals(\"a\", assertThrows(E.class, () -> x.m()).getMessage());")
        );
        assert_eq!(
            telling(was, other, Framework::JUnit4, Assertions::AssertJ).as_deref(),
            Some("assertThatThrownBy(() -> x.m()).isInstanceOf(E.class).hasMessage(\"a\");")
        );
        assert_eq!(
            telling(was, other, Framework::TestNg, Assertions::Framework).as_deref(),
            Some(
                "try {\n    x.m();\n    fail();\n} catch (E expected) {\n    assertEquals(expected.getMessage(), \"a\");\n}"
            )
        );
        assert_eq!(
            telling(was, "null", Framework::JUnit5, Assertions::Framework).as_deref(),
            Some("assertThrows(E.class, () -> x.m());")
        );
    }

    /// People compare a page of text by what is special in it.
    #[test]
    fn of_a_long_text_one_line_is_asserted_that_the_other_has_not() {
        let told = |lines: &[&str]| {
            let text = lines.join("\n");
            format!("text {}.", text.encode_utf16().map(|unit| format!("{unit:04x}")).collect::<String>())
        };
        let long = "x".repeat(200);
        assert_eq!(
            telling(
                &told(&[&long, "", "  name: 7", &long]),
                &told(&[&long, "", "  name: ", &long]),
                Framework::JUnit5,
                Assertions::Framework
            )
            .as_deref(),
            Some("assertTrue(x.m().contains(\"  name: 7\"));")
        );
    }

    #[test]
    fn what_is_no_value_is_refused() {
        for told in ["", "int", "int a", "list 2 null", "text 00", "nonsense 1", "int 1 2"] {
            assert_eq!(Value::parse(told), None, "{told}");
        }
    }
}
