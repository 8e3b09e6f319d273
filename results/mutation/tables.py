"""The lines of mutation.csv and survivors.csv, and the tables that README.md has of them."""
import csv
import pathlib
import re
import statistics

HERE = pathlib.Path(__file__).resolve().parent
COLUMNS = ["subject", "technique", "size", "seed", "structures", "search_clock", "generation_processor", "generation_clock", "tests", "failing",
           "testing_processor", "testing_clock", "branches", "branches_entered", "branches_covered", "mutants", "reached", "killed",
           "pit_clock", "remark"]
SURVIVORS = ["subject", "technique", "size", "seed", "class", "method", "line", "mutator", "status"]
BEGIN, END = "<!-- written by run.py -->\n", "<!-- until here -->\n"
# The scope whose field-exhaustive suites say how many tests random suites get.
LIKE = "5"


def lines(name):
    path = HERE / name
    if not path.exists():
        return []
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def rows():
    """What was measured: a line for each suite."""
    return lines("mutation.csv")


def append(row, survivors):
    """Writes what was measured of one suite."""
    key = [row[column] for column in COLUMNS[:4]]
    for name, columns, new in [("mutation.csv", COLUMNS, [[row.get(column, "") for column in COLUMNS]]),
                               ("survivors.csv", SURVIVORS, [key + survivor for survivor in survivors])]:
        fresh = not (HERE / name).exists()
        with open(HERE / name, "a", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerows(([columns] if fresh else []) + new)


def tests_like(subject, size):
    """How many tests a random suite gets: as many as the field-exhaustive one, ten times as many, or what it says itself."""
    times = {"same": 1, "ten times": 10}.get(size)
    if not times:
        return size
    like = [row["tests"] for row in rows() if row["subject"] == subject and row["technique"] == "field-exhaustive" and row["size"] == LIKE and row["tests"]]
    if not like:
        raise SystemExit(f"{subject} has no field-exhaustive suite of scope {LIKE} yet, whose number of tests random suites get")
    return f"{int(like[0]) * times} tests"


def share(count, of):
    return f"{100 * int(count) / of:.0f} %" if count and of else "–"


def seconds(row, what):
    return f"{row[what + '_processor']} ({row[what + '_clock']})" if row[what + "_processor"] else "–"


def table(head, body):
    return "".join(f"| {' | '.join(str(cell) for cell in row)} |\n" for row in [head, ["---"] * len(head), *body]) + "\n"


def reached(all_, subject, column):
    """How many branches or mutants some suite of a subject reaches at all."""
    return max((int(row[column]) for row in all_ if row["subject"] == subject and row[column]), default=0)


def exhaustive(all_, subject):
    """The paper's table 1 for a subject."""
    of = {(row["technique"], row["size"]): row for row in all_ if row["subject"] == subject and row["technique"] != "random"}
    branches, mutants = reached(all_, subject, "branches_entered"), reached(all_, subject, "reached")
    body = []
    for size in sorted({size for _, size in of}, key=int):
        for technique in ["field-exhaustive", "bounded-exhaustive"]:
            row = of.get((technique, size))
            if row:
                body.append([size, technique, row["structures"] or "–", row["tests"] or "–", row["search_clock"] or "–", seconds(row, "generation"), seconds(row, "testing"),
                             share(row["branches_covered"], branches), share(row["killed"], mutants), row["remark"]])
    return table(["scope", "suite", "structures", "tests", "search, s", "generation, s", "testing, s", "branches", "mutants", ""], body)


def spread(group, column, show):
    """The mean of some runs, and from where to where they go."""
    values = [float(row[column]) for row in group if row[column]]
    if not values:
        return "–"
    if min(values) == max(values):
        return show(values[0])
    return f"{show(statistics.mean(values))} ({show(min(values))} to {show(max(values))})"


def random(all_, subjects):
    """The paper's table 2."""
    body = []
    for subject in subjects:
        branches, mutants = reached(all_, subject, "branches_entered"), reached(all_, subject, "reached")
        groups = {}
        for row in all_:
            if row["subject"] == subject and row["technique"] == "random":
                groups.setdefault(row["size"], []).append(row)
        for size, group in groups.items():
            body.append([subject, size, len(group), spread(group, "tests", "{:.0f}".format), spread(group, "generation_processor", "{:.1f}".format),
                         spread(group, "testing_processor", "{:.1f}".format), spread(group, "branches_covered", lambda n: share(n, branches)),
                         spread(group, "killed", lambda n: share(n, mutants)), "; ".join(sorted({row["remark"] for row in group if row["remark"]}))])
    return table(["subject", "budget", "seeds", "tests", "generation, s", "testing, s", "branches", "mutants", ""], body)


def summary(all_, subjects):
    """What each technique kills of a subject: the exhaustive ones at the greatest scope at which both were measured, random with its budgets."""
    body = []
    for subject in subjects:
        mutants = reached(all_, subject, "reached")
        killed = {(row["technique"], row["size"]): row for row in all_ if row["subject"] == subject and row["killed"] and row["technique"] != "random"}
        both = [size for technique, size in killed if technique == "bounded-exhaustive" and ("field-exhaustive", size) in killed]
        scope = max(both, key=int, default="")
        cells = [subject, scope or "–"]
        for technique in ["field-exhaustive", "bounded-exhaustive"]:
            row = killed.get((technique, scope))
            cells.append(f"{share(row['killed'], mutants)} of {row['tests']} tests" if row else "–")
        like = killed.get(("field-exhaustive", LIKE))
        cells.append(f"{share(like['killed'], mutants)} of {like['tests']} tests" if like else "–")
        for size in ["same", "ten times"]:
            group = [row for row in all_ if row["subject"] == subject and row["technique"] == "random" and like and row["size"] == tests_like(subject, size)]
            cells.append(spread(group, "killed", lambda n: share(n, mutants)))
        body.append(cells)
    return table(["subject", "scope", "field-exhaustive", "bounded-exhaustive", f"field-exhaustive, scope {LIKE}", "random, as many tests", "random, ten times as many"], body)


def generation(all_, subjects):
    """How far generation alone gets: the last scope that each technique managed, and the first it did not."""
    body = []
    for subject in subjects:
        cells = [subject]
        for technique in ["field-exhaustive", "bounded-exhaustive"]:
            of = [row for row in all_ if row["subject"] == subject and row["technique"] == technique]
            done, missed = [row for row in of if not row["remark"]], [row for row in of if row["remark"]]
            cells += [done[-1]["size"], done[-1]["structures"], seconds(done[-1], "generation")] if done else ["–"] * 3
            cells.append(f"{missed[0]['size']}: {missed[0]['remark']}" if missed else "")
        body.append(cells)
    return table(["subject", *[head for of in ["field", "bounded"] for head in [f"{of}: scope", "structures", "seconds", "next scope tried"]]], body)


def survivors(all_, subject):
    """What survives the field-exhaustive suite of the greatest scope."""
    of = [row for row in lines("survivors.csv") if row["subject"] == subject and row["technique"] == "field-exhaustive"]
    if not of:
        return []
    last = max(int(row["size"]) for row in all_ if row["subject"] == subject and row["technique"] == "field-exhaustive" and row["killed"])
    return [[subject, f"`{row['method']}`", row["line"], row["mutator"] + (", not reached" if row["status"] == "NO_COVERAGE" else "")]
            for row in of if int(row["size"]) == last]


def write():
    """Writes the tables anew, between the two marks in README.md."""
    all_ = rows()
    suites, reach = [row for row in all_ if row["seed"] != "generation"], [row for row in all_ if row["seed"] == "generation"]
    subjects = list(dict.fromkeys(row["subject"] for row in suites))
    text = "\n## Mutants, in short\n\n" + summary(suites, subjects) + "## Field-exhaustive and bounded-exhaustive (table 1 of the paper)\n\n"
    text += "".join(f"### {subject}\n\n{exhaustive(suites, subject)}" for subject in subjects)
    text += "## Random (table 2 of the paper)\n\n" + random(suites, subjects)
    if reach:
        text += "## How far generation gets\n\n" + generation(reach, list(dict.fromkeys(row["subject"] for row in reach)))
    text += "## What survives the field-exhaustive suites at the greatest measured scope of each subject of ours\n\n"
    ours = [subject for subject in subjects if (HERE.parent.parent / f"tests/data/subjects/src/subjects/{subject}.java").exists()]
    text += table(["subject", "method", "line", "mutator"], [row for subject in ours for row in survivors(suites, subject)])
    path = HERE / "README.md"
    before = path.read_text()
    path.write_text(re.sub(f"{BEGIN}.*{END}", lambda _: BEGIN + text + END, before, flags=re.DOTALL))
