#!/usr/bin/env bash
# Asks fex about every command of the models in Alloy's jar, and writes commands.tsv beside itself: Alloy's verdict as
# tests/data/alloy/verdicts.tsv has it, and fex's.
#
# Usage: results/conformance/run.sh
#
# Environment: FEX (the binary; a release build of this tree if not set), FEX_CACHE (where jars are kept).
# Alloy's half is recorded by `cargo test --release --test fex -- --ignored record_the_verdicts_of_alloy`.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
source "$root/results/prepare.sh"

jar=$(jar_of org.alloytools:org.alloytools.alloy.dist:6.2.0)
(cd "$scratch" && jar xf "$jar" models)

# Model, number and verdict of every command that fex decides; exit codes tell of verdicts, too.
cut -f1 "$root/tests/data/alloy/verdicts.tsv" | tail -n +2 | uniq | while read -r model; do
    ("$fex" solve "$scratch/models/$model" --format json --show 0 2>/dev/null || true) |
        sed -E 's/.*"index":([0-9]+).*"verdict":"([a-z]+)".*/\1\t\2/' | sed "s|^|$model\t|"
done >"$scratch/fex.tsv"

awk -F'\t' -v OFS='\t' '
    FNR == NR { fex[$1, $2] = $3; next }
    FNR == 1 { print "model", "index", "kind", "label", "expect", "alloy", "fex", "instances"; next }
    { print $1, $2, $3, $4, $5 < 0 ? "-" : $5, $6, ($1, $2) in fex ? fex[$1, $2] : "refused", $10 }
' "$scratch/fex.tsv" "$root/tests/data/alloy/verdicts.tsv" >"$here/commands.tsv"

awk -F'\t' 'FNR > 1 { count[$6 " (Alloy), " $7 " (fex)"]++ } END { for (pair in count) print count[pair], pair }' \
    "$here/commands.tsv" | sort -rn
