#!/usr/bin/env python3
"""Has fex write tests for classes that depend on their environment, and runs these tests in many other surroundings.

    unstable.py FEX [--runs N] [--only TEXT] [--configurations A,B]     appends to unstable.csv, and goes on where it was stopped
    unstable.py FEX --again --runs 500                                  runs the tests that are there, without a search
    unstable.py --table                                                 prints the tables of RQ1 and RQ2

`unstable-classes.csv` names the classes and the parts of the environment that they depend on. Each is searched with a real environment,
with each of these parts virtual and the others real, and with all of it virtual; the tables take what a class does not depend on for real.
JaCoCo says which branches of the class the tests take; those of its nested classes do not count. Where nothing is written,
no branch is covered. Then the tests run N times more, each time in a JVM with another date (libfaketime), zone,
locale, encoding, user, working folder, order, and so on. A test that fails in any run is unstable. The JVMs are those of --jdk, or of
/usr/lib/jvm. Jars come from Maven Central, by Maven; libfaketime is the package `faketime` of Debian.
"""
import argparse
import concurrent.futures
import csv
import glob
import json
import os
import pathlib
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as xml
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE.parent / "integration")]
import mutation  # noqa: E402
import pairs  # noqa: E402

CONSOLE = "org.junit.platform:junit-platform-console-standalone:1.10.2"
JUNIT = ["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"]
JACOCO = "0.8.13"
# What of the environment is virtual, as `-Dfex.held` names it; the paper calls these Base, Console, VFS, JVM, Static and All.
CONFIGURATIONS = {"base": None, "console": "console", "files": "files", "machine": "machine", "statics": "statics", "all": ""}
PARTS = [name for name, held in CONFIGURATIONS.items() if held]
PAPER = {"coverage": [0.29, 0.35, 0.65, 0.29, 0.37, 0.82], "unstable": [2.43, 2.45, 2.40, 1.27, 1.30, 0.02]}
COLUMNS = ["class", "configuration", "ours", "tests", "branches", "covered", "coverage", "runs", "unstable", "always_failing", "ended", "sequences",
           "search_seconds", "seconds", "said"]
# How long the tests of a class may take in a JVM.
LIMIT = 120
# How the JVMs of the tests are started, so that they start fast.
FAST = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"]

DATES = ["2028-02-29 23:59:30", "2027-12-31 23:59:30", "2024-03-31 00:59:50", "2024-11-03 05:59:50", "2000-01-01 00:00:00", "2037-12-31 23:00:00",
         "1999-12-31 12:00:00", "2026-07-01 11:59:59"]
ZONES = ["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "America/St_Johns"]
LOCALES = ["en-US", "tr-TR", "ar-EG", "de-DE", "fr-FR", "hi-IN", "ja-JP", "th-TH"]
ENCODINGS = ["UTF-8", "ISO-8859-1", "US-ASCII", "UTF-16", "windows-1252"]
INPUTS = [b"", b"yes\nno\n42\n\nquit\n", b"\n" * 50, None]
USERS = ["root", "alice", "J\u00fcrgen", "a b"]


class Machine:
    """The jars, JDKs and folders that all classes share."""

    def __init__(self, asked):
        self.fex, self.folder = pathlib.Path(asked.fex).resolve(), asked.folder.resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.console = pairs.jar(CONSOLE)
        self.junit = [self.console, *(pairs.jar(one) for one in JUNIT)]
        self.jacoco = pairs.jar(f"org.jacoco:org.jacoco.agent:{JACOCO}", "runtime")
        self.reporter = pairs.jar(f"org.jacoco:org.jacoco.cli:{JACOCO}", "nodeps")
        self.nothing = pairs.nothing(":".join(map(str, self.junit)), self.folder)
        self.virtual = asked.fex_junit and asked.fex_junit.resolve() or installed(self.fex, self.folder / "repository")
        homes = asked.jdk or [pathlib.Path(home) for home in sorted(glob.glob("/usr/lib/jvm/*"))]
        self.jdks = sorted({home.resolve() for home in homes if (home / "bin/java").exists()})
        libraries = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
        if not libraries:
            sys.exit("libfaketime is missing: install the package `faketime`")
        self.faketime = libraries[0]

    def covered(self, executed, classes):
        """What JaCoCo tells of each class of a folder or jar."""
        report = self.folder / "jacoco.xml"
        subprocess.run(["java", "-jar", self.reporter, "report", executed, "--classfiles", classes, "--xml", report, "--quiet"],
                       check=True, capture_output=True)
        text = report.read_text()
        return xml.fromstring(text[text.index("<report"):]).iter("class")


def installed(fex, repository):
    subprocess.run([fex, "junit", "--repository", repository], check=True, capture_output=True)
    return next(repository.rglob("fex-junit-*.jar"))


def bounded(command, limit, **more):
    """The output of a command, its errors and its exit code; no code where it took too long, and was ended with all that it started."""
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, **more)
    try:
        out, errors = process.communicate(timeout=limit)
        return out.decode(errors="replace"), errors.decode(errors="replace"), process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "", f"takes more than {limit} s", None


