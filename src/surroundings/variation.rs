//! What is tried: surroundings in which the suite runs, each other than usual in one way.

use super::factor::Factor;
use crate::session::{Execution, Launch, LaunchId};
use crate::worker::protocol::{Environment, Feature};
use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveDateTime, TimeDelta, Utc};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// How many times as fast clocks run that stand for a slow machine.
const SLOW: u32 = 100;

/// How many other random numbers are tried. Of tests that fail with one in ten, this finds every other one.
const SEEDS: u32 = 6;

/// A zone whose clocks change twice a year.
const CHANGING: &str = "Europe/Berlin";

/// One way in which what surrounds tests is other than usual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// What is other.
    pub factor: Factor,
    /// How, in words that follow "the test fails".
    pub words: String,
    /// How that is brought about.
    pub change: Change,
}

/// What is changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The JVM has further arguments.
    Arguments(Vec<String>),
    /// An environment variable has a value.
    Variable(String, String),
    /// Clocks show this instant when tests begin, and the JVM has further arguments.
    Clock(DateTime<Utc>, Vec<String>),
    /// Clocks run so many times as fast.
    Speed(u32),
    /// Random numbers begin with a seed in each test.
    Seed(u32),
    /// What has no order is listed in reverse.
    Listing,
    /// Hash maps have their entries in other places.
    HashOrder,
    /// Tests run in an empty folder.
    Folder,
}

/// What variations of the order of hash maps and of the folder need beside a JVM; the others need nothing.
#[derive(Debug, Default)]
pub struct Supplies {
    /// For each `java`, a folder with classes of its JDK whose hash maps have another order.
    pub hash_maps: BTreeMap<PathBuf, PathBuf>,
    /// An empty folder.
    pub empty: PathBuf,
}

impl Variation {
    fn new(factor: Factor, words: impl Into<String>, change: Change) -> Variation {
        Variation { factor, words: words.into(), change }
    }

    fn arguments(factor: Factor, words: impl Into<String>, arguments: &[&str]) -> Variation {
        Variation::new(factor, words, Change::Arguments(arguments.iter().map(|one| (*one).to_owned()).collect()))
    }

    /// What else is other than usual, which may be what makes a test fail.
    pub fn beside(&self) -> Option<Factor> {
        matches!(&self.change, Change::Clock(_, arguments) if !arguments.is_empty()).then_some(Factor::Zone)
    }
}

impl Change {
    /// Whether the project itself says how it is, so that tests may rely on it.
    pub fn is_settled(&self, launch: &Launch) -> bool {
        match self {
            Change::Arguments(arguments) | Change::Clock(_, arguments) => {
                arguments.iter().any(|argument| launch.settings.sets(argument))
            }
            Change::Variable(name, _) => launch.settings.environment.contains_key(name),
            _ => false,
        }
    }

    /// A launch whose tests run so, and what its workers are told.
    pub fn of(&self, launch: &Launch, supplies: &Supplies) -> (Launch, Vec<Feature>) {
        let mut varied = launch.clone();
        let mut environment = Environment::REAL;
        match self {
            Change::Arguments(arguments) => varied.settings.add_arguments(arguments),
            Change::Variable(name, value) => {
                varied.settings.environment.insert(name.clone(), value.clone());
            }
            Change::Clock(instant, arguments) => {
                varied.settings.add_arguments(arguments);
                environment.ahead = ahead(*instant);
            }
            Change::Speed(speed) => environment.speed = *speed,
            Change::Seed(seed) => environment.seed = Some(*seed),
            Change::Listing => environment.reversed = true,
            Change::HashOrder => {
                let folder = supplies
                    .hash_maps
                    .get(&launch.settings.java)
                    .map(|folder| ("java.base".to_owned(), folder.clone()));
                varied.profile.overlay.extend(folder);
            }
            Change::Folder => varied.settings.directory.clone_from(&supplies.empty),
        }
        let features =
            if environment == Environment::REAL { Vec::new() } else { vec![Feature::Environment(environment)] };
        (varied, features)
    }

