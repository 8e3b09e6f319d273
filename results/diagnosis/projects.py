#!/usr/bin/env python3
"""Diagnoses the undetected transformations of open-source projects with `fex diagnose`, and measures that.

    results/diagnosis/projects.py [--once] [PROJECT ...]   without names, all projects

Each project is cloned at a commit into $FEX_CACHE/compare. It is judged, diagnosed on those verdicts, and, without `--once`, judged
and diagnosed again with other identity hash codes and another time zone: a symptom that is another one then rests on noise. Writes
the lines of the projects in `symptoms.csv`, one for each undetected transformation, with the way in which a test that was tried out
detects it or why there is none, and in `projects.csv`, one for each project: seconds of wall and of CPU time of `fex extreme`, of `fex
diagnose --words-only` on its verdicts, and of `fex diagnose`, which says the same and writes tests; how many have each symptom; how many
are detected by such tests; how many have the same symptom the second time.
"""

import csv
import json
import os
import shutil
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "extreme"))
import compare  # noqa: E402

# The repository, the tag or commit, the module that is judged, and further arguments of fex. None of these projects was written for fex;
# commons-cli and commons-codec are subjects of the paper, in newer versions.
PROJECTS = {
    "commons-cli": ("apache/commons-cli", "rel/commons-cli-1.9.0", "", []),
    "commons-codec": ("apache/commons-codec", "rel/commons-codec-1.17.1", "", []),
    "gson": ("google/gson", "9835b6f90", "gson", []),
    "java-classmate": ("FasterXML/java-classmate", "741f63d", "", []),
    "java-diff-utils": ("java-diff-utils/java-diff-utils", "696edc4", "java-diff-utils", []),
    "jcommander": ("cbeust/jcommander", "1.58", "", []),
    "joda-convert": ("JodaOrg/joda-convert", "v2.2.4", "", []),
    "jopt-simple": ("jopt-simple/jopt-simple", "jopt-simple-5.0.4", "", []),
    "JSON-java": ("stleary/JSON-java", "20240303", "", []),
    "reflections": ("ronmamo/reflections", "f5514b1", "", []),
}

# Other hash codes than the JVM's own choice: those of mode 2 are all the same, so that whatever hangs on them comes in another order.
SECOND = ["--jvm-arg", "-XX:+UnlockExperimentalVMOptions", "--jvm-arg", "-XX:hashCode=2"]
SECOND_ENVIRONMENT = {"TZ": "Asia/Kathmandu"}

KEY = ["class", "method", "descriptor", "transformation"]


def cloned(name):
    """The folder of a project, which is cloned if it is not there yet."""
    repository, revision, _, _ = PROJECTS[name]
    root = compare.WORK / f"{name}-{revision.rsplit('/', 1)[-1]}"
    if not (root / "pom.xml").exists():
        shutil.rmtree(root, ignore_errors=True)
        compare.run(["git", "clone", "--quiet", f"https://github.com/{repository}", root])
        compare.run(["git", "-C", root, "checkout", "--quiet", revision])
    return root


def asked(command, name, root, more, environment=None):
    """What a command of fex says of a project, and what it took."""
    _, _, module, arguments = PROJECTS[name]
    out = compare.WORK / f"{name}.{command}.json"
    chosen = ["--module", module] if module else []
    code, cost = compare.measured(
        [os.environ.get("FEX", compare.FEX), command, "--jobs", compare.THREADS, "--format", "json", "--quiet", *chosen, *arguments,
         *more], out, root, environment)
    text = out.read_text()
    if code != 0:
        sys.exit(f"fex {command} on {name}: exit code {code}\n{text[:4000]}")
    return json.loads(text[text.index("{"):]), cost


def symptoms(report):
    return {tuple(one[part] for part in KEY): one["symptom"] for one in report["transformations"]}


def write(file, header, name, rows):
    """Replaces the lines of a project in a file."""
    path = HERE / file
    kept = []
    if path.exists():
        with open(path, newline="") as old:
            kept = [row for row in list(csv.reader(old))[1:] if row[0] != name]
    with open(path, "w", newline="") as new:
        writer = csv.writer(new, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(sorted(kept + [[str(part) for part in row] for row in rows]))


def diagnose(name, once):
    root = cloned(name)
    _, judging = asked("extreme", name, root, ["--fresh"])
    report, saying = asked("diagnose", name, root, ["--words-only"])
    first = symptoms(report)
    report, writing = asked("diagnose", name, root, [])
    tests = {tuple(one[part] for part in KEY): (one["test"]["way"] if one["test"] else "", one["noTest"] or "")
             for one in report["transformations"]}
    second = {}
    if not once:
        asked("extreme", name, root, ["--fresh", *SECOND], SECOND_ENVIRONMENT)
        second = symptoms(asked("diagnose", name, root, ["--words-only", *SECOND], SECOND_ENVIRONMENT)[0])
    both = [key for key in first if key in second]
    rows = [[name, *key, first.get(key, ""), second.get(key, ""), *tests.get(key, ("", ""))]
            for key in sorted(first.keys() | second.keys())]
    write("symptoms.csv", ["project", *KEY, "symptom", "second", "test", "no test"], name, rows)
    counts = Counter(first.values())
    write("projects.csv", ["project", "revision", "undetected", "no-infection", "no-propagation", "weak-oracle", "undecided",
                           "detected by tests", "extreme wall", "extreme cpu", "words wall", "words cpu", "tests wall", "tests cpu",
                           "in both runs", "same symptom"], name,
          [[name, PROJECTS[name][1], len(first), *(counts[one] for one in ("no-infection", "no-propagation", "weak-oracle", "undecided")),
            sum(way != "" for way, _ in tests.values()),
            *(f"{cost:.1f}" for one in (judging, saying, writing) for cost in (one.wall, one.cpu)),
            len(both), sum(first[key] == second[key] for key in both)]])
    print(name, len(first), dict(counts), f"{writing.wall:.1f} s", f"{sum(first[key] == second[key] for key in both)} of {len(both)}",
          flush=True)


def main(arguments):
    names = [argument for argument in arguments if not argument.startswith("--")] or list(PROJECTS)
    for name in names:
        diagnose(name, "--once" in arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