def outcomes(reports):
    """Whether each test passes, by its class and name, as JUnit's reports say."""
    return {(test.get("classname"), test.get("name")): test.find("failure") is None and test.find("error") is None
            for report in reports.glob("TEST-*.xml") for test in xml.parse(report).iter("testcase")}


def is_ours(subject):
    return ":" not in subject["release"]


def classes_of(subject, machine):
    """The folder with the classes of a project: what is in jars counts as a library, whose static fields are not put back."""
    if not is_ours(subject):
        folder = machine.folder / "releases" / subject["release"].replace(":", "_")
        if not folder.exists():
            with zipfile.ZipFile(pairs.jar(subject["release"])) as archive:
                archive.extractall(folder)
        return folder
    folder = machine.folder / "ours" / subject["class"]
    sources = sorted((ROOT / subject["release"]).glob("*.java"))
    subprocess.run(["javac", "-nowarn", "-d", folder, *sources], check=True, capture_output=True)
    return folder


class Job:
    """A class in a configuration."""

    def __init__(self, subject, configuration, machine, classes):
        self.subject, self.configuration, self.machine, self.classes = subject, configuration, machine, classes
        self.name, self.held = subject["class"], CONFIGURATIONS[configuration]
        self.out = machine.folder / configuration / self.name
        self.written, self.compiled = self.out / "written", self.out / "classes"
        self.path = [*machine.junit, *(pairs.jar(one) for one in subject["libraries"].split()), *([machine.virtual] if self.is_virtual() else [])]

    def is_virtual(self):
        return self.held is not None

    def parts(self):
        """The argument of the JVM that says which parts are virtual."""
        return [f"-Dfex.held={self.held}"] if self.held else []

    def search(self, asked):
        """Has fex write tests; says what it found."""
        shutil.rmtree(self.out, ignore_errors=True)
        self.written.mkdir(parents=True)
        command = [self.machine.fex, "integrate", self.name, "--classes", self.classes, "--tests", self.machine.nothing,
                   "--classpath", ":".join(map(str, self.path)), "--directory", self.out, f"--write={self.written}", f"--budget={asked.budget}",
                   f"--seed={asked.seed}", f"--time-limit={asked.seconds}", "--format=json", "--quiet", *(f"--jvm-arg={part}" for part in self.parts())]
        out, errors, _ = bounded(command, 3 * asked.seconds + 240, cwd=self.out)
        report = json.loads(out) if out.startswith("{") else {}
        (self.out / "integrate.json").write_text(out)
        found = report.get("search") or {}
        lines = [line for line in errors.splitlines() if line.strip()]
        said = found.get("hindrance") or ("" if report else (lines or ["nothing was said"])[0])
        return {"sequences": found.get("executions", ""), "search_seconds": f"{found['seconds']:.1f}" if found.get("seconds") else "", "said": said}

    def compile(self):
        """What is wrong with the tests, or nothing."""
        sources = sorted(self.written.rglob("*.java"))
        if not sources:
            return "nothing is written"
        shutil.rmtree(self.compiled, ignore_errors=True)
        path = ":".join(map(str, [self.classes, *self.path]))
        _, errors, code = bounded(["javac", "-nowarn", "-proc:none", "-d", self.compiled, "-cp", path, *sources], LIMIT)
        return "" if code == 0 else "does not compile: " + (errors.splitlines() or [""])[0]

    def run(self, java, reports, first=(), **more):
        """The tests and whether they pass; nothing where the JVM ended without a report."""
        shutil.rmtree(reports, ignore_errors=True)
        agent = ["-XX:-PrintWarnings", f"-javaagent:{self.machine.virtual}"] if self.is_virtual() else []
        path = ":".join(map(str, [self.compiled, self.classes, *self.path]))
        prefix = more.pop("prefix", [])
        command = [*prefix, java, *FAST, *first, *agent, *self.parts(), "-cp", path, "org.junit.platform.console.ConsoleLauncher", "execute",
                   f"--scan-class-path={self.compiled}", "--include-classname=.*", "--details=none", "--disable-banner", f"--reports-dir={reports}"]
        out, errors, _ = bounded(command, LIMIT, **more)
        (self.out / "last-run").write_text(out + errors)
        return outcomes(reports)

    def covered(self):
        """The branches of the class, and how many of them the tests take, and what the tests say, in a JVM as it is."""
        executed, only = self.out / "jacoco.exec", self.out / "only"
        executed.unlink(missing_ok=True)
        jacoco = f"-javaagent:{self.machine.jacoco}=destfile={executed},includes={self.name}"
        plain = self.out / "plain"
        plain.mkdir(parents=True, exist_ok=True)
        told = self.run("java", self.out / "reports", [jacoco], cwd=plain, stdin=subprocess.DEVNULL) if self.compiled.exists() else {}
        extract(self.classes, self.name, only)
        if not executed.exists():
            executed.write_bytes(b"")
        for one in self.machine.covered(executed, only):
            for counter in one.findall("counter"):
                if one.get("name") == self.name.replace(".", "/") and counter.get("type") == "BRANCH":
                    return int(counter.get("missed")) + int(counter.get("covered")), int(counter.get("covered")), told
        return 0, 0, told

    def varied(self, number, seed):
        """The tests in surroundings of their own, which the number and the seed say."""
        chance = random.Random(f"{seed}:{number}")
        with tempfile.TemporaryDirectory(prefix="v ary"[:chance.choice([1, 5])]) as temporary:
            place = pathlib.Path(temporary)
            user, language = chance.choice(USERS), chance.choice(LOCALES)
            work, home, scratch = place / chance.choice(["w", "work folder", "a/b/c"]), place / "home", place / "tmp"
            for folder in [work, home, scratch]:
                folder.mkdir(parents=True)
            if chance.random() < 0.5:
                for name in ["a", "b.txt", "test", "foo", "1"]:
                    (chance.choice([work, home, scratch]) / name).write_text(chance.choice(["", "x\n" * 9]))
            tag, _, country = language.partition("-")
            options = [
                f"-Duser.timezone={chance.choice(ZONES)}", f"-Duser.language={tag}", f"-Duser.country={country}",
                f"-Dfile.encoding={chance.choice(ENCODINGS)}", f"-Duser.name={user}", f"-Duser.home={home}", f"-Djava.io.tmpdir={scratch}",
                "-Djunit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random",
                "-Djunit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$Random",
                f"-Djunit.jupiter.execution.order.random.seed={chance.randrange(10**6)}",
                "-XX:+UnlockExperimentalVMOptions", f"-XX:hashCode={chance.choice([0, 1, 3, 5])}",
                f"-XX:ActiveProcessorCount={chance.choice([1, 2, 3, 8])}", f"-Xmx{chance.choice([128, 256, 600])}m",
            ]
            variables = {
                "PATH": os.environ["PATH"] + chance.choice(["", f":{home}", ":/opt/bin"]), "HOME": str(home), "USER": user, "LOGNAME": user,
                "LANG": chance.choice(["C", "C.UTF-8", f"{tag}_{country}.UTF-8"]), "FAKETIME": "@" + when(chance),
                "FAKETIME_DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1", "LD_PRELOAD": self.machine.faketime,
            }
            if chance.random() < 0.5:
                variables[chance.choice(["FOO", "DEBUG", "TERM", "a"])] = chance.choice(["", "1", "xterm"])
            typed = chance.choice(INPUTS)
            java = chance.choice(self.machine.jdks) / "bin/java"
            with tempfile.TemporaryFile() as stdin:
                stdin.write(typed or b"")
                stdin.seek(0)
                # A shell closes its input for the JVM.
                closed = ["sh", "-c", 'exec "$@" <&-', "sh"] if typed is None else []
                return self.run(java, self.out / f"reports-{number}", options, cwd=work, env=variables, stdin=stdin, prefix=closed)


