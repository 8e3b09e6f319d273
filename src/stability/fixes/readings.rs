//! What may stand in the place of readings, and what may be handed over to what reads.

use super::super::fix_kind::FixKind;
use super::test_source::{Put, TestSource};
use crate::fixes::Candidate;
use crate::java::{Expr, Fragment, Stmt, Type};
use crate::source::Invocation;
use crate::surroundings::Factor;
use crate::worker::protocol::Reading;
use std::ops::Range;

/// The collections whose order hangs on hash codes, with those that keep the order in which they are filled, and those that sort.
const ORDERED: [[(&str, &str); 2]; 2] =
    [[("HashMap", "LinkedHashMap"), ("HashSet", "LinkedHashSet")], [("HashMap", "TreeMap"), ("HashSet", "TreeSet")]];

/// The seeds of random numbers that are tried.
const SEEDS: i64 = 3;

/// The number of processors that a test gets.
const PROCESSORS: i64 = 4;

/// A number of the fourth version that nobody has drawn.
const UUID: &str = "00000000-0000-4000-8000-000000000000";

/// The methods that take a locale before all else.
const FORMATTING: [&str; 2] = ["format", "printf"];

fn library(package: &str, simple: &str) -> Expr {
    Expr::library(package, simple)
}

fn root() -> Expr {
    library("java.util", "Locale").field("ROOT")
}

fn utc() -> Expr {
    library("java.time", "ZoneOffset").field("UTC")
}

pub(super) fn utc_zone() -> Expr {
    library("java.util", "TimeZone").call("getTimeZone", vec![Expr::text("UTC")])
}

fn random(seed: i64) -> Expr {
    Expr::new(Type::util("Random"), vec![Expr::int(seed)])
}

