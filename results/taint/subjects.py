#!/usr/bin/env python3
"""Runs `fex taint` on subjects of Huo and Clause (FSE 2014), as Maven Central has them.

    results/taint/subjects.py [SUBJECT ...]                   without names, all subjects
    results/taint/subjects.py --outcomes [SUBJECT ...]        only whether tests have the same outcomes with marks
    results/taint/subjects.py --table                         the tables of README.md, from the files

With JAVA, a folder of a JDK, tests run there.

The classes of a subject come from its jar, the tests from its jar of tests, and the class path from its pom. All of that is kept below
$FEX_CACHE/compare, or ~/.cache/fex/compare. FEX is the binary, or the release build of this tree if that is not set.

It writes three files, each with the lines of the subjects that ran anew and those of the others as they were:

    subjects.csv      what became of the tests and of the suspicions, and seconds
    not-judged.csv    how many tests could not be judged, by reason
    refuted.csv       the suspicions that changes of the value refuted: marks say too much or too little there
    unfinished.csv    the same of commands that took too long, as far as they got
    outcomes.csv      for each JDK, how many tests pass and fail without fex and with marks, and each test with another outcome

`plain` is what the suite takes without fex in a JVM with the options of fex's workers, the middle one of three runs, with the start of
the JVM. `marks` is what fex says of the one run with marks, with the start of the JVM; `all` is the whole command. MiB are the most that
the process has in memory at ten looks a second, of the JVM without fex, of fex's worker that runs the suite as it is, and of the one with
marks. A command that takes longer than LIMIT seconds is ended.
"""

import csv
import json
import os
import re
import shutil
import statistics
import sys
import zipfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "extreme"), str(HERE.parent / "diagnosis")]
import compare  # noqa: E402
import projects  # noqa: E402

# Group and version; test classes that are left out: what the pom of the project leaves out, and what fills the heap, measures speed, needs a screen, a
# network or minutes, or runs all others once more; and where tests come from if Maven Central has none: a repository, a tag, the folders of tests and resources, and one
# where tests look for all classes.
SUBJECTS = {
    "commons-beanutils": ("commons-beanutils", "1.9.4", {"MemoryTest", "MemoryLeakTestCase", "Jira347TestCase", "BeanUtilsBenchCase", "PropertyUtilsBenchCase"}, None),
    "commons-cli": ("commons-cli", "1.4", set(), None),
    "commons-codec": ("commons-codec", "1.15", {"CacheSubSequencePerformanceTest", "PhoneticEnginePerformanceTest", "XXHash32OverflowTest"}, None),
    "commons-collections4": ("org.apache.commons", "4.4", set(), None),
    "commons-csv": ("org.apache.commons", "1.8", {"PerformanceTest"}, None),
    "commons-dbutils": ("commons-dbutils", "1.7", set(), None),
    "commons-fileupload": ("commons-fileupload", "1.4", set(), None),
    "commons-io": ("commons-io", "2.8.0", set(), None),
    "commons-lang3": ("org.apache.commons", "3.12.0", set(), None),
    "commons-math3": ("org.apache.commons", "3.6.1", set(), None),
    "commons-text": ("org.apache.commons", "1.9", set(), None),
    "commons-validator": ("commons-validator", "1.7", set(), None),
    "jdepend": ("jdepend", "2.9.1", {"AllTests", "JDependTestCase"}, ("clarkware/jdepend", "2.9.1", "test", "test", "build")),
    "jfreechart": ("org.jfree", "1.5.3", set(), ("jfree/jfreechart", "v1.5.3", "src/test/java", "src/test/resources")),
    "joda-convert": ("org.joda", "2.2.3", set(), ("JodaOrg/joda-convert", "v2.2.3", "src/test/java", "src/test/resources")),
    "joda-time": ("joda-time", "2.12.5", {"TestAll", "TestAllPackages"}, ("JodaOrg/joda-time", "v2.12.5", "src/test/java", "src/test/resources")),
}

ENGINES = [("org.junit.vintage", "junit-vintage-engine", "5.11.4"), ("org.junit.platform", "junit-platform-engine", "1.11.4"),
           ("org.junit.platform", "junit-platform-commons", "1.11.4"), ("org.junit.platform", "junit-platform-launcher", "1.11.4"),
           ("org.opentest4j", "opentest4j", "1.3.0")]
