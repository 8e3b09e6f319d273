//! Mutants of methods: what is said of instructions is what the JVM finds there.

use crate::java::javac;
use crate::maven;
use crate::sequence::launch;
use fex::classfile::{self, ClassCode};
use fex::mutation::{Mutant, Mutants};
use fex::worker::Jars;
use fex::worker::protocol::{Feature, Guard, Perform, Report, Request, Sequence, Sequences, Statement};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// All methods of some classes, with their mutants.
fn all<'c>(classes: impl IntoIterator<Item = &'c ClassCode>) -> (Guard, Mutants) {
    let mut guard = Guard { methods: Vec::new(), watched: Vec::new(), followed: Vec::new() };
    let mutants = Mutants::of(classes, |_| true, &mut guard);
    (guard, mutants)
}

fn classes(place: &Path) -> Vec<ClassCode> {
    let mut classes = Vec::new();
    classfile::class_files(place, |_, bytes| classes.extend(classfile::parse_code(bytes))).expect("it can be read");
    classes
}

/// What a reader of this source says may differ, method by method; `<=` ends the loop one turn later, and `a` and `b` are what `a - b` is made of.
#[test]
fn instructions_may_do_what_a_reader_of_the_source_says() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("Sum.java");
    let text = "class Sum {
    private int base;

    Sum(int base) {
        this.base = base;
    }

    int difference(int a, int b) {
        return a - b;
    }

    boolean isLess(int a) {
        return a < base;
    }

    String text() {
        return String.valueOf(base);
    }

    static int seven() {
        return 7;
    }
}
";
    fs::write(&source, text).expect("it can be written");
    javac(&folder.path().join("classes"), &[], &[source]);
    let classes = classes(&folder.path().join("classes"));
    let (guard, mutants) = all(&classes);
    let of = |name: &str| -> BTreeSet<String> {
        let of_method = |mutant: &&Mutant| &*mutant.method.name == name;
        mutants.all.iter().filter(of_method).map(|mutant| mutant.differs.clone()).collect()
    };
    let expected = |words: &[&str]| -> BTreeSet<String> { words.iter().map(|word| (*word).to_owned()).collect() };
    let a_variable = ["a variable is 1 more", "a variable has the other sign"];
    assert_eq!(of("<init>"), expected(&a_variable));
    let of_difference = ["`-` is `+`", "`-` gives its first operand", "`-` gives its second operand"];
    let of_result = ["the result is 0", "the result is 1 more"];
    assert_eq!(of("difference"), expected(&[&a_variable[..], &of_difference, &of_result].concat()));
    let of_condition =
        ["a condition has one outcome only", "a condition has the other outcome only", "a bound is moved by one"];
    let of_field = ["`base` is 1 more", "`base` has the other sign"];
    // Both outcomes are constants, and returned by one instruction.
    let of_truth = ["`1` is 1 more", "`1` is 0", "`0` is 1 more"];
    assert_eq!(of("isLess"), expected(&[&a_variable[..], &of_field, &of_condition, &of_truth].concat()));
    assert_eq!(of("text"), expected(&[&of_field[..], &["`valueOf` is not called", "the result is null"]].concat()));
    assert_eq!(of("seven"), expected(&["`7` is 1 more", "`7` is 0"]));
    let sites: usize = guard.methods.iter().map(|plan| plan.sites.len()).sum();
    let last = mutants.all.iter().map(|mutant| mutant.site as usize).max();
    assert_eq!(last, Some(sites - 1));
}

/// The numbers of instructions are those that the Java half counts, and each can do what is said of it: else a class is not changed, and its worker
/// says so. The classes are those of other people.
#[test]
fn the_worker_finds_each_instruction_where_it_is_said_to_be() {
    let jar = maven::jar("org.apache.commons:commons-lang3:3.17.0");
    let classes = classes(&jar);
    let (guard, mutants) = all(&classes);
    assert!(mutants.all.len() > 40_000, "{}", mutants.all.len());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut launch = launch(folder.path(), &[]);
    launch.settings.class_path = vec![jar.clone()];
    launch.own = vec![jar.display().to_string()];
    let sequences = Sequences {
        watched: Vec::new(),
        objects: Vec::new(),
        depth: 0,
        limit: 0,
        elements: 0,
        folder: String::new(),
        is_held: false,
    };
    let jars = Jars::unpack().expect("the Java half was built");
    let features = [Feature::Guard(guard), Feature::Sequences(sequences)];
    let (mut worker, _) = launch.start(&jars, &features).expect("a worker starts");
    let loading = |class: &ClassCode| Sequence {
        statements: vec![Statement::ClassLiteral { ty: format!("L{};", class.name) }],
        subject: 0,
    };
    let sequences: Vec<Sequence> = classes.iter().map(loading).collect();
    let count = sequences.len();
    let perform = Perform { sequences, method: None, replacement: 0, fuel: 1_000_000 };
    worker.ask(&Request::Perform(perform)).expect("it listens");
    for _ in 0..count {
        let report = worker.answer_in_own_time(Duration::from_secs(60)).expect("it answers");
        let Report::Performed(performed) = report else { panic!("{report:?}") };
        assert_eq!(performed.thrown, "");
    }
    assert_eq!(worker.not_instrumented, Vec::new());
}
