#!/usr/bin/env bash
# Measures fex generate end to end (process start to files written), on the four structures: benches/generation.sh [RUNS]
# Writes results/generation/generation.csv; one row per run. Needs GNU time.
set -euo pipefail

cd "$(dirname "$0")/.."
runs=${1:-3}
cargo build --release --locked --quiet
fex=target/release/fex
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
csv=results/generation/generation.csv
mkdir -p results/generation
echo "kind,structure,scope,run,structures,user_seconds,wall_seconds,peak_kib" > "$csv"

measure() { # kind structure scope run arguments...
    local kind=$1 structure=$2 scope=$3 run=$4
    shift 4
    local text
    text=$(/usr/bin/time -f "%U %e %M" -o "$out/time" "$fex" generate "specs/$structure.spec" --scope "$scope" "$@" --out "$out/$structure")
    local count
    count=$(echo "$text" | grep -oE '[0-9]+ structures?' | head -1 | grep -oE '[0-9]+' || echo "$text")
    echo "$kind,$structure,$scope,$run,$count,$(tr ' ' ',' < "$out/time")" >> "$csv"
}

for run in $(seq "$runs"); do
    for structure in sorted_list search_tree red_black_tree binomial_heap; do
        for scope in 3 5 7 10 12 15 20; do
            measure field-exhaustive "$structure" "$scope" "$run"
        done
        measure minimised "$structure" 10 "$run" --minimise
    done
    for scope in 10 15; do
        measure certified search_tree "$scope" "$run" --certify
    done
    for scope in 8 9 10 11; do
        measure bounded-exhaustive search_tree "$scope" "$run" --exhaustive --format json
    done
done
