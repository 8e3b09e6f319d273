//! What Alloy says of random modules: the tables that spare most runs from asking it.
//!
//! `FEX_BLESS=1 cargo test fex_agrees_with_alloy` asks about all modules and writes the tables anew; read the difference before committing
//! it.

use super::compare::Counted;
use super::judge::Verdict;
use super::random::{Kind, Source};
use fex::unit::Digester;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

/// What Alloy says of a module, which is known again by its text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Told {
    module: u64,
    /// With overflows forbidden.
    pub alloy: Counted,
    /// With numbers that wrap around.
    pub wrapping: Counted,
}

impl Told {
    pub fn new(source: &Source, [alloy, wrapping]: [Counted; 2]) -> Told {
        Told { module: digest(source), alloy, wrapping }
    }
}

/// Answers by seeds.
#[derive(Debug, Default)]
pub struct Answers(BTreeMap<u64, Told>);

impl Answers {
    /// Those about modules of a kind; none where their table is to be written.
    pub fn read(kind: Kind) -> Answers {
        if is_blessed() {
            return Answers::default();
        }
        let table = fs::read_to_string(file(kind)).expect("the table is part of the repository");
        Answers(
            table.lines().skip(1).map(|line| row(line).unwrap_or_else(|| panic!("{line} has six columns"))).collect(),
        )
    }

    /// What is known of a module; nothing if it is another one than the table is about.
    pub fn of(&self, seed: u64, source: &Source) -> Option<Told> {
        self.0.get(&seed).copied().filter(|told| told.module == digest(source))
    }

    /// Writes the table, if that is wanted.
    pub fn bless(kind: Kind, asked: &BTreeMap<u64, Told>) {
        if !is_blessed() {
            return;
        }
        let mut table = "seed\tmodule\tverdict\tcount\twrapping\tcount\n".to_owned();
        for (seed, told) in asked {
            let [alloy, wrapping] = [told.alloy, told.wrapping].map(|one| {
                let count = one.count.map_or("-".to_owned(), |count| count.to_string());
                format!("{}\t{count}", name(one.verdict))
            });
            table.push_str(&format!("{seed}\t{:016x}\t{alloy}\t{wrapping}\n", told.module));
        }
        fs::write(file(kind), table).expect("the table can be written");
    }
}

fn is_blessed() -> bool {
    env::var_os("FEX_BLESS").is_some()
}

fn file(kind: Kind) -> PathBuf {
    let name = match kind {
        Kind::Static => "random.tsv",
        Kind::Temporal => "random_traces.tsv",
    };
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/alloy").join(name)
}

fn row(line: &str) -> Option<(u64, Told)> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [seed, module, verdict, count, wrapping, wrapping_count] = columns[..] else { return None };
    let counted = |verdict, count: &str| Some(Counted { verdict: verdict_of(verdict)?, count: count.parse().ok() });
    let told = Told {
        module: u64::from_str_radix(module, 16).ok()?,
        alloy: counted(verdict, count)?,
        wrapping: counted(wrapping, wrapping_count)?,
    };
    Some((seed.parse().ok()?, told))
}

fn name(verdict: Verdict) -> String {
    let value = serde_json::to_value(verdict).expect("a verdict has a name");
    value.as_str().expect("its name is a text").to_owned()
}

fn verdict_of(name: &str) -> Option<Verdict> {
    serde_json::from_value(name.into()).ok()
}

fn digest(source: &Source) -> u64 {
    let mut digester = Digester::new();
    digester.bytes(source.main.as_bytes()).bytes(source.shelf.as_deref().unwrap_or_default().as_bytes());
    let text = digester.digest().to_string();
    u64::from_str_radix(&text[..16], 16).expect("digests are hexadecimal")
}
