//! What surrounds a program: which parts of it its methods meet, as their code and the call graph say, and which sequences do.

use super::member::Member;
use crate::classfile::{
    CallGraph, ClassCode, ClassName, Constant, FieldRef, Invoke, MethodCode, MethodRef, Operation, Type,
};
use crate::worker::protocol::{Sequence, Statement};
use chrono::{DateTime, Datelike, SecondsFormat};
use std::collections::{BTreeMap, BTreeSet};

/// How many instructions before a call may push the name of what it asks for.
const BEFORE: usize = 4;

/// How many calls may lie between a method and what it asks for, for a test to say something about that.
const FARTHEST: usize = 5;

/// The annotation of `fex-junit` for tests that find what surrounds them held; the other classes have what such a test can say.
pub const VIRTUAL: &str = "fex/junit/VirtualEnvironment";
pub(super) const CLASSES: &str = "fex/junit/VirtualClasses";
pub(super) const CLOCK: &str = "fex/junit/VirtualClock";
pub(super) const CONSOLE: &str = "fex/junit/VirtualConsole";
pub(super) const FILES: &str = "fex/junit/VirtualFiles";
pub(super) const MACHINE: &str = "fex/junit/VirtualMachine";
pub(super) const PROCESSES: &str = "fex/junit/VirtualProcesses";
pub(super) const RANDOM: &str = "fex/junit/VirtualRandom";
pub(super) const SYSTEM: &str = "java/lang/System";
pub(super) const INSTANT: &str = "java/time/Instant";

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
    /// What comes of other programs.
    Programs,
    /// Static fields that methods assign to, or whose collections they change.
    Statics,
    /// The rest: locale and zone, threads, the process itself, the network, what reflection lists.
    Other,
}

/// The parts of what surrounds a program of which tests say something, with the texts by which they are asked for.
#[derive(Debug, Default)]
pub struct Sayable {
    /// The nearest ones first.
    pub(super) parts: Vec<(Part, Vec<String>)>,
}

impl Sayable {
    /// The texts by which a part is asked for.
    pub(super) fn names(&self, part: Part) -> &[String] {
        self.parts.iter().find(|(known, _)| *known == part).map_or(&[], |(_, names)| names.as_slice())
    }
}

/// What the methods of a program meet of what surrounds them.
#[derive(Debug, Default)]
pub(super) struct Surroundings {
    /// By name and descriptor, whichever class has it: what is called is seldom known better.
    parts: BTreeMap<(String, String), BTreeSet<Part>>,
    of_constructors: BTreeMap<(ClassName, String), BTreeSet<Part>>,
    /// What the code of a method asks for itself, with the texts that stand right before.
    asked: BTreeMap<MethodRef, BTreeMap<Part, Vec<String>>>,
}

