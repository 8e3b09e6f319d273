#!/usr/bin/env python3
"""How many of PIT's mutants of the callee the tests kill that `fex integrate CALLER CALLEE --write` writes.

    mutation.py FEX PAIRS OUT [--budget N] [--only TEXT] [--randoop CLASSPATH [--seeds 1 2 3]]

PAIRS is a table of pairs as for `pairs.py`. Fex begins with one test that does nothing, and counts causally. PIT (all mutators) gets the class of tests that
was written, and the callee. Jars come from Maven Central, by Maven. OUT gets a line for each pair as soon as it is known.

With the class path of Randoop (`results/mutation/run.py` says how to build it), it gets the caller to test, and as many seconds as fex took, once for
each seed; OUT has the tests and the mutants of the callee of each of these runs, too.
"""
import argparse
import csv
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "extreme")]
import compare  # noqa: E402
import pairs  # noqa: E402

PIT = [("org.pitest", "pitest-command-line", "1.17.4"), ("org.apache.commons", "commons-text", "1.12.0")]
JUNIT = ["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"]
# What PIT says of mutants that some test runs.
RUN = {"KILLED", "SURVIVED", "TIMED_OUT", "MEMORY_ERROR", "RUN_ERROR", "NON_VIABLE"}
KILLED = RUN - {"SURVIVED"}
COLUMNS = ["caller", "callee", "tests", "assertions", "tests_without", "mutants", "run", "killed", "killed_of_all", "killed_of_run", "seconds",
           "randoop_tests", "randoop_run", "randoop_killed", "said"]
# How long PIT may take for a pair.
LIMIT = 300


def pit_class_path(folder):
    pom = folder / "pit.xml"
    wanted = "".join(f"<dependency><groupId>{g}</groupId><artifactId>{a}</artifactId><version>{v}</version></dependency>" for g, a, v in PIT)
    pom.write_text("<project><modelVersion>4.0.0</modelVersion><groupId>compare</groupId><artifactId>pit</artifactId>"
                   f"<version>1</version><dependencies>{wanted}</dependencies></project>")
    return compare.class_path_of(pom)


def tests_of(text):
    """The bodies of the tests in a class that fex has written."""
    return text.split("@Test")[1:]


def run(fex, pair, budget, tests, pit, folder):
    out = folder / (pair["caller"].rpartition(".")[2] + "-" + pair["callee"].rpartition(".")[2])
    out.mkdir(parents=True, exist_ok=True)
    jar, junit = pairs.jar(pair["release"]), [str(pairs.jar(one)) for one in JUNIT]
    command = [fex, "integrate", pair["caller"], pair["callee"], "--classes", jar, "--tests", tests, "--classpath", ":".join(junit),
               "--directory", out, f"--budget={budget}", f"--write={out}", "--format=json", "--quiet"]
    start = time.monotonic()
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    row = {"caller": pair["caller"], "callee": pair["callee"], "seconds": f"{time.monotonic() - start:.1f}"}
    report = json.loads(done.stdout) if done.stdout.startswith("{") else {}
    written = list(out.rglob("*Test.java"))
    if not report or not written:
        return row | {"said": (report.get("search") or {}).get("hindrance") or (done.stderr.splitlines() or ["nothing was found"])[0]}
    bodies = tests_of(written[0].read_text())
    row |= {"tests": len(bodies), "assertions": sum(len(re.findall(r"\b(?:assert\w*|fail)\(|expected = ", body)) for body in bodies),
            "tests_without": sum(1 for body in bodies if not re.search(r"\b(?:assert\w*|fail)\(|expected = ", body))}
    classes = out / "classes"
    subprocess.run(["javac", "-nowarn", "-d", classes, "-cp", ":".join([str(jar), *junit]), written[0]], check=True)
    counts = mutants(pair["callee"], jar, classes, ".".join(written[0].relative_to(out).with_suffix("").parts), pit, junit, out)
    if isinstance(counts, str):
        return row | {"said": counts}
    all_, ran, killed = counts
    return row | {"mutants": all_, "run": ran, "killed": killed, "killed_of_all": f"{100 * killed / max(1, all_):.1f}",
                  "killed_of_run": f"{100 * killed / max(1, ran):.1f}"}