    /// The execution in which the tests of a launch run so, and what its workers are told.
    pub fn within(&self, mut execution: Execution, launch: LaunchId, supplies: &Supplies) -> (Execution, Vec<Feature>) {
        let launch = &mut execution.launches[launch.0];
        let (varied, features) = self.of(launch, supplies);
        *launch = varied;
        (execution, features)
    }
}

/// By how many milliseconds clocks are ahead that show an instant now.
pub fn ahead(instant: DateTime<Utc>) -> i64 {
    (instant - Utc::now()).num_milliseconds()
}

/// All variations of some factors, at an instant. Where a variation of time is one of the zone, too, there is also one of the zone
/// alone, which tells what is due to that.
pub fn variations(factors: &[Factor], now: DateTime<Utc>) -> Vec<Variation> {
    let all = [orders(), times(now), locales(), machines(), numbers(), texts()];
    let wanted = all.into_iter().flatten().filter(|variation| factors.contains(&variation.factor));
    let (with_zones, with_times) = (factors.contains(&Factor::Zone), factors.contains(&Factor::Time));
    let zones = zones().into_iter().filter(|zone| with_zones || with_times && zone.words.ends_with(CHANGING));
    wanted.chain(zones).collect()
}

/// Orders that the framework makes itself, where it can: those of JUnit Jupiter.
fn orders() -> Vec<Variation> {
    let random = |seed: u32| {
        let seed = format!("-Djunit.jupiter.execution.order.random.seed={seed}");
        let methods = "-Djunit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random";
        let classes = "-Djunit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$Random";
        Variation::arguments(Factor::Order, "where JUnit shuffles methods and classes", &[&seed, methods, classes])
    };
    vec![random(1)]
}

fn times(now: DateTime<Utc>) -> Vec<Variation> {
    let at = |what: &str, instant: NaiveDateTime, arguments: &[&str]| {
        let words = format!("{what} ({})", instant.format("%Y-%m-%d %H:%M:%S"));
        let arguments = arguments.iter().map(|one| (*one).to_owned()).collect();
        Variation::new(Factor::Time, words, Change::Clock(instant.and_utc(), arguments))
    };
    let today = now.date_naive();
    let time = |day: NaiveDate, hour, minute, second| day.and_hms_opt(hour, minute, second).expect("the time exists");
    let day = |year, month, day| NaiveDate::from_ymd_opt(year, month, day).expect("the day exists");
    let leap = (today.year()..).find_map(|year| NaiveDate::from_ymd_opt(year, 2, 29).filter(|day| *day > today));
    let sunday = today + Days::new(u64::from(7 - today.weekday().num_days_from_sunday()));
    // Clocks change at 1:00 UTC, on the last Sundays of March and October.
    let clock_change = |year: i32, month| {
        let end = day(year, month, 31);
        time(end - Days::new(u64::from(end.weekday().num_days_from_sunday())), 0, 59, 58)
    };
    let next =
        |month| [0, 1].map(|more| clock_change(today.year() + more, month)).into_iter().find(|at| at.date() > today);
    let berlin = format!("-Duser.timezone={CHANGING}");
    let berlin = [berlin.as_str()];
    let mut all = vec![
        at("tomorrow", (now + TimeDelta::days(1)).naive_utc(), &[]),
        at("on a Sunday before dawn", time(sunday, 3, 30, 0), &[]),
        at("at the end of the year", time(day(today.year(), 12, 31), 23, 59, 58), &[]),
        at("ten years ago", (now - TimeDelta::days(3653)).naive_utc(), &[]),
        at("in ten years", (now + TimeDelta::days(3653)).naive_utc(), &[]),
        at("after the end of 32-bit time", time(day(2038, 1, 20), 12, 0, 0), &[]),
        at("in the far future", time(day(today.year() + 200, 3, 1), 12, 0, 0), &[]),
    ];
    all.extend(leap.map(|leap| at("on a leap day", time(leap, 12, 0, 0), &[])));
    all.extend(next(3).map(|change| at("when clocks go forward in Berlin", change, &berlin)));
    all.extend(next(10).map(|change| at("when clocks go back in Berlin", change, &berlin)));
    all
}

fn zones() -> Vec<Variation> {
    // Far east, far west, odd offsets, and changing clocks.
    let zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "America/St_Johns", CHANGING];
    let zone = |zone: &str| {
        Variation::arguments(Factor::Zone, format!("in the time zone {zone}"), &[&format!("-Duser.timezone={zone}")])
    };
    zones.into_iter().map(zone).collect()
}

