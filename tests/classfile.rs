//! Control flow, dominance, control dependence and call targets of compiled classes.

use crate::java::javac;
use fex::classfile::{
    BlockId, Call, CallGraph, ClassCode, Code, ControlDependence, Dominance, Flow, Hierarchy, MethodCode, Operation,
    parse_code,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The classes of the JDK's reader of its own image, some sixty, which nobody wrote for a test; each with its code.
fn classes_of_the_jdk() -> Vec<ClassCode> {
    let home = crate::java::home();
    let mut classes = Vec::new();
    fex::classfile::class_files(&home.join("lib/jrt-fs.jar"), |_, bytes| classes.extend(parse_code(bytes)))
        .expect("a JDK has this jar");
    assert!(classes.len() > 40, "{} classes", classes.len());
    classes
}

/// The classes that a source file of `tests/data/classfile` compiles to, with the lines of the file.
fn compiled(file: &str) -> (Vec<ClassCode>, Vec<String>) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/classfile").join(file);
    let into = tempfile::tempdir().expect("a temporary folder");
    javac(into.path(), &[], std::slice::from_ref(&source));
    let mut classes = Vec::new();
    fex::classfile::class_files(into.path(), |_, bytes| classes.extend(parse_code(bytes))).expect("they can be read");
    let text = fs::read_to_string(source).expect("the source can be read");
    (classes, text.lines().map(str::to_owned).collect())
}

fn methods_with_code(classes: &[ClassCode]) -> impl Iterator<Item = (&ClassCode, &MethodCode, &Code)> {
    classes
        .iter()
        .flat_map(|class| class.methods.iter().filter_map(move |method| Some((class, method, method.code.as_ref()?))))
}

/// The blocks that can be reached from one without going through another one.
fn reached(flow: &Flow, from: BlockId, without: Option<BlockId>) -> BTreeSet<BlockId> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        if Some(block) != without && found.insert(block) {
            open.extend(flow.successors(block).into_iter().map(|(_, next)| next));
        }
    }
    found
}

/// The definition of a flow graph, checked on code that nobody wrote for it.
#[test]
fn blocks_are_entered_at_the_start_and_left_at_the_end() {
    let classes = classes_of_the_jdk();
    let mut blocks = 0;
    for (class, method, code) in methods_with_code(&classes) {
        let title = format!("{}.{}", class.name, method.name);
        let flow = Flow::of(code).expect("javac makes no subroutines");
        assert_eq!(reached(&flow, flow.entry(), None), flow.blocks().collect(), "{title}: all blocks can be reached");
        for block in flow.blocks().filter(|block| *block != flow.exit()) {
            blocks += 1;
            let range = flow.instructions(block);
            let (last, inner) = code.instructions[range.clone()].split_last().expect("a block has instructions");
            let jumps =
                |operation: &Operation| matches!(operation, Operation::Branch(..)) || !operation.falls_through();
            assert!(inner.iter().all(|one| !jumps(&one.operation)), "{title}: {range:?} jumps inside");
            let targets: BTreeSet<usize> =
                flow.successors(block).into_iter().map(|(_, next)| flow.instructions(next).start).collect();
            match &last.operation {
                Operation::Branch(_, target) | Operation::Jump(target) => {
                    assert!(targets.contains(&code.index(*target).expect("a target is an instruction")), "{title}");
                }
                Operation::Return | Operation::ReturnValue => {
                    assert!(targets.contains(&flow.instructions(flow.exit()).start), "{title}");
                }
                _ => {}
            }
            assert!(!targets.is_empty(), "{title}: {range:?} leads nowhere");
            range.for_each(|place| assert_eq!(flow.block_of(place), Some(block), "{title}"));
        }
    }
    assert!(blocks > 1000, "{blocks} blocks");
}

/// Dominance by its definition: without the block, the other one is cut off.
#[test]
fn dominance_is_what_its_definition_says() {
    let classes = classes_of_the_jdk();
    for (class, method, code) in methods_with_code(&classes) {
        let flow = Flow::of(code).expect("javac makes no subroutines");
        if flow.blocks().count() > 60 {
            continue;
        }
        let dominators = Dominance::dominators(&flow);
        let post_dominators = Dominance::post_dominators(&flow);
        let everything_ends = flow.blocks().all(|block| reached(&flow, block, None).contains(&flow.exit()));
        for one in flow.blocks() {
            let cut = reached(&flow, flow.entry(), Some(one));
            for other in flow.blocks() {
                let title = format!("{}.{}: {one:?} and {other:?}", class.name, method.name);
                assert_eq!(dominators.dominates(one, other), !cut.contains(&other), "{title}");
                let stuck = !reached(&flow, other, Some(one)).contains(&flow.exit());
                assert!(!everything_ends || post_dominators.dominates(one, other) == stuck, "{title}");
            }
        }
    }
}

