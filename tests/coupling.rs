//! `fex integrate` on the classes of `jvm/targets`: the example of the paper, and classes whose tests state what they cover.

use crate::extreme::Targets;
use crate::java::javac;
use crate::maven::{self, JUNIT};
use fex::coupling::{Classes, Counting, Pair, Refusal, condition, named, pairs};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn classes() -> Classes {
    Classes::read(&[Targets::compiled().path("main")], &[], &[]).expect("they can be read")
}

fn pair(classes: &Classes, caller: &str, callee: &str) -> Pair {
    named(classes, caller, callee, Counting::Causal).unwrap_or_else(|refusal| panic!("{caller}, {callee}: {refusal:?}"))
}

/// The lines of call sites with the lines and conditions of the branches that lead there, and of those that are reached.
fn shown(classes: &Classes, pair: &Pair) -> BTreeMap<u16, (Vec<String>, Vec<String>)> {
    let words = |branch| {
        let (line, words) = condition(classes, branch);
        format!("{}: {words}", line.expect("the targets have lines"))
    };
    let of = |site: &fex::coupling::Site| {
        let leading = site.leading.iter().map(|place| words(&pair.caller_branches[*place])).collect();
        let reached = site.reached.iter().map(|place| words(&pair.callee_branches[*place])).collect();
        (site.line.expect("the targets have lines"), (leading, reached))
    };
    pair.sites.iter().map(of).collect()
}

fn site(leading: &[&str], reached: &[&str]) -> (Vec<String>, Vec<String>) {
    let all = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect();
    (all(leading), all(reached))
}

/// Sections 3.1.1 to 3.1.3: the only target branch of `Person` for `Car.refuel` is <13,16>, those of `Car` are <b8,b9> and <b8,b10>, and
/// that makes two coupled branches. Line 8 calls `drive`, which has no branches; line 2 makes the car.
#[test]
fn person_and_car_have_the_branches_of_the_paper() {
    let classes = classes();
    let pair = pair(&classes, "persons.Person", "persons.Car");
    let refuel = ["8: fuelAmount > 90", "8: fuelAmount <= 90"];
    let expected = BTreeMap::from([
        (2, site(&[], &[])),
        (8, site(&["5: car.fuelAmount >= 100"], &[])),
        (16, site(&["13: !lazy"], &refuel)),
    ]);
    assert_eq!(shown(&classes, &pair), sorted(expected));
    assert_eq!(pair.coupled().len(), 2);
}

/// The order of two branches of one instruction is no part of what the paper says.
fn sorted(mut sites: BTreeMap<u16, (Vec<String>, Vec<String>)>) -> BTreeMap<u16, (Vec<String>, Vec<String>)> {
    for (leading, reached) in sites.values_mut() {
        leading.sort();
        reached.sort();
    }
    sites
}

/// Section 3.1.5: where the caller is the class above, call sites are the calls of what the class below has redefined, which is line 6, and
/// the callee's branches are those of the methods that it declares. (The paper names node 13, too, which is the first node of what line 6
/// calls.) `addEnergy` of `Person` is no part of the caller's graph.
#[test]
fn a_caller_above_its_callee_calls_what_that_has_redefined() {
    let classes = classes();
    let pair = pair(&classes, "persons.Person", "persons.GreenPerson");
    let reached = [
        "5: lazy",
        "5: !lazy",
        "7: chargerAvailable()",
        "7: !chargerAvailable()",
        "15: ChargingStation.takeAvailableStations().size() > 0",
        "15: ChargingStation.takeAvailableStations().size() <= 0",
    ];
    let expected = BTreeMap::from([(6, site(&["5: car.fuelAmount < 100"], &reached))]);
    let mut found = shown(&classes, &pair);
    found = sorted(found);
    assert_eq!(found, sorted(expected));
    assert_eq!(pair.coupled().len(), 6);
    assert!(!pair.caller_methods.iter().any(|method| &*method.name == "addEnergy"), "{:?}", pair.caller_methods);
    let of_green = pair.callee_methods.iter().map(|method| &*method.name).collect::<BTreeSet<_>>();
    assert_eq!(of_green, BTreeSet::from(["<init>", "addEnergy", "chargerAvailable"]));
}