JUNIT_4 = [("junit", "junit", "4.13.2"), ("org.hamcrest", "hamcrest-core", "1.3")]
# What JVMs need with some subjects.
OPTIONS = {"jdepend": ["-Djdepend.home=."]}
PLAIN_RUNS = 3
# Mockito of that time defines classes by reflection.
OPEN = "--add-opens=java.base/java.lang=ALL-UNNAMED"
# Single tests that are left out, as `--exclude-tests` has them: they encode a gigabyte, hash two, fill the heap, encode each
# of 65,536 characters, or format a date in each of a thousand locales.
TESTS_LEFT_OUT = {"commons-codec": [
    "Base64Test#testCodec265", "BaseNCodecTest#testEnsureBufferSizeExpandsToBeyondMaxBufferSize",
    "BaseNCodecTest#testEnsureBufferSizeExpandsToMaxBufferSize", "BeiderMorseEncoderTest#testAllChars",
    "MurmurHash3Test#testIncrementalHashWithUnprocessedBytesAndHugeLengthArray"],
    "commons-text": ["ExtendedMessageFormatTest#testBuiltInDateTimeFormat"]}
LIMIT = float(os.environ.get("LIMIT", "1200"))
JAVA = Path(os.environ["JAVA"]) / "bin/java" if "JAVA" in os.environ else "java"


class Subject:
    """A subject, with its jars unpacked, because tests find resources in folders."""

    def __init__(self, name):
        self.name = name
        self.group, self.version, self.left_out, source = SUBJECTS[name]
        self.options = [OPEN, *OPTIONS.get(name, [])]
        self.folder = compare.WORK / f"{name}-{self.version}-tests"
        self.classes, self.tests = self.folder / "target/classes", self.folder / "target/test-classes"
        if source and not self.folder.exists():
            clone(source, self.folder)
        self.unpack(self.classes, "")
        self.class_path = compare.class_path_of(compare.artifact(self.group, name, self.version, "pom"))
        # The JUnit Platform runs no JUnit 4 that is older than 4.12.
        is_old = re.compile(r".*/junit-([0-3]|4\.([0-9]|1[01])).*\.jar")
        self.class_path = [str(compare.artifact("junit", "junit", "4.13.2")) if is_old.fullmatch(entry) else entry
                           for entry in self.class_path]
        if not any("/junit-" in entry for entry in self.class_path):
            self.class_path += [str(compare.artifact(*part)) for part in JUNIT_4]
        if not any("junit-platform-engine" in entry or "junit-jupiter-engine" in entry for entry in self.class_path):
            self.class_path += [str(compare.artifact(*engine)) for engine in ENGINES]
        else:
            self.class_path = compare.Project.launched(self.class_path)
        if source:
            self.compile(*source[2:])
        else:
            self.unpack(self.tests, "tests")
            resources = self.folder / "src/test/resources"
            if not resources.exists():
                resources.parent.mkdir(parents=True)
                resources.symlink_to(self.tests)

    def unpack(self, folder, classifier):
        if not folder.exists():
            zipfile.ZipFile(compare.artifact(self.group, self.name, self.version, "jar", classifier)).extractall(folder)
            (folder / "META-INF/MANIFEST.MF").unlink(missing_ok=True)

    def compile(self, java, resources, together=None):
        """Makes the classes of tests from their sources."""
        if self.tests.exists():
            return
        if (self.folder / resources).exists():
            shutil.copytree(self.folder / resources, self.tests, ignore=shutil.ignore_patterns("*.java"), dirs_exist_ok=True)
        sources = [path for path in (self.folder / java).rglob("*.java") if path.stem != "module-info"]
        class_path = ":".join(map(str, [self.classes, *self.class_path]))
        compare.run(["javac", "-g", "-nowarn", "--release", "8", "-proc:none", "-encoding", "UTF-8", "-d", self.tests, "-cp", class_path, *sources])
        if together:
            for folder in (self.classes, self.tests):
                shutil.copytree(folder, self.folder / together, dirs_exist_ok=True)

    def test_classes(self):
        """The classes that Surefire would run."""
        names = []
        for path in sorted(self.tests.rglob("*.class")):
            by_name = path.stem.startswith("Test") or path.stem.endswith(("Test", "Tests", "TestCase"))
            if by_name and "$" not in path.stem and path.stem not in self.left_out and not path.stem.startswith("Abstract"):
                names.append(".".join(path.relative_to(self.tests).with_suffix("").parts))
        return names

    def plain(self, *options):
        """What the suite takes without fex."""
        program = self.folder / "plain"
        class_path = ":".join(map(str, [program, self.tests, self.classes, *self.class_path]))
        compare.run(["javac", "-d", program, "-cp", class_path, HERE.parent / "extreme/PlainSuite.java"])
        excluded = f"-Dexcluded={','.join(TESTS_LEFT_OUT.get(self.name, []))}"
        command = [JAVA, *compare.JVM, *self.options, excluded, *options, "-cp", class_path, "PlainSuite", *self.test_classes()]
        return compare.measured(command, self.folder / "plain.log", self.folder, limit=LIMIT)[1]

    def outcomes(self):
        """The outcomes of tests without fex, by class and method."""
        file = self.folder / "outcomes.txt"
        file.unlink(missing_ok=True)
        self.plain(f"-Doutcomes={file}")
        outcomes = {}
        for line in file.read_text().splitlines():
            outcome, method, _ = line.split("\t")
            outcomes.setdefault(method, Counter())[outcome] += 1
        return outcomes

    def taint(self, *more):
        """What fex says of the subject, and what that took; with further options."""
        class_path = self.folder / "classpath.txt"
        class_path.write_text(":".join(self.class_path))
        shutil.rmtree(self.folder / "cache", ignore_errors=True)
        names = [part for name in self.test_classes() for part in ("--test-names", name if "." in name else f"*.{name}")]
        command = [compare.FEX, "taint", "--classes", self.classes, "--tests", self.tests, "--classpath", f"@{class_path}",
                   "--directory", self.folder, "--cache", self.folder / "cache", "--java", JAVA, "--jobs", compare.THREADS, "--format", "json", "--quiet", "--fresh",
                   *(f"--jvm-arg={option}" for option in self.options), *names, *more]
        command += [part for pattern in TESTS_LEFT_OUT.get(self.name, []) for part in ("--exclude-tests", pattern)]
        return compare.reported(command, self.folder / "taint.json", self.folder, limit=LIMIT)


