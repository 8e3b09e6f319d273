#!/usr/bin/env bash
# Turns mutation.csv and survivors.csv into the text of README.md; its arguments are the limits that run.sh had
# and, optionally, a remark on the circumstances.
set -euo pipefail

cd "$(dirname "$0")"
cat <<EOF
# Mutants that emitted suites kill

Made by \`results/mutation/run.sh\`: PIT 1.17.4 with its default mutators, one thread, on the classes in
\`tests/data/subjects/src\`; the suites are those of \`fex generate --format junit5\`. Killed are the mutants that a test
failed on or ran out of time on; survivors and mutants that no test reaches are the rest. A suite's tests are calls: one
per structure, method and argument. Seconds are PIT's, from process start to report.

Bounded-exhaustive suites of more than $1 structures are not measured, and no suite for more than $2 s of wall-clock time:
PIT runs a suite up to once per mutant. "over $2" says that PIT was stopped there, not that mutants survived. A scope that
has no row was not reached. \`mutation.csv\` has every suite that was measured.${3:+ $3}

| subject | scope | structures, field / bounded | tests, field / bounded | killed by field-exhaustive | killed by bounded-exhaustive | seconds, field / bounded |
| --- | --- | --- | --- | --- | --- | --- |
EOF
awk -F, '
    function share(killed, mutants, seconds) {
        return mutants == "" ? seconds : sprintf("%d of %d (%.0f %%)", killed, mutants, 100 * killed / mutants)
    }
    function or_dash(value) { return value == "" ? "–" : value }
    NR == 1 { next }
    $3 == "field-exhaustive" { structures = $4; tests = $5; field = share($7, $6, $8); seconds = $8 }
    $3 == "bounded-exhaustive" {
        printf "| %s | %s | %s / %s | %s / %s | %s | %s | %s / %s |\n", $1, $2, structures, $4, tests, or_dash($5),
            field, share($7, $6, $8), seconds, $6 == "" ? "–" : $8
    }
' mutation.csv
cat <<'EOF'

## What survives the field-exhaustive suites at the greatest measured scope of each subject

| subject | method | line | mutator |
| --- | --- | --- | --- |
EOF
awk -F, '
    NR > 1 && $3 == "field-exhaustive" { if ($2 > greatest[$1]) greatest[$1] = $2; rows[++n] = $0 }
    END {
        for (i = 1; i <= n; i++) {
            split(rows[i], column, ",")
            if (column[2] == greatest[column[1]])
                printf "| %s | `%s` | %s | %s%s |\n", column[1], column[5], column[6], column[4],
                    column[7] == "NO_COVERAGE" ? ", not reached" : ""
        }
    }
' survivors.csv
cat <<'EOF'

## Why they survive

No test can kill these: the mutant does what the contract says.

- `x < node.key` as `<=` in `add`, `remove`, `contains` and `inserted` of the trees: the keys are known to differ there.
- `x <= node.value` as `<` in `inserted` of the list: a value goes behind its equals, and the list is the same.
- The heaps' comparisons of keys and degrees (`linked`, `merged`, `smallestRoot`; `add` 28, `removeLeast` 60 and 63 of
  `ArrayHeap`): equals trade places, and the heap is another one that is as good.
- `removeLeast` 58 and the first comparison of 60: the place behind the last element still holds `last`, where the loop ends.

The others are gaps:

- What is "not reached" in `RedBlackTree` and `ArrayHeap` at a small scope takes more elements than the scope has.
- `add` 25 of `ArrayHeap`: arrays have `scope` places, and only one of length 1 shows the mutant.
- `isOpen` as always true: no structure is closed on a day. That a set lacks a value is no pair of a field.
- `toString` of `Loan` is not among the methods that the specification names.
EOF
