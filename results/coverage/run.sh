#!/usr/bin/env bash
# What the tests of Commons Collections 4.5.0 show of four of its classes, and what capturing costs: writes coverage.csv (one
# line for each class) and time.csv (one line for each run of the tests, with and without capture) beside itself.
#
# Usage: results/coverage/run.sh [RUNS]
#
# Environment: FEX (the binary; a release build of this tree if not set), FEX_CACHE (where jars are kept), SCOPE (4 if not set).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
source "$root/results/prepare.sh"

runs=${1:-5}
scope=${SCOPE:-4}
classes=$(jar_of org.apache.commons:commons-collections4:4.5.0)
jars=${FEX_CACHE:-$HOME/.cache/fex}/jars
tests=$jars/commons-collections4-4.5.0-tests.jar
if [[ ! -f $tests ]]; then
    mvn -q dependency:copy -Dartifact=org.apache.commons:commons-collections4:4.5.0:jar:tests "-DoutputDirectory=$jars" >&2
fi
class_path=$(jar_of org.apache.commons:commons-lang3:3.17.0):$(jar_of commons-codec:commons-codec:1.18.0)
class_path=$class_path:$(jar_of org.junit.platform:junit-platform-console-standalone:1.11.4)

# A class that none of these tests uses: its capture changes nothing of the others.
cat >"$scratch/nothing.spec" <<'END'
@java("org.apache.commons.collections4.queue.PredicatedQueue") one sig Queue {}
pred repOk[q: Queue] {}
generate Queue satisfying repOk for 1 {}
END

# Runs a test class, and prints the report. Arguments: the specification, the test class.
coverage() {
    "$fex" coverage "$1" --scope "$scope" --classes "$classes" --tests "$tests" --classpath "$class_path" \
        --test-names "org.apache.commons.collections4.$2" --directory "$scratch" --format json || (($? == 1))
}

value() { python3 -c 'import json, sys; report = json.load(sys.stdin); print(*(eval(key, {}, report) for key in sys.argv[1:]), sep=",")' "$@"; }

echo "class,tests,captures,structures,covered,feasible,violations" >"$here/coverage.csv"
echo "class,capture,run,micros" >"$here/time.csv"
while read -r class spec; do
    echo "$class,$(coverage "$root/specs/libraries/$spec.spec" "${class}Test" |
        value tests captures structures covered feasible 'len(violations)')" >>"$here/coverage.csv"
    for run in $(seq "$runs"); do
        echo "$class,with,$run,$(coverage "$root/specs/libraries/$spec.spec" "${class}Test" | value micros)" >>"$here/time.csv"
        echo "$class,without,$run,$(coverage "$scratch/nothing.spec" "${class}Test" | value micros)" >>"$here/time.csv"
    done
done <<'END'
list.NodeCachingLinkedList node_caching_linked_list
list.TreeList tree_list
bidimap.TreeBidiMap tree_bidi_map
trie.PatriciaTrie patricia_trie
END
python3 - "$here/time.csv" <<'END'
import csv, statistics, sys
times = {}
for row in csv.DictReader(open(sys.argv[1])):
    times.setdefault((row["class"], row["capture"]), []).append(int(row["micros"]))
for name in dict.fromkeys(name for name, _ in times):
    with_capture, without = (statistics.median(times[name, kind]) for kind in ("with", "without"))
    print(f"{name}: {with_capture / 1e6:.2f} s with capture, {without / 1e6:.2f} s without, {with_capture / without:.2f} times")
END
