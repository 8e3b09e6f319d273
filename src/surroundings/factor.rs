//! What surrounds tests, and what they may depend on.

use crate::report::Severity;
use serde::{Deserialize, Serialize};

/// Something that surrounds tests, and that they do not control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Factor {
    /// Nothing that fex varies: the test passes and fails as it likes.
    Chance,
    /// Which tests run before it.
    Order,
    /// The date and the time of day.
    Time,
    /// The time zone.
    Zone,
    /// The locale.
    Locale,
    /// How fast the machine is.
    Speed,
    /// With which numbers random generators begin that are given none.
    Random,
    /// In which order members of classes and files of folders are listed.
    Listing,
    /// The hash codes of objects without one of their own.
    HashCodes,
    /// In which order sets and maps without order are walked through.
    HashOrder,
    /// How many processors there are.
    Processors,
    /// How characters become bytes.
    Encoding,
    /// How lines end.
    LineSeparator,
    /// The folder in which the tests run.
    Folder,
}

impl Factor {
    /// All of them, those first that trouble users most.
    pub const ALL: [Factor; 14] = [
        Factor::Chance,
        Factor::Order,
        Factor::Time,
        Factor::Zone,
        Factor::Locale,
        Factor::Speed,
        Factor::Random,
        Factor::Listing,
        Factor::HashCodes,
        Factor::HashOrder,
        Factor::Processors,
        Factor::Encoding,
        Factor::LineSeparator,
        Factor::Folder,
    ];

    /// Those that can be varied: all but chance.
    pub fn varied() -> impl Iterator<Item = Factor> {
        Factor::ALL.into_iter().skip(1)
    }

    /// Its name in reports, on the command line, and in the protocol of workers.
    pub fn name(self) -> &'static str {
        match self {
            Factor::Chance => "flaky",
            Factor::Order => "order",
            Factor::Time => "time",
            Factor::Zone => "zone",
            Factor::Locale => "locale",
            Factor::Speed => "speed",
            Factor::Random => "random",
            Factor::Listing => "listing",
            Factor::HashCodes => "hash-codes",
            Factor::HashOrder => "hash-order",
            Factor::Processors => "processors",
            Factor::Encoding => "encoding",
            Factor::LineSeparator => "line-separator",
            Factor::Folder => "folder",
        }
    }

    /// What it is, in words that follow "depends on".
    pub fn words(self) -> &'static str {
        match self {
            Factor::Chance => "chance",
            Factor::Order => "the tests that run before it",
            Factor::Time => "the date or the time of day",
            Factor::Zone => "the time zone",
            Factor::Locale => "the locale",
            Factor::Speed => "how fast the machine is",
            Factor::Random => "random numbers",
            Factor::Listing => "the order in which members of classes or files are listed",
            Factor::HashCodes => "identity hash codes",
            Factor::HashOrder => "the order in which hash sets and hash maps are walked through",
            Factor::Processors => "the number of processors",
            Factor::Encoding => "the default encoding",
            Factor::LineSeparator => "the line separator",
            Factor::Folder => "the folder in which it runs",
        }
    }

    /// What whoever asks for it does, in words that follow a name; empty where nobody is seen to ask.
    pub fn reading(self) -> &'static str {
        match self {
            Factor::Time => "reads the clock",
            Factor::Speed => "measures time",
            Factor::Random => "takes random numbers",
            Factor::Zone => "reads the default time zone",
            Factor::Locale => "reads the default locale",
            Factor::Listing => "lists members or files",
            Factor::Processors => "counts processors",
            Factor::Encoding => "reads the default encoding",
            Factor::LineSeparator => "reads the line separator",
            Factor::Chance | Factor::Order | Factor::HashCodes | Factor::HashOrder | Factor::Folder => "",
        }
    }

    /// What it means for a test to depend on it, as half a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Factor::Chance => "the test passes and fails, and nothing has changed",
            Factor::Order => "the test fails when other tests run before it, or do not",
            Factor::Time => "the test passes today and fails at another time",
            Factor::Zone => "the test fails in another time zone",
            Factor::Locale => "the test fails in another country or language",
            Factor::Speed => "the test fails when the machine is slow",
            Factor::Random => "the test fails with other random numbers",
            Factor::Listing => "the test fails when members of classes or files are listed in another order",
            Factor::HashCodes => "the test fails when objects have other identity hash codes",
            Factor::HashOrder => "the test fails when hash sets and hash maps have another order",
            Factor::Processors => "the test fails with another number of processors",
            Factor::Encoding => "the test fails with another default encoding",
            Factor::LineSeparator => "the test fails where lines end otherwise",
            Factor::Folder => "the test fails in another working folder",
        }
    }

    /// What cures that, as a sentence.
    pub fn cure(self) -> &'static str {
        match self {
            Factor::Chance => {
                "Find out what differs between two runs: threads, random numbers, or what the machine does."
            }
            Factor::Order => {
                "Have `@BeforeEach` set up what the test needs, and `@AfterEach` take back what tests change."
            }
            Factor::Time => "Give the code a `java.time.Clock`, and the test `Clock.fixed(...)`.",
            Factor::Zone => "Name the zone where dates are made or printed, such as `ZoneOffset.UTC`.",
            Factor::Locale => "Name the locale where texts are printed, read or compared, such as `Locale.ROOT`.",
            Factor::Speed => "Wait for what is to happen and not for a time, and assert no upper limit of a time.",
            Factor::Random => {
                "Give the code the `Random` that it uses, and the test one with a seed; assert what holds for all numbers."
            }
            Factor::Listing => "Sort what is listed, or compare it as a set.",
            Factor::HashCodes => "Give the class a `hashCode` of its own, or do not print or order what has none.",
            Factor::HashOrder => "Use a `LinkedHashMap` or a `TreeMap` where the order is seen, or compare as a set.",
            Factor::Processors => "Say how many threads there are to be, and do not ask the machine.",
            Factor::Encoding => "Name the encoding wherever bytes become characters, such as `StandardCharsets.UTF_8`.",
            Factor::LineSeparator => "Write `\\n`, or expect `System.lineSeparator()`.",
            Factor::Folder => "Load what the test reads as a resource of its class.",
        }
    }

    /// How much it matters.
    pub fn severity(self) -> Severity {
        match self {
            Factor::Chance | Factor::Order | Factor::Time => Severity::Error,
            Factor::Folder | Factor::LineSeparator => Severity::Note,
            _ => Severity::Warning,
        }
    }
}
