#!/usr/bin/env python3
"""Field-exhaustive, bounded-exhaustive and random suites of the same methods, side by side: how many there are, how long they take, and what they cover and kill.

    run.py [--fex FEX] [--randoop CLASSPATH] [--scopes 3 4 5 6 7] [--seeds 1 2 3] [--budgets same "ten times" "10 s"] [SUBJECT...]
    run.py --reach [--limit SECONDS] [SUBJECT...]
    run.py --tables

The first form measures suites, the second one how far the generation alone gets. Every suite is a line of mutation.csv and its surviving
mutants are lines of survivors.csv, beside this file, as soon as they are known; a suite that has a line is not measured again.
`--tables` writes the tables of README.md anew from both, which the other forms do at their end, too.

JUnit, PIT, JaCoCo and the libraries come from Maven Central, by Maven. Randoop is not there: build its release 4.3.4
(https://github.com/randoop/randoop: `./gradlew shadowJar`, or javac with the libraries that its build.gradle names, into a jar
with src/main/resources and an empty file `this-is-a-randoop-release`) and give its class path by `--randoop` or in RANDOOP. Without it, random suites are left out.
"""
import argparse
import collections
import csv
import dataclasses
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as xml
import zipfile

import tables

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "results/integration"))
from pairs import jar  # noqa: E402

CONSOLE = "org.junit.platform:junit-platform-console-standalone:1.11.4"
JUNIT4 = ["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"]
JACOCO_AGENT = ("org.jacoco:org.jacoco.agent:0.8.13", "runtime")
JACOCO_CLI = ("org.jacoco:org.jacoco.cli:0.8.13", "nodeps")
PIT = ["org.pitest:pitest:1.17.4", "org.pitest:pitest-entry:1.17.4", "org.pitest:pitest-command-line:1.17.4",
       "org.apache.commons:commons-text:1.12.0", "org.apache.commons:commons-lang3:3.17.0"]
PIT_JUNIT5 = "org.pitest:pitest-junit5-plugin:1.2.1"
COLLECTIONS = "org.apache.commons:commons-collections4:4.5.0"

# How many structures a bounded-exhaustive suite may have to be written as tests.
MOST_STRUCTURES = 1000
# The scopes that `--reach` tries, and those of bounded-exhaustive generation, which grows faster.
REACH = {"field-exhaustive": [5, 10, 15, 20, 30, 40, 60, 80, 120], "bounded-exhaustive": range(4, 16)}


@dataclasses.dataclass(frozen=True)
class Subject:
    """A class under test. Its specification names the methods that all techniques call."""
    specification: str
    name: str
    # Where the class is from; none if it is one of tests/data/subjects.
    release: str = ""
    # Superclasses that are under test as well.
    others: tuple = ()
    # Superclasses that have methods which are called, and are not under test.
    inherited: tuple = ()
    # Methods that never return for some arguments that Randoop may choose.
    avoided: tuple = ()


SUBJECTS = {
    "SortedList": Subject("sorted_list", "subjects.SortedList"),
    "SearchTree": Subject("search_tree", "subjects.SearchTree"),
    "RedBlackTree": Subject("red_black_tree", "subjects.RedBlackTree"),
    "BinomialHeap": Subject("binomial_heap", "subjects.BinomialHeap"),
    "ArrayHeap": Subject("array_heap", "subjects.ArrayHeap"),
    "Library": Subject("library", "subjects.Library"),
    "TreeList": Subject("libraries/tree_list", "org.apache.commons.collections4.list.TreeList", COLLECTIONS,
                        inherited=("java.util.AbstractList", "java.util.AbstractCollection")),
    "NodeCachingLinkedList": Subject("libraries/node_caching_linked_list", "org.apache.commons.collections4.list.NodeCachingLinkedList",
                                     COLLECTIONS, ("org.apache.commons.collections4.list.AbstractLinkedList",),
                                     # A negative size empties the cache for ever.
                                     avoided=("setMaximumCacheSize",)),
    "TreeBidiMap": Subject("libraries/tree_bidi_map", "org.apache.commons.collections4.bidimap.TreeBidiMap", COLLECTIONS),
    "Int2IntAVLTreeMap": Subject("libraries/int_to_int_avl_tree_map", "it.unimi.dsi.fastutil.ints.Int2IntAVLTreeMap",
                                 "it.unimi.dsi:fastutil-core:8.5.16"),
}


