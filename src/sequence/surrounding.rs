//! What surrounds a program: which parts of it methods meet, and what a test can say of these with `fex-junit`.

use super::making::{Ingredients, Making};
use super::places::file_name;
use crate::classfile::{CallGraph, ClassCode, ClassName, Constant, FieldRef, Invoke, MethodRef, Operation};
use crate::worker::protocol::{Sequence, Statement};
use chrono::{DateTime, Datelike, SecondsFormat};
use std::collections::{BTreeMap, BTreeSet};

/// How many instructions before a call may push the name of what it asks for.
const BEFORE: usize = 4;

/// How many statements about what surrounds the program a sequence has at most.
const MOST: usize = 6;

/// What clocks show when a test begins, in milliseconds since 1970: the noon of 1 July 2026, as the runtime has it.
const NOON: i64 = 1_782_907_200_000;

/// A second, a minute, an hour, a day, a month and a year, in milliseconds.
const SPANS: [i64; 6] = [1_000, 60_000, 3_600_000, 86_400_000, 2_629_746_000, 31_556_952_000];

/// The annotation of `fex-junit` for tests that find what surrounds them held; the other classes have what such a test can say.
pub const VIRTUAL: &str = "fex/junit/VirtualEnvironment";
const CLOCK: &str = "fex/junit/VirtualClock";
const CONSOLE: &str = "fex/junit/VirtualConsole";
const FILES: &str = "fex/junit/VirtualFiles";
const MACHINE: &str = "fex/junit/VirtualMachine";
const RANDOM: &str = "fex/junit/VirtualRandom";
const SYSTEM: &str = "java/lang/System";
const INSTANT: &str = "java/time/Instant";

/// What is thrown where the end of the JVM is asked for.
pub const END: &str = "fex.runtime.HeldExit$Ended";

/// A part of what surrounds a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// What clocks show, and how long waiting takes.
    Time,
    /// Random numbers.
    Chance,
    /// Files and folders.
    Files,
    /// What is read from the standard input.
    Input,
    /// What is printed.
    Output,
    /// Environment variables.
    Variables,
    /// System properties.
    Properties,
    /// How many processors there are.
    Processors,
    /// Static fields that methods assign to.
    Statics,
    /// The rest: locale and zone, threads, the process and other ones, the network, what reflection lists.
    Other,
}

/// What the methods of a program meet of what surrounds them.
#[derive(Debug, Default)]
pub(super) struct Surroundings {
    /// By name and descriptor, whichever class has it: what is called is seldom known better.
    parts: BTreeMap<(String, String), BTreeSet<Part>>,
    of_constructors: BTreeMap<(ClassName, String), BTreeSet<Part>>,
    /// Texts that stand right before a call that asks for a part by name.
    names: BTreeMap<Part, Vec<String>>,
}