impl TestSource<'_> {
    fn instant(&self) -> Expr {
        let now = self.now.format("%Y-%m-%dT%H:%M:%SZ").to_string();
        library("java.time", "Instant").call("parse", vec![Expr::text(now)])
    }

    fn clock(&self, zone: Expr) -> Expr {
        library("java.time", "Clock").call("fixed", vec![self.instant(), zone])
    }

    /// What cures all places in the file of the test that read what it depends on.
    pub fn readings(&self, factor: Factor, readings: &[Reading]) -> Vec<Candidate<FixKind>> {
        let own = |reading: &&Reading| self.file.class(&reading.by.class.replace('/', ".")).is_some();
        let mut read: Vec<&Invocation> =
            readings.iter().filter(own).flat_map(|reading| self.reading(reading)).collect();
        read.sort_by_key(|one| one.range.start);
        read.dedup();
        if factor == Factor::Listing {
            return read.iter().filter_map(|one| self.sorted(one)).collect();
        }
        let seeds = if factor == Factor::Random { SEEDS } else { 1 };
        let all = (0..seeds).filter_map(|seed| {
            let puts = read.iter().filter_map(|one| Some((one.range.clone(), self.named(factor, one, seed)?)));
            let puts: Vec<_> = puts.collect();
            let is_argument = puts.iter().all(|(whole, put)| put.range != *whole);
            let (edit, shown) = self.putting(puts)?;
            let (kind, words) = match is_argument {
                true => (FixKind::Argument, format!("Say it where it is read: `{shown}`")),
                false => (FixKind::Constant, format!("Read nothing of the machine: `{shown}`")),
            };
            Some(Candidate { kind, words, edit })
        });
        all.collect()
    }

    /// What the file calls or makes in the line in which something is read.
    fn reading<'i>(&'i self, reading: &'i Reading) -> impl Iterator<Item = &'i Invocation> {
        let (of, name) = match reading.asked.strip_prefix("new ") {
            Some(class) => (Some(class), "<init>"),
            None => (None, reading.asked.rsplit('.').next().unwrap_or_default()),
        };
        self.invocations.iter().filter(move |one| {
            let is_of = of.is_none_or(|of| one.of.rsplit('.').next() == Some(of));
            one.line == reading.by.line as usize && one.name == name && is_of
        })
    }

    /// What a reading becomes that says itself what it otherwise takes from the machine.
    fn named(&self, factor: Factor, one: &Invocation, seed: i64) -> Option<Put> {
        let instead = |expression| Put { range: one.range.clone(), around: ("", ""), expression };
        let last = |expression| self.last(one, expression);
        let (of, name) = (one.of.rsplit('.').next().unwrap_or_default(), one.name.as_str());
        let has_none = one.arguments.is_empty();
        Some(match (factor, of, name) {
            (Factor::Time, "System", "currentTimeMillis") => instead(self.instant().call("toEpochMilli", Vec::new())),
            (Factor::Time, "Instant", "now") => instead(self.instant()),
            (Factor::Time, "Clock", _) => instead(self.clock(utc())),
            (Factor::Time, "Date", "<init>") if has_none => {
                instead(library("java.util", "Date").call("from", vec![self.instant()]))
            }
            (Factor::Time, _, "now") if has_none => last(self.clock(utc())),
            (Factor::Time, _, "now") => {
                let zone = one.arguments.first()?.clone();
                let expression = self.clock(Expr::source(&self.file.text[zone.clone()]));
                Put { range: zone, around: ("", ""), expression }
            }
            (Factor::Zone, "ZoneId", "systemDefault") => instead(utc()),
            (Factor::Zone, "TimeZone", "getDefault") => instead(utc_zone()),
            (Factor::Zone, "Calendar", _) | (Factor::Zone, "GregorianCalendar", _) => last(utc_zone()),
            (Factor::Zone, ..) => last(utc()),
            (Factor::Locale, "Locale", "getDefault") => instead(root()),
            (Factor::Locale, "DecimalFormat", "<init>") => {
                last(library("java.text", "DecimalFormatSymbols").call("getInstance", vec![root()]))
            }
            (Factor::Locale, ..) if FORMATTING.contains(&name) => self.first(one, root()),
            (Factor::Locale, ..) => last(root()),
            (Factor::Random, "Math", _) => instead(random(seed).call("nextDouble", Vec::new())),
            (Factor::Random, "ThreadLocalRandom", _) => instead(random(seed)),
            (Factor::Random, "UUID", _) => {
                instead(library("java.util", "UUID").call("fromString", vec![Expr::text(UUID)]))
            }
            (Factor::Random, _, "<init>") if has_none => last(Expr::int(seed)),
            (Factor::Random, ..) => last(random(seed)),
            (Factor::Processors, _, "availableProcessors") => instead(Expr::int(PROCESSORS)),
            (Factor::Encoding, "Charset", "defaultCharset") => instead(utf_8()),
            (Factor::Encoding, ..) => last(utf_8()),
            (Factor::LineSeparator, _, "lineSeparator" | "getProperty") => instead(Expr::text("\n")),
            _ => return None,
        })
    }

    fn first(&self, one: &Invocation, expression: Expr) -> Put {
        let at = one.arguments.first().map_or(one.end, |first| first.start);
        let after = if one.arguments.is_empty() { "" } else { ", " };
        Put { range: at..at, around: ("", after), expression }
    }

    fn last(&self, one: &Invocation, expression: Expr) -> Put {
        let at = one.arguments.last().map_or(one.end, |last| last.end);
        let before = if one.arguments.is_empty() { "" } else { ", " };
        Put { range: at..at, around: (before, ""), expression }
    }

    /// What the test calls and makes gets as a further argument what the program otherwise takes from the machine: all calls of one method,
    /// or new objects of one class, at once.
    pub fn handed_over(&self, factor: Factor) -> Vec<Candidate<FixKind>> {
        let Some(value) = self.handed(factor) else { return Vec::new() };
        let mut alike: Vec<Vec<&Invocation>> = Vec::new();
        for one in self.invocations.iter().filter(|one| self.runs(&one.range)) {
            match alike.iter_mut().find(|all| (&all[0].of, &all[0].name) == (&one.of, &one.name)) {
                Some(all) => all.push(one),
                None => alike.push(vec![one]),
            }
        }
        let candidate = |all: Vec<&Invocation>| {
            let puts = all.into_iter().map(|one| (one.range.clone(), self.last(one, value.clone())));
            let (edit, shown) = self.putting(puts.collect())?;
            Some(Candidate { kind: FixKind::Argument, words: format!("Hand it over: `{shown}`"), edit })
        };
        alike.into_iter().filter_map(candidate).collect()
    }

    /// What can be handed over to a program that otherwise takes it from the machine.
    fn handed(&self, factor: Factor) -> Option<Expr> {
        match factor {
            Factor::Time => Some(self.clock(utc())),
            Factor::Zone => Some(utc()),
            Factor::Locale => Some(root()),
            Factor::Random => Some(random(0)),
            Factor::Encoding => Some(utf_8()),
            _ => None,
        }
    }

    /// Hash sets and hash maps that keep the order in which they are filled, or that sort.
    pub fn ordered(&self) -> Vec<Candidate<FixKind>> {
        ORDERED.iter().filter_map(|others| self.with_others(others)).collect()
    }

    fn with_others(&self, others: &[(&str, &str)]) -> Option<Candidate<FixKind>> {
        let made = self.invocations.iter().filter(|one| one.name == "<init>" && self.runs(&one.range));
        let puts = made.filter_map(|one| {
            let simple = one.of.strip_prefix("java.util.").unwrap_or(&one.of);
            let (_, other) = others.iter().find(|(hash, _)| simple == *hash)?;
            let put = Put { range: one.named.clone(), around: ("", ""), expression: library("java.util", other) };
            Some((one.range.clone(), put))
        });
        let (edit, shown) = self.putting(puts.collect())?;
        Some(Candidate { kind: FixKind::Ordered, words: format!("Use what has an order: `{shown}`"), edit })
    }

    /// What is listed into a variable gets an order.
    fn sorted(&self, one: &Invocation) -> Option<Candidate<FixKind>> {
        let holds = |range: &Range<usize>| range.start <= one.range.start && one.range.end <= range.end;
        let methods = self.file.classes.iter().flat_map(|class| &class.methods);
        let statement = methods.flat_map(|method| &method.statements).rfind(|statement| holds(&statement.range))?;
        let variable = statement.declares.iter().find(|variable| variable.ty.ends_with("[]"))?;
        let text = Expr::library("java.lang", "String").reference("valueOf");
        let by_text = Expr::library("java.util", "Comparator").call("comparing", vec![text]);
        let is_text = variable.ty == "String[]" || variable.ty == "File[]";
        let order = if is_text { Vec::new() } else { vec![by_text] };
        let arguments = [vec![Expr::name(&variable.name)], order].concat();
        let sort = Expr::library("java.util", "Arrays").call("sort", arguments);
        let fragment = Fragment::of_statements(&[Stmt::Expr(sort)], &self.file.around());
        let words = format!("Sort it: `{}`", fragment.lines.join(" ").trim_end_matches(';'));
        Some(Candidate { kind: FixKind::Ordered, words, edit: self.file.after_statement(statement, &fragment)? })
    }
}

fn utf_8() -> Expr {
    library("java.nio.charset", "StandardCharsets").field("UTF_8")
}