/// Section 3.1.5: where the caller is the class below, call sites are the calls of what it has inherited and not redefined, which is
/// `takeBus` in line 6. (The paper's figure calls line 7 such a call, which by its own listing calls a private method of the same class.)
#[test]
fn a_caller_below_its_callee_calls_what_it_has_inherited() {
    let classes = classes();
    let pair = pair(&classes, "persons.GreenPerson", "persons.Person");
    assert_eq!(shown(&classes, &pair), BTreeMap::from([(6, site(&["5: lazy"], &[]))]));
    assert_eq!(pair.coupled().len(), 0);
}

/// What is inherited is called on the class that inherits it, and on the one that declares it.
#[test]
fn an_inherited_method_is_called_on_both_classes() {
    let classes = classes();
    for callee in ["persons.HybridCar", "persons.Car"] {
        let pair = pair(&classes, "persons.GreenPerson", callee);
        let found = sorted(shown(&classes, &pair));
        let refuel = ["8: fuelAmount > 90", "8: fuelAmount <= 90"];
        let expected = sorted(BTreeMap::from([(10, site(&["7: !chargerAvailable()"], &refuel))]));
        assert_eq!(found.get(&10), expected.get(&10), "{callee}");
    }
}

#[test]
fn what_makes_no_pair_is_said() {
    let classes = classes();
    let refused = |caller, callee| named(&classes, caller, callee, Counting::Causal).expect_err("there is no pair");
    let class = fex::classfile::ClassName::binary;
    assert_eq!(refused("persons.Car", "persons.Car"), Refusal::Same(class("persons.Car")));
    assert_eq!(
        refused("persons.Car", "persons.Person"),
        Refusal::NoSites { caller: class("persons.Car"), callee: class("persons.Person"), reversed: 3 }
    );
    assert_eq!(refused("persons.Persom", "persons.Car"), Refusal::Missing("persons.Persom".to_owned(), Vec::new()));
    assert_eq!(
        refused("stations.Station", "persons.Car"),
        Refusal::Missing("stations.Station".to_owned(), vec!["persons.ChargingStation".to_owned()])
    );
    // Nobody has asked for its class file.
    assert_eq!(refused("persons.Person", "java.util.List"), Refusal::Missing("java.util.List".to_owned(), Vec::new()));
    assert!(matches!(refused("sequences.Account", "Account"), Refusal::Ambiguous(..)));
    assert!(named(&classes, "GreenPerson", "HybridCar", Counting::Causal).is_ok());
}

/// Every pair that is listed is the one that its names give, too.
#[test]
fn all_pairs_are_the_pairs_that_can_be_named() {
    let classes = classes();
    let all = pairs(&classes, Counting::Causal);
    let persons: BTreeSet<(String, String)> = all
        .iter()
        .map(|pair| (pair.caller.to_binary(), pair.callee.to_binary()))
        .filter(|(caller, _)| caller.starts_with("persons."))
        .collect();
    let expected = [
        ("GreenPerson", "Car"),
        ("GreenPerson", "ChargingStation"),
        ("GreenPerson", "HybridCar"),
        ("GreenPerson", "Person"),
        ("Person", "Car"),
        ("Person", "GreenPerson"),
        // A car may be a hybrid one.
        ("Person", "HybridCar"),
    ];
    let expected = expected.map(|(caller, callee)| (format!("persons.{caller}"), format!("persons.{callee}")));
    assert_eq!(persons, BTreeSet::from(expected));
    for one in &all {
        let again = pair(&classes, &one.caller.to_binary(), &one.callee.to_binary());
        assert_eq!(again.coupled(), one.coupled(), "{} {}", one.caller, one.callee);
    }
}

