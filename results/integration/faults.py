#!/usr/bin/env python3
"""Looks for the integration faults of section 5.5 of the paper in the releases nearest to what its authors had.

    faults.py FEX JUNIT PUBLISHED OUT [--seconds N] [--folder DIR] [--only TEXT]

JUNIT is the class path of JUnit 4. PUBLISHED has a line for each fault: its name in the authors' analysis, the nearest release, the pair, what is
thrown, and the method that throws it. Each pair is searched without any tests to begin with. OUT has the same lines again, with the smallest test of
the report that throws the same in the same method, if there is one, and how many exceptions the report has that are none of these. Libraries come
from Maven Central, by Maven; the reports are left in DIR.
"""
import argparse
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "extreme"))
import compare  # noqa: E402
from pairs import jar, nothing
from suspicious import body, integrate, thrower

COLUMNS = ["fault", "release", "caller", "callee", "exception", "thrower", "executions", "suspicious", "found", "test"]


def libraries(release, folder):
    """The class path of what a release depends on."""
    group, artifact, version = release.split(":")
    pom = folder / f"{artifact}-{version}.pom"
    pom.write_text(
        "<project><modelVersion>4.0.0</modelVersion><groupId>faults</groupId><artifactId>faults</artifactId><version>1</version>"
        f"<dependencies><dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version></dependency></dependencies></project>")
    return [entry for entry in compare.class_path_of(pom) if entry != str(jar(release))]


def sources(release, folder):
    """The folder with the sources of a release, because documentation says what is no fault; nothing if Maven Central has none."""
    out = folder / release.replace(":", "-")
    if not out.exists():
        try:
            zipfile.ZipFile(jar(release, "sources")).extractall(out)
        except subprocess.CalledProcessError:
            return []
    return ["--sources", out]


def main():
    parser = argparse.ArgumentParser()
    for name in ["fex", "junit", "published", "out"]:
        parser.add_argument(name)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "fex-faults")
    parser.add_argument("--only", default="", help="only pairs with this regular expression in `caller callee`")
    asked = parser.parse_args()
    folder = asked.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    tests = nothing(asked.junit, folder)
    faults = {}
    with open(asked.published) as file:
        for fault in csv.DictReader(file):
            if re.search(asked.only, fault["caller"] + " " + fault["callee"]):
                faults.setdefault((fault["release"], fault["caller"], fault["callee"]), []).append(fault)
    with open(asked.out, "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for (release, caller, callee), known in faults.items():
            out = folder / f"{caller}-{callee}"
            out.mkdir(exist_ok=True)
            report = integrate(asked.fex, [
                caller, callee, "--classes", jar(release), "--tests", tests, "--classpath", ":".join([asked.junit, *libraries(release, folder)]),
                "--directory", out, *sources(release, folder), f"--write={out}", "--budget=2000000", f"--time-limit={asked.seconds}"])
            search = (report or {}).get("search") or {}
            (out / "integrate.json").write_text(json.dumps(report, indent=1))
            suspicious = search.get("suspicious", [])
            matches = {fault["fault"]: [one for one in suspicious if one["exception"] == fault["exception"] and thrower(one).split(",")[0] == fault["thrower"]]
                       for fault in known}
            ours = [one for found in matches.values() for one in found]
            for fault in known:
                found = matches[fault["fault"]]
                test = min((body(one["test"]) for one in found), key=len, default="")
                writer.writerow(fault | {"executions": search.get("executions", ""), "suspicious": sum(one not in ours for one in suspicious),
                                         "found": "yes" if found else "no", "test": test})
            file.flush()
            print(caller, callee, search.get("executions"), len(suspicious), {fault: len(found) for fault, found in matches.items()}, flush=True)


if __name__ == "__main__":
    main()