@dataclasses.dataclass(frozen=True)
class Ran:
    """How a process ended, and its time with that of its children, in seconds."""
    code: int
    processor: float
    clock: float
    late: bool


def run(command, log, limit=None, folder=None):
    """Runs a command with its output in a file, and stops it and its children after `limit` seconds."""
    late = threading.Event()
    start = time.monotonic()
    with open(log, "w") as out:
        process = subprocess.Popen([str(part) for part in command], stdout=out, stderr=subprocess.STDOUT, cwd=folder, start_new_session=True)

    def stop():
        late.set()
        os.killpg(process.pid, signal.SIGKILL)
    timer = threading.Timer(limit or 1e6, stop)
    timer.daemon = True
    timer.start()
    try:
        _, status, used = os.wait4(process.pid, 0)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    finally:
        timer.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return Ran(process.returncode, used.ru_utime + used.ru_stime, time.monotonic() - start, late.is_set())


def must(command, log):
    """Runs a command that has to succeed."""
    ran = run(command, log)
    if ran.code != 0:
        raise SystemExit(f"{command[0]} failed: " + "\n".join(pathlib.Path(log).read_text().splitlines()[:10]))
    return ran


def classes_of(subject, folder):
    """The class files under test in a folder of their own, and the class path for all else of their library."""
    classes = folder / "classes"
    if not subject.release:
        sources = sorted((ROOT / "tests/data/subjects/src/subjects").glob("*.java"))
        must(["javac", "-g", "-d", folder / "all", *sources], folder / "javac.log")
        path, entries = folder / "all", sorted((folder / "all").rglob("*.class"))
        entries = [(str(entry.relative_to(path)), entry.read_bytes()) for entry in entries]
    else:
        path = jar(subject.release)
        archive = zipfile.ZipFile(path)
        entries = [(name, archive.read(name)) for name in archive.namelist()]
    wanted = tuple(name.replace(".", "/") for name in (subject.name, *subject.others))
    for name, content in entries:
        if name.endswith(".class") and name[:-6].split("$")[0] in wanted:
            (classes / name).parent.mkdir(parents=True, exist_ok=True)
            (classes / name).write_bytes(content)
    return classes, path


def types_of(descriptor):
    """The parameter types of a method's descriptor, as Java's source has them."""
    primitive = dict(zip("ZBCSIJFD", ["boolean", "byte", "char", "short", "int", "long", "float", "double"]))
    for array, letter, name in re.findall(r"(\[*)(?:([ZBCSIJFD])|L([^;]+);)", descriptor[1:descriptor.index(")")]):
        yield (primitive[letter] if letter else name.replace("/", ".")) + "[]" * len(array)


def methods_of(subject, classes, path):
    """What Randoop may call: the constructor without parameters and the methods that the specification names."""
    text = (ROOT / f"specs/{subject.specification}.spec").read_text()
    names = set(re.findall(r"^  method (\w+)\(", text, re.MULTILINE)) - set(subject.avoided)
    for name in (subject.name, *subject.others, *subject.inherited):
        said = subprocess.run(["javap", "-package", "-v", "-cp", f"{classes}:{path}", name], capture_output=True, text=True, check=True).stdout
        for declared, descriptor, flags in re.findall(r"^  (\S.*\(.*\).*);\n    descriptor: (\S+)\n    flags: (.*)$", said, re.MULTILINE):
            method = re.search(r"([\w.$]+)\(", declared)[1]
            if name == subject.name and method == name and descriptor == "()V":
                yield f"{name}.<init>()"
            elif method in names and "BRIDGE" not in flags:
                yield f"{name}.{method}({', '.join(types_of(descriptor))})"


