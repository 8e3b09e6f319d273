#!/usr/bin/env python3
"""Diagnoses the undetected transformations of open-source projects with `fex diagnose`, and measures that.

    results/diagnosis/projects.py [--steps STEP,...] [PROJECT ...]   without names, all projects; without steps, all of them
    results/diagnosis/projects.py --draw                             forty transformations at random, which were read by hand

Each project is cloned at a commit into $FEX_CACHE/compare. The steps:

    judge   fex extreme
    say     fex diagnose --words-only, on its verdicts
    again   both once more, with other identity hash codes and another time zone: a symptom that is another one then rests on noise
    write   fex diagnose, which says the same and writes tests, as a patch
    apply   the patch on a clean clone: what `mvn test` says there, and what fex extreme does

What a step finds is kept beside the clones, so that steps can run one by one. The script then writes what is known of each project:
its lines in `symptoms.csv`, one for each undetected transformation, with the way in which a test that was tried out detects it or why
there is none, and its line in `projects.csv`, with seconds of wall and of CPU time and how many transformations have each symptom.
"""

import csv
import hashlib
import json
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
    # One of its tests takes more memory than a JVM has by default.
    "commons-codec": ("apache/commons-codec", "rel/commons-codec-1.17.1", "", ["--set-aside-fatal"]),
    "commons-pool": ("apache/commons-pool", "rel/commons-pool-2.12.0", "", []),
    "gson": ("google/gson", "9835b6f90", "gson", []),
    "java-classmate": ("FasterXML/java-classmate", "741f63d", "", []),
    "java-diff-utils": ("java-diff-utils/java-diff-utils", "696edc4", "java-diff-utils", []),
    "jcommander": ("cbeust/jcommander", "1.58", "", []),
    "joda-convert": ("JodaOrg/joda-convert", "v2.2.4", "", []),
    "jopt-simple": ("jopt-simple/jopt-simple", "jopt-simple-5.0.4", "", []),
    "JSON-java": ("stleary/JSON-java", "20240303", "", []),
    "jsoup": ("jhy/jsoup", "46b62086", "", []),
    # Tests of reflections share files.
    "reflections": ("ronmamo/reflections", "f5514b1", "", ["--set-aside-flaky"]),
    "threetenbp": ("ThreeTen/threetenbp", "f69cd48c", "", []),
}

# What Maven needs beyond that: one test of commons-codec takes more memory than a JVM has by default.
MAVEN = {"commons-codec": ["-DargLine=-Xmx14g"]}

# Other hash codes than the JVM's own choice: those of mode 2 are all the same, so that whatever hangs on them comes in another order.
SECOND = ["--jvm-arg", "-XX:+UnlockExperimentalVMOptions", "--jvm-arg", "-XX:hashCode=2"]
SECOND_ENVIRONMENT = {"TZ": "Asia/Kathmandu"}

# How many are drawn for reading, and what decides which.
DRAWN, SEED = 40, "15"

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


def kept(name, step):
    """Where what a step finds is kept."""
    return compare.WORK / f"{name}.{step}.json"


def asked(command, name, root, more, environment=None):
    """What a command of fex says of a project, and the seconds of wall and of CPU time that it took."""
    _, _, module, arguments = PROJECTS[name]
    out = compare.WORK / f"{name}.out"
    chosen = ["--module", module] if module else []
    report, cost = compare.reported(
        [compare.FEX, command, "--jobs", compare.THREADS, "--format", "json", "--quiet", *chosen, *arguments, *more], out, root,
        environment)
    return report, [round(cost.wall, 1), round(cost.cpu, 1)]


def forget():
    """Takes from the cache what was diagnosed before, and leaves the verdicts there."""
    for kept_steps in (compare.WORK.parent / "extreme").glob("steps-*"):
        kept_steps.unlink()


def judge(name, root):
    forget()
    report, cost = asked("extreme", name, root, ["--fresh"])
    return {"cost": cost, "undetected": undetected(report)}


def say(name, root):
    report, cost = asked("diagnose", name, root, ["--words-only"])
    return {"cost": cost, "transformations": report["transformations"]}


def again(name, root):
    asked("extreme", name, root, ["--fresh", *SECOND], SECOND_ENVIRONMENT)
    report, cost = asked("diagnose", name, root, ["--words-only", *SECOND], SECOND_ENVIRONMENT)
    return {"cost": cost, "transformations": report["transformations"]}


def write_tests(name, root):
    report, cost = asked("diagnose", name, root, ["--patch", compare.WORK / f"{name}.patch"])
    return {"cost": cost, "transformations": report["transformations"]}


