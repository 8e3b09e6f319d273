#!/usr/bin/env python3
"""Judges large open-source projects with `fex extreme`, as their own builds run them, and measures that.

    results/extreme/large.py [PROJECT ...]              without names, all projects
    results/extreme/large.py --descartes [PROJECT ...]  PIT with Descartes, too: same classes, same tests, two threads;
                                                        it is stopped after six times what fex took, and has no verdicts then;
                                                        before it, fex on the same, without Maven and without the build
    results/extreme/large.py --budget 15m [PROJECT ...] with a time budget for fex

Each project is cloned at a commit into $FEX_CACHE/compare (see compare.py). Prints one line of CSV for each project and tool:
wall time and CPU time in seconds with everything that the tool starts (fex also has the project built), and the greatest sum of
the resident sets in MiB. The row "fex, as PIT" is of classes that are compiled already, given as options, like PIT's.
"""

import shutil
import sys

import compare

# The repository, the commit, what is changed in its pom, the module that is judged, further arguments of fex, and test classes that
# are left out for PIT, because some of their tests are red (which fex sets aside one by one) or are so under PIT only.
PROJECTS = {
    # Its classes for other versions of Java are in its jar only, and a proxy of its own is found by its build only.
    "jsoup": ("jhy/jsoup", "46b62086", [], "", [], [
        "org.jsoup.helper.HttpClientExecutorTest", "org.jsoup.integration.ConnectTest",
        "org.jsoup.integration.HttpClientConnectTest", "org.jsoup.integration.HttpClientSessionTest",
        "org.jsoup.integration.ProxyTest", "org.jsoup.integration.SessionTest", "org.jsoup.nodes.FormElementTest",
        "org.jsoup.parser.PositionTest", "org.jsoup.parser.StreamParserTest"]),
    "tabula-java": ("tabulapdf/tabula-java", "2cdf3b4", [], "", ["--set-aside-failing"],
                    ["technology.tabula.TestTableDetection"]),
    # JDK 17 compiles for Java 8 at the least.
    "threetenbp": ("ThreeTen/threetenbp", "f69cd48c", [("<maven.compiler.release>6<", "<maven.compiler.release>8<")], "",
                   ["--set-aside"],
                   ["org.threeten.bp.chrono.TestJapaneseChronology", "org.threeten.bp.format.TestSimpleDateTimeTextProvider",
                    "org.threeten.bp.zone.TestZoneRulesProvider"]),
    "gson": ("google/gson", "9835b6f90", [], "gson", [], ["com.google.gson.functional.ReflectionAccessFilterTest"]),
}

# How many times as long as fex PIT may take before it is stopped: more than what fex promises to be faster by.
PATIENCE = 6


class Clone(compare.Project):
    """A project at a commit, with the classes and class path of the module that is judged."""

    def __init__(self, name):
        self.name = name
        repository, self.version, changes, self.module, self.arguments, self.left_out = PROJECTS[name]
        self.root = compare.WORK / f"{name}-{self.version}"
        if not (self.root / "pom.xml").exists():
            shutil.rmtree(self.root, ignore_errors=True)
            compare.run(["git", "clone", "--quiet", f"https://github.com/{repository}", self.root])
            compare.run(["git", "-C", self.root, "checkout", "--quiet", self.version])
            pom = self.root / "pom.xml"
            text = pom.read_text()
            for before, after in changes:
                if before not in text:
                    sys.exit(f"{pom} has no {before!r}")
                text = text.replace(before, after, 1)
            pom.write_text(text)
        self.folder = self.root / self.module
        self.classes, self.tests = self.folder / "target/classes", self.folder / "target/test-classes"

    def compile(self):
        """Has Maven compile the module and name its class path, for PIT."""
        module = ["--projects", f":{self.module}", "--also-make"] if self.module else []
        compare.run(["mvn", "-q", "test-compile", *module], cwd=self.root)
        self.class_path = self.launched(compare.class_path_of(self.folder / "pom.xml"))


def command(project):
    """What has fex judge a project anew."""
    module = ["--module", project.module] if project.module else []
    return [compare.FEX, "extreme", "--jobs", compare.THREADS, "--format", "json", "--fresh", *module, *project.arguments]


def judge(project, budget):
    """What fex says of a project, and what it took."""
    out = compare.WORK / f"{project.name}.json"
    limit = ["--budget", budget] if budget else []
    return compare.reported([*command(project), "--quiet", *limit], out, project.root)


def main(arguments):
    budget = arguments.pop(arguments.index("--budget") + 1) if "--budget" in arguments else None
    names = [argument for argument in arguments if not argument.startswith("--")] or list(PROJECTS)
    print("project,commit,tool,tests,methods,transformations,not judged,wall,cpu,memory", flush=True)
    for name in names:
        project = Clone(name)
        report, cost = judge(project, budget)
        found = report["summary"]["transformations"]
        print(f"{name},{project.version},fex,{len(report['tests'])},{len(report['methods'])},{sum(found.values())},"
              f"{found['not-judged']},{cost.wall:.1f},{cost.cpu:.1f},{cost.memory}", flush=True)
        if "--descartes" in arguments:
            project.compile()
            ours = compare.judge_with_fex(project)
            print(f"{name},{project.version},\"fex, as PIT\",{ours['tests']},,{len(ours['verdicts'])},,{ours['cost'].wall:.1f},"
                  f"{ours['cost'].cpu:.1f},{ours['cost'].memory}", flush=True)
            theirs = compare.judge_with_descartes(project, PATIENCE * cost.wall)
            cost = theirs["cost"]
            print(f"{name},{project.version},descartes,,,{len(theirs['verdicts'])},,{cost.wall:.1f},{cost.cpu:.1f},{cost.memory}",
                  flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