pub fn integrate(tests: &str, more: &[&str]) -> Output {
    let targets = Targets::compiled();
    let cache = tempfile::tempdir().expect("a temporary folder");
    let mut fex = targets.command_of("integrate", &targets.path("project"), cache.path());
    fex.args(["--test-names", tests]).args(more).output().expect("the binary starts")
}

pub fn reported(tests: &str, more: &[&str]) -> Value {
    checked(&integrate(tests, &[&["--format", "json"], more].concat()))
}

/// The report that was printed, as its schema has it.
pub fn checked(output: &Output) -> Value {
    let report = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar/integrate.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).expect("it can be read")).expect("it is JSON");
    let validator = jsonschema::validator_for(&schema).expect("it is a schema");
    let errors: Vec<String> = validator.iter_errors(&report).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{report}");
    report
}

/// What each test covers: a condition of the caller with one of the callee.
type Covered = BTreeMap<String, BTreeSet<(String, String)>>;

/// What the comments before the tests state, causally and as the published tool counts, which counts the former, too, where the call depends
/// on the branch in its own method or in one that calls it.
fn stated(of: &str) -> [Covered; 2] {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("jvm/targets/test/coupled/{of}.java"));
    let text = fs::read_to_string(path).expect("the targets can be read");
    let (mut causal, mut published) = (Covered::new(), Covered::new());
    let mut before: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(comment) = line.strip_prefix("// ") {
            before.push(comment);
        } else if let Some(rest) = line.strip_prefix("void ") {
            let test = format!("coupled.{of}.{}", rest.split('(').next().expect("a name"));
            for comment in before.drain(..) {
                let (counts, comment) = match comment.split_once(' ') {
                    Some(("published", rest)) => (&mut [&mut published][..], rest),
                    Some(("causal", rest)) => (&mut [&mut causal][..], rest),
                    _ => (&mut [&mut causal, &mut published][..], comment),
                };
                let (caller, callees) = comment.split_once(": ").expect("a branch and others");
                for count in counts {
                    let pairs = callees.split(", ").map(|callee| (caller.to_owned(), callee.to_owned()));
                    let of_test = count.entry(test.clone()).or_default();
                    // A `switch` has several numbers for one branch.
                    of_test.extend(pairs);
                }
            }
        }
    }
    [causal, published]
}

/// What a report says that each test covers.
fn told(report: &Value) -> Covered {
    let pair = &report["pairs"][0];
    let mut told = Covered::new();
    for coupled in pair["coupledBranches"].as_array().expect("a list") {
        let condition = |of: &str, side: &str| {
            let place = coupled[side].as_u64().expect("a number") as usize;
            pair[of][place]["condition"].as_str().expect("words").to_owned()
        };
        let both = (condition("callerBranches", "caller"), condition("calleeBranches", "callee"));
        for test in coupled["tests"].as_array().expect("a list") {
            told.entry(test.as_str().expect("a name").to_owned()).or_default().insert(both.clone());
        }
    }
    told
}

/// In the tests of `Clerk` both branches are taken in all orders, and during calls from elsewhere; their comments say by the definition
/// which of them are coupled.
#[test]
fn coupled_branches_are_covered_in_their_order_only() {
    let [causal, published] = stated("ClerkTest");
    let pair = ["coupled.Clerk", "coupled.Till"];
    assert_eq!(told(&reported("coupled.ClerkTest", &pair)), causal);
    assert_eq!(told(&reported("coupled.ClerkTest", &[&pair[..], &["--paper"]].concat())), published);
}

/// `Broker` refers to methods of `Vault`, and others call the objects: later, in other threads, or never. What led to the evaluation of a
/// reference leads to the calls of the object that it gave, and of no other one.
#[test]
fn what_leads_to_a_method_reference_leads_to_the_calls_of_its_object() {
    let [causal, published] = stated("BrokerTest");
    let pair = ["coupled.Broker", "coupled.Vault"];
    let report = reported("coupled.BrokerTest", &pair);
    assert_eq!(told(&report), causal);
    assert_eq!(told(&reported("coupled.BrokerTest", &[&pair[..], &["--paper"]].concat())), published);
    let sites = report["pairs"][0]["sites"].as_array().expect("a list");
    let references = sites.iter().filter(|site| site["reference"] == json!(true)).count();
    assert_eq!((references, sites.len()), (6, 7), "the only call is that of the constructor: {sites:?}");
}