def when(chance):
    if chance.random() < 0.5:
        return chance.choice(DATES)
    return time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(chance.randrange(946684800, 2145916800)))


def extract(classes, name, folder):
    """Copies the file of a class out of a folder."""
    path = name.replace(".", "/") + ".class"
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(classes / path, target)


def measured(job, asked, before):
    """The line of a class in a configuration."""
    start = time.monotonic()
    row = {"class": job.name, "configuration": job.configuration, "ours": "yes" if is_ours(job.subject) else "no"}
    row |= {key: before.get(key, "") for key in ["sequences", "search_seconds", "said"]} if asked.again else job.search(asked)
    wrong = job.compile()
    if wrong:
        shutil.rmtree(job.compiled, ignore_errors=True)
        row["said"] = row["said"] or wrong
    branches, covered, plain = job.covered()
    outcomes = []
    if plain or not wrong:
        with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
            outcomes = list(pool.map(lambda number: job.varied(number, asked.seed), range(1, asked.runs + 1)))
        for number in range(1, asked.runs + 1):
            shutil.rmtree(job.out / f"reports-{number}", ignore_errors=True)
    (job.out / "failures.json").write_text(json.dumps(failures(plain, outcomes), indent=1))
    told = [plain, *outcomes] if not wrong else []
    tests = set().union(*told) if told else set()
    # Where the JVM ended without a report, no test passes, and those that no report ever names are known from their sources.
    written = 0 if wrong else sum(len(mutation.tests_of(source.read_text())) for source in job.written.rglob("*.java"))
    unknown = max(0, written - len(tests))
    passes = {test: [one.get(test, False) for one in told] for test in tests}
    return row | {
        "tests": len(tests) + unknown, "branches": branches, "covered": covered, "coverage": f"{covered / branches:.3f}" if branches else "",
        "runs": len(outcomes), "unstable": sum(not all(one) for one in passes.values()) + unknown,
        "always_failing": sum(not any(one) for one in passes.values()) + unknown, "ended": sum(not one for one in told),
        "seconds": f"{time.monotonic() - start:.1f}",
    }