def clone(source, folder):
    repository, tag = source[:2]
    compare.run(["git", "clone", "--quiet", "--branch", tag, f"https://github.com/{repository}", folder])


def tell_unfinished(subject, plain):
    """Writes what a command that was ended has kept: the run with marks, and the suspicions that it has tried out until then."""
    baseline, marked, tried, tallies = None, None, 0, {"brittle": Counter(), "unused": Counter()}
    for file in (subject.folder / "cache").rglob("steps-*"):
        # The last line may have been cut off.
        results = [json.loads(line)["result"] for line in file.read_text().split("\n") if line.endswith("}")]
        for result in results:
            if "framework" in result:
                baseline = result
            elif "tainted" in result:
                marked = result
            elif "tests" in result:
                of = list(result["tests"].values())
                tried += len(of)
                for kind, tally in tallies.items():
                    for one in of:
                        tally.update(one[f"{kind}_tally"])
    if baseline is None or marked is None or not plain:
        print(subject.name, "has no marks within", LIMIT, "seconds", flush=True)
        return
    seconds, marks = statistics.median(cost.wall for cost in plain), marked["micros"] / 1e6
    aside = len(baseline["failing"]) + len(baseline["flaky"]) + sum(map(len, baseline["fatal"]))
    row = [subject.name, subject.version, LIMIT, len(marked["tainted"]) + len(marked["unmarked"]), aside, len(marked["unmarked"]), tried,
           *(tally[what] for tally in tallies.values() for what in ("reports", "confirmed", "refuted")),
           round(seconds, 1), round(marks, 1), round(marks / seconds, 2)]
    projects.write(HERE / "unfinished.csv", [
        "subject", "version", "limit s", "tests", "set aside", "not judged", "tests tried out", "brittle suspicions", "brittle confirmed",
        "brittle refuted", "unused suspicions", "unused confirmed", "unused refuted", "plain s", "marks s", "marks/plain"], subject.name, [row])
    print("unfinished:", *row, flush=True)


def reason(why):
    """Why a test is not judged, without what is particular to it."""
    return re.sub(r"[0-9]+", "N", why.split("\n")[0])[:100]


def plain_name(title):
    """The class and method of a test, without what tells its runs apart."""
    return re.split(r"[(\[ ]", title, maxsplit=1)[0]


def compare_outcomes(subject, report):
    """Writes whether tests have the outcomes with marks that they have without fex."""
    release = re.search(r"\S+ ([0-9]+)", compare.run([JAVA, "--version"])).group(1)
    plain = subject.outcomes()
    count = {outcome: sum(of[outcome] for of in plain.values()) for outcome in ("SUCCESSFUL", "FAILED", "ABORTED", "SKIPPED")}
    aside = [test for kind in ("flaky", "failing", "fatal") for test in report[kind]]
    passing = report["tests"] - len(report["unmarked"])
    failing_plain = {method for method, of in plain.items() if of["FAILED"]}
    failing = {plain_name(test) for test in aside}
    others = [(plain_name(one["test"]), one["why"].split("\n")[0][:100]) for one in report["unmarked"]]
    others += [(method, "fails only with fex") for method in sorted(failing - failing_plain)]
    others += [(method, "fails only without fex") for method in sorted(failing_plain - failing)]
    key = f"{subject.name} {release}"
    projects.write(HERE / "outcomes.csv", [
        "subject and JDK", "tests", "pass without fex", "fail without fex", "aborted or skipped", "judged", "pass with marks",
        "set aside", "other outcome"], key, [[
            key, sum(count.values()), count["SUCCESSFUL"], count["FAILED"], count["ABORTED"] + count["SKIPPED"], report["tests"], passing,
            len(aside), len(others)]])
    projects.write(HERE / "other-outcomes.csv", ["subject and JDK", "test", "outcome"], key, [[key, *one] for one in others])