impl Surroundings {
    /// What some classes meet, directly and by what they call.
    pub(super) fn of<'a>(classes: impl Iterator<Item = &'a ClassCode>, calls: &CallGraph) -> Surroundings {
        let mut surroundings = Surroundings::default();
        for class in classes {
            let mut of_initialiser: BTreeMap<Part, Vec<String>> = BTreeMap::new();
            for method in &class.methods {
                let asked = asked(method);
                if &*method.name == "<clinit>" {
                    of_initialiser.clone_from(&asked);
                }
                if !asked.is_empty() {
                    surroundings.asked.insert(class.reference(method), asked);
                }
            }
            // Whoever uses the class first runs that.
            for method in class.methods.iter().filter(|_| !of_initialiser.is_empty()) {
                let known = surroundings.asked.entry(class.reference(method)).or_default();
                of_initialiser.iter().for_each(|(part, texts)| known.entry(*part).or_default().extend(texts.clone()));
            }
        }
        let parts = |(method, asked): (&MethodRef, &BTreeMap<Part, Vec<String>>)| {
            (method.clone(), asked.keys().copied().collect::<BTreeSet<Part>>())
        };
        let mut direct: BTreeMap<MethodRef, BTreeSet<Part>> = surroundings.asked.iter().map(parts).collect();
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

    /// The parts of which a test can say something, of those that some methods meet or what they call, with the texts by which they are asked for:
    /// those first that are fewest calls away.
    pub(super) fn sayable(&self, methods: impl Iterator<Item = MethodRef>, calls: &CallGraph) -> Sayable {
        let mut level: Vec<MethodRef> = methods.collect();
        let mut seen: BTreeSet<MethodRef> = level.iter().cloned().collect();
        let mut sayable = Sayable::default();
        for _ in 0..=FARTHEST {
            for (part, texts) in level.iter().filter_map(|method| self.asked.get(method)).flatten() {
                if matches!(part, Part::Output | Part::Statics | Part::Other) {
                    continue;
                }
                let known = match sayable.parts.iter().position(|(known, _)| known == part) {
                    Some(known) => known,
                    None => {
                        sayable.parts.push((*part, Vec::new()));
                        sayable.parts.len() - 1
                    }
                };
                let names = &mut sayable.parts[known].1;
                for text in texts {
                    if !names.contains(text) {
                        names.push(text.clone());
                    }
                }
            }
            let called = level.iter().flat_map(|method| calls.callees(method)).map(|(callee, _)| callee.clone());
            level = called.filter(|callee| seen.insert(callee.clone())).collect();
        }
        sayable
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

    /// Whether a method, or what it calls, assigns to static fields or changes what they hold.
    pub(super) fn changes_statics(&self, member: &Member) -> bool {
        let known = self.parts.get(&(member.name.clone(), member.descriptor.clone()));
        known.is_some_and(|parts| parts.contains(&Part::Statics))
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
            let is_of_test = owner.starts_with("fex/junit/") && owner != CLASSES;
            is_of_test && name != "out" || owner == SYSTEM && name == "setProperty"
        }
        _ => false,
    }
}

