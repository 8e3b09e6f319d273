#!/usr/bin/env bash
# Runs every fuzz target for some seconds (300 if not said), one after the other, on a corpus seeded from this project.
# Needs cargo-fuzz and a nightly toolchain; stops at the first finding, whose input is then in fuzz/artifacts.
set -euo pipefail

cd "$(dirname "$0")/.."
seconds=${1:-300}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Texts of specifications, right and wrong ones.
for target in parse format resolve ide; do
    mkdir -p "fuzz/corpus/$target"
    cp specs/*.spec tests/data/errors/*.spec "fuzz/corpus/$target"
done
# Formulas and proofs as fex writes them.
mkdir -p fuzz/corpus/dimacs fuzz/corpus/lrat
for scope in 1 2; do
    cargo run --quiet --release --locked -- generate specs/search_tree.spec --scope "$scope" --format json --certify --quiet --out "$scratch/$scope"
    cp "$scratch/$scope/searchTree.cnf" "fuzz/corpus/dimacs/$scope.cnf"
    cp "$scratch/$scope/searchTree.lrat" "fuzz/corpus/lrat/$scope.lrat"
done
# A proof of the formula that the target `lrat` has in mind.
printf '5 1 0 1 2 0\n6 0 5 3 4 0\n' > fuzz/corpus/lrat/refutation.lrat

# Classes as javac writes them, a jar of them, and settings.
mkdir -p fuzz/corpus/class fuzz/corpus/jar fuzz/corpus/settings "$scratch/classes"
javac -d "$scratch/classes" tests/data/subjects/src/subjects/*.java
find "$scratch/classes" -name '*.class' -exec cp {} fuzz/corpus/class \;
jar --create --no-manifest --file fuzz/corpus/jar/library.jar -C "$scratch/classes" 'subjects/Library$Book.class'
awk '/^```toml$/ { inside = 1; number++; next } /^```$/ { inside = 0 }
    inside { print > ("fuzz/corpus/settings/" number ".toml") }' docs/src/reference/settings.md docs/src/commands/*.md docs/src/tutorial.md

# The quoted terminals of the grammar are a dictionary as it stands.
grep -oE '"[^"\\]+"' grammar/fex.ebnf | sort -u > "$scratch/words"

for target in parse format resolve ide dimacs lrat report class jar settings; do
    echo "== $target, $seconds s"
    # The reader of class files that fex uses leaks a few entries of constant pools that refer to themselves.
    leaks=$([ "$target" = class ] && echo 0 || echo 1)
    cargo +nightly fuzz run "$target" -- -detect_leaks="$leaks" -max_total_time="$seconds" -timeout=10 -max_len=4096 -print_final_stats=1 -verbosity=0 -dict="$scratch/words"
done
