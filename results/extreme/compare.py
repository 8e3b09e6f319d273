#!/usr/bin/env python3
"""Holds `fex extreme` against PIT with Descartes on open-source projects, verdict by verdict.

    results/extreme/compare.py [PROJECT ...]      judge and compare; without names, all projects
    results/extreme/compare.py --times [PROJECT ...]   the same, and write times.csv and times.svg; nothing else may run

Everything comes from Maven Central: the classes of a project from its jar, the tests from its `-test-sources` jar, compiled
here, the class path from its pom. Both tools get the same classes, tests, transformations and two threads. The work folder is
$FEX_CACHE/compare, or ~/.cache/fex/compare. `differences.csv` and the tables in README.md are written by this script; the
explanations are in `explained.csv`, by hand, and a difference without one makes the script fail.
"""

import csv
import fnmatch
import json
import math
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
FEX = Path(os.environ.get("FEX", HERE.parent.parent / "target/release/fex"))
WORK = Path(os.environ.get("FEX_CACHE", Path.home() / ".cache/fex")) / "compare"
THREADS = 2
# Up to so many transformations, fex runs the suite in one JVM (src/extreme/head_start.rs).
FEW = 128

# The newest Descartes on Maven Central, with the newest PIT that it works with and that reads Java 17.
PIT = "1.6.8"
DESCARTES = "1.2.6"
JUNIT5_PLUGIN = "0.15"

# The default transformations of fex, in the words of Descartes.
MUTATORS = [
    "void", "null", "true", "false", "empty", "0", "1", "(byte)0", "(byte)1", "(short)0", "(short)1", "0L", "1L",
    "0.0", "1.0", "0.0f", "1.0f", "'\\40'", "'A'", '""', '"A"',
]

# Group, version, and test classes that both tools leave out: those that the project's own pom excludes, and those that fail on
# the unchanged program outside of its build.
PROJECTS = {
    "commons-cli": ("commons-cli", "1.10.0", []),
    "commons-csv": ("org.apache.commons", "1.14.1", [
        "org.apache.commons.csv.PerformanceTest", "org.apache.commons.csv.perf.PerformanceTest"]),
    "commons-dbutils": ("commons-dbutils", "1.8.1", []),
    "commons-numbers-angle": ("org.apache.commons", "1.2", []),
    "commons-numbers-fraction": ("org.apache.commons", "1.2", []),
    "commons-numbers-primes": ("org.apache.commons", "1.2", []),
    "commons-numbers-quaternion": ("org.apache.commons", "1.2", []),
    "commons-numbers-rootfinder": ("org.apache.commons", "1.2", []),
}

# What is measured of both tools: attributes of `Cost`.
MEASURED = ["wall", "cpu", "memory"]

# How often each is measured; the median counts. PIT takes too long for more than one run; those of fex are made before and after
# it, because the speed of a machine changes.
FEX_RUNS = 6
SUITE_RUNS = 5

# How fex starts its JVMs.
JVM = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:CompileThresholdScaling=2", "-Xshare:auto", "-XX:-UsePerfData"]

# What a difference is known by.
COLUMNS = ["project", "class", "method", "descriptor", "transformation", "fex", "descartes"]


