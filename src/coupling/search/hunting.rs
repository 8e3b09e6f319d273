//! What is searched for, and with what: methods to call, literals and objects to give them, and workers.

use crate::classfile::{ClassName, MethodRef};
use crate::coupling::Counting;
use crate::coupling::classes::Classes;
use crate::coupling::pair::{Kinship, Pair};
use crate::coupling::site::Coupled;
use crate::mutation::Mutants;
use crate::processes;
use crate::sequence::{self, Ingredients, Literals, Member, Performing, Program, Seeds, TestMethod};
use crate::session::Launch;
use crate::worker::protocol::{Environment, Feature, Sequences};
use crate::worker::{Error, Jars};
use chrono::TimeDelta;
use itertools::Itertools;
use std::collections::BTreeSet;
use std::time::Duration;
use tempfile::TempDir;

/// How many references are followed one after the other for the digest of a state.
const DEPTH: u32 = 6;

/// How many objects are read for it.
const OBJECTS: u32 = 200;

/// How many elements of a collection or an array are read.
const ELEMENTS: u32 = 100;

/// The largest heap of a JVM that performs sequences.
const HEAP: &str = "-Xmx1g";

/// How many method entries and loop turns a sequence may take.
const FUEL: u64 = 200_000;

/// What makes a JVM another one than that in which tests are usually run: other identity hash codes, another zone, another locale, a later Java, no
/// messages about `null` that name variables, and threads that go on before the test does.
pub const ELSEWHERE: [&str; 8] = [
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:hashCode=2",
    "-Duser.timezone=Asia/Kathmandu",
    "-Duser.language=de",
    "-Duser.country=DE",
    "-XX:-ShowCodeDetailsInExceptionMessages",
    "-Dfex.java-version=99",
    "-Dfex.others-first=true",
];

/// By how much clocks are ahead in such a JVM: another year, month, day and hour.
const LATER: TimeDelta = TimeDelta::minutes(60 * (24 * 411 + 7) + 13);

/// How many times as fast they run: two readings are not the same millisecond, as they often are otherwise.
const FASTER: u32 = 1000;

/// How many methods of the caller are called for the sake of one that no test can name.
const TARGETS: usize = 8;

/// How many calls may lie between.
const FARTHEST: usize = 4;

/// What workers tell of the objects that sequences make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// Nothing: a search is led by branches alone.
    Nothing,
    /// Digests of their states.
    States,
}

/// What is searched for, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Tests that cover open coupled branches.
    Branches,
    /// Those that are short and assert something: once this stops, the others stay as they were found.
    Shortening,
    /// Those that cover the same in other JVMs: once this stops, the others are lost.
    Confirming,
    /// Those that end with suspicious exceptions.
    Suspicious,
    /// Tests that detect mutants of the callee.
    Mutants,
}

/// What is searched for, and with what.
pub struct Hunting<'h> {
    /// The classes of the pair.
    pub classes: &'h Classes,
    /// The pair.
    pub pair: &'h Pair,
    /// What counts as covered.
    pub counting: Counting,
    /// The coupled branches that tests cover already.
    pub covered: &'h BTreeSet<Coupled>,
    /// The classes that sequences are made of.
    pub program: &'h Program,
    /// How they are started.
    pub launch: &'h Launch,
    /// The Java half.
    pub jars: &'h Jars,
    /// Whether sequences find the environment that tests with `fex-junit` do.
    pub is_held: bool,
    /// What makes workers replace methods of the callee and of the caller: assertions shall notice that.
    pub guard: Feature,
    /// The mutants of the callee that tests shall detect, whose instructions that feature has, too.
    pub mutants: &'h Mutants,
    /// Tests to begin with.
    pub tests: &'h BTreeSet<TestMethod>,
    /// How many sequences are performed.
    pub budget: usize,
    /// What chance begins with.
    pub seed: u64,
    /// How many searches run at a time.
    pub jobs: usize,
    /// Told how much was found so far, coupled branches or mutants, and how many sequences were performed.
    pub progress: &'h (dyn Fn(Stage, usize, usize) + Sync),
    /// How much longer something may be searched for; nothing where no limit says. What was found until then is finished.
    pub left: &'h (dyn Fn(Stage) -> Option<Duration> + Sync),
}