impl Surroundings {
    /// What some classes meet, directly and by what they call.
    pub(super) fn of<'a>(classes: impl Iterator<Item = &'a ClassCode>, calls: &CallGraph) -> Surroundings {
        let (mut surroundings, mut direct) = (Surroundings::default(), BTreeMap::<MethodRef, BTreeSet<Part>>::new());
        for class in classes {
            let mut of_initialiser = BTreeSet::new();
            for method in &class.methods {
                let instructions = method.code.as_ref().map_or(&[][..], |code| &code.instructions);
                let is_initialiser = &*method.name == "<clinit>";
                for (place, one) in instructions.iter().enumerate() {
                    let Some(part) = part(&one.operation, is_initialiser) else { continue };
                    direct.entry(class.reference(method)).or_default().insert(part);
                    for before in &instructions[place.saturating_sub(BEFORE)..place] {
                        if let Operation::Push(Constant::Text(text)) = &before.operation {
                            let names = surroundings.names.entry(part).or_default();
                            if !names.contains(text) {
                                names.push(text.clone());
                            }
                        }
                    }
                }
                if is_initialiser {
                    of_initialiser.extend(direct.get(&class.reference(method)).into_iter().flatten().copied());
                }
            }
            // Whoever uses the class first runs that.
            for method in class.methods.iter().filter(|_| !of_initialiser.is_empty()) {
                direct.entry(class.reference(method)).or_default().extend(&of_initialiser);
            }
        }
        let mut open: Vec<MethodRef> = direct.keys().cloned().collect();
        while let Some(method) = open.pop() {
            let parts = direct[&method].clone();
            for (caller, _) in calls.callers(&method) {
                let known = direct.entry(caller.clone()).or_default();
                if !parts.is_subset(known) {
                    known.extend(&parts);
                    open.push(caller.clone());
                }
            }
        }
        for (method, parts) in direct {
            let (name, descriptor) = (method.name.to_string(), method.descriptor.to_string());
            let known = match name.as_str() {
                "<init>" => surroundings.of_constructors.entry((method.owner, descriptor)).or_default(),
                _ => surroundings.parts.entry((name, descriptor)).or_default(),
            };
            known.extend(parts);
        }
        surroundings
    }

    /// What a statement meets, with what it says itself.
    fn met(&self, statement: &Statement) -> BTreeSet<Part> {
        let known = match statement {
            Statement::New { owner, descriptor, .. } => {
                self.of_constructors.get(&(ClassName::internal(owner), descriptor.clone()))
            }
            Statement::Call { name, descriptor, .. } | Statement::CallStatic { name, descriptor, .. } => {
                self.parts.get(&(name.clone(), descriptor.clone()))
            }
            _ => None,
        };
        known.cloned().unwrap_or_default()
    }

    /// The texts that stand right before calls that ask for a part.
    pub(super) fn names(&self, part: Part) -> &[String] {
        self.names.get(&part).map_or(&[], Vec::as_slice)
    }

    /// The parts of which a test can say something, of those that some methods meet.
    pub(super) fn sayable(&self, methods: impl Iterator<Item = MethodRef>) -> Vec<Part> {
        let mut parts = BTreeSet::new();
        for method in methods {
            let (name, descriptor) = (method.name.to_string(), method.descriptor.to_string());
            let known = match name.as_str() {
                "<init>" => self.of_constructors.get(&(method.owner, descriptor)),
                _ => self.parts.get(&(name, descriptor)),
            };
            parts.extend(known.into_iter().flatten().copied());
        }
        let is_sayable = |part: &Part| !matches!(part, Part::Output | Part::Statics | Part::Other);
        parts.into_iter().filter(is_sayable).collect()
    }

    /// Whether a sequence meets anything of it, or says something about it. What is only printed is nothing that a test finds otherwise elsewhere.
    pub(super) fn meets(&self, sequence: &Sequence) -> bool {
        let meets = |statement: &Statement| self.met(statement).iter().any(|part| *part != Part::Output);
        sequence.statements.iter().any(|statement| meets(statement) || is_said(statement) || is_asked(statement))
    }

    /// Whether random numbers that nobody has chosen a seed for may be met in a sequence.
    pub(super) fn needs_seed(&self, sequence: &Sequence) -> bool {
        let is_chosen =
            |statement: &Statement| matches!(statement, Statement::CallStatic { owner, .. } if owner == RANDOM);
        let mut statements = sequence.statements.iter();
        statements.any(|statement| self.met(statement).contains(&Part::Chance))
            && !sequence.statements.iter().any(is_chosen)
    }

    /// Whether a sequence prints something.
    pub(super) fn prints(&self, sequence: &Sequence) -> bool {
        sequence.statements.iter().any(|statement| self.met(statement).contains(&Part::Output))
    }
}

/// Whether a statement says what surrounds the program.
pub(super) fn is_said(statement: &Statement) -> bool {
    match statement {
        Statement::CallStatic { owner, name, .. } => {
            owner.starts_with("fex/junit/") && name != "out" || owner == SYSTEM && name == "setProperty"
        }
        _ => false,
    }
}