def exhaustive_suite(asked, subject, technique, scope, path, work):
    """Writes the sources of a suite by fex; returns what it says of it."""
    command = [asked.fex, "generate", ROOT / f"specs/{subject.specification}.spec", "--scope", scope, "--threads", 1]
    if technique == "bounded-exhaustive":
        command.append("--exhaustive")
        # Some scopes have millions; what is counted after a while is enough to know that.
        run([*command, "--count", "--quiet", "--time-limit", 20], work / "count.log")
        count = (work / "count.log").read_text().strip()
        if int(count.rpartition(" ")[2]) > asked.structures:
            return {"structures": count, "remark": f"more than {asked.structures} structures"}
    ran = run([*command, "--format", "junit5", "--classpath", path, "--build", "fields", "--out", work / "src"], work / "generate.log", asked.limit)
    if ran.late:
        return {"remark": f"generation takes more than {asked.limit} s"}
    said = (work / "generate.log").read_text()
    structures = re.search(r"scope \d+: (\d+) structures?", said)
    if ran.code != 0 or not structures:
        return {"remark": "fex: " + " ".join(said.split())[:80]}
    # Most of the time goes to writing, which compiles the fixtures to see that they build what they should.
    spent = {what: float(seconds) for what, seconds in re.findall(r"(time|write) +([\d.]+)", said)}
    return times("generation", ran) | {"structures": structures[1], "search_clock": f"{spent['time'] - spent['write']:.3f}"}


def random_suite(asked, subject, size, seed, classes, path, work):
    """Writes the sources of a suite by Randoop, with the assertions that it makes of what it saw."""
    (work / "methods").write_text("".join(f"{method}\n" for method in methods_of(subject, classes, path)))
    number, unit = size.split()
    # Of two sequences about one becomes a test: those that others contain are dropped. Its check that each test compiles calls javac for each, and its check for tests that fail at times runs all: neither is needed
    # for classes such as these, and both take most of its time.
    command = ["java", "-Xmx3g", "-cp", f"{classes}:{path}:{asked.randoop}", "randoop.main.Main", "gentests", f"--methodlist={work / 'methods'}",
               f"--randomseed={seed}", f"--junit-output-dir={work / 'src'}",
               f"--junit-package-name={subject.name.rpartition('.')[0]}", "--check-compilable=false", "--flaky-test-behavior=OUTPUT",
               "--no-error-revealing-tests=true"]
    command += [f"--time-limit={number}"] if unit == "s" else [f"--time-limit={asked.limit}", f"--output-limit={2 * int(number)}"]
    ran = run(command, work / "generate.log", 2 * asked.limit)
    said = (work / "generate.log").read_text()
    sequences = re.findall(r"num_sequences_generated: (\d+)", said)
    if ran.late or ran.code != 0 or not list((work / "src").rglob("*Test0.java")):
        return {"remark": "Randoop: " + " ".join(said.split())[-80:]}
    # The suite of all classes of tests would run each test twice.
    next((work / "src").rglob("RegressionTest.java")).unlink()
    return times("generation", ran) | {"structures": sequences[-1]}


def times(what, ran):
    return {f"{what}_processor": f"{ran.processor:.2f}", f"{what}_clock": f"{ran.clock:.2f}"}