/// Control dependence by its definition: the block lies on every way that begins with the outcome, and on some way from the
/// deciding block it does not.
#[test]
fn control_dependence_is_what_its_definition_says() {
    let classes = classes_of_the_jdk();
    let mut dependences = 0;
    for (class, method, code) in methods_with_code(&classes) {
        let flow = Flow::of(code).expect("javac makes no subroutines");
        let everything_ends = flow.blocks().all(|block| reached(&flow, block, None).contains(&flow.exit()));
        if flow.blocks().count() > 60 || !everything_ends {
            continue;
        }
        let dependence = ControlDependence::of(&flow, &Dominance::post_dominators(&flow));
        let always_after = |block: BlockId, start: BlockId| !reached(&flow, start, Some(block)).contains(&flow.exit());
        for block in flow.blocks() {
            let mut expected = BTreeSet::new();
            for from in flow.blocks() {
                for (outcome, next) in flow.successors(from) {
                    let strictly = block != from && always_after(block, from);
                    if always_after(block, next) && !strictly {
                        expected.insert((from, outcome.clone()));
                    }
                }
            }
            dependences += expected.len();
            let found: BTreeSet<_> = dependence.deciding(block).cloned().collect();
            assert_eq!(found, expected, "{}.{}: {block:?}", class.name, method.name);
        }
    }
    assert!(dependences > 500, "{dependences}");
}

/// What a comment of the form `// WORDS a b c` at the end of a line lists.
fn stated<'a>(line: &'a str, words: &str) -> BTreeSet<&'a str> {
    line.split_once(words).map_or_else(BTreeSet::new, |(_, list)| list.split_whitespace().collect())
}

#[test]
fn lines_depend_on_the_lines_that_their_comments_name() {
    let (classes, text) = compiled("Flows.java");
    let mut lines = 0;
    for (_, method, code) in methods_with_code(&classes).filter(|(_, method, _)| method.name != "<init>") {
        let flow = Flow::of(code).expect("javac makes no subroutines");
        let dependence = ControlDependence::of(&flow, &Dominance::post_dominators(&flow));
        let mut deciding: BTreeMap<u16, BTreeSet<String>> = BTreeMap::new();
        for block in flow.blocks().filter(|block| *block != flow.exit()) {
            let line_of = |place: usize| code.line(code.instructions[place].offset).expect("it has a line");
            for place in flow.instructions(block) {
                let found = deciding.entry(line_of(place)).or_default();
                for (from, _) in dependence.deciding(block) {
                    found.insert(line_of(flow.instructions(*from).end - 1).to_string());
                }
            }
        }
        for (line, found) in deciding {
            let expected: BTreeSet<String> =
                stated(&text[usize::from(line) - 1], "// decided by").into_iter().map(str::to_owned).collect();
            assert_eq!(found, expected, "{} line {line}: {}", method.name, text[usize::from(line) - 1]);
            lines += 1;
        }
    }
    assert!(lines > 40, "{lines} lines");
}

#[test]
fn calls_may_run_what_their_comments_name() {
    let (classes, text) = compiled("Dispatch.java");
    let hierarchy = Hierarchy::of(&classes);
    let calls = CallGraph::of(&classes, &hierarchy);
    let mut found: BTreeMap<u16, BTreeSet<String>> = BTreeMap::new();
    for (class, method, code) in methods_with_code(&classes).filter(|(_, method, _)| method.name != "<init>") {
        for (callee, call) in calls.callees(&class.reference(method)) {
            let (Call::At(offset) | Call::Made(offset)) = call;
            let line = code.line(offset).expect("it has a line");
            found.entry(line).or_default().insert(format!("{}.{}", callee.owner, callee.name));
        }
    }
    for (line, text) in (1..).zip(&text) {
        let expected: BTreeSet<String> = stated(text, "// may run").into_iter().map(str::to_owned).collect();
        // The default method calls what its implementations define; that line says nothing about it.
        if !expected.is_empty() {
            assert_eq!(found.remove(&line).unwrap_or_default(), expected, "line {line}: {text}");
        }
    }
}
