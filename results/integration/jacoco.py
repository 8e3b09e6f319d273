#!/usr/bin/env python3
"""Compares which branches fex says are taken with what JaCoCo says, line by line.

    jacoco.py FEX JARS JACOCO_AGENT JACOCO_CLI CLASSES TESTS OUT PAIR...

Runs the tests (JUnit 4) of a jar once with JaCoCo's agent, and once with `fex integrate` for each PAIR (`caller,callee`). JARS is the class
path of the tests beside both. A line counts if JaCoCo has as many branches there as fex has among those of the callee: then both speak of
the same branches. OUT gets one line for each line of source that counts.
"""
import collections
import csv
import json
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zipfile

fex, jars, agent, cli, classes, tests, out, *pairs = sys.argv[1:]
work = tempfile.mkdtemp()
names = [name[:-6].replace("/", ".") for name in zipfile.ZipFile(tests).namelist() if name.endswith("Test.class")]
path = ":".join([classes, tests, jars])
with open(f"{work}/said", "w") as said:
    subprocess.run(
        ["java", f"-javaagent:{agent}=destfile={work}/exec", "-cp", path, "org.junit.runner.JUnitCore", *names],
        stdout=said, stderr=said, cwd=work)
print(open(f"{work}/said").read().strip().splitlines()[-1])
subprocess.run(["java", "-jar", cli, "report", f"{work}/exec", "--classfiles", classes, "--xml", f"{work}/report.xml", "--quiet"], check=True)
text = open(f"{work}/report.xml").read()
told = {}
for package in xml.fromstring(text[text.index("<report"):]).iter("package"):
    for source in package.iter("sourcefile"):
        for line in source.iter("line"):
            told[package.get("name"), source.get("name"), int(line.get("nr"))] = (int(line.get("mb")), int(line.get("cb")))

rows, others = [], 0
for pair in pairs:
    caller, callee = pair.split(",")
    report = json.loads(subprocess.run(
        [fex, "integrate", caller, callee, "--classes", classes, "--tests", tests, "--classpath", jars, "--directory", work,
         "--quiet", "--format", "json"], capture_output=True, check=True, text=True).stdout)
    lines = collections.defaultdict(list)
    for branch in report["pairs"][0]["calleeBranches"]:
        package, _, name = branch["class"].rpartition(".")
        lines[package.replace(".", "/"), name.split("$")[0] + ".java", branch["line"]].append(branch["taken"])
    for key, taken in sorted(lines.items()):
        missed, covered = told.get(key, (0, 0))
        if missed + covered != len(taken):
            others += 1
            continue
        rows.append([caller, callee, key[1], key[2], len(taken), covered, sum(taken)])
with open(out, "w", newline="") as file:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["caller", "callee", "source", "line", "branches", "jacoco", "fex"])
    writer.writerows(rows)
differing = [row for row in rows if row[5] != row[6]]
print(f"{len(rows)} lines with {sum(row[4] for row in rows)} branches: {len(differing)} differ; {others} lines have other branches")
for row in differing:
    print(*row)