def test(subject, classes, path, work, limit):
    """Compiles the tests, and runs them without and with JaCoCo."""
    console, junit4 = jar(CONSOLE), [str(jar(one)) for one in JUNIT4]
    (work / "sources").write_text("".join(f'"{source}"\n' for source in sorted((work / "src").rglob("*.java"))))
    around = ":".join([str(classes), str(path), *junit4])
    must(["javac", "-J-Xmx3g", "-nowarn", "-proc:none", "-d", work / "suite", "-cp", f"{around}:{console}", f"@{work / 'sources'}"], work / "javac.log")
    command = ["-jar", console, "execute", "--disable-banner", "--disable-ansi-colors", "--details=summary", "--include-classname=.*",
               "--class-path", f"{work / 'suite'}:{around}", "--scan-class-path", work / "suite"]
    ran = run(["java", *command], work / "junit.log", limit)
    if ran.late:
        return {"remark": f"the tests take more than {limit} s"}
    said = (work / "junit.log").read_text()
    count = {kind: int(number) for number, kind in re.findall(r"^\[ *(\d+) tests (\w+) *\]$", said, re.MULTILINE)}
    row = times("testing", ran) | {"tests": count["successful"] + count["failed"], "failing": count["failed"]}
    # Coverage is that of the same tests in a run of their own, so that it takes no part in their time.
    run(["java", f"-javaagent:{jar(*JACOCO_AGENT)}=destfile={work / 'exec'}", *command], work / "jacoco.log", 2 * limit)
    must(["java", "-jar", jar(*JACOCO_CLI), "report", work / "exec", "--classfiles", classes, "--xml", work / "jacoco.xml"], work / "report.log")
    text = (work / "jacoco.xml").read_text()
    all_, entered, covered = 0, 0, 0
    for method in xml.fromstring(text[text.index("<report"):]).iter("method"):
        found = {one.get("type"): (int(one.get("missed")), int(one.get("covered"))) for one in method.findall("counter")}
        branches = found.get("BRANCH", (0, 0))
        all_, covered = all_ + sum(branches), covered + branches[1]
        entered += sum(branches) if found["METHOD"][1] else 0
    return row | {"branches": all_, "branches_entered": entered, "branches_covered": covered}


def mutate(subject, classes, path, work, random, limit):
    """Runs PIT; returns its part of the suite's line, and the mutants that are left."""
    test_path = [str(jar(one)) for one in JUNIT4] if random else [str(jar(PIT_JUNIT5)), str(jar(CONSOLE))]
    pit = [str(jar(one)) for one in PIT]
    targets = [target for name in (subject.name, *subject.others) for target in (name, f"{name}$*")]
    command = ["java", "-cp", ":".join(pit + test_path), "org.pitest.mutationtest.commandline.MutationCoverageReport",
               "--classPath", ",".join([str(classes), str(work / "suite"), str(path), *pit, *test_path]),
               "--mutableCodePaths", classes, "--targetClasses", ",".join(targets),
               "--targetTests", "*.RegressionTest*" if random else f"{subject.name}Test*", "--sourceDirs", work, "--reportDir", work / "pit",
               "--outputFormats", "CSV", "--timestampedReports=false", "--threads", 1, "--skipFailingTests", "true"]
    ran = run(command, work / "pit.log", limit)
    table = work / "pit/mutations.csv"
    if ran.late:
        return {"remark": f"PIT takes more than {limit} s"}, []
    if ran.code != 0 or not table.exists():
        return {"remark": "PIT: " + " ".join((work / "pit.log").read_text().split())[-80:]}, []
    with open(table) as file:
        mutants = list(csv.reader(file))
    said = collections.Counter(mutant[5] for mutant in mutants)
    left = said["SURVIVED"] + said["NO_COVERAGE"]
    survivors = [[one[1].rpartition(".")[2], one[3], one[4], one[2].rpartition(".")[2], one[5]] for one in mutants if one[5] in ("SURVIVED", "NO_COVERAGE")]
    return {"mutants": len(mutants), "reached": len(mutants) - said["NO_COVERAGE"], "killed": len(mutants) - left, "pit_clock": f"{ran.clock:.0f}"}, survivors


