//! Listing all structures on several cores: the same bytes as one after the other, whenever the listing was stopped before.

use crate::cli::{self, Folder};
use crate::{heaps, specification};
use fex::extension::{self, Encoded, ListConfig, ListError, Print};
use fex::fixture::json;
use fex::fixture::lines::Printer;
use fex::lower::Lowered;
use fex::relational::Instance;
use fex::resolve::{Generate, Module};
use fex::sat::Interrupt;
use fex::schema::{Schema, SpecText};
use fex::solve::Status;
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

/// A specification at a scope, ready to be listed.
struct Specification {
    name: String,
    module: Module,
    generate: Generate,
    lowered: Lowered,
    encoded: Encoded,
}

struct Lines<'l>(Printer<'l>);

impl Print for Lines<'_> {
    fn print(&mut self, changed: usize, holds: impl Fn(usize) -> bool, out: &mut Vec<u8>) {
        self.0.print(changed, holds, out);
    }
}

impl Specification {
    fn new(name: &str, text: &str, scope: u32) -> Specification {
        let module = heaps::module(name, text);
        let generate = module.generates[0].clone();
        let lowered = heaps::lowered_at(&module, &generate, scope);
        let encoded = specification::encoded(&lowered.problem);
        // What fex searches.
        let encoded = encoded.tightened().unwrap_or(encoded);
        Specification { name: format!("{name} at scope {scope}"), module, generate, lowered, encoded }
    }

    fn schema(&self) -> Schema<'_> {
        Schema {
            module: &self.module,
            generate: &self.generate,
            problem: &self.lowered.problem,
            field_relation: &self.lowered.field_relation,
            sig_relation: &self.lowered.sig_relation,
            scope: self.lowered.scope,
            spec: SpecText { name: "a.spec", text: "" },
        }
    }

    /// The lines of all structures, or of those behind one.
    fn lines(&self, threads: usize, after: Option<&Instance>) -> Result<String, ListError> {
        let places: Vec<_> = extension::places(&self.encoded).iter().map(|at| (at.relation, at.tuple)).collect();
        let schema = Schema { problem: &self.encoded.core.problem, ..self.schema() };
        let printer = || Lines(Printer::new(&schema, &places));
        let mut bytes = Vec::new();
        let config = ListConfig { threads, interrupt: Interrupt::default() };
        let write = |part: &[u8]| {
            bytes.extend_from_slice(part);
            Ok(())
        };
        let (count, status) = extension::list(&self.encoded, &config, after, printer, write, |_| {})?;
        let text = String::from_utf8(bytes).expect("lines are text");
        assert_eq!((text.lines().count() as u64, status), (count, Status::Complete), "{}", self.name);
        Ok(text)
    }
}

/// The shipped specifications, one with fields of every shape, and one whose objects are numbered by a walk over two classes.
fn specifications() -> impl Iterator<Item = Specification> {
    let every_shape = format!(
        "{}pred few[b: Box] {{ #b.items = 1 and no b.pairs and no others and no mark and no b.at[1] }}\n\
         generate Box satisfying few for 2 {{ count in 0 .. 0  key in 0 .. 0  at index in 0 .. 1 }}",
        heaps::EVERY_SHAPE
    );
    let more = [("every shape".to_owned(), every_shape), ("across".to_owned(), specification::ACROSS.to_owned())];
    let texts = [specification::structures(), more.to_vec()].concat();
    texts.into_iter().flat_map(|(name, text)| (1..=3).map(move |scope| Specification::new(&name, &text, scope)))
}

/// All structures, if these are not more than so many.
fn few(specification: &Specification, most: usize) -> Option<Vec<Instance>> {
    let mut instances = Vec::new();
    extension::enumerate(&specification.encoded, &Default::default(), |instance| {
        instances.push(instance.clone());
        instances.len() <= most
    })
    .expect("evaluator and translation agree");
    (instances.len() <= most).then_some(instances)
}

/// Instances come from the enumerator alone, and are read and printed one by one, as those of suites are.
#[test]
fn lines_say_what_instances_are_in_their_order_on_any_number_of_threads() {
    let mut several = 0;
    for specification in specifications() {
        let Some(instances) = few(&specification, 1_000) else { continue };
        let lines = specification.lines(1, None).expect("nothing fails");
        let read: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
        let expected: Vec<Value> =
            json::structures(&specification.schema(), &instances).iter().map(|of| json!(of)).collect();
        assert_eq!(read, expected, "{}", specification.name);
        for threads in [2, 3] {
            assert_eq!(specification.lines(threads, None).expect("nothing fails"), lines, "{}", specification.name);
        }
        several += usize::from(instances.len() >= 20);
    }
    assert!(several > 5, "{several} specifications have twenty structures or more");
}

#[test]
fn a_listing_goes_on_behind_any_structure() {
    let mut done = 0;
    for specification in specifications() {
        let Some(instances) = few(&specification, 500).filter(|instances| instances.len() >= 2) else { continue };
        let lines = specification.lines(1, None).expect("nothing fails");
        let ends: Vec<usize> = lines.match_indices('\n').map(|(at, _)| at + 1).collect();
        for place in (0..instances.len()).step_by(instances.len().div_ceil(4)).chain([instances.len() - 1]) {
            let threads = 1 + place % 3;
            let rest = specification.lines(threads, Some(&instances[place])).expect("nothing fails");
            assert_eq!(rest, lines[ends[place]..], "{} behind structure {place}", specification.name);
            done += 1;
        }
    }
    assert!(done > 80, "{done}");
}

