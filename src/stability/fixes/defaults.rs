//! Defaults of the JVM that are set before each test of a class and put back afterwards, and line separators that a test expects.

use super::super::fix_kind::FixKind;
use super::readings::utc_zone;
use super::test_source::{Put, TestSource};
use crate::fixes::Candidate;
use crate::java::{Expr, Field, Fragment, Member, Modifier, Stmt, Type};
use crate::source::Edit;
use crate::surroundings::Factor;

/// A default of the JVM.
struct JvmDefault {
    /// The class that has it.
    class: &'static str,
    /// The field of the test class that keeps it.
    field: &'static str,
    /// The methods of the test class that set it and put it back.
    methods: (&'static str, &'static str),
    /// What it is set to, the best first.
    values: Vec<Expr>,
}

impl TestSource<'_> {
    /// What sets how something is before each test, if the JVM has a default for it.
    pub fn defaults(&self, factor: Factor) -> Vec<Candidate<FixKind>> {
        let locale = |name: &str| Expr::library("java.util", "Locale").field(name);
        let default = match factor {
            Factor::Locale => JvmDefault {
                class: "Locale",
                field: "usualLocale",
                methods: ("setLocale", "restoreLocale"),
                values: vec![locale("ROOT"), locale("ENGLISH"), locale("US")],
            },
            Factor::Zone => JvmDefault {
                class: "TimeZone",
                field: "usualZone",
                methods: ("setZone", "restoreZone"),
                values: vec![utc_zone()],
            },
            Factor::LineSeparator => return self.separated().into_iter().collect(),
            _ => return Vec::new(),
        };
        default.values.iter().filter_map(|value| self.fixture(&default, value)).collect()
    }

    /// Members that set a default before each test, and put it back after it.
    fn fixture(&self, default: &JvmDefault, value: &Expr) -> Option<Candidate<FixKind>> {
        let JvmDefault { class, field, methods: (sets, restores), .. } = default;
        let has = |name: &str| self.class.methods.iter().any(|method| method.name == name);
        if has(sets) || has(restores) || self.class.fields.iter().any(|known| known.name == *field) {
            return None;
        }
        let dialect = self.file.dialect(self.class, self.method)?;
        let holder = || Expr::library("java.util", class);
        let kept = Field::new(
            &[Modifier::Private, Modifier::Final],
            Type::util(class),
            *field,
            Some(holder().call("getDefault", Vec::new())),
        );
        let set = |value: Expr| vec![Stmt::Expr(holder().call("setDefault", vec![value]))];
        let before = dialect.before_each(sets)?.body(set(value.clone()));
        let after = dialect.after_each(restores)?.body(set(Expr::name(*field)));
        let members: Vec<Member> = vec![kept.into(), before.into(), after.into()];
        let fragment = Fragment::of_members(&members, &self.file.around());
        let statement = Fragment::of_statements(&set(value.clone()), &self.file.around());
        let shown = statement.lines.join(" ");
        let words = format!("Set it before each test, and put it back: `{}`", shown.trim_end_matches(';'));
        let edit = self.file.member(self.class, &fragment, &Edit::default())?;
        Some(Candidate { kind: FixKind::Fixture, words, edit })
    }

    /// What assertions expect, with the line separator of the machine.
    fn separated(&self) -> Option<Candidate<FixKind>> {
        let asserting = self.method.statements.iter().flat_map(|statement| &statement.calls);
        let literals = asserting.filter(|call| call.name.starts_with("assert")).flat_map(|call| &call.literals);
        let mut ranges: Vec<_> = literals.map(|(range, _)| range.clone()).collect();
        ranges.retain(|range| self.file.text[range.clone()].contains("\\n"));
        ranges.sort_by_key(|range| range.start);
        ranges.dedup();
        let separator = Expr::library("java.lang", "System").call("lineSeparator", Vec::new());
        let puts = ranges.into_iter().map(|range| {
            let expression = match &self.file.text[range.clone()] {
                "\"\\n\"" => separator.clone(),
                text => Expr::source(text).call("replace", vec![Expr::text("\n"), separator.clone()]),
            };
            (range.clone(), Put { range, around: ("", ""), expression })
        });
        let (edit, shown) = self.putting(puts.collect())?;
        Some(Candidate { kind: FixKind::Constant, words: format!("Expect what lines end with: `{shown}`"), edit })
    }
}
