#!/usr/bin/env python3
"""Runs `fex integrate CALLER CALLEE --write` without any tests to begin with on published pairs, and compares what it covers.

    pairs.py FEX JUNIT PAIRS OUT [--seconds N] [--folder DIR] [--only TEXT]

JUNIT is the class path of JUnit 4. PAIRS is a table of published pairs with the columns `release`, `caller`, `callee`, `coupled_branches` and the
means of three tools in percent. Jars come from Maven Central, by Maven. The tests and reports of each pair are left in DIR. OUT gets a line for
each pair as soon as it is known.
"""
import argparse
import csv
import json
import pathlib
import re
import subprocess
import tempfile
import time

COLUMNS = [
    "release", "caller", "callee", "published_branches", "branches", "impossible", "covered", "cbc", "cling", "evosuite", "randoop", "best",
    "executions", "search_seconds", "executions_per_second", "tests", "seconds", "said",
]


def jar(release, classifier=""):
    """A jar of Maven Central: of the classes of a release, or of what a classifier names."""
    group, artifact, version = release.split(":")
    folder = pathlib.Path.home() / ".m2/repository" / group.replace(".", "/") / artifact / version
    path = folder / f"{artifact}-{version}{'-' if classifier else ''}{classifier}.jar"
    if not path.exists():
        wanted = f"{release}:jar:{classifier}" if classifier else release
        subprocess.run(["mvn", "-q", "dependency:get", f"-Dartifact={wanted}", "-Dtransitive=false"], check=True)
    return path


def nothing(junit, folder):
    """A class of tests that tests nothing."""
    source = folder / "NothingTest.java"
    source.write_text("public class NothingTest { @org.junit.Test public void nothing() {} }\n")
    subprocess.run(["javac", "--release", "8", "-Xlint:-options", "-cp", junit, "-d", folder / "tests", source], check=True)
    return folder / "tests"


def run(fex, junit, pair, seconds, tests, folder):
    name = pair["caller"].rpartition(".")[2] + "-" + pair["callee"].rpartition(".")[2]
    out = folder / name
    out.mkdir(parents=True, exist_ok=True)
    command = [
        fex, "integrate", pair["caller"], pair["callee"], "--classes", jar(pair["release"]), "--tests", tests, "--classpath", junit,
        "--directory", out, "--paper", "--budget=2000000", f"--time-limit={seconds}", f"--write={out}", "--format=json", "--quiet",
    ]
    before = time.monotonic()
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    took = time.monotonic() - before
    row = {
        "release": pair["release"], "caller": pair["caller"], "callee": pair["callee"], "published_branches": pair["coupled_branches"],
        "cling": pair["cling_mean"], "evosuite": pair["evosuite_mean"], "randoop": pair["randoop_mean"], "best": pair["best_of_three_mean"],
        "seconds": f"{took:.1f}",
    }
    if not done.stdout.startswith("{"):
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        return row | {"said": lines[0] if lines else f"exit code {done.returncode}"}
    (out / "integrate.json").write_text(done.stdout)
    report = json.loads(done.stdout)
    found, search = report["pairs"][0], report.get("search") or {}
    spent, executions = search.get("seconds"), search.get("executions", 0)
    return row | {
        "branches": found["coupled"], "impossible": len(found["impossible"]), "covered": found["covered"],
        "cbc": f"{100 * found['cbc']:.1f}" if found["coupled"] else "", "executions": executions,
        "search_seconds": f"{spent:.1f}" if spent else "", "executions_per_second": f"{executions / spent:.0f}" if spent else "",
        "tests": len(search.get("tests", [])), "said": search.get("hindrance") or "",
    }


def main():
    parser = argparse.ArgumentParser()
    for name in ["fex", "junit", "pairs", "out"]:
        parser.add_argument(name)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "fex-pairs")
    parser.add_argument("--only", default="", help="only pairs with this regular expression in `caller callee`")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    tests = nothing(asked.junit, asked.folder)
    with open(asked.pairs) as file:
        pairs = [pair for pair in csv.DictReader(file) if re.search(asked.only, pair["caller"] + " " + pair["callee"])]
    rows = []
    with open(asked.out, "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for pair in pairs:
            rows.append(run(asked.fex, asked.junit, pair, asked.seconds, tests, asked.folder.resolve()))
            writer.writerow(rows[-1])
            file.flush()
            print(*[rows[-1].get(column, "") for column in ["caller", "callee", "published_branches", "branches", "cbc", "best", "executions", "seconds", "said"]], flush=True)
    scored = [(float(row["cbc"]), float(row["best"])) for row in rows if row.get("cbc") and row["best"]]
    if scored:
        at_least = sum(1 for ours, best in scored if ours >= best)
        mean = [sum(column) / len(scored) for column in zip(*scored)]
        print(f"{len(scored)} pairs: mean {mean[0]:.1f} %, best of three {mean[1]:.1f} %; at least the best on {at_least}")


if __name__ == "__main__":
    main()
