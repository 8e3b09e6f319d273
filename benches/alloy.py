#!/usr/bin/env python3
"""Measures every command of Alloy's own models with Alloy 6.2.0 and with fex, in one run.

    benches/alloy.py [--runs N] [--only TEXT] [--seconds N] [--no-memory | --only-memory | --only-fex]

Writes results/alloy/commands.csv, a row for each command that Alloy decides, and results/alloy/memory.csv; the table and
the plot are made of them by results/alloy/report.py. Needs Java 17, Maven, GNU time and a built jar cache, which Maven fills.

Each command is run N times (3 unless told otherwise) by each: with Alloy in one long-lived JVM, so that its classes are
loaded and compiled, with each of its solvers; with fex in a process of its own. What is compared is the least processor
time. Alloy's is that of the thread that works, from the resolved module to the first instance or its absence, so that neither
start, nor parsing, nor the just-in-time compiler, nor the garbage collector counts against it. fex's is that of the whole
process, start and parsing included; the share of its translation is measured by the wall, on a machine that does nothing else.
"""

import argparse
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
ARTIFACT = "org.alloytools:org.alloytools.alloy.dist:6.2.0"
SOLVERS = ["sat4j", "minisat", "glucose"]
SECONDS = 60

# What takes Alloy less is not compared.
SHORTEST_MS = 100

# A command that takes this many seconds is not run again: chance plays no part any more.
LONG = 10
OUT = ROOT / "results" / "alloy"


def jar():
    """Alloy's jar, brought by Maven once per machine, to where the tests look for it."""
    cache = pathlib.Path(os.environ.get("FEX_CACHE") or pathlib.Path.home() / ".cache" / "fex") / "jars"
    path = cache / "org.alloytools.alloy.dist-6.2.0.jar"
    if not path.exists():
        options = [f"-Dartifact={ARTIFACT}", f"-DoutputDirectory={cache}"]
        subprocess.run(["mvn", "-q", "-B", "dependency:copy", *options], check=True)
    return path


class Judge:
    """Alloy in a JVM that answers questions."""

    def __init__(self, classpath):
        self.classpath = classpath
        self.process = None

    def ask(self, *parts):
        while True:
            if self.process is None or self.process.poll() is not None:
                self.process = subprocess.Popen(
                    ["java", "-Xss64m", "-cp", self.classpath, "Judge"],
                    stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            try:
                self.process.stdin.write("\t".join(str(part) for part in parts) + "\n")
                self.process.stdin.flush()
                answer = self.process.stderr.readline()
            except BrokenPipeError:
                answer = ""
            if answer:
                return json.loads(answer)
            # It gave up the last question and ends; another one takes this.
            self.process.wait()


def fex_run(fex, model, index):
    """What fex says of a command, with the processor time of its process; None where it refuses."""
    command = [fex, "solve", model, "--command", str(index), "--format", "json", "--show", "0"]
    command += ["--time-limit", str(2 * SECONDS)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    text = process.stdout.read()
    _, process.returncode, usage = os.wait4(process.pid, 0)
    if not text.strip():
        return None
    return json.loads(text) | {"cpu_ms": (usage.ru_utime + usage.ru_stime) * 1000}


def least(runs, key):
    return min(run[key] for run in runs)


def measure(judge, fex, name, model, index, command, arguments):
    row = {"model": name, "index": index, "command": command["label"], "kind": "check" if command["check"] else "run"}
    verdict = None
    for solver in SOLVERS:
        answers = []
        for _ in range(arguments.runs):
            answer = judge.ask("solve", model, index, f"solver={solver}", f"seconds={arguments.seconds}", "overflow=allow")
            answers.append(answer)
            if answer["verdict"] not in ("sat", "unsat") or answer["solving_us"] > LONG * 1_000_000:
                break
        if answers[-1]["verdict"] not in ("sat", "unsat"):
            row[f"{solver}_ms"] = ""
            continue
        verdict = answers[-1]["verdict"]
        row["alloy_translate_ms"] = min(
            least(answers, "translation_us") / 1000, row.get("alloy_translate_ms", float("inf")))
        row[f"{solver}_ms"] = least([{"t": a["translation_us"] + a["solving_us"]} for a in answers], "t") / 1000
        row.update(alloy_primary=answers[-1]["primary"], alloy_variables=answers[-1]["variables"],
                   alloy_clauses=answers[-1]["clauses"])
    if verdict is None:
        return None
    row["alloy_verdict"] = verdict
    row.update(measured(fex, model, index, arguments.runs))
    return row


def measured(fex, model, index, runs):
    """fex's columns of a row."""
    answers = []
    for _ in range(runs):
        answer = fex_run(fex, model, index)
        if answer is None:
            return {"fex_verdict": "refused"}
        answers.append(answer)
        if answer["cpu_ms"] > LONG * 1000:
            break
    return {
        "fex_verdict": answers[0]["verdict"],
        "fex_translate_ms": round(least(answers, "translate_ms"), 2),
        "fex_ms": round(least(answers, "cpu_ms"), 2),
        "fex_primary": answers[0]["primary"],
        "fex_variables": answers[0]["variables"],
        "fex_clauses": answers[0]["clauses"],
    }


COLUMNS = ["model", "index", "command", "kind", "alloy_verdict", "fex_verdict", "alloy_translate_ms", "fex_translate_ms",
           *[f"{solver}_ms" for solver in SOLVERS], "fex_ms", "alloy_primary", "fex_primary", "alloy_variables",
           "fex_variables", "alloy_clauses", "fex_clauses"]


def peak(command, **options):
    """The peak resident memory of a process, in MiB."""
    run = subprocess.run(["/usr/bin/time", "-f", "PEAK %M", *command], capture_output=True, text=True, **options)
    return int(re.findall(r"PEAK (\d+)", run.stderr)[-1]) / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="", help="models whose path has this text")
    passes = parser.add_mutually_exclusive_group()
    passes.add_argument("--no-memory", action="store_true", help="leave out the runs that measure memory")
    passes.add_argument("--only-fex", action="store_true", help="measure fex again for the commands of an earlier run")
    passes.add_argument("--only-memory", action="store_true", help="measure memory for the commands of an earlier run")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="how long Alloy may take for a command")
    arguments = parser.parse_args()
    subprocess.run(["cargo", "build", "--release", "--locked", "--quiet"], cwd=ROOT, check=True)
    fex = str(ROOT / "target" / "release" / "fex")
    with tempfile.TemporaryDirectory() as scratch:
        with zipfile.ZipFile(jar()) as archive:
            names = sorted(n for n in archive.namelist() if n.startswith("models/") and n.endswith(".als"))
            archive.extractall(scratch, [n for n in archive.namelist() if n.startswith("models/")])
        classes = f"{scratch}/classes"
        sources = sorted(str(path) for path in (ROOT / "tests" / "data" / "alloy").glob("*.java"))
        subprocess.run(["javac", "-cp", jar(), "-d", classes, *sources], check=True)
        classpath = f"{jar()}:{classes}"
        suffix = ".partial" if arguments.only else ""
        commands = OUT / f"commands{suffix}.csv"
        OUT.mkdir(parents=True, exist_ok=True)
        if arguments.only_fex:
            return measure_fex(commands, fex, scratch, arguments.runs)
        if not arguments.only_memory:
            measure_times(commands, Judge(classpath), fex, scratch, names, arguments)
        if not arguments.no_memory:
            measure_memory(commands, OUT / f"memory{suffix}.csv", classpath, fex, scratch)


