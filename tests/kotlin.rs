//! `fex extreme` on classes that Kotlin's compiler wrote.

use crate::extreme::verdict;
use crate::java;
use crate::maven::{self, JUNIT};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The library that compiled classes need.
const LIBRARY: &str = "org.jetbrains.kotlin:kotlin-stdlib:2.0.21";

/// The compiler, and what it needs beside the library.
const COMPILER: [&str; 5] = [
    "org.jetbrains.kotlin:kotlin-compiler-embeddable:2.0.21",
    "org.jetbrains.kotlin:kotlin-script-runtime:2.0.21",
    "org.jetbrains.intellij.deps:trove4j:1.0.20200330",
    "org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.6.4",
    "org.jetbrains:annotations:13.0",
];

#[test]
fn what_people_wrote_in_kotlin_is_judged_and_what_its_compiler_adds_is_not() {
    let library = [maven::jar(LIBRARY), maven::jar(JUNIT)];
    let compiler = COMPILER.iter().map(|jar| maven::jar(jar)).chain(library.clone()).collect::<Vec<_>>();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let classes = folder.path().join("classes");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/kotlin");
    java::succeed(
        Command::new("java")
            .args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"])
            .arg(java::class_path(&compiler))
            .args(["org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-Werror", "-no-reflect", "-no-stdlib"])
            .args(["-jvm-target", "17", "-cp"])
            .arg(java::class_path(&library))
            .arg("-d")
            .args([&classes, &sources]),
    );
    let report = java::succeed(
        Command::new(env!("CARGO_BIN_EXE_fex"))
            .args(["extreme", "--format", "json", "--except", "*Test", "--cache"])
            .arg(folder.path().join("cache"))
            .arg("--classes")
            .arg(&classes)
            .arg("--tests")
            .arg(&classes)
            .arg("--classpath")
            .arg(java::class_path(&library)),
    );
    let report: Value = serde_json::from_str(&report).expect("the output is JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let methods = report["methods"].as_array().expect("a list");
    let found: BTreeMap<String, String> = methods
        .iter()
        .map(|method| {
            let class = text(&method["class"]).trim_start_matches("parcels.").to_owned();
            (format!("{class}.{}", text(&method["method"])), verdict(method))
        })
        .collect();
    // What a result may be follows from the sources: nothing but `first` and the lambda may return null.
    let stated = [
        (
            "Event$Found.finder_delegate$lambda$0",
            "tested: null detected (assertion), \"\" detected (assertion), \"A\" detected (assertion)",
        ),
        ("Event$Found.getBy", "skipped: getter"),
        ("Event$Found.getFinder", "tested: \"\" detected (assertion), \"A\" detected (assertion)"),
        ("Event$Lost.<clinit>", "skipped: initialiser"),
        ("Event$Lost.equals", "skipped: generated"),
        ("Event$Lost.hashCode", "skipped: generated"),
        ("Event$Lost.toString", "skipped: generated"),
        ("Parcel$Companion.lightest", "skipped: no-other-result"),
        ("Parcel$Companion.of", "skipped: no-other-result"),
        ("Parcel.<clinit>", "skipped: initialiser"),
        ("Parcel.component1", "skipped: generated"),
        ("Parcel.component2", "skipped: generated"),
        ("Parcel.copy", "skipped: generated"),
        ("Parcel.copy$default", "skipped: synthetic"),
        ("Parcel.equals", "skipped: generated"),
        ("Parcel.getName", "skipped: getter"),
        ("Parcel.getWeight", "skipped: getter"),
        ("Parcel.hashCode", "skipped: generated"),
        ("Parcel.isHeavy", "tested: true detected (assertion), false detected (assertion)"),
        ("Parcel.label", "tested: \"\" detected (assertion), \"A\" detected (assertion)"),
        ("Parcel.label$default", "skipped: synthetic"),
        ("Parcel.lightest", "skipped: delegate"),
        ("Parcel.toString", "skipped: generated"),
        ("ParcelKt.heavier", "skipped: no-other-result"),
        ("ParcelKt.twice", "skipped: inline"),
        ("Priced$DefaultImpls.priceTwice", "tested: 0L detected (assertion), 1L detected (assertion)"),
        ("Register.<clinit>", "skipped: initialiser"),
        ("Register.enter", "pseudo-tested: void undetected"),
        ("Register.first", "pseudo-tested: null undetected, \"\" undetected, \"A\" undetected"),
        ("Register.getLast", "skipped: getter"),
        ("Register.setLast", "skipped: setter"),
        ("Size.$values", "skipped: enum"),
        ("Size.<clinit>", "skipped: initialiser"),
        ("Size.bigger", "skipped: no-other-result"),
        ("Size.getEntries", "skipped: getter"),
        ("Size.valueOf", "skipped: enum"),
        ("Size.values", "skipped: enum"),
        ("Stamp.price", "tested: 0L detected (assertion), 1L detected (assertion)"),
        ("Stamp.priceTwice", "skipped: delegate"),
    ];
    let stated = stated.map(|(method, verdict)| (method.to_owned(), verdict.to_owned())).into();
    assert_eq!(found, stated);

    // `firstOrNull` is inlined into `first`, with lines of its own that are not in this file.
    let first = methods.iter().find(|method| method["method"] == "first").expect("it was found");
    let source = std::fs::read_to_string(sources.join("main/Parcel.kt")).expect("a source can be read");
    let line = source.lines().position(|line| line.contains("fun first()")).expect("it is there") + 1;
    assert_eq!(first["lines"], serde_json::json!([line, line]));
}