fn locales() -> Vec<Variation> {
    let locales = [
        ("tr", "TR", "Turkish: `I` and `i` are two letters"),
        ("ar", "EG", "Arabic: other digits"),
        ("de", "DE", "German: a comma in numbers"),
    ];
    let locale = |(language, country, words)| {
        let arguments = [format!("-Duser.language={language}"), format!("-Duser.country={country}")];
        Variation::arguments(
            Factor::Locale,
            format!("in the locale {language}-{country} ({words})"),
            &arguments.each_ref().map(String::as_str),
        )
    };
    locales.into_iter().map(locale).collect()
}

fn machines() -> Vec<Variation> {
    let hash_codes = ["-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2"];
    vec![
        Variation::new(Factor::Speed, format!("where all takes {SLOW} times as long"), Change::Speed(SLOW)),
        Variation::new(Factor::Listing, "where members and files are listed in reverse", Change::Listing),
        Variation::arguments(Factor::HashCodes, "where all identity hash codes are alike", &hash_codes),
        Variation::new(Factor::HashOrder, "where hash maps have another order", Change::HashOrder),
        Variation::arguments(Factor::Processors, "with one processor", &["-XX:ActiveProcessorCount=1"]),
        Variation::arguments(Factor::Processors, "with 64 processors", &["-XX:ActiveProcessorCount=64"]),
        Variation::new(Factor::Folder, "in an empty folder", Change::Folder),
    ]
}

fn numbers() -> Vec<Variation> {
    let seeded =
        |seed| Variation::new(Factor::Random, format!("where random numbers begin with {seed}"), Change::Seed(seed));
    (1..=SEEDS).map(seeded).collect()
}

fn texts() -> Vec<Variation> {
    vec![
        Variation::arguments(Factor::Encoding, "where the encoding is ASCII", &["-Dfile.encoding=US-ASCII"]),
        Variation::arguments(Factor::Encoding, "where the encoding is UTF-16", &["-Dfile.encoding=UTF-16"]),
        Variation::arguments(Factor::LineSeparator, "where lines end with CR LF", &["-Dline.separator=\r\n"]),
    ]
}

#[cfg(test)]
mod tests {
    use super::{Change, Factor, times, variations};
    use chrono::{Datelike, NaiveDate, Timelike, Weekday};

    /// What calendars say: 2028 is the next leap year after 2026, and clocks in Berlin change on 2027-03-28 and 2027-10-31.
    #[test]
    fn special_days_are_those_of_the_calendar() {
        let now = NaiveDate::from_ymd_opt(2026, 11, 23).and_then(|day| day.and_hms_opt(8, 0, 0)).expect("it exists");
        let all = times(now.and_utc());
        let day = |words: &str| {
            let one = all.iter().find(|one| one.words.starts_with(words)).expect("there is one");
            let Change::Clock(instant, _) = &one.change else { panic!("{words}") };
            *instant
        };
        assert_eq!(day("on a leap day").date_naive(), NaiveDate::from_ymd_opt(2028, 2, 29).expect("it exists"));
        assert_eq!(day("on a Sunday").weekday(), Weekday::Sun);
        assert_eq!(
            day("when clocks go forward").date_naive(),
            NaiveDate::from_ymd_opt(2027, 3, 28).expect("it exists")
        );
        assert_eq!(day("when clocks go back").date_naive(), NaiveDate::from_ymd_opt(2027, 10, 31).expect("it exists"));
        assert_eq!(day("at the end of the year").second(), 58);
        assert!(all.iter().all(|one| one.factor == Factor::Time));
    }

    #[test]
    fn every_factor_but_chance_is_varied() {
        let now = NaiveDate::from_ymd_opt(2026, 11, 23).and_then(|day| day.and_hms_opt(8, 0, 0)).expect("it exists");
        for factor in Factor::varied() {
            assert!(!variations(&[factor], now.and_utc()).is_empty(), "{factor:?}");
        }
        assert!(variations(&[Factor::Chance], now.and_utc()).is_empty());
    }
}
