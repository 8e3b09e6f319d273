#!/usr/bin/env bash
# Measures how many of PIT's default mutants the emitted suites kill, and writes mutation.csv and README.md beside itself.
#
# Usage: results/mutation/run.sh [SUBJECT...]
#
# Environment: FEX (the binary; a release build of this tree if not set), FEX_CACHE (where jars are kept),
# SCOPES (3 to 7 if not set), LIMIT (the most structures that a bounded-exhaustive suite may have to be measured),
# SECONDS_PER_RUN (how long PIT may take for one suite; what takes longer is left out and named in the table).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
source "$root/results/prepare.sh"

scopes=${SCOPES:-3 4 5 6 7}
limit=${LIMIT:-1000}
seconds_per_run=${SECONDS_PER_RUN:-120}

junit=org.junit.platform:junit-platform-console-standalone:1.11.4
pit=(
    org.pitest:pitest:1.17.4
    org.pitest:pitest-entry:1.17.4
    org.pitest:pitest-command-line:1.17.4
    org.pitest:pitest-junit5-plugin:1.2.1
    org.apache.commons:commons-text:1.12.0
    org.apache.commons:commons-lang3:3.17.0
)

spec_of() {
    case $1 in
        SearchTree) echo search_tree ;;
        SortedList) echo sorted_list ;;
        RedBlackTree) echo red_black_tree ;;
        BinomialHeap) echo binomial_heap ;;
        ArrayHeap) echo array_heap ;;
        Library) echo library ;;
        *) echo "no subject $1" >&2; return 1 ;;
    esac
}

# Measures one suite and prints its line of the table. Arguments: subject, scope, kind, options for fex.
measure() {
    local subject=$1 scope=$2 kind=$3
    shift 3
    local work=$scratch/$subject-$scope-$kind
    mkdir -p "$work"
    "$fex" generate "$root/specs/$(spec_of "$subject").spec" --scope "$scope" --format junit5 --quiet \
        --classpath "$scratch/classes" --build fields --out "$work/src" "$@" >&2
    find "$work/src" -name '*.java' -print0 | xargs -0 javac -d "$work/suite" -cp "$scratch/classes:$junit_jar"

    # A mutant may hang the class under test in many tests; PIT's own time limit ends such a run.
    local status=0
    SECONDS=0
    timeout "$seconds_per_run" java -cp "$pit_path" org.pitest.mutationtest.commandline.MutationCoverageReport \
        --classPath "$scratch/classes,$work/suite,${pit_path//:/,}" \
        --targetClasses "subjects.$subject,subjects.$subject\$*" \
        --targetTests "subjects.${subject}Test*" \
        --sourceDirs "$root/tests/data/subjects/src" \
        --reportDir "$work/report" --outputFormats CSV --timestampedReports=false --threads 1 \
        >"$work/pit.log" 2>&1 || status=$?
    local seconds=$SECONDS
    local structures tests mutants killed
    structures=$("$fex" generate "$root/specs/$(spec_of "$subject").spec" --scope "$scope" --count --quiet "$@")
    tests=$(java -jar "$junit_jar" execute --disable-banner --details=summary --disable-ansi-colors \
        --class-path "$scratch/classes:$work/suite" --scan-class-path "$work/suite" |
        sed -n 's/^\[ *\([0-9]*\) tests successful *\]$/\1/p')
    if ((status == 124)); then
        echo "$subject,$scope,$kind,$structures,$tests,,,over $seconds_per_run"
        return
    elif ((status != 0)); then
        cat "$work/pit.log" >&2
        return "$status"
    fi
    mutants=$(wc -l <"$work/report/mutations.csv")
    killed=$(awk -F, '$6 != "SURVIVED" && $6 != "NO_COVERAGE"' "$work/report/mutations.csv" | wc -l)
    # Which mutants survive is what one wants to know next.
    { grep -E ',(SURVIVED|NO_COVERAGE),' "$work/report/mutations.csv" || true; } |
        awk -F, -v OFS=, -v s="$subject" -v n="$scope" -v k="$kind" \
            '{ sub(/.*\./, "", $3); print s, n, k, $3, $4, $5, $6 }' >>"$here/survivors.csv"
    echo "$subject,$scope,$kind,$structures,$tests,$mutants,$killed,$seconds"
}

junit_jar=$(jar_of "$junit")
pit_path=$junit_jar
for artifact in "${pit[@]}"; do
    pit_path+=:$(jar_of "$artifact")
done
# With line numbers and names, which PIT reports.
javac -g -d "$scratch/classes" "$root"/tests/data/subjects/src/subjects/*.java

if (($# == 0)); then
    set -- SearchTree SortedList RedBlackTree BinomialHeap ArrayHeap Library
fi
echo "subject,scope,kind,structures,tests,mutants,killed,seconds" >"$here/mutation.csv"
echo "subject,scope,kind,mutator,method,line,status" >"$here/survivors.csv"
# Scope by scope, so that a run that is cut short has measured all subjects alike.
for scope in $scopes; do
    for subject; do
        measure "$subject" "$scope" field-exhaustive | tee -a "$here/mutation.csv"
        # Some have millions; after a while what is counted by then is enough to know.
        count=$("$fex" generate "$root/specs/$(spec_of "$subject").spec" --scope "$scope" --exhaustive --count --quiet \
            --time-limit 20) || true
        if ((${count#at least } <= limit)); then
            measure "$subject" "$scope" bounded-exhaustive --exhaustive | tee -a "$here/mutation.csv"
        else
            echo "$subject,$scope,bounded-exhaustive,$count,,,,not measured" | tee -a "$here/mutation.csv"
        fi
    done
done
"$here/table.sh" "$limit" "$seconds_per_run" >"$here/README.md"