def measure_times(path, judge, fex, scratch, names, arguments):
    with open(path, "w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        for name in names:
            short = name.removeprefix("models/")
            if arguments.only not in short:
                continue
            model = f"{scratch}/{name}"
            for index, command in enumerate(judge.ask("read", model)["commands"]):
                if command["temporal"]:
                    continue
                row = measure(judge, fex, short, model, index, command, arguments)
                if row is None:
                    print(f"{short} {index}: Alloy does not decide it in {arguments.seconds} s", file=sys.stderr)
                    continue
                for key, value in row.items():
                    row[key] = round(value, 2) if isinstance(value, float) else value
                table.writerow(row)
                file.flush()


def measure_fex(commands, fex, scratch, runs):
    """Measures fex anew: translation is measured by the wall, so that other work in between shows."""
    with open(commands) as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row.update(measured(fex, f"{scratch}/models/{row['model']}", row["index"], runs))
    with open(commands, "w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def measure_memory(commands, path, classpath, fex, scratch):
    """Peak memory of both, each in a process of its own, on every command that takes Alloy long enough."""
    with open(commands) as file:
        rows = list(csv.DictReader(file))
    with open(path, "w", newline="") as file:
        peaks = csv.writer(file, lineterminator="\n")
        peaks.writerow(["model", "index", "alloy_mib", "fex_mib"])
        for row in rows:
            if row["fex_verdict"] == "refused" or min(float(row[f"{s}_ms"] or "inf") for s in SOLVERS) < SHORTEST_MS:
                continue
            model, index = f"{scratch}/models/{row['model']}", row["index"]
            question = f"solve\t{model}\t{index}\tsolver=minisat\tseconds={SECONDS}\toverflow=allow\n"
            alloy = peak(["java", "-Xss64m", "-cp", classpath, "Judge"], input=question)
            ours = peak([fex, "solve", model, "--command", index, "--format", "json"])
            peaks.writerow([row["model"], index, round(alloy, 1), round(ours, 1)])
            file.flush()


if __name__ == "__main__":
    main()
