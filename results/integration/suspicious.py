#!/usr/bin/env python3
"""Searches pairs of a release on Maven Central for suspicious exceptions, without any tests to begin with.

    suspicious.py FEX JUNIT OUT RELEASE… [--pairs N] [--budget N] [--folder DIR]

JUNIT is the class path of JUnit 4. Of each release (`group:artifact:version`), whose sources are fetched, too, those N pairs are taken that have
most coupled branches. OUT gets a line for each exception as soon as it is known, and its test in full is in `integrate.json` of its pair in DIR.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import tempfile
import zipfile

from pairs import jar, nothing

COLUMNS = ["release", "caller", "callee", "executions", "exception", "message", "called", "calling", "thrower", "hands_over_null", "test"]


def integrate(fex, arguments):
    command = [fex, "integrate", *arguments, "--format=json", "--quiet"]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    return json.loads(done.stdout) if done.stdout.startswith("{") else None


def body(test):
    """The statements of a test, in one line."""
    lines = [line.strip() for line in test.splitlines()]
    first = next(number for number, line in enumerate(lines) if "void " in line and line.endswith("{"))
    return " ".join(line for line in lines[first + 1:] if line not in ("}", ""))


def thrower(one):
    """The method of a program or library that throws a suspicious exception, with its line."""
    return next(frame for frame in one["stack"] if not frame.startswith(("java.", "jdk.")))


def rows(release, pair, report):
    found, search = report["pairs"][0], report["search"]
    for one in search["suspicious"]:
        site = found["sites"][one["site"]]
        yield {
            "release": release, "caller": pair["caller"], "callee": pair["callee"], "executions": search["executions"],
            "exception": one["exception"], "message": one["message"], "called": site["calls"],
            "calling": f"{site['class']}.{site['method']}, line {site['line']}", "thrower": thrower(one),
            "hands_over_null": "null" in body(one["test"]), "test": body(one["test"]),
        }


def main():
    parser = argparse.ArgumentParser()
    for name in ["fex", "junit", "out"]:
        parser.add_argument(name)
    parser.add_argument("releases", nargs="+")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--budget", type=int, default=20000)
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "fex-suspicious")
    asked = parser.parse_args()
    folder = asked.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    tests = nothing(asked.junit, folder)
    with open(asked.out, "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for release in asked.releases:
            sources = folder / release.replace(":", "-")
            zipfile.ZipFile(jar(release, "sources")).extractall(sources)
            common = ["--classes", jar(release), "--tests", tests, "--classpath", asked.junit, "--directory", folder, "--sources", sources]
            taken = sorted(integrate(asked.fex, common)["pairs"], key=lambda pair: -pair["coupled"])[:asked.pairs]
            for pair in taken:
                out = folder / f"{pair['caller']}-{pair['callee']}"
                out.mkdir(exist_ok=True)
                report = integrate(asked.fex, [pair["caller"], pair["callee"], *common, f"--write={out}", f"--budget={asked.budget}"])
                if report is None:
                    print(pair["caller"], pair["callee"], "no report", flush=True)
                    continue
                (out / "integrate.json").write_text(json.dumps(report, indent=1))
                found = list(rows(release, pair, report))
                writer.writerows(found)
                file.flush()
                print(pair["caller"], pair["callee"], report["search"]["executions"], len(found), flush=True)


if __name__ == "__main__":
    main()
