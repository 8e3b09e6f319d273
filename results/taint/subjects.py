#!/usr/bin/env python3
"""Runs `fex taint` on subjects of Huo and Clause (FSE 2014), as Maven Central has them.

    results/taint/subjects.py [SUBJECT ...]     without names, all subjects

The classes of a subject come from its jar, the tests from its jar of tests, and the class path from its pom. All of that is kept below
$FEX_CACHE/compare, or ~/.cache/fex/compare. FEX is the binary, or the release build of this tree if that is not set.

It writes three files, each with the lines of the subjects that ran anew and those of the others as they were:

    subjects.csv      what became of the tests and of the suspicions, and seconds
    not-judged.csv    how many tests could not be judged, by reason
    refuted.csv       the suspicions that changes of the value refuted: marks say too much or too little there

`plain` is what the suite takes without fex in a JVM with the options of fex's workers, the middle one of three runs, with the start of
the JVM. `marks` is what fex says of the one run with marks, with the start of the JVM; `all` is the whole command.
"""

import re
import statistics
import sys
import zipfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "extreme"), str(HERE.parent / "diagnosis")]
import compare  # noqa: E402
import projects  # noqa: E402

# Group and version, test classes that are left out, and why: what the pom of the project leaves out, and what fills the heap, needs a screen, a network
# or minutes.
SUBJECTS = {
    "commons-beanutils": ("commons-beanutils", "1.9.4", {"MemoryTest", "MemoryLeakTestCase", "Jira347TestCase", "BeanUtilsBenchCase", "PropertyUtilsBenchCase"}),
    "commons-cli": ("commons-cli", "1.4", set()),
    "commons-codec": ("commons-codec", "1.15", set()),
    "commons-collections4": ("org.apache.commons", "4.4", set()),
    "commons-csv": ("org.apache.commons", "1.8", {"PerformanceTest"}),
    "commons-dbutils": ("commons-dbutils", "1.7", set()),
    "commons-io": ("commons-io", "2.8.0", set()),
    "commons-lang3": ("org.apache.commons", "3.12.0", set()),
    "commons-math3": ("org.apache.commons", "3.6.1", set()),
}

ENGINES = [("org.junit.vintage", "junit-vintage-engine", "5.11.4"), ("org.junit.platform", "junit-platform-engine", "1.11.4"),
           ("org.junit.platform", "junit-platform-commons", "1.11.4"), ("org.junit.platform", "junit-platform-launcher", "1.11.4"),
           ("org.opentest4j", "opentest4j", "1.3.0")]
PLAIN_RUNS = 3
# Mockito of that time defines classes by reflection.
OPEN = "--add-opens=java.base/java.lang=ALL-UNNAMED"