/// Whether it asks what was printed.
fn is_asked(statement: &Statement) -> bool {
    matches!(statement, Statement::CallStatic { owner, name, .. } if owner == CONSOLE && name == "out")
}

/// The statement that asks what was printed.
pub fn printed() -> Statement {
    static_call(CONSOLE, "out", "()Ljava/lang/String;", Vec::new())
}

/// A sequence that chooses the seed which workers begin with, and then does the same.
pub(super) fn seeded(sequence: &Sequence) -> Sequence {
    let seed = Statement::Number { ty: "I".to_owned(), bits: 0 };
    let chosen = Sequence { statements: vec![seed, static_call(RANDOM, "seed", "(I)V", vec![0])], subject: 1 };
    chosen.joined(sequence)
}

fn static_call(owner: &str, name: &str, descriptor: &str, arguments: Vec<u32>) -> Statement {
    let [owner, name, descriptor] = [owner, name, descriptor].map(str::to_owned);
    Statement::CallStatic { owner, name, descriptor, arguments }
}

/// The part that an instruction meets, if it does.
fn part(operation: &Operation, is_initialiser: bool) -> Option<Part> {
    match operation {
        Operation::Invoke(invoke) => called(invoke),
        Operation::GetStatic(FieldRef { owner, name, .. }) if *owner == SYSTEM => match &**name {
            "in" => Some(Part::Input),
            _ => Some(Part::Output),
        },
        Operation::PutStatic(_) if !is_initialiser => Some(Part::Statics),
        _ => None,
    }
}