def apply(name, root):
    """What becomes of the patch in a clean clone."""
    copy = compare.WORK / f"{name}.applied"
    shutil.rmtree(copy, ignore_errors=True)
    compare.run(["git", "clone", "--quiet", root, copy])
    patch = compare.WORK / f"{name}.patch"
    if patch.exists() and patch.read_text().strip():
        compare.run(["git", "-C", copy, "apply", patch])
    module = PROJECTS[name][2]
    code, _ = compare.measured(["mvn", "-q", "-B", "test", *(["-pl", module, "-am"] if module else []), *MAVEN.get(name, [])],
                               compare.WORK / f"{name}.mvn", copy)
    found = {"green": code == 0}
    if code == 0:
        report, _ = asked("extreme", name, copy, ["--fresh"])
        found["undetected"] = undetected(report)
    shutil.rmtree(copy)
    return found


STEPS = {"judge": judge, "say": say, "again": again, "write": write_tests, "apply": apply}


def undetected(report):
    return sorted([method["class"], method["method"], method["descriptor"], one["transformation"]]
                  for method in report["methods"] for one in method["transformations"] if one["verdict"] == "undetected")


def symptoms(found):
    return {tuple(one[part] for part in KEY): one["symptom"] for one in found.get("transformations", [])}


def write(file, header, name, rows):
    """Replaces the lines of a project in a file."""
    path = HERE / file
    others = []
    if path.exists():
        with open(path, newline="") as old:
            others = [row for row in list(csv.reader(old))[1:] if row[0] != name]
    with open(path, "w", newline="") as new:
        writer = csv.writer(new, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(sorted(others + [[str(part) for part in row] for row in rows]))


def tell(name):
    """Writes what is known of a project."""
    found = {step: json.loads(kept(name, step).read_text()) if kept(name, step).exists() else {} for step in STEPS}
    first, second, written = symptoms(found["say"]), symptoms(found["again"]), found["write"].get("transformations", [])
    tests = {tuple(one[part] for part in KEY): (one["test"]["way"] if one["test"] else "", one["noTest"] or "") for one in written}
    judged = {tuple(one) for one in found["judge"].get("undetected", [])}
    applied = found["apply"]
    still = {tuple(one) for one in applied["undetected"]} if applied.get("green") else set()

    def after(key):
        """What fex extreme says once the patch is applied."""
        return ("undetected" if key in still else "detected") if applied.get("green") else ""

    rows = [[name, *key, first.get(key, ""), second.get(key, ""), *tests.get(key, ("", "")), after(key)]
            for key in sorted(judged | first.keys() | second.keys())]
    write("symptoms.csv", ["project", *KEY, "symptom", "second", "test", "no test", "with the patch"], name, rows)
    counts, both = Counter(first.values()), [key for key in first if key in second]
    of_each = [counts[one] if first else "" for one in ("no-infection", "no-propagation", "weak-oracle", "undecided")]
    same = [len(both), sum(first[key] == second[key] for key in both)] if both else ["", ""]
    have_test = [key for key, (way, _) in tests.items() if way]
    costs = [part for step in ("judge", "say", "write") for part in found[step].get("cost", ["", ""])]
    write("projects.csv", ["project", "revision", "undetected", "no-infection", "no-propagation", "weak-oracle", "undecided",
                           "extreme wall", "extreme cpu", "words wall", "words cpu", "tests wall", "tests cpu", "in both runs",
                           "same symptom", "with test", "applied", "detected then"], name,
          [[name, PROJECTS[name][1], len(rows), *of_each, *costs, *same, len(have_test) if written else "",
            {True: "green", False: "red", None: ""}[applied.get("green")],
            sum(key not in still for key in have_test) if applied.get("green") else ""]])


def drawn():
    """The transformations in `symptoms.csv` that were read by hand: forty at random."""
    with open(HERE / "symptoms.csv", newline="") as file:
        keys = [tuple(row[:5]) for row in list(csv.reader(file))[1:]]
    # Another project more or less changes the draw only a little.
    return sorted(sorted(keys, key=lambda key: hashlib.sha256("\n".join((SEED, *key)).encode()).digest())[:DRAWN])


def main(arguments):
    if arguments == ["--draw"]:
        csv.writer(sys.stdout, lineterminator="\n").writerows(drawn())
        return
    steps = list(STEPS)
    if arguments[:1] == ["--steps"]:
        steps, arguments = arguments[1].split(","), arguments[2:]
    for name in arguments or list(PROJECTS):
        root = cloned(name)
        for step in steps:
            found = STEPS[step](name, root)
            kept(name, step).write_text(json.dumps(found))
            print(name, step, found.get("cost", ""), found.get("green", ""), dict(Counter(symptoms(found).values())), flush=True)
        tell(name)


if __name__ == "__main__":
    main(sys.argv[1:])