def run(command, **more):
    done = subprocess.run([str(part) for part in command], text=True, capture_output=True, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def artifact(group, name, version, kind="jar", classifier=""):
    """The path of an artifact from Maven Central."""
    folder = WORK / "artifacts"
    path = folder / f"{name}-{version}{'-' + classifier if classifier else ''}.{kind}"
    if not path.exists():
        coordinates = ":".join([group, name, version, kind] + ([classifier] if classifier else []))
        run(["mvn", "-q", "dependency:copy", f"-Dartifact={coordinates}", f"-DoutputDirectory={folder}"])
    return path


def class_path_of(pom):
    """The test class path of a pom."""
    out = pom.parent / (pom.name + ".classpath")
    if not out.exists():
        run(["mvn", "-q", "-f", pom, "dependency:build-classpath", "-DincludeScope=test", f"-Dmdep.outputFile={out}"])
    return [entry for entry in out.read_text().strip().split(":") if entry]


def pit_class_path():
    """PIT's command line with Descartes and the plugin for JUnit 5."""
    folder = WORK / "pit"
    folder.mkdir(parents=True, exist_ok=True)
    pom = folder / f"pit-{PIT}-{DESCARTES}.xml"
    wanted = [("org.pitest", "pitest-command-line", PIT), ("eu.stamp-project", "descartes", DESCARTES),
              ("org.pitest", "pitest-junit5-plugin", JUNIT5_PLUGIN)]
    dependencies = "".join(
        f"<dependency><groupId>{g}</groupId><artifactId>{a}</artifactId><version>{v}</version>"
        "<exclusions><exclusion><groupId>org.junit.*</groupId><artifactId>*</artifactId></exclusion>"
        "<exclusion><groupId>junit</groupId><artifactId>*</artifactId></exclusion></exclusions></dependency>"
        for g, a, v in wanted)
    pom.write_text("<project><modelVersion>4.0.0</modelVersion><groupId>compare</groupId><artifactId>pit</artifactId>"
                   f"<version>1</version><dependencies>{dependencies}</dependencies></project>")
    return [entry for entry in class_path_of(pom) if "junit-" not in Path(entry).name or "plugin" in Path(entry).name]


class Project:
    """A project, unpacked and compiled."""

    def __init__(self, name):
        self.name = name
        group, self.version, self.left_out = PROJECTS[name]
        self.folder = WORK / name
        self.classes, self.tests = self.folder / "target/classes", self.folder / "target/test-classes"
        self.class_path = self.launched(class_path_of(self.pom(group)))
        if not (self.folder / "done").exists():
            shutil.rmtree(self.folder, ignore_errors=True)
            self.unpack(group)
            (self.folder / "done").touch()
        # A manifest is made with the jar; a folder of classes has none.
        for folder in (self.classes, self.tests):
            (folder / "META-INF/MANIFEST.MF").unlink(missing_ok=True)

    def pom(self, group):
        return artifact(group, self.name, self.version, "pom")

    @staticmethod
    def launched(entries):
        """Adds the launcher that belongs to the project's JUnit Platform."""
        for entry in entries:
            name = Path(entry).name
            if name.startswith("junit-platform-engine-"):
                version = name.removeprefix("junit-platform-engine-").removesuffix(".jar")
                return entries + [str(artifact("org.junit.platform", "junit-platform-launcher", version))]
        return entries

    def unpack(self, group):
        zipfile.ZipFile(artifact(group, self.name, self.version)).extractall(self.classes)
        sources = self.folder / "src/test/java"
        zipfile.ZipFile(artifact(group, self.name, self.version, "jar", "test-sources")).extractall(sources)
        # Tests find their resources on the class path, or by their path from the project's folder.
        ignore = shutil.ignore_patterns("*.java")
        shutil.copytree(sources, self.tests, ignore=ignore, dirs_exist_ok=True)
        shutil.copytree(sources, self.folder / "src/test/resources", ignore=ignore, dirs_exist_ok=True)
        # Benchmarks are no tests, and need libraries that no pom names.
        java = [path for path in sources.rglob("*.java")
                if path.stem not in ("module-info", "package-info") and not path.stem.endswith("Benchmark")]
        listed = self.folder / "sources.txt"
        listed.write_text("".join(f"{path}\n" for path in java))
        run(["javac", "-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", self.tests, "-cp",
             ":".join([str(self.classes), *self.class_path]), f"@{listed}"])

    def test_classes(self):
        """The classes that Surefire would run."""
        names = []
        for path in sorted(self.tests.rglob("*.class")):
            simple = path.stem
            by_name = simple.startswith("Test") or simple.endswith(("Test", "Tests", "TestCase"))
            name = ".".join(path.relative_to(self.tests).with_suffix("").parts)
            if by_name and "$" not in simple and name not in self.left_out:
                names.append(name)
        return names


class Cost:
    """What a command took: seconds of wall and of CPU time, and MiB of memory, of all its processes and of the largest one."""

    def __init__(self, wall, cpu, memory, largest):
        self.wall, self.cpu, self.memory, self.largest = wall, cpu, memory, largest


def measured(command, log, cwd, environment=None, limit=None):
    """Runs a command; its exit code, and what it and all processes that it started took.

    With a limit in seconds, it is killed with all that it started when that is over; the exit code is `None` then."""
    started, ended = time.monotonic(), threading.Event()
    with open(log, "w") as output:
        process = subprocess.Popen([str(part) for part in command], stdout=output, stderr=subprocess.STDOUT, cwd=cwd,
                                   env={**os.environ, **(environment or {})}, start_new_session=True)
        peak, largest, is_over = [0], [0], []

        def watch():
            page = os.sysconf("SC_PAGE_SIZE")
            while not ended.wait(0.1):
                parents, sizes = {}, {}
                for entry in os.listdir("/proc"):
                    if entry.isdigit():
                        try:
                            parents[int(entry)] = int(Path(f"/proc/{entry}/stat").read_text().rsplit(")", 1)[1].split()[1])
                            sizes[int(entry)] = int(Path(f"/proc/{entry}/statm").read_text().split()[1]) * page
                        except (OSError, IndexError):
                            continue
                ours, grown = {process.pid}, True
                while grown:
                    more = {pid for pid, parent in parents.items() if parent in ours} - ours
                    ours, grown = ours | more, bool(more)
                peak[0] = max(peak[0], sum(sizes.get(pid, 0) for pid in ours))
                largest[0] = max(largest[0], max(sizes.get(pid, 0) for pid in ours))
                if limit is not None and not is_over and time.monotonic() - started > limit:
                    is_over.append(True)
                    os.killpg(process.pid, signal.SIGKILL)

        watcher = threading.Thread(target=watch)
        watcher.start()
        # Both tools wait for the processes that they start, so that the CPU time of those is in the sum.
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        ended.set()
        watcher.join()
    return None if is_over else process.returncode, Cost(wall, usage.ru_utime + usage.ru_stime, peak[0] >> 20, largest[0] >> 20)


def plain_suite(project, at_once):
    """The seconds that the suite takes without fex: the median of some runs, as many at once as with fex."""
    program = project.folder / "plain"
    class_path = ":".join(map(str, [program, project.tests, project.classes, *project.class_path]))
    run(["javac", "-d", program, "-cp", class_path, HERE / "PlainSuite.java"])
    command = ["java", *JVM, "-cp", class_path, "PlainSuite", *project.test_classes()]
    taken = []
    for _ in range(SUITE_RUNS):
        jvms = [subprocess.Popen(command, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=project.folder)
                for _ in range(at_once)]
        said = [jvm.communicate()[1] for jvm in jvms][0]
        taken += [int(line.split()[1]) / 1e6 for line in said.splitlines() if line.startswith("micros ")]
    return statistics.median(taken)


def judge_with_fex(project, environment=None):
    """The verdicts of fex by class, method, descriptor and transformation, and what it took."""
    out = project.folder / "fex.json"
    names = [part for name in project.test_classes() for part in ("--test-names", name if "." in name else f"*.{name}")]
    class_path = project.folder / "classpath.txt"
    class_path.write_text(":".join(project.class_path))
    command = [FEX, "extreme", "--classes", project.classes, "--tests", project.tests, "--classpath", f"@{class_path}",
               "--directory", project.folder, "--jobs", THREADS, "--format", "json", "--quiet", "--fresh", *names]
    report, cost = reported(command, out, project.folder, environment)
    verdicts, skipped = {}, {}
    for method in report["methods"]:
        key = (method["class"], method["method"], method["descriptor"])
        if method["verdict"] == "skipped":
            skipped[key] = method["skippedAs"]
        for one in method["transformations"]:
            verdicts[(*key, one["transformation"])] = one["verdict"]
    return {"verdicts": verdicts, "skipped": skipped, "tests": len(report["tests"]), "cost": cost,
            "suite": report["suiteMicros"] / 1e6}


def reported(command, out, cwd, environment=None, limit=None):
    """The report that fex prints, and what it took; no report if that is longer than a limit in seconds."""
    code, cost = measured(command, out, cwd, environment, limit)
    if code is None:
        return None, cost
    text = out.read_text()
    if code != 0:
        sys.exit(f"fex in {cwd}: exit code {code}\n{text[:4000]}")
    # What it says beside the report comes before or after it.
    return json.JSONDecoder().raw_decode(text[text.index("{"):])[0], cost


def first_run(project):
    """What fex says where it has never run before, and makes its class-data archive in the end."""
    with tempfile.TemporaryDirectory() as cache:
        return judge_with_fex(project, {"FEX_CACHE": cache})


def judge_with_descartes(project, limit=None):
    """The same from PIT with Descartes; no verdicts if that takes longer than a limit in seconds."""
    reports = project.folder / "pit-reports"
    shutil.rmtree(reports, ignore_errors=True)
    entries = [str(project.tests), str(project.classes), *project.class_path]
    # A project may have the JUnit Platform without one of its engines; PIT asks every plugin that it finds.
    has_engine = any(engine in entry for entry in entries for engine in ("junit-jupiter-engine", "junit-vintage-engine"))
    of_pit = [entry for entry in pit_class_path() if has_engine or "junit5-plugin" not in entry]
    packages = sorted({name.rsplit(".", 1)[0] for name in class_names(project.classes)})
    command = ["java", "-cp", ":".join([*entries, *of_pit]),
               "org.pitest.mutationtest.commandline.MutationCoverageReport",
               "--reportDir", reports, "--targetClasses", ",".join(f"{package}.*" for package in packages),
               "--targetTests", ",".join(project.test_classes()), "--sourceDirs", project.folder / "src/test/java",
               "--classPath", ",".join(entries), "--mutableCodePaths", project.classes,
               "--mutationEngine", "descartes", "--mutators", ",".join(MUTATORS), "--threads", THREADS,
               "--outputFormats", "METHODS", "--timestampedReports=false"]
    if has_engine:
        command += ["--testPlugin", "junit5"]
    log = project.folder / "pit.log"
    code, cost = measured(command, log, project.folder, limit=limit)
    if code is None:
        return {"verdicts": {}, "statuses": {}, "cost": cost}
    found = list(reports.rglob("methods.json"))
    if code != 0 or not found:
        sys.exit(f"PIT on {project.name}: exit code {code}\n{log.read_text()[-4000:]}")
    verdicts, statuses = {}, {}
    for method in json.loads(found[0].read_text())["methods"]:
        name = f"{method['package']}/{method['class']}".replace("/", ".").lstrip(".")
        for one in method["mutations"]:
            key = (name, method["name"], method["description"], transformation(one["mutator"], method["description"]))
            status = one["status"]
            statuses[key] = status
            verdicts[key] = {"NO_COVERAGE": "not-covered", "SURVIVED": "undetected"}.get(status, "detected")
    return {"verdicts": verdicts, "statuses": statuses, "cost": cost}


def transformation(mutator, descriptor):
    """A transformation in the words of fex."""
    return "' '" if mutator == "'\\40'" else mutator


def class_names(folder):
    return [".".join(path.relative_to(folder).with_suffix("").parts)
            for path in folder.rglob("*.class") if path.stem not in ("module-info", "package-info") and
            "META-INF" not in path.parts]


def differences(project, fex, descartes):
    """What one tool says and the other does not, or says otherwise."""
    rows = []
    for key in sorted(fex["verdicts"].keys() | descartes["verdicts"].keys()):
        ours = fex["verdicts"].get(key) or (f"skipped ({fex['skipped'][key[:3]]})" if key[:3] in fex["skipped"] else "not tried")
        theirs = descartes["verdicts"].get(key, "not tried")
        if ours != theirs:
            status = descartes["statuses"].get(key, "")
            rows.append([project.name, *key, ours, theirs if theirs == "not tried" else f"{theirs} ({status})"])
    return rows


def explained():
    """The explanations, each for the differences that it matches: `*` stands for any text."""
    with open(HERE / "explained.csv", newline="") as file:
        return list(csv.DictReader(file))


def explanation(row, known):
    """The name of the explanation of a difference, or nothing."""
    values = dict(zip(COLUMNS, row))
    for one in known:
        if all(fnmatch.fnmatchcase(values[column], one[column] or "*") for column in COLUMNS if column in one):
            return one["why"]
    return ""


def write_csv(name, head, rows):
    """Replaces a file of results; rows of projects that were not looked at stay."""
    path = HERE / name
    seen = {row[0] for row in rows}
    kept = []
    if path.exists():
        with open(path, newline="") as file:
            kept = [row for row in list(csv.reader(file))[1:] if row[0] not in seen]
    beside = path.with_suffix(".new")
    with open(beside, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *sorted(kept + rows)])
    beside.replace(path)


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def read_csv(name):
    path = HERE / name
    if not path.exists():
        return []
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def fill(readme, name, text):
    """Puts a table between its two marks."""
    before, rest = readme.split(f"<!-- {name} -->\n", 1)
    _, after = rest.split(f"<!-- end of {name} -->", 1)
    return f"{before}<!-- {name} -->\n{text}\n<!-- end of {name} -->{after}"


