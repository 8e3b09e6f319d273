#!/usr/bin/env bash
# Measures fex refresh against generating anew: a list of 6 nodes with 500 keys, whose suite has 500 structures and more, after
# one field was added that may be null, after one was added that may not, and with nothing changed: benches/refresh.sh [RUNS]
# Writes results/generation/refresh.csv; one row per run.
set -euo pipefail

cd "$(dirname "$0")/.."
runs=${1:-5}
cargo build --release --locked --quiet
fex=$PWD/target/release/fex
csv=$PWD/results/generation/refresh.csv
mkdir -p results/generation
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cd "$out"
echo "kind,run,structures,wall_seconds" > "$csv"

specification() { # field
    cat <<END
one sig List { head: lone Node }
sig Node { next: lone Node, key: Int$1 }
pred ok[l: List] { all n: l.head.*next | n not in n.^next and (some n.next implies n.key <= n.next.key) }
generate List satisfying ok for 6 { key in 0 .. 499 }
END
}

measure() { # kind run folder command
    local kind=$1 run=$2 folder=$3 command=$4 start end
    start=$(date +%s%N)
    "$fex" "$command" list.spec --out "$folder" > last
    end=$(date +%s%N)
    echo "$kind,$run,$(grep -c '"objects"' "$folder/list.json"),$(awk "BEGIN { print ($end - $start) / 1e9 }")" >> "$csv"
}

specification "" > list.spec
"$fex" generate list.spec --out before --quiet
for run in $(seq "$runs"); do
    rm -rf same lone one anew
    cp -r before same && cp -r before lone && cp -r before one
    specification "" > list.spec
    measure refresh-unchanged "$run" same refresh
    specification ", mark: lone Node" > list.spec
    measure refresh-lone-field "$run" lone refresh
    measure generate-lone-field "$run" anew generate
    rm -r anew
    specification ", twin: one Node" > list.spec
    measure refresh-one-field "$run" one refresh
    measure generate-one-field "$run" anew generate
done
# Medians.
for kind in refresh-unchanged refresh-lone-field generate-lone-field refresh-one-field generate-one-field; do
    grep "^$kind," "$csv" | sort -t, -k4 -g | awk -F, -v kind="$kind" \
        '{ row[NR] = $0 } END { split(row[int((NR + 1) / 2)], cell, ","); print kind ": " cell[3] " structures, " cell[4] " s" }'
done