def mutants(callee, jar, classes, tests, pit, junit, out):
    """How many mutants the callee has, how many of them the tests run, and how many they kill; or why that is not known."""
    command = ["java", "-cp", ":".join(pit + junit), "org.pitest.mutationtest.commandline.MutationCoverageReport", "--mutators", "ALL",
               "--classPath", ",".join([str(jar), str(classes), *junit]), "--mutableCodePaths", jar, "--targetClasses", callee,
               "--targetTests", tests, "--sourceDirs", out, "--reportDir", out / "pit", "--outputFormats", "CSV", "--timestampedReports=false",
               "--threads", "2", "--skipFailingTests", "true"]
    try:
        with open(out / "pit.log", "w") as log:
            subprocess.run([str(part) for part in command], stdout=log, stderr=log, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"PIT takes more than {LIMIT} s"
    table = out / "pit/mutations.csv"
    if not table.exists():
        return "PIT has no report"
    said = [line[5] for line in csv.reader(open(table))]
    return len(said), sum(one in RUN for one in said), sum(one in KILLED for one in said)


def random(randoop, seeds, pair, seconds, pit, folder):
    """What Randoop's tests of the caller do in as many seconds, one number for each seed."""
    jar, junit = pairs.jar(pair["release"]), [str(pairs.jar(one)) for one in JUNIT]
    results = []
    for seed in seeds:
        out = folder / f"randoop-{pair['caller']}-{pair['callee']}-{seed}"
        out.mkdir()
        # Its check that each test compiles calls javac for each, and leaves little time for anything else: only where some do not.
        for check in ["false", "true"]:
            command = ["java", "-Xmx3g", "-cp", f"{jar}:{randoop}", "randoop.main.Main", "gentests", f"--testclass={pair['caller']}",
                       f"--time-limit={math.ceil(float(seconds))}", f"--randomseed={seed}", f"--junit-output-dir={out / 'src'}",
                       f"--check-compilable={check}", "--flaky-test-behavior=OUTPUT", "--no-error-revealing-tests=true"]
            with open(out / "randoop.log", "w") as log:
                subprocess.run([str(part) for part in command], stdout=log, stderr=log, cwd=out)
            written = sorted((out / "src").glob("RegressionTest?*.java"))
            if not written or subprocess.run(["javac", "-J-Xmx3g", "-nowarn", "-d", out / "classes", "-cp", ":".join([str(jar), *junit]), *written],
                                             capture_output=True).returncode == 0:
                break
            for source in written:
                source.unlink()
        if not written:
            results.append((0, 0, 0))
            continue
        counts = mutants(pair["callee"], jar, out / "classes", "RegressionTest*", pit, junit, out)
        tests = sum(len(tests_of(source.read_text())) for source in written)
        results.append((tests, "", counts) if isinstance(counts, str) else (tests, *counts[1:]))
    return {name: " ".join(str(one[index]) for one in results) for index, name in enumerate(["randoop_tests", "randoop_run", "randoop_killed"])}


def main():
    parser = argparse.ArgumentParser()
    for name in ["fex", "pairs", "out"]:
        parser.add_argument(name)
    parser.add_argument("--budget", type=int, default=20000)
    parser.add_argument("--only", default="", help="only pairs with this regular expression in `caller callee`")
    parser.add_argument("--randoop", help="the class path of Randoop")
    parser.add_argument("--seeds", type=int, nargs="*", default=[1, 2, 3])
    asked = parser.parse_args()
    with open(asked.pairs) as file:
        wanted = [pair for pair in csv.DictReader(file) if re.search(asked.only, pair["caller"] + " " + pair["callee"])]
    with tempfile.TemporaryDirectory() as temporary, open(asked.out, "w", newline="") as file:
        folder = pathlib.Path(temporary)
        tests = pairs.nothing(":".join(str(pairs.jar(one)) for one in JUNIT), folder)
        pit = pit_class_path(folder)
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for pair in wanted:
            row = run(asked.fex, pair, asked.budget, tests, pit, folder)
            if asked.randoop:
                row |= random(asked.randoop, asked.seeds, pair, row["seconds"], pit, folder)
            writer.writerow(row)
            file.flush()
            print(*[row.get(column, "") for column in COLUMNS], flush=True)


if __name__ == "__main__":
    main()