def write_readme():
    readme = (HERE / "README.md").read_text()
    verdicts = [[row[key] for key in ("project", "version", "tests", "both", "different", "fex_only", "descartes_only")]
                for row in read_csv("verdicts.csv")]
    head = ["project", "version", "tests", "transformations of both", "other verdict", "only fex", "only Descartes"]
    readme = fill(readme, "verdicts", table(head, verdicts))
    rows, ratios = [], {"wall": [], "cpu": []}
    times = read_csv("times.csv")
    for row in times:
        cells = [row["project"]]
        for what in MEASURED:
            ours, theirs = float(row[f"fex_{what}"]), float(row[f"descartes_{what}"])
            cells += [f"{ours:.0f}", f"{theirs:.0f}"] if what == "memory" else [f"{ours:.1f}", f"{theirs:.1f}"]
            if what in ratios:
                ratios[what].append(theirs / ours)
                cells.append(f"{theirs / ours:.1f}")
        cells.append(f"{float(row['fex_suite']) / float(row['plain_suite']):.2f}")
        cells.append(f"{float(row['fex_first']):.1f}" if row.get("fex_first") else "")
        rows.append(cells)
    if rows:
        wall, cpu = (f"{math.prod(ratios[what]) ** (1 / len(rows)):.1f}" for what in ("wall", "cpu"))
        rows.append(["geometric mean", "", "", wall, "", "", cpu, "", "", "", ""])
        head = ["project", "fex, s", "Descartes, s", "ratio", "fex, CPU s", "Descartes, CPU s", "ratio", "fex, MiB",
                "Descartes, MiB", "suite with fex over plain suite", "fex, first run, s"]
        readme = fill(readme, "times", table(head, rows) + "\n\n![Wall times of fex and of PIT with Descartes](times.svg)")
        (HERE / "times.svg").write_text(plot(times))
    (HERE / "README.md").write_text(readme)


