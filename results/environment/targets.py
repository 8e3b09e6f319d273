#!/usr/bin/env python3
"""Has fex write whatever tests it can for the targets of its own tests, and runs them many times in other surroundings.

    targets.py FEX [--runs 500] [--jobs 2]                    runs what there is, and goes on where it was stopped; targets.csv has what came of it
    targets.py FEX --only persons --out FILE --folder DIR     only those of the packages with this regular expression in their names

Tests of three kinds are written: for each class, and for each pair of them that calls each other, with a virtual environment (`fex integrate
--write`); for what no test of the targets detects (`fex diagnose --write`); and suites of the subjects (`fex generate`). All run in one
JVM, which is another one each time, as `unstable.py` has it: JDK, date, zone, locale, encoding, folder, user, order.
"""
import argparse
import collections
import concurrent.futures
import csv
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import unstable
from unstable import HERE, ROOT, bounded

# The packages whose tests are diagnosed: those of the others end the JVM, are flaky, or fail by design.
DIAGNOSED = ["advice", "coupled", "kinds", "objects", "payroll", "persons", "rules", "sequences", "state", "symptoms", "values", "whole", "writing"]
# Subjects with their specifications and scopes.
SUBJECTS = [("SearchTree", "search_tree", 5), ("SortedList", "sorted_list", 5), ("RedBlackTree", "red_black_tree", 5),
            ("BinomialHeap", "binomial_heap", 5), ("ArrayHeap", "array_heap", 5), ("Library", "library", 3)]
COLUMNS = ["test", "kind", "runs", "failed"]


def compile(to, path, sources):
    subprocess.run(["javac", "-nowarn", "-proc:none", "-g", "-d", to, "-cp", ":".join(map(str, path)), *sources], check=True, capture_output=True)


class Targets(unstable.Job):
    """All that is written for the targets, as one job."""

    def __init__(self, machine):
        # All of the environment is virtual.
        self.machine, self.held, self.out = machine, unstable.CONFIGURATIONS["all"], machine.folder
        self.main, self.classes, self.compiled = self.out / "main", self.out / "all", self.out / "tests"
        self.path = [*machine.junit, machine.virtual]

    def fex(self, *arguments, limit=600):
        out, errors, code = bounded([self.machine.fex, *arguments], limit, cwd=self.out)
        return out if code is not None else ""

    def write(self, asked):
        """Has all tests written and compiled, each kind by itself, so that none hides another."""
        is_asked = re.compile(asked.only).search
        sources = sorted((ROOT / "jvm/targets/main").rglob("*.java"))
        compile(self.main, self.machine.junit, sources)
        shutil.copytree(self.main, self.classes, dirs_exist_ok=True)
        self.integrated([source for source in sources if is_asked(source.parent.name)], asked)
        for package in filter(is_asked, DIAGNOSED):
            self.diagnosed(package)
        for subject in SUBJECTS if is_asked("subjects") else []:
            self.generated(*subject)

    def integrated(self, sources, asked):
        names = [".".join(source.relative_to(ROOT / "jvm/targets/main").with_suffix("").parts) for source in sources]
        common = ["--classes", self.main, "--tests", self.machine.nothing, "--classpath", ":".join(map(str, self.path)), "--directory", self.out,
                  f"--budget={asked.budget}", f"--time-limit={asked.seconds}", "--format=json", "--quiet"]
        # Each line ends with `CALLER -> CALLEE`.
        listed = [line.split() for line in self.fex("integrate", "--list", *common[:6], "--quiet").splitlines()[1:]]
        pairs = [(words[-3], words[-1]) for words in listed if words[-2:-1] == ["->"]]
        for pair in [*((name,) for name in names), *(pair for pair in pairs if pair[0] in names)]:
            self.fex("integrate", *pair, *common, f"--write={self.out / 'integrated'}")
        if names:
            self.add("integrated", self.out / "integrated", [self.main])

    def diagnosed(self, package):
        project = self.out / "diagnosed" / package
        for part in ["main", "test"]:
            shutil.copytree(ROOT / "jvm/targets" / part / package, project / "src" / part / "java" / package)
        before = {path: path.read_text() for path in project.rglob("*.java")}
        tests = project / "tests"
        compile(tests, [self.main, *self.machine.junit], sorted((project / "src/test").rglob("*.java")))
        bounded([self.machine.fex, "diagnose", "--classes", self.main, "--tests", tests, "--classpath", ":".join(map(str, self.machine.junit)),
                 "--test-names", f"{package}.*Test", "--method", f"{package}.*", "--directory", project, "--write", "--quiet"], 600, cwd=project)
        changed = [path for path in (project / "src/test").rglob("*.java") if before.get(path) != path.read_text()]
        for path in (project / "src/test").rglob("*.java"):
            if path not in changed:
                path.unlink()
        if changed:
            self.add("diagnosed", project / "src/test", [self.main, tests])

    def generated(self, name, spec, scope):
        classes, emitted = self.out / "subjects" / name, self.out / "generated" / name
        compile(classes, [], [ROOT / f"tests/data/subjects/src/subjects/{name}.java"])
        shutil.copytree(classes, self.classes, dirs_exist_ok=True)
        self.fex("generate", ROOT / f"specs/{spec}.spec", f"--scope={scope}", "--format=junit5", "--classpath", classes, "--out", emitted)
        self.add("generated", emitted, [classes])

    def add(self, kind, sources, path):
        """Compiles tests, and writes down of which kind they are."""
        files = sorted(sources.rglob("*.java"))
        to = self.out / "compiled" / kind
        compile(to, [*path, *self.path], files)
        shutil.copytree(to, self.compiled, dirs_exist_ok=True)