/// The part that a call of the JDK meets.
fn called(Invoke { method, .. }: &Invoke) -> Option<Part> {
    let (owner, name, descriptor) = (method.owner.as_str(), &*method.name, method.descriptor.to_string());
    let takes_nothing = descriptor.starts_with("()");
    let is_made = name == "<init>";
    Some(match owner {
        "java/lang/System" => match name {
            "currentTimeMillis" | "nanoTime" => Part::Time,
            "getenv" => Part::Variables,
            "getProperty" | "getProperties" => Part::Properties,
            "console" => Part::Input,
            "setProperty" | "clearProperty" | "exit" | "identityHashCode" | "load" | "loadLibrary" => Part::Other,
            _ => return None,
        },
        "java/lang/Integer" if name == "getInteger" => Part::Properties,
        "java/lang/Long" if name == "getLong" => Part::Properties,
        "java/lang/Boolean" if name == "getBoolean" => Part::Properties,
        "java/lang/Runtime" if name == "availableProcessors" => Part::Processors,
        "java/lang/Runtime" | "java/lang/ProcessHandle" | "java/lang/ProcessBuilder" => Part::Other,
        "java/lang/Thread" => match name {
            "sleep" => Part::Time,
            "currentThread" => return None,
            _ => Part::Other,
        },
        "java/lang/Object" if name == "wait" => Part::Time,
        "java/lang/Math" | "java/lang/StrictMath" if name == "random" => Part::Chance,
        "java/util/Random" | "java/util/SplittableRandom" if is_made && takes_nothing => Part::Chance,
        "java/util/concurrent/ThreadLocalRandom" | "java/security/SecureRandom" => Part::Chance,
        "java/util/random/RandomGenerator" if name == "getDefault" || name == "of" => Part::Chance,
        "java/util/UUID" if name == "randomUUID" => Part::Chance,
        "java/util/Collections" if name == "shuffle" && descriptor == "(Ljava/util/List;)V" => Part::Chance,
        "java/util/Date" if is_made && takes_nothing => Part::Time,
        "java/util/Date" if name == "toString" => Part::Other,
        "java/util/Calendar" | "java/util/GregorianCalendar" if is_made || name == "getInstance" => Part::Time,
        "java/util/Timer" | "java/util/concurrent/ScheduledExecutorService" => Part::Time,
        "java/util/concurrent/TimeUnit" if name == "sleep" => Part::Time,
        "java/time/Clock" if name.starts_with("system") || name.starts_with("tick") => Part::Time,
        _ if owner.starts_with("java/time/") && name == "now" => Part::Time,
        "java/util/Locale" | "java/util/TimeZone" | "java/time/ZoneId"
            if name.starts_with("getDefault") || name.starts_with("setDefault") || name == "systemDefault" =>
        {
            Part::Other
        }
        "java/lang/String" => match name {
            "format" | "formatted" if !descriptor.starts_with("(Ljava/util/Locale;") => Part::Other,
            "toLowerCase" | "toUpperCase" if takes_nothing => Part::Other,
            _ => return None,
        },
        "java/text/SimpleDateFormat" | "java/text/DecimalFormat" | "java/text/MessageFormat" if is_made => Part::Other,
        "java/text/NumberFormat" | "java/text/DateFormat" if name.starts_with("get") => Part::Other,
        "java/io/PrintStream" if name == "printf" || name == "format" => Part::Other,
        "java/util/Scanner" | "java/util/Formatter" | "java/io/PrintWriter" | "java/io/PrintStream"
            if is_made && descriptor.contains("Ljava/io/File;") =>
        {
            Part::Files
        }
        "java/io/File" => match name {
            "<init>" | "getName" | "getPath" | "toString" | "equals" | "hashCode" | "getParent" => return None,
            _ => Part::Files,
        },
        "java/io/FileInputStream"
        | "java/io/FileOutputStream"
        | "java/io/FileReader"
        | "java/io/FileWriter"
        | "java/io/RandomAccessFile"
        | "java/nio/file/Files"
        | "java/nio/channels/FileChannel"
        | "java/util/zip/ZipFile"
        | "java/util/jar/JarFile"
        | "java/util/logging/FileHandler" => Part::Files,
        "java/nio/file/Path" if name == "toRealPath" || name == "toAbsolutePath" => Part::Files,
        "java/lang/Class" => match name {
            "getMethods"
            | "getDeclaredMethods"
            | "getFields"
            | "getDeclaredFields"
            | "getConstructors"
            | "getDeclaredConstructors"
            | "getClasses"
            | "getDeclaredClasses" => Part::Other,
            _ => return None,
        },
        "java/lang/Throwable" | "java/lang/Exception"
            if name.starts_with("printStackTrace") || name == "getStackTrace" =>
        {
            Part::Other
        }
        _ if ["java/net/", "javax/net/", "java/util/concurrent/Executors", "java/lang/management/"]
            .iter()
            .any(|package| owner.starts_with(package)) =>
        {
            Part::Other
        }
        _ => return None,
    })
}

impl Ingredients<'_> {
    /// Whether a test can say something of what surrounds the program.
    pub(super) fn can_say(&self) -> bool {
        !self.sayable.is_empty()
    }
}