/// The methods of a callee of the JDK of which tests cover branches, by the tests of `Stocker`. The conditions in them are those of the JDK at hand.
fn covered_of_jdk(callee: &str) -> BTreeMap<String, BTreeSet<String>> {
    let report = reported("coupled.StockerTest", &["coupled.Stocker", callee]);
    assert_eq!((&report["failing"], &report["remarks"]), (&json!([]), &json!([])));
    let pair = &report["pairs"][0];
    let mut covered: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for coupled in pair["coupledBranches"].as_array().expect("a list") {
        let place = coupled["callee"].as_u64().expect("a number") as usize;
        let method = pair["calleeBranches"][place]["method"].as_str().expect("a name").to_owned();
        for test in coupled["tests"].as_array().expect("a list") {
            let test = test.as_str().expect("a name").trim_start_matches("coupled.StockerTest.").to_owned();
            covered.entry(test).or_default().insert(method.clone());
        }
    }
    covered
}

/// Lists and maps of the JDK, which everything else in the JVM uses, too: only what `Stocker` calls on an object of the callee itself counts, and
/// neither what it calls on another list, nor what a wrapper calls, nor what tests call beside it.
#[test]
fn classes_of_the_jdk_are_callees() {
    let tests = |covered: &BTreeMap<String, BTreeSet<String>>| covered.keys().cloned().collect::<Vec<String>>();
    let lists = covered_of_jdk("java.util.ArrayList");
    assert_eq!(tests(&lists), ["ensures", "goesThroughAll", "removesFromAnArray"], "{lists:?}");
    assert!(lists["ensures"].contains("ensureCapacity(int)"), "{lists:?}");
    assert_eq!(lists["goesThroughAll"], BTreeSet::from(["forEach(Consumer)".to_owned()]));
    assert_eq!(lists["removesFromAnArray"], BTreeSet::from(["fastRemove(Object[], int)".to_owned()]));
    let maps = covered_of_jdk("java.util.HashMap");
    assert_eq!(tests(&maps), ["counts"], "{maps:?}");
    assert!(maps["counts"].contains("getOrDefault(Object, Object)"), "{maps:?}");
    let trees = covered_of_jdk("java.util.TreeMap");
    assert_eq!(tests(&trees), ["sorts"], "{trees:?}");
}

/// Where that cannot be told, it is said why.
#[test]
fn classes_of_the_jdk_that_cannot_be_measured_are_refused() {
    let said = |more: &[&str]| {
        let output = integrate("coupled.StockerTest", more);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).expect("text")
    };
    let text = said(&["coupled.Stocker", "java.lang.String"]);
    assert!(text.contains("the JVM uses it itself"), "{text}");
    let text = said(&["coupled.Stocker", "java.util.ArrayList", "--paper"]);
    assert!(text.contains("would count as published"), "{text}");
    let text = said(&["java.util.ArrayList", "coupled.Stocker"]);
    assert!(text.contains("the caller `java.util.ArrayList` is a class of the JDK"), "{text}");
    let text = said(&["coupled.Stocker", "java.util.NoSuchList"]);
    assert!(text.contains("there is no class `java.util.NoSuchList`"), "{text}");
}