/// Whether it asks what was printed, or what an initialiser does.
fn is_asked(statement: &Statement) -> bool {
    match statement {
        Statement::CallStatic { owner, name, .. } => owner == CLASSES || owner == CONSOLE && name == "out",
        _ => false,
    }
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

pub(super) fn static_call(owner: &str, name: &str, descriptor: &str, arguments: Vec<u32>) -> Statement {
    let [owner, name, descriptor] = [owner, name, descriptor].map(str::to_owned);
    Statement::CallStatic { owner, name, descriptor, arguments }
}

/// The parts that the code of a method asks for itself, with the texts that stand right before.
fn asked(method: &MethodCode) -> BTreeMap<Part, Vec<String>> {
    let instructions = method.code.as_ref().map_or(&[][..], |code| &code.instructions);
    let is_initialiser = &*method.name == "<clinit>";
    let mut asked: BTreeMap<Part, Vec<String>> = BTreeMap::new();
    for (place, one) in instructions.iter().enumerate() {
        let Some(part) = part(&one.operation, is_initialiser) else { continue };
        let texts = asked.entry(part).or_default();
        texts.extend(instructions[place.saturating_sub(BEFORE)..place].iter().filter_map(|before| {
            match &before.operation {
                Operation::Push(Constant::Text(text)) => Some(text.clone()),
                _ => None,
            }
        }));
    }
    if !is_initialiser && changes_static_objects(instructions.iter().map(|one| &one.operation)) {
        asked.entry(Part::Statics).or_default();
    }
    asked
}

/// How methods are called that change a collection, a number or a text of `java.util` and `java.lang`: they begin so.
const CHANGING: [&str; 20] = [
    "add",
    "append",
    "clear",
    "compute",
    "decrement",
    "delete",
    "getAnd",
    "increment",
    "insert",
    "merge",
    "offer",
    "poll",
    "pop",
    "push",
    "put",
    "remove",
    "replace",
    "retain",
    "set",
    "update",
];

/// Whether code reads a static field and then changes what that may have: an element of an array, or an object of the JDK with a state.
fn changes_static_objects<'a>(operations: impl Iterator<Item = &'a Operation>) -> bool {
    let mut has_read = false;
    for operation in operations {
        match operation {
            Operation::GetStatic(FieldRef { owner, ty: Type::Class(_) | Type::Array(_), .. }) => {
                has_read |= *owner != SYSTEM
            }
            Operation::StoreElement if has_read => return true,
            Operation::Invoke(Invoke { method, .. }) if has_read => {
                let owner = method.owner.as_str();
                let has_state = owner.starts_with("java/util/") || owner.starts_with("java/lang/StringBu");
                if has_state && CHANGING.iter().any(|begin| method.name.starts_with(begin)) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
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

/// What a call of the JDK meets.
struct Asking {
    /// The class, or the package if it ends with `/`.
    owner: &'static str,
    /// The names of the methods; all of them if there are none.
    names: &'static [&'static str],
    /// How the descriptor begins, where that matters.
    takes: &'static str,
    /// The part.
    part: Part,
}

const fn asking(owner: &'static str, names: &'static [&'static str], part: Part) -> Asking {
    Asking { owner, names, takes: "", part }
}

/// The calls of the JDK that meet something of what surrounds a program; the first one that fits counts.
const ASKING: &[Asking] = &[
    asking(SYSTEM, &["currentTimeMillis", "nanoTime"], Part::Time),
    asking("java/lang/Thread", &["sleep"], Part::Time),
    asking("java/lang/Object", &["wait"], Part::Time),
    Asking { takes: "()", ..asking("java/util/Date", &["<init>"], Part::Time) },
    asking("java/util/Calendar", &["getInstance"], Part::Time),
    asking("java/util/GregorianCalendar", &["<init>", "getInstance"], Part::Time),
    asking("java/util/Timer", &[], Part::Time),
    asking("java/util/concurrent/ScheduledExecutorService", &[], Part::Time),
    asking("java/util/concurrent/TimeUnit", &["sleep"], Part::Time),
    asking(
        "java/time/Clock",
        &["system", "systemDefaultZone", "systemUTC", "tickMillis", "tickMinutes", "tickSeconds"],
        Part::Time,
    ),
    asking("java/time/", &["now"], Part::Time),
    asking("java/lang/Math", &["random"], Part::Chance),
    asking("java/lang/StrictMath", &["random"], Part::Chance),
    Asking { takes: "()", ..asking("java/util/Random", &["<init>"], Part::Chance) },
    Asking { takes: "()", ..asking("java/util/SplittableRandom", &["<init>"], Part::Chance) },
    asking("java/util/concurrent/ThreadLocalRandom", &[], Part::Chance),
    asking("java/security/SecureRandom", &[], Part::Chance),
    asking("java/util/random/", &["getDefault", "of"], Part::Chance),
    asking("java/util/UUID", &["randomUUID"], Part::Chance),
    Asking { takes: "(Ljava/util/List;)V", ..asking("java/util/Collections", &["shuffle"], Part::Chance) },
    asking(
        "java/io/File",
        &[
            "canExecute",
            "canRead",
            "canWrite",
            "createNewFile",
            "createTempFile",
            "delete",
            "deleteOnExit",
            "exists",
            "getAbsoluteFile",
            "getAbsolutePath",
            "getCanonicalFile",
            "getCanonicalPath",
            "getFreeSpace",
            "getTotalSpace",
            "getUsableSpace",
            "isDirectory",
            "isFile",
            "isHidden",
            "lastModified",
            "length",
            "list",
            "listFiles",
            "listRoots",
            "mkdir",
            "mkdirs",
            "renameTo",
            "setExecutable",
            "setLastModified",
            "setReadOnly",
            "setReadable",
            "setWritable",
        ],
        Part::Files,
    ),
    asking("java/io/FileInputStream", &[], Part::Files),
    asking("java/io/FileOutputStream", &[], Part::Files),
    asking("java/io/FileReader", &[], Part::Files),
    asking("java/io/FileWriter", &[], Part::Files),
    asking("java/io/RandomAccessFile", &[], Part::Files),
    asking("java/nio/file/Files", &[], Part::Files),
    asking("java/nio/file/Path", &["toAbsolutePath", "toRealPath"], Part::Files),
    asking("java/nio/channels/FileChannel", &[], Part::Files),
    asking("java/util/zip/ZipFile", &[], Part::Files),
    asking("java/util/jar/JarFile", &[], Part::Files),
    asking("java/util/logging/FileHandler", &[], Part::Files),
    Asking { takes: "(Ljava/io/File;", ..asking("java/util/Scanner", &["<init>"], Part::Files) },
    Asking { takes: "(Ljava/io/File;", ..asking("java/util/Formatter", &["<init>"], Part::Files) },
    Asking { takes: "(Ljava/io/File;", ..asking("java/io/PrintWriter", &["<init>"], Part::Files) },
    Asking { takes: "(Ljava/io/File;", ..asking("java/io/PrintStream", &["<init>"], Part::Files) },
    asking(SYSTEM, &["console"], Part::Input),
    asking(SYSTEM, &["getenv"], Part::Variables),
    asking(SYSTEM, &["getProperties", "getProperty"], Part::Properties),
    asking("java/lang/Integer", &["getInteger"], Part::Properties),
    asking("java/lang/Long", &["getLong"], Part::Properties),
    asking("java/lang/Boolean", &["getBoolean"], Part::Properties),
    asking("java/lang/Runtime", &["availableProcessors"], Part::Processors),
    asking("java/lang/Runtime", &["exec"], Part::Programs),
    asking("java/lang/Runtime", &[], Part::Other),
    asking(SYSTEM, &["clearProperty", "exit", "identityHashCode", "load", "loadLibrary", "setProperty"], Part::Other),
    asking("java/lang/Process", &[], Part::Other),
    asking("java/lang/ProcessBuilder", &[], Part::Programs),
    asking("java/lang/ProcessHandle", &[], Part::Other),
    asking(
        "java/lang/Thread",
        &["<init>", "getId", "getName", "getStackTrace", "start", "threadId", "toString"],
        Part::Other,
    ),
    asking("java/util/concurrent/Executors", &[], Part::Other),
    asking("java/lang/management/", &[], Part::Other),
    asking("java/net/", &[], Part::Other),
    asking("javax/net/", &[], Part::Other),
    asking("java/util/Locale", &["getDefault", "setDefault"], Part::Other),
    asking("java/util/TimeZone", &["getDefault", "setDefault"], Part::Other),
    asking("java/time/ZoneId", &["systemDefault"], Part::Other),
    asking("java/util/Date", &["toLocaleString", "toString"], Part::Other),
    Asking { takes: "(Ljava/lang/String;", ..asking("java/lang/String", &["format"], Part::Other) },
    Asking { takes: "()", ..asking("java/lang/String", &["toLowerCase", "toUpperCase"], Part::Other) },
    asking("java/lang/String", &["formatted"], Part::Other),
    asking("java/io/PrintStream", &["format", "printf"], Part::Other),
    asking("java/text/SimpleDateFormat", &["<init>"], Part::Other),
    asking("java/text/DecimalFormat", &["<init>"], Part::Other),
    asking("java/text/MessageFormat", &["<init>", "format"], Part::Other),
    asking(
        "java/text/",
        &[
            "getCurrencyInstance",
            "getDateInstance",
            "getDateTimeInstance",
            "getInstance",
            "getIntegerInstance",
            "getNumberInstance",
            "getPercentInstance",
            "getTimeInstance",
        ],
        Part::Other,
    ),
    asking(
        "java/lang/Class",
        &[
            "getClasses",
            "getConstructors",
            "getDeclaredClasses",
            "getDeclaredConstructors",
            "getDeclaredFields",
            "getDeclaredMethods",
            "getFields",
            "getMethods",
        ],
        Part::Other,
    ),
    asking("java/lang/Throwable", &["getStackTrace", "printStackTrace"], Part::Other),
    asking("java/lang/Exception", &["getStackTrace", "printStackTrace"], Part::Other),
];

/// The part that a call of the JDK meets.
fn called(Invoke { method, .. }: &Invoke) -> Option<Part> {
    let (owner, name) = (method.owner.as_str(), &*method.name);
    let is_it = |one: &&Asking| {
        let is_owner = if one.owner.ends_with('/') { owner.starts_with(one.owner) } else { owner == one.owner };
        is_owner
            && (one.names.is_empty() || one.names.contains(&name))
            && (one.takes.is_empty() || method.descriptor.to_string().starts_with(one.takes))
    };
    ASKING.iter().find(is_it).map(|one| one.part)
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
