//! The worker protocol, as bytes that both languages read.

use fex::worker::protocol::{
    Act, Answer, Answers, Asked, BranchedMethod, Branches, CallSite, CallStep, Capture, Captured, Checking, Configure,
    Constant, Container, Coupling, Covered, Decision, Detail, Environment, Event, Feature, FollowedInput, Frame, Guard,
    InputChange, Inquire, Kind, LONGEST, Led, Member, Met, MethodId, MethodPlan, Missed, MissedInside, MutationSite,
    Mutator, Objects, Observe, Observed, Operator, Perform, Performed, PlaceAnswers, Plain, Point, PointStates,
    Property, Ran, Reading, Report, Request, Sequence, Sequences, Shown, ShownKind, Slot, StackFrame, State, Statement,
    States, StaticPlace, Step, StubMethod, Taint, TaintPlace, TaintStep, TaintWay, Tainted, TaintedInput, Taken,
    ThreadStates, Trace, Type, Unit, Use, VERSION, Value, Variable, Wanted, Watch, WrittenFile,
};
use proptest::prelude::*;
use std::path::Path;
use std::process::Command;
use std::{fs, io};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn golden(name: &str) -> Vec<u8> {
    let path = Path::new(ROOT).join("jvm/protocol").join(format!("{name}.hex"));
    let text = fs::read_to_string(path).expect("a golden frame can be read");
    let digits: Vec<u32> = text.chars().filter_map(|digit| digit.to_digit(16)).collect();
    digits.chunks(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect()
}

fn text(text: &str) -> String {
    text.to_owned()
}

/// A method with one step of each kind.
fn plan() -> MethodPlan {
    let steps = vec![
        Step::Null,
        Step::Int(-7),
        Step::Long(1 << 40),
        Step::Float(0.5),
        Step::Double(0.25),
        Step::Text(text("Aé")),
        Step::Load { variable: 1, ty: text("J") },
        Step::New(text("java/util/ArrayList")),
        Step::EmptyArray(text("I")),
        Step::Call {
            owner: text("java/util/List"),
            name: text("of"),
            descriptor: text("()Ljava/util/List;"),
            of_interface: true,
        },
    ];
    let (owner, name, descriptor) = (text("p/C"), text("m"), text("(J)V"));
    let sites = vec![MutationSite { place: 7, mutators: vec![Mutator::Boundary, Mutator::Removed] }];
    MethodPlan { owner, name, descriptor, replacements: vec![Vec::new(), steps], sites }
}

/// One request of each kind, by the name of its golden frame.
fn requests() -> Vec<(&'static str, Request)> {
    let guard = Guard { methods: vec![plan()], watched: vec![text("p/CTest")], followed: vec![text("p/C")] };
    let observe = Observe {
        methods: vec![method()],
        tests: vec![text("p/CTest")],
        shallow: true,
        depth: 8,
        objects: 1000,
        elements: 900,
        conditions: true,
    };
    let features = vec![
        Feature::Guard(guard),
        Feature::Capture(capture()),
        Feature::Sequences(Sequences {
            watched: vec![text("p/C")],
            objects: vec![objects()],
            depth: 8,
            limit: 1000,
            elements: 900,
            folder: text("/f"),
            is_held: true,
        }),
        Feature::Observe(observe),
        Feature::Environment(Environment {
            ahead: -5000,
            speed: 3,
            reversed: true,
            tells: false,
            is_held: true,
            instant: 7000,
            seed: Some(5),
            variables: vec![Variable { name: text("MODE"), value: text("test") }],
        }),
        Feature::Branches(branches()),
        Feature::Taint(Taint { tests: vec![text("p/CTest")], state: vec![text("p/C")], tells: true }),
    ];
    let wanted = Wanted { test: text("[test]"), thread: 1, point: expression(), occurrence: 3 };
    vec![
        ("configure", Request::Configure(Configure { own: vec![text("/p/classes")], features })),
        ("configure-nothing", Request::Configure(Configure { own: Vec::new(), features: Vec::new() })),
        (
            "discover",
            Request::Discover {
                classes: vec![text("p.CTest"), text("p.DTest")],
                groups: vec![text("fast")],
                excluded_groups: vec![text("slow")],
            },
        ),
        ("renew", Request::Renew),
        ("watch", Request::Watch(Watch { method: None, wanted: vec![wanted] })),
        ("watch-method", Request::Watch(Watch { method: Some(4), wanted: Vec::new() })),
        ("return", Request::Return),
        ("run-all", Request::RunAll { left_out: vec![text("[slow]")] }),
        ("run-unchanged", Request::run(vec![asked("[test]", i64::MAX as u64)], None)),
        (
            "run-replaced",
            Request::run(vec![asked("[test]", 1_000_000), asked("[slow]", 5_000_000)], Some((MethodId(3), 1))),
        ),
        (
            "inquire",
            Request::Inquire(Inquire { members: vec![member("version", ""), member("first", "()J")], fuel: 1000 }),
        ),
        ("change", Request::Change { inputs: vec![InputChange { key: text("p/C.size"), number: 16 }] }),
        ("follow", Request::Follow { inputs: vec![FollowedInput { test: text("[test]"), key: text("p/C.size") }] }),
        ("statics-of", Request::Statics { classes: vec![text("p.C")] }),
        ("perform", Request::Perform(perform(vec![sequence()], Some(3)))),
        ("perform-unchanged", Request::Perform(perform(Vec::new(), None))),
    ]
}

/// A method with a jump and a switch, whose third call is a call site of what it does itself.
fn branches() -> Branches {
    let jump = Decision { keys: Vec::new(), branches: vec![0, 1] };
    let switch = Decision { keys: vec![-3, 4], branches: vec![2, 3, 3] };
    let method = BranchedMethod {
        owner: text("p/C"),
        name: text("m"),
        descriptor: text("(J)V"),
        decisions: vec![jump, switch],
        calls: vec![CallSite { place: 2, site: 0 }],
    };
    let coupling = Coupling { site: 0, runs: 0, is_exact: true, leading: vec![0], reached: vec![2, 3] };
    Branches { methods: vec![method], couplings: vec![coupling], distances: true }
}

/// What was taken of that.
fn taken() -> Taken {
    Taken {
        branches: vec![0, 3],
        sites: vec![0],
        led: vec![Led { coupling: 0, branch: 0 }],
        covered: vec![Covered { coupling: 0, leading: 0, reached: 3 }],
        missed: vec![Missed { branch: 1, distance: 500_000_000 }],
        missed_inside: vec![MissedInside { coupling: 0, branch: 2, distance: 750_000_000 }],
        properties: vec![text("desk.mode")],
        variables: Vec::new(),
        texts: vec![text("yes"), text("no")],
    }
}

fn tainted() -> Tainted {
    let input = TaintedInput {
        key: text("p/CTest.adds()V@3"),
        kind: text("constant"),
        class: text("p/CTest"),
        method: text("adds"),
        descriptor: text("()V"),
        line: 7,
        name: String::new(),
        of: text("I"),
        value: text("5"),
        is_met: true,
        is_checked: true,
        is_guarded: true,
        is_handed: false,
        instead: text("6"),
    };
    let checking = Checking {
        class: text("p/CTest"),
        method: text("adds"),
        descriptor: text("()V"),
        line: 9,
        name: text("assertEquals"),
        test_line: 8,
        inputs: vec![0],
    };
    let step = |kind: &str, line, name: &str, value: &str| {
        let [kind, class, method, descriptor, name] = [kind, "p/CTest", "adds", "()V", name].map(text);
        TaintStep { place: TaintPlace { kind, class, method, descriptor, line, name }, value: text(value) }
    };
    let way = TaintWay {
        key: text("p/CTest.adds()V@3"),
        is_checked: true,
        steps: vec![step("variable", 7, "sum", "5"), step("assertion", 9, "assertEquals", "")],
        others: vec![step("condition", 8, "", "")],
    };
    Tainted { test: text("[test]"), inputs: vec![input], assertions: vec![checking], ways: vec![way] }
}

fn perform(sequences: Vec<Sequence>, method: Option<u32>) -> Perform {
    Perform { sequences, method, replacement: method.map_or(0, |_| 1), fuel: 1000 }
}

/// A sequence with one statement of each kind.
fn sequence() -> Sequence {
    let owner = || text("p/C");
    let day = || text("Lp/Day;");
    let statements = vec![
        Statement::Null,
        Statement::Number { ty: text("D"), bits: (-1.0_f64).to_bits().cast_signed() },
        Statement::Text(text("Aé")),
        Statement::ClassLiteral { ty: text("[I") },
        Statement::Static { owner: text("p/Day"), name: text("MONDAY"), ty: day() },
        Statement::New { owner: owner(), descriptor: text("(Lp/Day;)V"), arguments: vec![4] },
        Statement::Field { of: 5, owner: owner(), name: text("day"), ty: day() },
        Statement::CallStatic { owner: owner(), name: text("of"), descriptor: text("(D)Lp/C;"), arguments: vec![1] },
        Statement::Stub {
            owner: text("java/util/function/Supplier"),
            constructor: String::new(),
            arguments: Vec::new(),
            answers: vec![stub_method("", "", Act::Return(vec![2]))],
        },
        Statement::Stub {
            owner: text("p/Rules"),
            constructor: text("(Lp/Day;)V"),
            arguments: vec![4],
            answers: stub_methods(),
        },
        Statement::Array { element: text("Ljava/lang/Object;"), elements: vec![0, 8] },
        Statement::Known(1),
        Statement::Call {
            on: 7,
            owner: owner(),
            name: text("add"),
            descriptor: text("(Ljava/lang/Object;)V"),
            arguments: vec![11],
        },
        Statement::Folder,
    ];
    Sequence { statements, subject: 12 }
}

fn stub_method(name: &str, descriptor: &str, act: Act) -> StubMethod {
    StubMethod { name: text(name), descriptor: text(descriptor), act }
}

/// A method of a stub for all else that one does.
fn stub_methods() -> Vec<StubMethod> {
    let compute = |parameter, operator| Act::Compute { parameter, operator, value: 1 };
    vec![
        stub_method("run", "()V", Act::Nothing),
        stub_method("fails", "()V", Act::Throw(0)),
        stub_method("same", "(Lp/C;)Lp/C;", Act::Echo(0)),
        stub_method("minus", "(D)D", compute(0, Operator::Minus)),
        stub_method("times", "(D)D", compute(0, Operator::Times)),
        stub_method("square", "(D)D", compute(0, Operator::Square)),
        stub_method("isLess", "(ID)Z", compute(1, Operator::Less)),
        stub_method("isEqual", "(D)Z", compute(0, Operator::Equal)),
    ]
}

/// What came of a sequence, with a value of each kind.
fn performed() -> Performed {
    let parts = vec![
        Plain::Null,
        Plain::Number { ty: text("I"), bits: -7 },
        Plain::Text(text("Aé")),
        Plain::Constant { class: text("p.Day"), name: text("MONDAY") },
        Plain::ClassLiteral { ty: text("[I") },
        Plain::ListOf(vec![Plain::Number { ty: text("Z"), bits: 1 }]),
        Plain::Same(2),
        Plain::Other { class: text("p.C") },
        Plain::Nothing,
    ];
    Performed {
        ended: 13,
        thrown: String::new(),
        message: String::new(),
        cut: false,
        outside: String::new(),
        allocated: 4096,
        reached: vec![MethodId(0), MethodId(5)],
        met: vec![3, 8],
        digests: vec![-5, 0],
        value: Plain::Array { element: text("Ljava/lang/Object;"), parts },
        objects: Vec::new(),
        files: vec![
            WrittenFile { name: text("a/"), size: 0, lines: Vec::new() },
            WrittenFile { name: text("a/b"), size: 3, lines: vec![text("é"), String::new()] },
        ],
        trace: Trace::default(),
    }
}

/// Something that objects of a class can be asked for.
fn member(name: &str, descriptor: &str) -> Member {
    Member { class: text("p/C"), name: text(name), descriptor: text(descriptor) }
}

fn point(class: &str, method: &str, descriptor: &str, (line, number): (u32, u32), what: &str) -> Point {
    let (class, method, descriptor, what) = (text(class), text(method), text(descriptor), text(what));
    Point { class, method, descriptor, line, number, what }
}

/// The end of the invocations of a method.
fn method() -> Point {
    point("p/C", "m", "(J)V", (0, 0), "")
}

/// An expression in a test.
fn expression() -> Point {
    point("p/CTest", "adds", "()V", (7, 2), "list")
}

/// A method that had called another one.
fn frame() -> Frame {
    Frame { class: text("p/C"), method: text("m"), descriptor: text("(J)V"), source: text("C.java"), line: 3 }
}

/// States with one in words.
fn states() -> States {
    let part = |(path, value): (&str, &str)| Property { path: text(path), value: text(value) };
    let properties = [("this.größe", "1"), ("result", "\"A\"")].map(part).to_vec();
    let detail = Detail { occurrence: 2, properties, stack: vec![frame()] };
    let points = vec![
        PointStates { point: method(), digests: vec![-5, 0], details: vec![detail] },
        PointStates { point: expression(), digests: Vec::new(), details: Vec::new() },
    ];
    States {
        test: text("[test]"),
        threads: vec![ThreadStates { points }, ThreadStates { points: Vec::new() }],
        unread: 6,
    }
}

/// What is read of a class with a map.
fn objects() -> Objects {
    let slots = vec![slot("days", Container::Entries, None, (i64::MIN, i64::MAX))];
    Objects {
        root: text("p.C"),
        limits: vec![2],
        width: 9,
        types: vec![Type { class: text("p.C"), group: 0, slots }],
        constants: vec![
            Constant { class: text("p.Day"), field: text("MONDAY") },
            Constant { class: text("java.lang.Object"), field: String::new() },
        ],
    }
}

#[test]
fn requests_are_written_as_the_workers_read_them() {
    for (name, request) in requests() {
        assert_eq!(request.encode(), golden(name), "{name}");
        assert_eq!(Request::decode(&golden(name)).expect("a golden frame is a request"), request, "{name}");
    }
}

fn slot(field: &str, container: Container, used: Option<u32>, range: (i64, i64)) -> Slot {
    Slot { field: text(field), container, used, range }
}

fn asked(test: &str, fuel: u64) -> Asked {
    Asked { test: text(test), fuel }
}

fn capture() -> Capture {
    let slots = vec![
        slot("size", Container::None, None, (0, 3)),
        slot("parts", Container::Places, Some(0), (i64::MIN, i64::MAX)),
    ];
    Capture {
        above: vec![text("p/Above")],
        objects: Objects {
            root: text("p.Tree"),
            limits: vec![1, 3],
            width: 20,
            types: vec![
                Type { class: text("p.Tree"), group: 0, slots },
                Type { class: text("p.Tree$Node"), group: 1, slots: Vec::new() },
            ],
            constants: vec![Constant { class: text("p.Color"), field: text("RED") }],
        },
    }
}

fn captured() -> Captured {
    let parts = vec![Value::Null, Value::Object(1), Value::Int(3)];
    let tree = Observed { class: 0, values: vec![Value::Int(-2), Value::Many(parts)] };
    let node = Observed { class: 1, values: vec![Value::Text(text("é")), Value::Constant(0), Value::Other(6)] };
    let event = |test, thread, method: &str, descriptor: &str, invocation| Event {
        test,
        thread,
        class: text("p/Tree"),
        method: text(method),
        descriptor: text(descriptor),
        invocation,
    };
    let step =
        |event, threw, before, after, caller: &str| CallStep { event, threw, before, after, caller: text(caller) };
    Captured {
        structures: vec![vec![tree, node], Vec::new()],
        steps: vec![
            step(event(3, 1, "add", "(I)V", 2), true, State::Absent, State::Structure(1), "p.TreeTest.adds:7"),
            step(event(0, 0, "size", "()I", 1), false, State::Beyond, State::Unread, ""),
        ],
        captures: 9,
        beyond: vec![0, 5],
        disturbed: 1,
        unread: 2,
        problem: text("java.lang.Error"),
    }
}

/// One report of each kind, by the name of its golden frame.
fn reports() -> Vec<(&'static str, Report)> {
    let unit =
        Unit { id: text("[class]/[test]"), container: text("[class]"), class: text("p.CTest"), name: text("adds") };
    let ran = Ran {
        test: text("[test]"),
        kind: Kind::Assertion,
        thrown: text("java.lang.AssertionError"),
        message: text("expected 1"),
        micros: 1500,
        work: 77,
        cut: false,
        reached: vec![MethodId(0), MethodId(5)],
        initialising: vec![MethodId(5)],
    };
    vec![
        ("hello", Report::Hello { version: VERSION, java: text("17.0.15") }),
        ("ready", Report::Ready(text("JUnit Platform 1.11.4"))),
        ("discovered", Report::Discovered(vec![unit])),
        ("started", Report::Started { number: 3, test: text("[test]") }),
        ("ran", Report::Ran(ran)),
        ("done", Report::Done { spent: true }),
        ("not-instrumented", Report::NotInstrumented { class: text("p/Huge"), reason: text("Method too large") }),
        ("exiting", Report::Exiting),
        ("out-of-memory", Report::OutOfMemory),
        ("failed", Report::Failed(text("there is no framework"))),
        ("captured", Report::Captured(captured())),
        ("states", Report::States(states())),
        ("performed", Report::Performed(performed())),
        ("answers", Report::Answers(answers())),
        (
            "condition",
            Report::Condition(Met {
                point: point("p/C", "m", "(J)V", (3, 1), "size()"),
                kind: text("=="),
                holds: 0,
                fails: 5,
                operands: vec![text("1 and 2"), text("3 and 4")],
            }),
        ),
        ("readings", Report::Readings(vec![Reading { factor: text("zone"), asked: text("new Date"), by: frame() }])),
        ("uses", Report::Uses(vec![Use { what: text("opens /proc/stat"), stack: vec![frame()] }])),
        (
            "statics",
            Report::StaticPlaces(vec![StaticPlace {
                class: text("p.C"),
                name: text("all"),
                digest: -5,
                properties: vec![Property { path: text("all"), value: text("null") }],
            }]),
        ),
        ("taken", Report::Taken(taken())),
        ("tainted", Report::Tainted(tainted())),
        (
            "performed-nothing",
            Report::Performed(Performed {
                ended: 2,
                thrown: text("java.lang.IllegalStateException"),
                message: text("no door has the code 3"),
                cut: true,
                outside: text("delete door"),
                allocated: 0,
                reached: Vec::new(),
                met: Vec::new(),
                digests: Vec::new(),
                value: Plain::Nothing,
                objects: Vec::new(),
                files: Vec::new(),
                trace: Trace {
                    kinds: vec![text("p.Lost"), text("java.lang.Error")],
                    says: text("é"),
                    frames: vec![StackFrame { class: text("p.C"), method: text("m"), line: 7 }],
                },
            }),
        ),
        (
            "performed-structure",
            Report::Performed(Performed {
                ended: 1,
                thrown: String::new(),
                message: String::new(),
                cut: false,
                outside: String::new(),
                allocated: 0,
                reached: Vec::new(),
                met: Vec::new(),
                digests: Vec::new(),
                value: Plain::Other { class: text("p.Tree") },
                objects: observed(),
                files: Vec::new(),
                trace: Trace::default(),
            }),
        ),
    ]
}

/// What a set said when it was asked for its version, and for one of its elements and what that is.
fn answers() -> Answers {
    let shown = |kind, class: &str, said: &str| Shown { kind, class: text(class), text: text(said), parts: Vec::new() };
    let list = Shown {
        parts: vec![shown(ShownKind::Null, "", ""), shown(ShownKind::Text, "", "é")],
        ..shown(ShownKind::List, "", "")
    };
    let answer = |chain: &[u32], value| Answer { root: text("list"), chain: chain.to_vec(), value };
    let (class, method, descriptor) = (text("p/CTest"), text("adds"), text("()V"));
    let answers = vec![answer(&[], list), answer(&[1, 0], shown(ShownKind::Number, "long", "-1"))];
    Answers {
        test: text("[test]"),
        places: vec![PlaceAnswers { class, method, descriptor, line: 7, answers }],
        changing: vec![3],
    }
}

/// Two objects, the first with a value of each kind.
fn observed() -> Vec<Observed> {
    let values = vec![
        Value::Null,
        Value::Int(-7),
        Value::Text(text("Aé")),
        Value::Object(1),
        Value::Constant(0),
        Value::Many(vec![Value::Null, Value::Int(5)]),
        Value::Other(0),
    ];
    vec![Observed { class: 0, values }, Observed { class: 1, values: Vec::new() }]
}

#[test]
fn reports_are_read_as_the_workers_write_them() {
    for (name, report) in reports() {
        assert_eq!(Report::decode(&golden(name)).expect("a golden frame is a report"), report, "{name}");
        assert_eq!(report.encode(), golden(name), "{name}");
    }
}

#[test]
fn a_frame_that_ends_early_or_late_is_refused() {
    for (name, _) in reports() {
        let frame = golden(name);
        for length in 0..frame.len() {
            assert!(Report::decode(&frame[..length]).is_err(), "{name} cut to {length} bytes");
        }
        assert!(Report::decode(&[frame.as_slice(), &[0]].concat()).is_err(), "{name} with a byte more");
    }
    for (name, _) in requests() {
        let frame = golden(name);
        for length in 0..frame.len() {
            assert!(Request::decode(&frame[..length]).is_err(), "{name} cut to {length} bytes");
        }
    }
}

/// A list of values in a list of values, as often as fits into a frame, would take the stack if each took a call.
#[test]
fn lists_in_lists_without_end_are_refused() {
    let Ok(Report::Performed(performed)) = Report::decode(&golden("performed-nothing")) else {
        panic!("a sequence was performed");
    };
    let mut value = Report::Performed(Performed { trace: Trace::default(), ..performed }).encode();
    // The value, which comes before the counts of objects and files and the three of an empty trace, becomes a list.
    value.truncate(value.len() - 21);
    let endless = [&[7][..], &1_u32.to_be_bytes()].concat().repeat(1 << 20);
    let error = Report::decode(&[value, endless].concat()).expect_err("it is no value");
    assert!(error.to_string().contains("lists in lists"), "{error}");
}

#[test]
fn a_count_or_a_length_beyond_the_frame_takes_no_memory() {
    // A list of 2^32 - 1 units, and a frame of that length: both promise what does not come.
    assert!(Report::decode(&[0x83, 0xff, 0xff, 0xff, 0xff]).is_err());
    let error = Report::read_frame(&mut (LONGEST + 1).to_be_bytes().as_slice()).expect_err("the frame is too long");
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_the_decoder_panic(bytes in prop::collection::vec(any::<u8>(), 0..64), kind in 0x80_u8..0x92) {
        // Random bytes seldom begin with the type of a report, so every second frame does.
        let _ = Report::decode(&bytes);
        let _ = Report::decode(&[&[kind], bytes.as_slice()].concat());
    }

    #[test]
    fn no_damage_to_a_frame_makes_the_decoder_panic(which in 0_usize..17, at in any::<prop::sample::Index>(), to in any::<u8>()) {
        let mut frame = golden(reports()[which].0);
        let at = at.index(frame.len());
        frame[at] = to;
        let _ = Report::decode(&frame);
    }
}

#[test]
fn the_java_half_passes_its_own_tests() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = Command::new("mvn")
        .args(["--quiet", "--batch-mode", "--file", "jvm/pom.xml", "verify"])
        .arg(format!("-Dfex.build={}", folder.path().display()))
        .current_dir(ROOT)
        .output()
        .expect("Maven can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    for module in ["instrument", "agent"] {
        assert!(folder.path().join(format!("fex-{module}/surefire-reports")).exists(), "{module} has tests");
    }
}