impl Making<'_, '_> {
    /// States something about what surrounds the program; with texts that the sequence has already.
    pub(super) fn surrounding(&mut self, beside: &[String]) -> Option<u32> {
        let part = self.rng.choice(self.ingredients.sayable.iter().copied())?;
        let (owner, name, descriptor, arguments) = match part {
            Part::Time => {
                let instant = Statement::Number { ty: "J".to_owned(), bits: self.instant() };
                let number = self.literal(instant)?;
                let made = self.push(static_call(INSTANT, "ofEpochMilli", "(J)Ljava/time/Instant;", vec![number]))?;
                (CLOCK, "set", "(Ljava/time/Instant;)V", vec![made])
            }
            Part::Chance => {
                let seed = i64::from(self.rng.u8(0..100));
                let seed = self.literal(Statement::Number { ty: "I".to_owned(), bits: seed })?;
                (RANDOM, "seed", "(I)V", vec![seed])
            }
            Part::Files => {
                let path = self.name(part, beside)?;
                let path = self.literal(Statement::Text(path))?;
                let content = self.lines()?;
                let content = self.literal(Statement::Text(content))?;
                (FILES, "write", "(Ljava/lang/String;Ljava/lang/String;)Ljava/nio/file/Path;", vec![path, content])
            }
            Part::Input => {
                let typed = self.lines()? + "\n";
                let typed = self.literal(Statement::Text(typed))?;
                (CONSOLE, "type", "(Ljava/lang/String;)V", vec![typed])
            }
            Part::Variables | Part::Properties => {
                let name = self.name(part, beside)?;
                let name = self.literal(Statement::Text(name))?;
                let value = self.text_of(None)?;
                let value = self.literal(Statement::Text(value))?;
                let arguments = vec![name, value];
                match part {
                    Part::Variables => (MACHINE, "setVariable", "(Ljava/lang/String;Ljava/lang/String;)V", arguments),
                    _ => {
                        let descriptor = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";
                        (SYSTEM, "setProperty", descriptor, arguments)
                    }
                }
            }
            Part::Processors => {
                let count = self.rng.choice([1, 2, 8, 64])?;
                let count = self.literal(Statement::Number { ty: "I".to_owned(), bits: count })?;
                (MACHINE, "setProcessors", "(I)V", vec![count])
            }
            Part::Output | Part::Statics | Part::Other => return None,
        };
        self.push(static_call(owner, name, descriptor, arguments))
    }

    /// An instant, mostly around the one that tests begin with.
    fn instant(&mut self) -> i64 {
        let mut instant = NOON;
        for span in SPANS {
            if self.rng.bool() {
                instant += span * i64::from(self.rng.i8(-12..=12));
            }
        }
        instant
    }

    /// A text of the sequence or of the program that may name what is asked for.
    pub(super) fn name(&mut self, part: Part, beside: &[String]) -> Option<String> {
        let stated: Vec<&String> = self.ingredients.program.names_of(part).iter().collect();
        let is_plain = |text: &&String| !text.is_empty() && !text.contains(['\0', '\n', '=']);
        let text = match self.rng.u8(0..8) {
            0..4 if !stated.is_empty() => self.rng.choice(stated).cloned(),
            0..6 if !beside.is_empty() => self.rng.choice(beside).cloned(),
            _ => self.text_of(None).map(|text| if part == Part::Files { file_name(&text).to_owned() } else { text }),
        };
        text.filter(|text| is_plain(&text))
    }

    /// Some lines, without the sign for the end of the last one.
    fn lines(&mut self) -> Option<String> {
        let count = 1 + self.rng.usize(0..3);
        let lines = (0..count).map(|_| self.text_of(None)).collect::<Option<Vec<String>>>()?;
        Some(lines.join("\n"))
    }
}

/// Where a statement about what surrounds the program is put into a sequence: before the first one that runs something of it.
pub(super) fn place(sequence: &Sequence) -> usize {
    let runs =
        |statement: &Statement| super::data::runs_code(statement) && !is_said(statement) && !is_instant(statement);
    sequence.statements.iter().position(runs).unwrap_or(0)
}

/// Whether a sequence says as much as it may.
pub(super) fn is_full(sequence: &Sequence) -> bool {
    sequence.statements.iter().filter(|statement| is_said(statement)).count() >= MOST
}

fn is_instant(statement: &Statement) -> bool {
    matches!(statement, Statement::CallStatic { owner, .. } if owner == INSTANT)
}

/// The instant that a statement makes of a number, as text that source can have in its place.
pub(super) fn stated_instant(statements: &[Statement], statement: &Statement) -> Option<String> {
    match statement {
        Statement::CallStatic { owner, name, arguments, .. } if owner == INSTANT && name == "ofEpochMilli" => {
            match statements.get(*arguments.first()? as usize)? {
                Statement::Number { bits, .. } => {
                    let instant = DateTime::from_timestamp_millis(*bits)?;
                    let is_usual = (0..10_000).contains(&instant.year());
                    is_usual.then(|| instant.to_rfc3339_opts(SecondsFormat::AutoSi, true))
                }
                _ => None,
            }
        }
        _ => None,
    }
}