def plot(times):
    """Two bars for each project, wall time of fex above that of Descartes, on a logarithmic axis from 0.1 s."""
    left, width, row_height, foot = 190, 460, 38, 30
    decades = max(1, math.ceil(math.log10(max(float(row["descartes_wall"]) for row in times) / 0.1)))
    height = row_height * len(times) + foot
    def x(seconds):
        return left + width * math.log10(max(seconds, 0.1) / 0.1) / decades
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 60}" height="{height + 8}" '
             'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="white"/>']
    for power in range(decades + 1):
        at = left + width * power / decades
        parts.append(f'<line x1="{at:.1f}" y1="4" x2="{at:.1f}" y2="{height - foot + 4}" stroke="#ddd"/>'
                     f'<text x="{at:.1f}" y="{height - 8}" text-anchor="middle">{0.1 * 10 ** power:g} s</text>')
    for index, row in enumerate(times):
        top = row_height * index + 6
        parts.append(f'<text x="{left - 8}" y="{top + 18}" text-anchor="end">{row["project"]}</text>')
        for tool, colour, offset in (("fex", "#1b6ca8", 0), ("descartes", "#c8a45c", 14)):
            seconds = float(row[f"{tool}_wall"])
            parts.append(f'<rect x="{left}" y="{top + offset}" width="{x(seconds) - left:.1f}" height="12" fill="{colour}">'
                         f'<title>{tool}: {seconds:.1f} s</title></rect>'
                         f'<text x="{x(seconds) + 4:.1f}" y="{top + offset + 10}" font-size="10">{seconds:.1f}</text>')
    for name, colour, at in (("fex", "#1b6ca8", 8), ("PIT with Descartes", "#c8a45c", 50)):
        parts.append(f'<rect x="{at}" y="{height - 17}" width="10" height="10" fill="{colour}"/>'
                     f'<text x="{at + 14}" y="{height - 8}" font-size="11">{name}</text>')
    return "\n".join(parts + ["</svg>"]) + "\n"


