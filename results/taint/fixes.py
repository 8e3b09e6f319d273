#!/usr/bin/env python3
"""Has `fex taint` try out fixes on subjects of Huo and Clause whose sources of tests Maven Central has.

    results/taint/fixes.py [SUBJECT ...]     without names, commons-cli

Writes `fixes.csv`: of each problem the reports, those with a fix that holds by itself (in all, and of each kind), and those with one that is
chosen because it holds with the others. `seconds` and `CPU s` are of the whole command with `--patch`. Then the patch is applied to a copy
of the sources, `javac` compiles them, and `fex taint` judges the tests anew: `left` are the reports of that run, `failing` the tests that fail.
See `subjects.py` for where everything is kept.
"""

import os
import shutil
import sys
import zipfile

import subjects
from subjects import HERE, SUBJECTS, Subject, compare, projects

KINDS = ["final", "set", "constant", "assertion", "removal"]
HEADER = ["subject", "problem", "reports", "with a fix", *KINDS, "chosen", "left", "failing", "seconds", "CPU s"]


def sources(subject):
    """The sources of the tests, as they are released."""
    folder = subject.folder / "src/test/java"
    shutil.rmtree(folder, ignore_errors=True)
    group, version, _ = SUBJECTS[subject.name]
    zipfile.ZipFile(compare.artifact(group, subject.name, version, "jar", "test-sources")).extractall(folder)
    return folder


def patched(subject, folder, patch):
    """Compiles the tests as the patch has them."""
    if not (subject.folder / ".git").exists():
        compare.run(["git", "init", "--quiet", subject.folder])
    compare.run(["git", "-C", subject.folder, "apply", "--whitespace=nowarn", patch])
    classes = subject.folder / "target/fixed-classes"
    shutil.rmtree(classes, ignore_errors=True)
    shutil.copytree(subject.tests, classes)
    class_path = os.pathsep.join(map(str, [subject.classes, *subject.class_path]))
    compare.run(["javac", "-g", "-nowarn", "-encoding", "UTF-8", "-d", classes, "-cp", class_path, *folder.rglob("*.java")])
    subject.tests = classes


def main(names):
    for name in names or ["commons-cli"]:
        subject = Subject(name)
        folder = sources(subject)
        patch = subject.folder / "fixes.diff"
        before, cost = subject.taint("--sources", folder, "--patch", patch)
        patched(subject, folder, patch)
        after, _ = subject.taint()
        rows = []
        for problem in ("brittle", "unused"):
            fixes = [one["fixes"] for one in before[problem]]
            kinds = [sum(any(fix["kind"] == kind for fix in of) for of in fixes) for kind in KINDS]
            chosen = sum(any(fix["isChosen"] for fix in of) for of in fixes)
            rows.append([name, problem, len(fixes), sum(map(bool, fixes)), *kinds, chosen, len(after[problem]),
                         len(after["failing"]) - len(before["failing"]), round(cost.wall, 1), round(cost.cpu, 1)])
            print(*rows[-1], flush=True)
        projects.write(HERE / "fixes.csv", HEADER, name, rows)


if __name__ == "__main__":
    main(sys.argv[1:])