def failures(plain, outcomes):
    """For each test that fails, the numbers of the runs in which it does; 0 is the run beside JaCoCo."""
    runs = [plain, *outcomes]
    tests = set().union(*runs)
    return {".".join(test): [number for number, one in enumerate(runs) if not one.get(test, False)] for test in sorted(tests)
            if not all(one.get(test, False) for one in runs)}


def read(path):
    return list(csv.DictReader(open(path))) if path.exists() else []


def write(path, rows):
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def tables(rows, subjects):
    names = list(CONFIGURATIONS)
    depends = {subject["class"]: subject["parts"].split() for subject in subjects}
    by = {}
    for row in rows:
        by.setdefault((row["ours"], row["class"]), {})[row["configuration"]] = row
    for title, column, form in [("coverage of branches", "coverage", ".2f"), ("unstable tests", "unstable", ".2f")]:
        print(f"| {title} | branches | " + " | ".join(names) + " |")
        print("| --- " * (len(names) + 2) + "|")
        for (ours, name), of in sorted(by.items()):
            one = next(iter(of.values()))
            of.update({part: of["base"] for part in PARTS if part not in of and part not in depends[name] and "base" in of})
            cells = [of.get(key, {}).get(column) or "" for key in names]
            cells = [f"{float(cell):.2f}" if cell and column == "coverage" else cell for cell in cells]
            print(f"| `{name}`{' (ours)' if ours == 'yes' else ''} | {one['branches']} | " + " | ".join(cells) + " |")
        for label, wanted in [("mean, others", {"no"}), ("mean, ours", {"yes"}), ("mean, all", {"no", "yes"})]:
            means = []
            for key in names:
                values = [float(of[key][column]) for (ours, _), of in by.items() if ours in wanted and key in of and of[key][column]]
                means.append(f"{statistics.mean(values):{form}} ({len(values)})" if values else "")
            print(f"| **{label}** (classes) | | " + " | ".join(means) + " |")
        print("| the paper's mean, of other classes | | " + " | ".join(f"{value:.2f}" for value in PAPER[column]) + " |\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fex", nargs="?")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--budget", type=int, default=6000)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="JVMs at once that run tests")
    parser.add_argument("--only", default="", help="only classes with this regular expression in their name")
    parser.add_argument("--configurations", default=",".join(CONFIGURATIONS))
    parser.add_argument("--classes", type=pathlib.Path, default=HERE / "unstable-classes.csv")
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "unstable.csv")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "fex-unstable")
    parser.add_argument("--jdk", type=pathlib.Path, action="append", help="a JDK to run the tests with")
    parser.add_argument("--fex-junit", type=pathlib.Path, help="a jar of fex-junit other than that of FEX")
    parser.add_argument("--again", action="store_true", help="run the tests that are there, without a search")
    parser.add_argument("--table", action="store_true", help="print the tables, and do nothing else")
    asked = parser.parse_args()
    rows = read(asked.out)
    if asked.table:
        return tables(rows, read(asked.classes))
    machine = Machine(asked)
    for subject in read(asked.classes):
        if not re.search(asked.only, subject["class"]):
            continue
        classes = classes_of(subject, machine)
        for configuration in asked.configurations.split(","):
            if configuration in PARTS and configuration not in subject["parts"].split():
                continue
            is_it = lambda row: (row["class"], row["configuration"]) == (subject["class"], configuration)  # noqa: E731
            before = next((row for row in rows if is_it(row)), {})
            if before and (not asked.again or int(before["runs"] or 0) >= asked.runs):
                continue
            row = measured(Job(subject, configuration, machine, classes), asked, before)
            rows = [one for one in rows if not is_it(one)] + [row]
            write(asked.out, rows)
            print(*(row[column] for column in COLUMNS), flush=True)


if __name__ == "__main__":
    main()
