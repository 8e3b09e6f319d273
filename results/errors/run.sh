#!/usr/bin/env bash
# Asks Alloy and fex what they say of the same broken specifications, and writes messages.tsv and README.md beside itself.
#
# Usage: results/errors/run.sh
#
# Environment: FEX (the binary; a release build of this tree if not set), FEX_CACHE (where jars are kept).
# The files and the judgements of why a message is better stand in judgements.tsv.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
catalogue=$root/tests/data/errors
source "$root/results/prepare.sh"

jar=$(jar_of org.alloytools:org.alloytools.alloy.dist:6.2.0)
mapfile -t names < <(cut -f1 "$here/judgements.tsv")

# Alloy opens modules by their extension.
mkdir "$scratch/modules"
for file in "$catalogue"/modules/*.spec; do
    cp "$file" "$scratch/modules/$(basename "$file" .spec).als"
done
files=()
for name in "${names[@]}"; do
    cp "$catalogue/$name.spec" "$scratch/$name.als"
    files+=("$scratch/$name.als")
done
javac -d "$scratch/classes" -cp "$jar" "$here/Explain.java"
java -cp "$jar:$scratch/classes" Explain "${files[@]}" 2>/dev/null | grep -v '^\[main\]' >"$scratch/alloy.tsv"

# The message, its place and its help of every error and warning, in one line.
for name in "${names[@]}"; do
    printf '%s\t' "$name"
    (cd "$catalogue" && "$fex" check "$name.spec" 2>&1 || true) | awk -v name="$name.spec" '
        /^(error|warning): / { message = $0 }
        / --> / && message {
            sub(/^ *--> /, "")
            sub(/.*\//, "")
            file = $0
            sub(/:.*/, "", file)
            sub(/[^:]*:/, "")
            place = $0 (file == name ? "" : " in " file)
        }
        /^ *= help: / { sub(/^ *= help: /, ""); printf "%s%s at %s; help: %s", separator, message, place, $0; separator = "; " }
        END { print "" }'
done >"$scratch/fex.tsv"

paste "$scratch/alloy.tsv" <(cut -f2- "$scratch/fex.tsv") >"$here/messages.tsv"
{
    sed -n '/^# /,/^| ---/p' "$here/README.md"
    paste "$here/messages.tsv" <(cut -f2- "$here/judgements.tsv") |
        sed 's/|/\\|/g' |
        awk -F'\t' '{ printf "| `%s` | %s | %s | %s |\n", $1, $2, $3, $4 }'
} >"$scratch/README.md"
mv "$scratch/README.md" "$here/README.md"