/// Section 3.2.1: the path 13, 16, b8, b10 covers one of the two coupled branches.
#[test]
fn the_path_of_the_paper_covers_one_of_two() {
    let report = reported("persons.PersonTest", &["persons.Person", "persons.Car"]);
    let pair = &report["pairs"][0];
    assert_eq!((&pair["coupled"], &pair["covered"], &pair["cbc"]), (&json!(2), &json!(1), &json!(0.5)));
    let text = String::from_utf8(integrate("persons.PersonTest", &["Person", "persons.Car"]).stdout).expect("text");
    insta::assert_snapshot!(text, @r"
    partly-exercised: tests take the branch and make the call, and leave branches of the callee out
      persons.Person.addEnergy()  (Person.java:13)
        where `!lazy`, `Person.addEnergy` calls `Car.refuel`: 1 of 2 branches of `Car` are open
          open  Car.refuel, line 8: fuelAmount > 90
        reached by persons.PersonTest.refuels
        the call of `Car.refuel`: persons.Person.addEnergy()  (Person.java:16)

    3 call sites: 1 of 2 coupled branches covered; CBC 50.0%
    ");
}

/// The open ones of a report, by their conditions.
pub fn open(report: &Value) -> BTreeSet<(String, String)> {
    conditions(report, "coupledBranches", |one| one["covered"] == json!(false))
}

/// Some of the coupled branches in a list of a report, by their conditions.
pub fn conditions(report: &Value, list: &str, is_wanted: impl Fn(&Value) -> bool) -> BTreeSet<(String, String)> {
    let pair = &report["pairs"][0];
    let wanted = pair[list].as_array().expect("a list").iter().filter(|one| is_wanted(one));
    let condition = |one: &Value, of: &str, side: &str| {
        pair[of][one[side].as_u64().expect("a number") as usize]["condition"].as_str().expect("words").to_owned()
    };
    wanted.map(|one| (condition(one, "callerBranches", "caller"), condition(one, "calleeBranches", "callee"))).collect()
}

/// `Purser` hands over constants. Only where the call runs one method, which never assigns the parameter and cannot be called again during
/// the call, and where no other call follows from the branch, is a branch of `Safe` out of reach.
#[test]
fn what_a_constant_argument_rules_out_is_proved() {
    let classes = classes();
    let pair = pair(&classes, "Purser", "coupled.Safe");
    let words = |branch| condition(&classes, branch).1;
    let proofs: BTreeMap<(String, String), &str> = pair
        .impossible
        .iter()
        .map(|(coupled, proof)| {
            let caller = words(&pair.caller_branches[coupled.caller]);
            ((caller, words(&pair.callee_branches[coupled.callee])), proof.as_str())
        })
        .collect();
    let expected = [("isPlain", "amount > 10"), ("isChosen", "kind is 1"), ("isChosen", "kind is anything else")];
    let expected = expected.map(|(caller, callee)| (caller.to_owned(), callee.to_owned()));
    assert_eq!(proofs.keys().cloned().collect::<BTreeSet<_>>(), BTreeSet::from(expected.clone()));
    assert_eq!(
        proofs[&expected[0]],
        "the call of `plain` in line 17 hands over `5`, with which `amount > 10` never holds"
    );
    let published = named(&classes, "Purser", "coupled.Safe", Counting::Published).expect("they are a pair");
    assert!(published.impossible.is_empty(), "another call in the test may take the branch");
}

/// `Teller` asks about what it hands over. Its test tries everything, and covers all but what is proved impossible: so no proof is wrong, and
/// none is missing. Where the variable changes, or another run of the method may call first, nothing is proved.
#[test]
fn what_contradicts_the_branch_of_the_caller_is_proved_impossible() {
    let report = reported("coupled.TellerTest", &["Teller", "Scale"]);
    let impossible = [
        ("few < 10", "grams > 100"),
        ("kept < 10", "grams > 100"),
        ("each > 100", "grams <= 100"),
        ("each > 100", "grams < 0"),
        ("each > 100", "grams >= 0"),
        ("label == null", "text != null"),
        ("kind is 1, 2", "which is 3"),
        ("low < high", "from > to"),
        ("low < high", "from == to"),
        ("least < most", "first < second"),
        ("one == same", "left != right"),
    ];
    let impossible = BTreeSet::from(impossible.map(|(caller, callee)| (caller.to_owned(), callee.to_owned())));
    assert_eq!(conditions(&report, "impossible", |_| true), impossible);
    assert_eq!(open(&report), BTreeSet::new());
    assert_eq!(report["pairs"][0]["covered"], report["pairs"][0]["coupled"], "what is impossible was covered");
    let proofs = report["pairs"][0]["impossible"].as_array().expect("a list");
    let proof = "the call of `weigh` in line 11 hands over the value for which `few < 10` held, and `grams > 100` is the contrary of that";
    assert!(proofs.iter().any(|one| one["proof"] == proof), "{proofs:?}");
}

/// Each coupled branch has a cell of the matrix, each call site a thread, each proof its sentence; of several pairs each has a page.
#[test]
fn the_page_of_a_pair_shows_sources_calls_and_a_matrix() {
    let pair = ["Teller", "Scale"];
    let report = reported("coupled.TellerTest", &pair);
    let page = |more: &[&str]| {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("jvm/targets/main").display().to_string();
        let output = integrate("coupled.TellerTest", &[more, &["--sources", &sources]].concat());
        String::from_utf8(output.stdout).expect("text")
    };
    let html = page(&[&pair[..], &["--format", "html"]].concat());
    let pair = &report["pairs"][0];
    let length = |list: &str| pair[list].as_array().expect("a list").len();
    let count = |text: &str| html.matches(text).count();
    assert_eq!(count("<td class=\"is-covered\""), length("coupledBranches"));
    assert_eq!(count("<td class=\"is-impossible\""), length("impossible"));
    assert_eq!((count("<td class=\"is-open\""), count("<path ")), (0, length("sites")));
    assert!(html.contains("is the contrary of that"), "{html}");
    // The line of the call, and the one that decides.
    assert!(html.contains("<span class=\"l m\" data-n=\"18\">"), "{html}");
    assert!(html.contains("<span class=\"l m\" data-n=\"17\">        <span class=\"k\">switch</span>"), "{html}");
    let folder = tempfile::tempdir().expect("a temporary folder");
    page(&["--out", &folder.path().display().to_string()]);
    let index = fs::read_to_string(folder.path().join("index.html")).expect("it was written");
    let links: Vec<&str> = index.split("<a href=\"pairs/").skip(1).filter_map(|link| link.split('"').next()).collect();
    assert!(links.contains(&"coupled.Teller-coupled.Scale.html"), "{links:?}");
    for link in links {
        assert!(folder.path().join("pairs").join(link).is_file(), "{link}");
    }
}

/// A comparison in Java, and what it is.
type Comparing = (&'static str, fn(i64, i64) -> bool);

/// Each comparison of an `int` before a call with each one during it. The test hands over all numbers near what is compared with, so that it covers
/// whatever can be covered; what is impossible, trying the numbers here says, too.
#[test]
fn comparisons_of_one_number_contradict_each_other_where_no_number_has_both() {
    let operators: [Comparing; 6] = [
        ("<", |left, right| left < right),
        ("<=", |left, right| left <= right),
        (">", |left, right| left > right),
        (">=", |left, right| left >= right),
        ("==", |left, right| left == right),
        ("!=", |left, right| left != right),
    ];
    let all: Vec<(usize, i64)> = (0..6).flat_map(|operator| [-1, 0, 2].map(|with| (operator, with))).collect();
    let numbers: Vec<i64> = (-3..=4).chain([i64::from(i32::MIN), i64::from(i32::MAX)]).collect();
    let (mut giver, mut taker, mut calls) = (String::new(), String::new(), String::new());
    for (number, (operator, with)) in all.iter().enumerate() {
        let operator = operators[*operator].0;
        let _ = writeln!(giver, "void give{number}(int x) {{ if (x {operator} {with}) taker.take(x); }}");
        let _ = writeln!(taker, "if (y {operator} {with}) taken++;");
        let _ = writeln!(calls, "giver.give{number}(x);");
    }
    let numbers_in_java: Vec<String> = numbers.iter().map(i64::to_string).collect();
    let sources = [
        ("Giver", format!("class Giver {{ Taker taker = new Taker();\n{giver}}}")),
        ("Taker", format!("class Taker {{ int taken;\nvoid take(int y) {{\n{taker}}} }}")),
        (
            "GiverTest",
            format!(
                "class GiverTest {{ @org.junit.jupiter.api.Test void gives() {{ Giver giver = new Giver();\n\
                 for (int x : new int[] {{{}}}) {{\n{calls}}} }} }}",
                numbers_in_java.join(", ")
            ),
        ),
    ];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = sources.map(|(name, text)| {
        let path = folder.path().join(format!("{name}.java"));
        fs::write(&path, text).expect("it can be written");
        path
    });
    let (main, test) = (folder.path().join("main"), folder.path().join("test"));
    javac(&main, &[], &files[..2]);
    javac(&test, &[main.clone(), maven::jar(JUNIT)], &files[2..]);
    let mut fex = Command::new(env!("CARGO_BIN_EXE_fex"));
    fex.args(["integrate", "Giver", "Taker", "--format", "json", "--classes"]).arg(&main).arg("--tests").arg(&test);
    fex.arg("--classpath").arg(maven::jar(JUNIT)).arg("--directory").arg(folder.path());
    fex.arg("--cache").arg(folder.path().join("cache"));
    let report = checked(&fex.output().expect("the binary starts"));
    let holds = |(operator, with): &(usize, i64), number: i64| operators[*operator].1(number, *with);
    let is_possible = |one: &(usize, i64), other: &(usize, i64), wanted: bool| {
        numbers.iter().any(|number| holds(one, *number) && holds(other, *number) == wanted)
    };
    let couples =
        all.iter().flat_map(|one| all.iter().flat_map(move |other| [(one, other, true), (one, other, false)]));
    let possible = couples.filter(|(one, other, wanted)| is_possible(one, other, *wanted)).count();
    let pair = &report["pairs"][0];
    let impossible = pair["impossible"].as_array().expect("a list").len();
    assert_eq!((impossible, &pair["coupled"]), (all.len() * all.len() * 2 - possible, &json!(possible)));
    assert_eq!(open(&report), BTreeSet::new());
    assert_eq!(pair["covered"], pair["coupled"], "what is impossible was covered");
}

#[test]
fn open_coupled_branches_can_fail_a_build() {
    let pair = ["persons.Person", "persons.Car"];
    let code =
        |limit: &str| integrate("persons.PersonTest", &[&pair[..], &["--fail-on", limit]].concat()).status.code();
    assert_eq!([code("open"), code("open=1"), code("not-exercised")], [Some(1), Some(0), Some(0)]);
    // What a search meets cannot be counted without one.
    assert_eq!(code("suspicious"), Some(2));
}

#[test]
fn pairs_are_listed_with_most_open_ones_first() {
    let output = integrate("persons.PersonTest", &["--list"]);
    let text = String::from_utf8(output.stdout).expect("text");
    let rows: Vec<Vec<&str>> =
        text.lines().filter(|line| line.contains("persons.")).map(|line| line.split_whitespace().collect()).collect();
    let person = rows.iter().find(|row| row[4] == "persons.Person" && row[6] == "persons.Car");
    assert_eq!(person.map(|row| row[..4].to_vec()), Some(vec!["50.0%", "1", "2", "3"]), "{text}");
    let open = |row: &Vec<&str>| row[2].parse::<i64>().expect("a number") - row[1].parse::<i64>().expect("a number");
    assert!(rows.windows(2).all(|pair| open(&pair[0]) >= open(&pair[1])), "{text}");
}

#[test]
fn bad_names_get_a_cure() {
    let said = |pair: [&str; 2]| {
        let output = integrate("persons.PersonTest", &pair);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).expect("text")
    };
    let reversed = said(["persons.Car", "persons.Person"]);
    assert!(reversed.contains("`persons.Car` never calls `persons.Person`"), "{reversed}");
    assert!(reversed.contains("`fex integrate persons.Person persons.Car`"), "{reversed}");
    assert!(said(["Car", "Car"]).contains("the same class"));
}
