#!/usr/bin/env python3
"""Judges the tests of open-source projects with `fex stability` and with NonDex, in one run.

    results/environment/nondex.py [PROJECT ...]     without names, all projects

Each project is cloned at a commit into $FEX_CACHE/compare, and compiled. NonDex (its Maven plugin, 2.1.7) runs the tests six times:
as they are, and five times with shuffled answers where the documentation of the JDK promises no order, which is what it does unless
asked for more. fex varies `listing`, `hash-codes` and `hash-order` to compare, which is what both look for, and then everything.

It writes `nondex.csv`, a line for each test that one of them finds, and `times.csv`, with seconds of wall and of CPU time: those of
Maven's compiler are in none of them, those of Maven asking the plugins are in NonDex's, and those of Maven asking about the build in
fex's.
"""

import shutil
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "extreme"), str(HERE.parent / "diagnosis")]
import compare  # noqa: E402
import projects  # noqa: E402

NAMES = ["commons-cli", "gson", "java-classmate", "java-diff-utils", "jcommander", "joda-convert", "jopt-simple", "JSON-java",
         "reflections"]

NONDEX = "edu.illinois:nondex-maven-plugin:2.1.7:nondex"

# What NonDex looks for, too.
SHARED = "listing,hash-codes,hash-order"


def nondex(root, module):
    """The tests that fail under NonDex and pass as they are, and what that took."""
    folder = root / module
    for old in root.rglob(".nondex"):
        shutil.rmtree(old)
    chosen = ["-pl", module, "-am"] if module else []
    code, cost = compare.measured(["mvn", "-B", "-q", NONDEX, "-DnondexRuns=5", *chosen], compare.WORK / "nondex.log", root)
    failing, red, runs = set(), set(), 0
    for config in (folder / ".nondex").glob("*/config"):
        is_plain = "nondexMode=OFF" in config.read_text()
        runs += not is_plain
        for report in config.parent.glob("TEST-*.xml"):
            for case in xml.parse(report).getroot().iter("testcase"):
                if case.find("failure") is not None or case.find("error") is not None:
                    test = f"{case.get('classname')}.{case.get('name').split('(')[0].split('[')[0]}"
                    (red if is_plain else failing).add(test)
    # Builds look at the licences of what lies around.
    for new in root.rglob(".nondex"):
        shutil.rmtree(new)
    return failing - red, runs, cost


def stability(root, module, more):
    """What fex finds, by test: the factors."""
    out = compare.WORK / "stability.json"
    chosen = ["--module", module] if module else []
    report, cost = compare.reported([compare.FEX, "stability", "--fresh", "--quiet", "--jobs", compare.THREADS, "--format", "json",
                                     *chosen, *more], out, root)
    found = {}
    for one in report["dependences"]:
        found.setdefault(f"{one['class']}.{one['method']}", set()).add(one["factor"])
    for title in report["flaky"]:
        found.setdefault(title.split("(")[0].split("[")[0], set()).add("flaky")
    return report, found, cost


def main(names):
    for name in names or NAMES:
        root, module = projects.cloned(name), projects.PROJECTS[name][2]
        compare.measured(["mvn", "-B", "-q", "test-compile", *(["-pl", module, "-am"] if module else [])],
                         compare.WORK / f"{name}.compile", root)
        of_nondex, runs, nondex_cost = nondex(root, module)
        _, shared, shared_cost = stability(root, module, ["--vary", SHARED])
        report, everything, cost = stability(root, module, [])
        wanted = set(SHARED.split(",")) | {"flaky"}
        rows = []
        for test in sorted(of_nondex | everything.keys() | shared.keys()):
            factors = everything.get(test, set()) | shared.get(test, set())
            rows.append([name, test, "yes" if test in of_nondex else "", "yes" if factors & wanted else "", " ".join(sorted(factors))])
        projects.write(HERE / "nondex.csv", ["project", "test", "nondex", "fex, same", "fex, all"], name, rows)
        seconds = [round(part, 1) for one in (nondex_cost, shared_cost, cost) for part in (one.wall, one.cpu)]
        header = ["project", "revision", "tests", "nondex runs", "nondex wall", "nondex cpu", "fex same wall", "fex same cpu",
                  "fex all wall", "fex all cpu", "fex runs"]
        of_fex = sum(report["runs"].values())
        projects.write(HERE / "times.csv", header, name,
                       [[name, projects.PROJECTS[name][1], report["tests"], runs, *seconds, of_fex]])
        print(name, len(of_nondex), len(shared), len(everything), *seconds, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