impl Hunting<'_> {
    /// Whether to stop searching for something.
    pub(super) fn stops(&self, stage: Stage) -> bool {
        (self.left)(stage).is_some_and(|left| left.is_zero())
    }

    /// The class whose objects are tested: the caller, unless its methods are tested on objects of a callee below it (section 3.2.5).
    pub fn tested(&self) -> &ClassName {
        match self.pair.kinship {
            Kinship::CallerAbove => &self.pair.callee,
            _ => &self.pair.caller,
        }
    }

    /// The methods that tests can name and that lead to call sites with coupled branches. The published tool counts what tests call
    /// themselves of the callee, too.
    pub(super) fn targets(&self, package: &str) -> Vec<Member> {
        let mut targets: Vec<Member> = Vec::new();
        if self.pair.is_alone() {
            let methods = self.pair.callee_branches.iter().map(|branch| &branch.method);
            methods.unique().for_each(|method| self.add_targets(&mut targets, method, package));
            targets.extend((!self.initial().is_empty()).then(Member::initial));
            return targets;
        }
        if self.counting == Counting::Published {
            let methods: BTreeSet<_> = self.pair.callee_branches.iter().map(|branch| &branch.method).collect();
            for (member, _) in methods.into_iter().flat_map(|method| self.program.nearest(method, package, 1, 1)) {
                if !targets.contains(&member) {
                    targets.push(member);
                }
            }
        }
        for site in self.pair.sites.iter().filter(|site| !site.leading.is_empty() && !site.reached.is_empty()) {
            // What leads to the call is called, which may be another method than the one with the call.
            let methods = site.leading.iter().map(|place| &self.pair.caller_branches[*place].method);
            let methods: BTreeSet<_> = methods.chain([&site.method]).collect();
            methods.into_iter().for_each(|method| self.add_targets(&mut targets, method, package));
        }
        targets
    }

    /// The static fields that say what the initialiser of the class does, if it has branches and finds what surrounds each test.
    fn initial(&self) -> Vec<(ClassName, String)> {
        let class = self.tested();
        let is_asked = |method: &MethodRef| &*method.name == "<clinit>" && method.owner == *class;
        let is_searched = self.pair.is_alone() && self.is_held;
        match is_searched && self.pair.callee_branches.iter().any(|branch| is_asked(&branch.method)) {
            true => self.program.initial(class),
            false => Vec::new(),
        }
    }

    /// Adds what tests can name and leads to a method, as methods of the class that is tested where it inherits them.
    pub(super) fn add_targets(&self, targets: &mut Vec<Member>, method: &MethodRef, package: &str) {
        let tested = self.tested();
        for (mut member, _) in self.program.nearest(method, package, TARGETS, FARTHEST) {
            let is_inherited = member.owner != *tested
                && self.program.above(tested).contains(&member.owner)
                && !member.is_constructor()
                && self.program.has_member(tested, &member.name, &member.descriptor, package);
            if is_inherited && !member.is_static {
                member.owner = tested.clone();
            }
            if !targets.contains(&member) {
                targets.push(member);
            }
        }
    }

    /// What tests are made of.
    pub(super) fn ingredients<'s>(&'s self, package: &'s str, seeds: &Seeds) -> Ingredients<'s> {
        let classes = BTreeSet::from([self.pair.caller.clone(), self.pair.callee.clone()]);
        let mut literals = Literals::of(self.program, &classes);
        literals.add_texts(seeds.texts());
        let sayable = self.program.sayable(&classes);
        let mut ingredients = Ingredients::new(self.program, package, literals, seeds.objects());
        ingredients.sayable = sayable;
        let nests = classes.iter().flat_map(|class| self.program.nest(class)).collect();
        ingredients.asked_types = sequence::asked_types(self.program, &nests);
        let members = classes.iter().flat_map(|class| self.program.members(class, package).to_vec());
        let changers: BTreeSet<Member> = members.filter(|member| self.program.changes_statics(member)).collect();
        ingredients.changers = changers.into_iter().collect();
        ingredients.initial = self.initial();
        ingredients.asked_types.retain(|ty| self.program.is_accessible(ty, package));
        ingredients
    }

    /// Does something with two workers that have a feature. The second one is elsewhere: in another zone and locale, at another time that passes faster, with other hash codes, and where what
    /// surrounds sequences is held, in another working folder.
    pub(super) fn in_workers<T>(
        &self,
        feature: &Feature,
        reading: Reading,
        work: impl FnOnce(&mut [Performing<'_>; 2]) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let folders = [processes::folder()?, processes::folder()?];
        let watched: Vec<String> = self.program.own().map(|(name, _)| name.to_string()).collect();
        let mut launch = self.launch.clone();
        if !launch.settings.limits_the_heap() {
            // What fills it comes to the same on every machine, and soon.
            launch.settings.add_arguments(&[HEAP]);
        }
        let mut elsewhere = launch.clone();
        elsewhere.settings.add_arguments(&ELSEWHERE);
        let empty = processes::folder()?;
        if self.is_held {
            elsewhere.settings.directory = empty.path().to_owned();
        }
        let later = Environment { ahead: LATER.num_milliseconds(), speed: FASTER, ..Environment::REAL };
        let later = Feature::Environment(later);
        // Where what surrounds sequences is held, clocks are, too.
        let later = (!self.is_held).then_some(later);
        let start = |launch: &Launch, folder: &TempDir, later: Option<&Feature>| {
            let (watched, objects) = (watched.clone(), Vec::new());
            let folder = folder.path().to_string_lossy().into_owned();
            let (depth, limit, elements) = match reading {
                Reading::Nothing => (0, 0, 0),
                Reading::States => (DEPTH, OBJECTS, ELEMENTS),
            };
            let sequences = Sequences { watched, objects, depth, limit, elements, folder, is_held: self.is_held };
            let features: Vec<Feature> =
                [Feature::Sequences(sequences), feature.clone()].into_iter().chain(later.cloned()).collect();
            launch.start(self.jars, &features).map(|(worker, _)| worker)
        };
        let [first, second] = &folders;
        let mut performing = [
            Performing::new(|| start(&launch, first, None), FUEL),
            Performing::new(|| start(&elsewhere, second, later.as_ref()), FUEL),
        ];
        work(&mut performing)
    }
}
