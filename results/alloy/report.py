#!/usr/bin/env python3
"""Makes table.md and times.svg of commands.csv and memory.csv: results/alloy/report.py. Plain Python, no packages."""

import csv
import math
import pathlib
import statistics

HERE = pathlib.Path(__file__).resolve().parent
SOLVERS = ["sat4j", "minisat", "glucose"]
# What takes Alloy less is decided by how long a clock tick takes.
SHORTEST_MS = 100
# The same kind of solver as CaDiCaL: clause learning with restarts and inprocessing, in native code.
PEER = "glucose"


def number(row, key):
    return float(row[key]) if row.get(key) else None


def mean(ratios):
    """The geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def best(row):
    return min(time for time in (number(row, f"{solver}_ms") for solver in SOLVERS) if time is not None)


def load():
    with open(HERE / "commands.csv") as file:
        rows = list(csv.DictReader(file))
    answered = [row for row in rows if row["fex_verdict"] == row["alloy_verdict"]]
    others = [row for row in rows if row["fex_verdict"] != row["alloy_verdict"]]
    long = [row for row in answered
            if min(number(row, f"{PEER}_ms") or math.inf, number(row, "sat4j_ms") or math.inf) >= SHORTEST_MS]
    return rows, others, long


def table(rows, others, long, memory):
    def ratios(key, ours):
        return [number(row, key) / number(row, ours) for row in long if number(row, key)]

    totals = {
        f"total, against {PEER}": ratios(f"{PEER}_ms", "fex_ms"),
        "total, against minisat": ratios("minisat_ms", "fex_ms"),
        "total, against Alloy's default, sat4j": ratios("sat4j_ms", "fex_ms"),
        "total, against the fastest of the three on each command": [best(row) / number(row, "fex_ms") for row in long],
        "translation": ratios("alloy_translate_ms", "fex_translate_ms"),
    }
    lines = [f"{len(rows)} commands that Alloy decides; {len(others)} with another verdict or refused by fex; "
             f"{len(long)} take Alloy {SHORTEST_MS} ms or more.", "",
             "| Alloy's time divided by fex's | geometric mean | median | least | slower by more than 10 % |",
             "| --- | --- | --- | --- | --- |"]
    for name, values in totals.items():
        slower = sum(value < 1 / 1.1 for value in values)
        lines.append(f"| {name} | {mean(values):.1f} | {statistics.median(values):.1f} | {min(values):.2f} "
                     f"| {slower} of {len(values)} |")

    clauses = [number(row, "fex_clauses") / number(row, "alloy_clauses") for row in long if number(row, "alloy_clauses")]
    more = [row for row in long if int(row["alloy_primary"]) and int(row["fex_primary"]) > int(row["alloy_primary"])]
    lines += ["", f"Clauses, fex's over Alloy's: {statistics.median(clauses):.2f} in the median, from {min(clauses):.2f} to "
              f"{max(clauses):.2f}. More primary variables than Alloy: {len(more)} of {len(long)} commands."]
    if memory:
        shares = [float(row["fex_mib"]) / float(row["alloy_mib"]) for row in memory]
        lines.append(f"Peak memory, fex's over Alloy's: {statistics.median(shares):.3f} in the median, "
                     f"{max(shares):.3f} at most.")
    lines += ["", "| command | verdict | translate: Alloy | fex | total: sat4j | minisat | glucose | fex | clauses: Alloy | fex |",
              "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
    for row in sorted(long, key=lambda row: best(row) / number(row, "fex_ms")):
        name = f"{row['model'].removeprefix('examples/').removeprefix('book/').removesuffix('.als')} `{row['command']}`"
        times = [row["alloy_translate_ms"], row["fex_translate_ms"], *[row[f"{s}_ms"] for s in SOLVERS], row["fex_ms"]]
        cells = [f"{float(time):.0f}" if time and float(time) >= 10 else f"{float(time):.1f}" if time else "–" for time in times]
        lines.append(f"| {name} | {row['alloy_verdict']} | {' | '.join(cells)} | {row['alloy_clauses']} | {row['fex_clauses']} |")
    return "\n".join(lines) + "\n"


def plot(long):
    """A point for each command: Alloy's time, with the fastest of its solvers, against fex's, both logarithmic."""
    size, margin = 460, 76
    low, high = 0, 5

    def at(value):
        return (math.log10(max(value, 10 ** low)) - low) / (high - low) * size

    def x(value):
        return margin + at(value)

    def y(value):
        return 16 + size - at(value)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + margin + 24} {size + margin + 24}" '
             'font-family="system-ui, sans-serif" font-size="12">',
             "<style>.bg{fill:#fff}.ink{fill:#222}.grid{stroke:#e3e3e3}.same{stroke:#888}.three{stroke:#888;stroke-dasharray:5 4}"
             ".unsat{fill:#1764ab}.sat{fill:#d8761a}"
             "@media(prefers-color-scheme:dark){.bg{fill:#16181c}.ink{fill:#ddd}.grid{stroke:#33363c}.unsat{fill:#6fb1ec}"
             ".sat{fill:#f0a455}}</style>",
             '<rect class="bg" width="100%" height="100%"/>']
    for power in range(low, high + 1):
        value = 10 ** power
        text = f"{value:g} ms" if power < 3 else f"{value // 1000} s"
        parts.append(f'<path class="grid" d="M{x(value):.1f} 16V{16 + size}M{margin} {y(value):.1f}H{margin + size}"/>')
        parts.append(f'<text class="ink" x="{x(value):.1f}" y="{size + 34}" text-anchor="middle">{text}</text>')
        parts.append(f'<text class="ink" x="{margin - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{text}</text>')
    ends = (10.0 ** low, 10.0 ** high)
    parts.append(f'<path class="same" d="M{x(ends[0]):.1f} {y(ends[0]):.1f}L{x(ends[1]):.1f} {y(ends[1]):.1f}"/>')
    start, end = ends[0] * 3, ends[1]
    parts.append(f'<path class="three" d="M{x(start):.1f} {y(start / 3):.1f}L{x(end):.1f} {y(end / 3):.1f}"/>')
    for row in long:
        title = f"{row['model']} {row['command']}: Alloy {best(row):.0f} ms, fex {float(row['fex_ms']):.1f} ms"
        title = title.replace("&", "&amp;").replace("<", "&lt;")
        parts.append(f'<circle class="{row["alloy_verdict"]}" cx="{x(best(row)):.1f}" cy="{y(number(row, "fex_ms")):.1f}" '
                     f'r="4" fill-opacity="0.75"><title>{title}</title></circle>')
    middle = margin + size / 2
    parts.append(f'<text class="ink" x="{middle}" y="{size + 58}" text-anchor="middle">Alloy 6.2.0, its fastest solver</text>')
    parts.append(f'<text class="ink" transform="translate(14 {16 + size / 2}) rotate(-90)" text-anchor="middle">fex</text>')
    legend = margin + 14
    for index, (name, text) in enumerate([("unsat", "no instance"), ("sat", "an instance")]):
        parts.append(f'<circle class="{name}" cx="{legend}" cy="{34 + 18 * index}" r="4"/>'
                     f'<text class="ink" x="{legend + 10}" y="{38 + 18 * index}">{text}</text>')
    parts.append(f'<text class="ink" x="{legend - 4}" y="74">line: as fast; dashes: three times as fast</text>')
    return "\n".join(parts + ["</svg>"]) + "\n"


def main():
    rows, others, long = load()
    with open(HERE / "memory.csv") as file:
        memory = list(csv.DictReader(file))
    (HERE / "table.md").write_text(table(rows, others, long, memory))
    (HERE / "times.svg").write_text(plot(long))


if __name__ == "__main__":
    main()