def kinds(out):
    """The kind of each test class."""
    return {path.relative_to(folder).with_suffix("").as_posix().replace("/", "."): folder.name
            for folder in (out / "compiled").iterdir() for path in folder.rglob("*.class")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fex")
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=2, help="JVMs at once that run tests")
    parser.add_argument("--budget", type=int, default=2000, help="sequences of each search")
    parser.add_argument("--seconds", type=int, default=20, help="the limit of each search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only packages with this regular expression in their names; `subjects` is one, too")
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "targets.csv")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "fex-targets")
    parser.add_argument("--jdk", type=pathlib.Path, action="append", help="a JDK to run the tests with")
    parser.add_argument("--fex-junit", type=pathlib.Path, help="a jar of fex-junit other than that of FEX")
    asked = parser.parse_args()
    targets = Targets(unstable.Machine(asked))
    finished = targets.out / "written"
    if not finished.exists():
        targets.write(asked)
        finished.touch()
    done = targets.out / "runs.jsonl"
    before = [json.loads(line) for line in done.read_text().splitlines()] if done.exists() else []
    numbers = sorted(set(range(1, asked.runs + 1)) - {run["number"] for run in before})
    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool, open(done, "a") as file:
        for number, told in zip(numbers, pool.map(lambda number: targets.varied(number, asked.seed), numbers)):
            run = {"number": number, "passed": sorted(".".join(test) for test, passes in told.items() if passes),
                   "failed": sorted(".".join(test) for test, passes in told.items() if not passes)}
            before.append(run)
            print(json.dumps(run), file=file, flush=True)
            print(number, len(run["passed"]), "passed", *run["failed"], flush=True)
            shutil.rmtree(targets.out / f"reports-{number}", ignore_errors=True)
    tests = sorted({test for run in before for test in run["passed"] + run["failed"]})
    passed = collections.Counter(test for run in before for test in run["passed"])
    of = kinds(targets.out)
    with open(asked.out, "w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        for test in tests:
            name = next(name for name in of if test.startswith(name + "."))
            # Where a JVM ended without a report, none of its tests has passed.
            writer.writerow([test, of[name], len(before), len(before) - passed[test]])
    print(len(tests), "tests,", len(before), "runs,", sum(passed[test] < len(before) for test in tests), "tests failed in any", file=sys.stderr)


if __name__ == "__main__":
    main()
