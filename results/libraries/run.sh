#!/usr/bin/env bash
# From the specifications in specs/libraries to executed suites, on the published class files: writes libraries.csv (one
# line for each class) and violations.txt (what each failed test says) beside itself, and runs the reproductions.
#
# Usage: results/libraries/run.sh [SPEC...]
#
# Environment: FEX (the binary; a release build of this tree if not set), FEX_CACHE (where jars are kept), SCOPE (5 if not
# set). With arguments, only these specifications are run, and nothing is written.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
source "$root/results/prepare.sh"

scope=${SCOPE:-5}
junit=$(jar_of org.junit.platform:junit-platform-console-standalone:1.11.4)

# The jar that has a specification's class.
library_of() {
    case $(grep -om1 '^@java("[a-z0-9.]*' "$root/specs/libraries/$1.spec") in
        *org.apache.commons.collections4.*) jar_of org.apache.commons:commons-collections4:4.5.0 ;;
        *com.google.common.*) jar_of com.google.guava:guava:33.4.8-jre ;;
        *it.unimi.dsi.fastutil.*) jar_of it.unimi.dsi:fastutil-core:8.5.16 ;;
        *) echo "no library has the class of $1" >&2; return 1 ;;
    esac
}

# Generates a suite, compiles and runs it, and prints its line of the table. Argument: the specification.
measure() {
    local spec=$1 jar work=$scratch/$1 start end
    jar=$(library_of "$spec")
    mkdir -p "$work"
    start=$(date +%s.%N)
    "$fex" generate "$root/specs/libraries/$spec.spec" --scope "$scope" --classpath "$jar" \
        --build fields --out "$work/src" >"$work/log"
    find "$work/src" -name '*.java' -print0 | xargs -0 javac -nowarn -d "$work/suite" -cp "$jar:$junit" 2>>"$work/log"
    java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar "$junit" execute --fail-if-no-tests --disable-banner \
        --disable-ansi-colors --details=summary --class-path "$work/suite:$jar" --scan-class-path "$work/suite" \
        >"$work/report" 2>&1 || true
    end=$(date +%s.%N)
    local count structures pairs
    count() { sed -n "s/^\[ *\([0-9]*\) tests $1 *\]$/\1/p" "$work/report"; }
    structures=$(sed -En 's/^\w+ at scope [0-9]+: ([0-9]+) structures?,.*/\1/p' "$work/log")
    pairs=$(sed -En 's/^ *all fields +([0-9]+) .*/\1/p' "$work/log")
    echo "$spec,$(basename "$jar" .jar),$pairs,$structures,$(count successful),$(count failed),$(count aborted),$(
        awk -v start="$start" -v end="$end" 'BEGIN { printf "%.1f", end - start }')"
    sed -n 's/^ *=> org.opentest4j.AssertionFailedError: //p' "$work/report" >"$work/violations"
}

if (($# > 0)); then
    for spec; do measure "$spec"; done
    exit
fi
echo "spec,library,pairs,structures,passed,violations,preconditions,seconds" >"$here/libraries.csv"
: >"$here/violations.txt"
for path in "$root"/specs/libraries/*.spec; do
    spec=$(basename "$path" .spec)
    measure "$spec" | tee -a "$here/libraries.csv"
    sed "s/^/$spec: /" "$scratch/$spec/violations" >>"$here/violations.txt"
done
jar=$(jar_of org.apache.commons:commons-collections4:4.5.0)
for reproduction in "$here"/reproductions/*.java; do
    java -cp "$jar" "$reproduction"
done