#[test]
fn a_listing_does_not_go_on_behind_what_is_no_structure() {
    let text = std::fs::read_to_string(specification::path("search_tree")).expect("it is shipped");
    let [small, large] = [2, 3].map(|scope| Specification::new("search_tree", &text, scope));
    let mut instance = specification::instances(&large.encoded).pop().expect("there is a structure");
    instance.relations.iter_mut().for_each(|relation| *relation = fex::relational::TupleSet::empty(relation.arity()));
    for specification in [small, large] {
        assert!(matches!(specification.lines(1, Some(&instance)), Err(ListError::Foreign)));
    }
}

/// What was written by then is a beginning of all lines, whole.
#[test]
fn an_interrupted_listing_has_a_beginning_of_all_lines() {
    let text = std::fs::read_to_string(specification::path("search_tree")).expect("it is shipped");
    let specification = Specification::new("search_tree", &text, 7);
    let all = specification.lines(1, None).expect("nothing fails");
    let places: Vec<_> = extension::places(&specification.encoded).iter().map(|at| (at.relation, at.tuple)).collect();
    let schema = Schema { problem: &specification.encoded.core.problem, ..specification.schema() };
    for threads in 1..=3 {
        let config = ListConfig { threads, interrupt: Interrupt::default() };
        let mut bytes = Vec::new();
        let write = |part: &[u8]| {
            bytes.extend_from_slice(part);
            config.interrupt.stop.store(true, Ordering::Relaxed);
            Ok(())
        };
        let printer = || Lines(Printer::new(&schema, &places));
        let (count, status) =
            extension::list(&specification.encoded, &config, None, printer, write, |_| {}).expect("nothing fails");
        let text = String::from_utf8(bytes).expect("lines are text");
        assert_eq!(status, Status::Interrupted);
        assert!(text.ends_with('\n') && text.len() < all.len() && all.starts_with(&text), "{threads} threads");
        assert_eq!(text.lines().count() as u64, count);
    }
}

#[test]
fn a_listing_that_cannot_be_written_says_so() {
    let text = std::fs::read_to_string(specification::path("search_tree")).expect("it is shipped");
    let specification = Specification::new("search_tree", &text, 4);
    let schema = specification.schema();
    let config = ListConfig { threads: 2, interrupt: Interrupt::default() };
    let write = |_: &[u8]| Err(std::io::Error::other("full"));
    let printer = || Lines(Printer::new(&schema, &[]));
    let listed = extension::list(&specification.encoded, &config, None, printer, write, |_| {});
    assert!(matches!(listed, Err(ListError::Io(error)) if error.to_string() == "full"));
}

/// The command: an incomplete file goes on to be the complete one, byte for byte, and only such a file does.
#[test]
fn a_stopped_listing_is_resumed() {
    let folder = Folder::new();
    let spec = specification::path("search_tree").display().to_string();
    let file = folder.path("out").join("searchTree.jsonl");
    let out = folder.path("out").display().to_string();
    let list = |scope: &str, more: &[&str]| {
        let words =
            ["generate", &spec, "--scope", scope, "--exhaustive", "--format", "json", "--out", &out, "--threads", "2"];
        cli::fex(&[&words, more].concat())
    };
    let resume = |scope: &str| list(scope, &["--resume"]);
    assert!(resume("5").err.contains("to go on with"), "there is no file yet");
    assert_eq!(list("5", &[]).code, Some(0));
    let complete = std::fs::read_to_string(&file).expect("it was written");
    assert!(resume("5").err.contains("has all structures already"));
    assert_eq!(list("5", &["--time-limit", "0"]).code, Some(3));
    let begun = std::fs::read_to_string(&file).expect("it was written");
    assert_eq!(begun.lines().count(), 1, "only the head");
    for (lines, cut_off) in [(0, ""), (1, ""), (40, ""), (41, "{\"objects\":[{\"id\":"), (187, ""), (188, "")] {
        let known: String = complete.split_inclusive('\n').skip(1).take(lines).collect();
        std::fs::write(&file, format!("{begun}{known}{cut_off}")).expect("it can be written");
        let run = resume("5");
        assert_eq!(run.code, Some(0), "{}", run.said());
        assert!(run.out.contains("structures, all there are"), "{}", run.out);
        assert_eq!(std::fs::read_to_string(&file).expect("it was written"), complete, "after {lines} lines");
        std::fs::write(&file, format!("{begun}{known}")).expect("it can be written");
        let stopped = list("5", &["--resume", "--time-limit", "0"]);
        let kept = std::fs::read_to_string(&file).expect("it is there");
        assert!(stopped.code == Some(3) || kept == complete, "{}", stopped.said());
        assert!(
            kept.starts_with(&format!("{begun}{known}")) || kept == complete,
            "nothing is lost after {lines} lines"
        );
    }
    std::fs::write(&file, &begun).expect("it can be written");
    let other = resume("4");
    assert_eq!(other.code, Some(2));
    assert!(other.err.contains("no listing of this specification at this scope"), "{}", other.err);
    let last = complete.lines().nth(40).expect("there are structures").replace("\"left\":null", "\"left\":7");
    std::fs::write(&file, format!("{begun}{last}\n")).expect("it can be written");
    assert!(resume("5").err.contains("does not say which structures come after it"), "a value that no key has");
    let plain = cli::fex(&["generate", &spec, "--resume", "--out", &out]);
    assert!(plain.err.contains("only a listing of all structures as JSON is resumed"), "{}", plain.err);
}