class Subject:
    """A subject, with its jars unpacked, because tests find resources in folders."""

    def __init__(self, name):
        self.name = name
        group, self.version, self.left_out = SUBJECTS[name]
        self.folder = compare.WORK / f"{name}-{self.version}-tests"
        self.classes, self.tests = self.folder / "target/classes", self.folder / "target/test-classes"
        for folder, classifier in ((self.classes, ""), (self.tests, "tests")):
            if not folder.exists():
                zipfile.ZipFile(compare.artifact(group, name, self.version, "jar", classifier)).extractall(folder)
                (folder / "META-INF/MANIFEST.MF").unlink(missing_ok=True)
        resources = self.folder / "src/test/resources"
        if not resources.exists():
            resources.parent.mkdir(parents=True)
            resources.symlink_to(self.tests)
        self.class_path = compare.class_path_of(compare.artifact(group, name, self.version, "pom"))
        # The JUnit Platform runs no JUnit 4 that is older than 4.12.
        is_old = re.compile(r".*/junit-4\.([0-9]|1[01])\.jar")
        self.class_path = [str(compare.artifact("junit", "junit", "4.13.2")) if is_old.fullmatch(entry) else entry
                           for entry in self.class_path]
        if not any("junit-platform-engine" in entry or "junit-jupiter-engine" in entry for entry in self.class_path):
            self.class_path += [str(compare.artifact(*engine)) for engine in ENGINES]
        else:
            self.class_path = compare.Project.launched(self.class_path)

    def test_classes(self):
        """The classes that Surefire would run."""
        names = []
        for path in sorted(self.tests.rglob("*.class")):
            by_name = path.stem.startswith("Test") or path.stem.endswith(("Test", "Tests", "TestCase"))
            if by_name and "$" not in path.stem and path.stem not in self.left_out and not path.stem.startswith("Abstract"):
                names.append(".".join(path.relative_to(self.tests).with_suffix("").parts))
        return names

    def plain(self):
        """The seconds that the suite takes without fex."""
        program = self.folder / "plain"
        class_path = ":".join(map(str, [program, self.tests, self.classes, *self.class_path]))
        compare.run(["javac", "-d", program, "-cp", class_path, HERE.parent / "extreme/PlainSuite.java"])
        command = ["java", *compare.JVM, OPEN, "-cp", class_path, "PlainSuite", *self.test_classes()]
        return statistics.median(
            compare.measured(command, self.folder / "plain.log", self.folder)[1].wall for _ in range(PLAIN_RUNS))

    def taint(self, *more):
        """What fex says of the subject, and what that took; with further options."""
        class_path = self.folder / "classpath.txt"
        class_path.write_text(":".join(self.class_path))
        names = [part for name in self.test_classes() for part in ("--test-names", name if "." in name else f"*.{name}")]
        command = [compare.FEX, "taint", "--classes", self.classes, "--tests", self.tests, "--classpath", f"@{class_path}",
                   "--directory", self.folder, "--jobs", compare.THREADS, "--format", "json", "--quiet", "--fresh", f"--jvm-arg={OPEN}", *names,
                   *more]
        return compare.reported(command, self.folder / "taint.json", self.folder)


def reason(why):
    """Why a test is not judged, without what is particular to it."""
    return re.sub(r"[0-9]+", "N", why.split("\n")[0])[:100]


def main(names):
    for name in names or SUBJECTS:
        subject = Subject(name)
        plain = subject.plain()
        report, cost = subject.taint()
        wall = cost.wall
        counts, marks = report["counts"], report["marksMicros"] / 1e6
        of = [counts[problem][what] for problem in ("brittle-assertion", "unused-input")
              for what in ("reports", "confirmed", "refuted", "unchanged")]
        tests = [len({one["test"] for one in report[problem]}) for problem in ("brittle", "unused")]
        aside = sum(len(report[kind]) for kind in ("flaky", "failing", "fatal"))
        projects.write(HERE / "subjects.csv", [
            "subject", "version", "tests", "set aside", "not judged", "sound", "brittle suspicions", "brittle confirmed",
            "brittle refuted", "brittle unchanged", "unused suspicions", "unused confirmed", "unused refuted", "unused unchanged",
            "tests with brittle", "tests with unused", "witness runs", "plain s", "marks s", "marks/plain", "all s", "all/plain"], name,
            [[name, subject.version, report["tests"], aside, len(report["unmarked"]), report["sound"], *of, *tests, report["witnessRuns"],
              round(plain, 1), round(marks, 1), round(marks / plain, 2), round(wall, 1), round(wall / plain, 1)]])
        why = Counter(reason(one["why"]) for one in report["unmarked"])
        projects.write(HERE / "not-judged.csv", ["subject", "reason", "tests"], name, [[name, *one] for one in why.items()])
        projects.write(HERE / "refuted.csv", ["subject", "problem", "test", "line", "value", "instead", "message"], name, [
            [name, one["problem"], one["test"], one["line"] or "", one["field"] or one["value"], " ".join(one["instead"]),
             (one["message"] or "").split("\n")[0][:100]] for one in report["refuted"]])
        print(name, report["tests"], *of, round(plain, 1), round(marks, 1), round(wall, 1), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