def measure(asked, name, technique, size, seed):
    """Measures one suite and writes its lines, unless it has them."""
    key = {"subject": name, "technique": technique, "size": str(size), "seed": str(seed)}
    if any(all(row[column] == value for column, value in key.items()) for row in tables.rows()):
        return
    subject = SUBJECTS[name]
    random = technique == "random"
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(temporary)
        classes, path = classes_of(subject, work)
        row = (random_suite(asked, subject, size, seed, classes, path, work) if random else
               exhaustive_suite(asked, subject, technique, size, path, work))
        survivors = []
        if "remark" not in row:
            row |= test(subject, classes, path, work, asked.limit)
        if "remark" not in row:
            mutated, survivors = mutate(subject, classes, path, work, random, asked.limit)
            row |= mutated
        if asked.keep:
            shutil.copytree(work, pathlib.Path(asked.keep) / "-".join(str(part).replace(" ", "") for part in key.values()), dirs_exist_ok=True)
    tables.append(key | row, survivors)
    print(*(key | row).values(), sep=", ", flush=True)


def reach(asked, name, technique):
    """How far generation gets: scope by scope until one takes longer than the limit."""
    subject = SUBJECTS[name]
    for scope in REACH[technique]:
        key = {"subject": name, "technique": technique, "size": str(scope), "seed": "generation"}
        with tempfile.TemporaryDirectory() as temporary:
            work = pathlib.Path(temporary)
            command = [asked.fex, "generate", ROOT / f"specs/{subject.specification}.spec", "--scope", scope, "--format", "json", "--threads", 1, "--out", work / "out"]
            ran = run(command + (["--exhaustive"] if technique == "bounded-exhaustive" else []), work / "log", asked.limit)
            said = re.search(r"scope \d+: (\d+) structures?", (work / "log").read_text())
            remark = {"remark": f"more than {asked.limit} s"} if ran.late else {} if said else {"remark": "fex: " + (work / "log").read_text()[:80]}
            tables.append(key | times("generation", ran) | ({"structures": said[1]} if said else {}) | remark, [])
            print(*key.values(), ran, said and said[1], flush=True)
        if remark:
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("subjects", nargs="*", default=list(SUBJECTS), metavar="SUBJECT")
    parser.add_argument("--fex", default=ROOT / "target/release/fex")
    parser.add_argument("--randoop", default=os.environ.get("RANDOOP", ""))
    parser.add_argument("--scopes", type=int, nargs="*", default=[3, 4, 5, 6, 7])
    parser.add_argument("--seeds", type=int, nargs="*", default=[1, 2, 3])
    parser.add_argument("--budgets", nargs="*", default=["same", "ten times"],
                        help="of random suites: `same` as many tests as a field-exhaustive one, `ten times` as many, or seconds such as `10 s`")
    parser.add_argument("--limit", type=int, default=600, help="how long generating, testing and PIT may take each for a suite, in seconds")
    parser.add_argument("--structures", type=int, default=MOST_STRUCTURES, help="the most structures of a suite whose tests are run")
    parser.add_argument("--keep", help="a folder for what was generated, and for what the tools said")
    parser.add_argument("--reach", action="store_true")
    parser.add_argument("--tables", action="store_true")
    asked = parser.parse_args()
    # So that what runs ends with this process, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if asked.reach:
        for name in asked.subjects:
            for technique in REACH:
                reach(asked, name, technique)
    elif not asked.tables:
        # Scope by scope, so that a run that is cut short has measured all subjects alike.
        for scope in asked.scopes:
            for name in asked.subjects:
                for technique in REACH:
                    measure(asked, name, technique, scope, "")
        if not asked.randoop:
            print("No class path of Randoop is given: random suites are left out.")
        for size in asked.budgets if asked.randoop else []:
            for name in asked.subjects:
                for seed in asked.seeds:
                    measure(asked, name, "random", tables.tests_like(name, size), seed)
    tables.write()


if __name__ == "__main__":
    main()