def judge(name, is_only_compared):
    """Judges the tests of a subject, and writes what came of it."""
    subject = Subject(name)
    plain = [subject.plain() for _ in range(0 if is_only_compared else PLAIN_RUNS)]
    report, cost = subject.taint()
    if report is None:
        tell_unfinished(subject, plain)
        return
    compare_outcomes(subject, report)
    if not is_only_compared:
        tell(subject, plain, report, cost)


def tell(subject, plain, report, cost):
    name = subject.name
    seconds = statistics.median(cost.wall for cost in plain)
    memory = statistics.median(cost.largest for cost in plain)
    counts, marks = report["counts"], report["marksMicros"] / 1e6
    of = [counts[problem][what] for problem in ("brittle-assertion", "unused-input")
          for what in ("reports", "confirmed", "refuted", "unchanged")]
    tests = [len({one["test"] for one in report[problem]}) for problem in ("brittle", "unused")]
    aside = sum(len(report[kind]) for kind in ("flaky", "failing", "fatal"))
    row = [name, subject.version, report["tests"], aside, len(report["unmarked"]), report["sound"], *of, counts["unused-input"]["guarded"],
           *tests, report["witnessRuns"], round(seconds, 1), round(marks, 1), round(marks / seconds, 2), round(cost.wall, 1),
           round(cost.wall / seconds, 1), memory, cost.largest, round(cost.largest / memory, 1)]
    projects.write(HERE / "subjects.csv", [
        "subject", "version", "tests", "set aside", "not judged", "sound", "brittle suspicions", "brittle confirmed",
        "brittle refuted", "brittle unchanged", "unused suspicions", "unused confirmed", "unused refuted", "unused unchanged",
        "unused guarded", "tests with brittle", "tests with unused", "witness runs", "plain s", "marks s", "marks/plain", "all s",
        "all/plain", "plain MiB", "largest MiB", "largest/plain"], name, [row])
    why = Counter(reason(one["why"]) for one in report["unmarked"])
    projects.write(HERE / "not-judged.csv", ["subject", "reason", "tests"], name, [[name, *one] for one in why.items()])
    projects.write(HERE / "set-aside.csv", ["subject", "why", "test"], name, [
        [name, kind, test] for kind in ("flaky", "failing", "fatal") for test in report[kind]])
    projects.write(HERE / "refuted.csv", ["subject", "problem", "test", "line", "value", "instead", "message"], name, [
        [name, one["problem"], one["test"], one["line"] or "", one["field"] or one["value"], " ".join(one["instead"]),
         (one["message"] or "").split("\n")[0][:100]] for one in report["refuted"]])
    print(*row, flush=True)


def table(header, rows):
    """Prints a table as Markdown has it."""
    for row in [header, ["---"] * len(header), *rows]:
        print("| " + " | ".join(row) + " |")


def rows_of(file):
    with open(HERE / file, newline="") as lines:
        return list(csv.DictReader(lines))


def tables():
    """Prints the tables of README.md."""
    rows = rows_of("subjects.csv")

    def of(row, kind):
        return f"{row[kind + ' confirmed']} of {row[kind + ' suspicions']}"

    def refuted(row, kind):
        return f"{row[kind + ' refuted']} ({100 * int(row[kind + ' refuted']) / max(1, int(row[kind + ' suspicions'])):.0f} %)"

    table(["subject", "tests", "set aside", "not judged", "brittle: confirmed of suspicions", "refuted", "unused: confirmed of suspicions",
           "refuted", "plain, s", "marks, s", "ratio", "all, s", "memory, MiB: plain", "largest", "ratio"], [
        [f"{row['subject']} {row['version']}", row["tests"], row["set aside"], row["not judged"], of(row, "brittle"), refuted(row, "brittle"),
         of(row, "unused"), refuted(row, "unused"), row["plain s"], row["marks s"], row["marks/plain"], row["all s"], row["plain MiB"],
         row["largest MiB"], row["largest/plain"]] for row in rows])
    for what in ("marks/plain", "largest/plain"):
        ratios = [float(row[what]) for row in rows if row[what]]
        print(f"\n{what}: {statistics.median(ratios):.1f} in the median, {max(ratios):.1f} at worst")
    print()
    outcomes = rows_of("outcomes.csv")
    table(list(outcomes[0]), [list(row.values()) for row in outcomes])


def main(arguments):
    if arguments == ["--table"]:
        tables()
        return
    is_only_compared = arguments[:1] == ["--outcomes"]
    for name in arguments[is_only_compared:] or SUBJECTS:
        judge(name, is_only_compared)


if __name__ == "__main__":
    main(sys.argv[1:])