def main(arguments):
    names = [argument for argument in arguments if not argument.startswith("--")] or list(PROJECTS)
    known, unexplained = explained(), 0
    for name in names:
        project = Project(name)
        fex = judge_with_fex(project)
        print(f"{name}: fex {len(fex['verdicts'])} transformations, {fex['tests']} tests, {fex['cost'].wall:.1f} s", flush=True)
        half = FEX_RUNS // 2 if "--times" in arguments else 0
        runs = [judge_with_fex(project) for _ in range(half)]
        descartes = judge_with_descartes(project)
        found = differences(project, fex, descartes)
        both = len(fex["verdicts"].keys() & descartes["verdicts"].keys())
        only_descartes = sum(1 for row in found if row[6] != "not tried" and
                             (row[5] == "not tried" or row[5].startswith("skipped")))
        only_fex = sum(1 for row in found if row[6] == "not tried")
        other = len(found) - only_fex - only_descartes
        print(f"{name}: Descartes {len(descartes['verdicts'])}, {descartes['cost'].wall:.1f} s; of {both} in both, {other} have "
              f"another verdict", flush=True)
        for row in found:
            row.append(explanation(row, known))
            if not row[-1]:
                unexplained += 1
                print("  unexplained:", ", ".join(row[1:7]), flush=True)
        write_csv("differences.csv", [*COLUMNS, "why"], found)
        write_csv("verdicts.csv", ["project", "version", "tests", "both", "different", "fex_only", "descartes_only"],
                  [[name, project.version, fex["tests"], both, other, only_fex, only_descartes]])
        if "--times" in arguments:
            runs += [judge_with_fex(project) for _ in range(FEX_RUNS - half)]
            first = [first_run(project) for _ in range(half)]
            values = []
            for what in MEASURED:
                ours = statistics.median(getattr(one["cost"], what) for one in runs)
                values += [f"{ours:.2f}", f"{getattr(descartes['cost'], what):.2f}"]
            # The plain suite has no archive either.
            plain = plain_suite(project, 1 if len(fex["verdicts"]) <= FEW else THREADS)
            values += [f"{statistics.median(one['suite'] for one in first):.3f}", f"{plain:.3f}",
                       f"{statistics.median(one['cost'].wall for one in first):.2f}"]
            head = [*(f"{tool}_{what}" for what in MEASURED for tool in ("fex", "descartes")), "fex_suite", "plain_suite",
                    "fex_first"]
            write_csv("times.csv", ["project", *head], [[name, *values]])
    write_readme()
    if unexplained:
        sys.exit(f"{unexplained} differences are not explained in explained.csv")


if __name__ == "__main__":
    main(sys.argv[1:])
