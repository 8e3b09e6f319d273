#!/usr/bin/env bash
# Shows that the violations have the causes that README.md names: changes the one condition of each library class in its
# published source, and runs the suites of scope 5 on the class as it is and on the changed one. Writes causes.csv.
#
# Usage: results/libraries/causes.sh
#
# Environment: FEX (the binary; a release build of this tree if not set), FEX_CACHE (where jars are kept).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
source "$root/results/prepare.sh"

junit=$(jar_of org.junit.platform:junit-platform-console-standalone:1.11.4)
jar=$(jar_of org.apache.commons:commons-collections4:4.5.0)
mvn -q dependency:copy -Dartifact=org.apache.commons:commons-collections4:4.5.0:jar:sources "-DoutputDirectory=$scratch" >&2
(cd "$scratch" && jar xf commons-collections4-4.5.0-sources.jar org)
sources=$scratch/org/apache/commons/collections4

# Replaces a condition between two lines of a file, where it must stand as often as stated.
# Arguments: file, first line, last line, times, condition, what takes its place.
change() {
    local found
    found=$(sed -n "/$2/,/$3/p" "$1" | grep -cF "$5")
    ((found == $4)) || { echo "\`$5\` stands $found times in $1" >&2; return 1; }
    sed -i "/$2/,/$3/s/$5/$6/" "$1"
}

# Only the first of the two questions is changed: the other one is what the inner case asks, rightly.
change "$sources/bidimap/TreeBidiMap.java" 'private void doRedBlackInsert' 'final Node<K, V> y = getRightChild' 1 \
    'if (currentNode.isLeftChild(dataElement))' 'if (currentNode.getParent(dataElement).isLeftChild(dataElement))'
for side in left right; do
    change "$sources/trie/AbstractPatriciaTrie.java" 'private void removeInternalEntry' '^    }$' 1 \
        "if (isValidUplink(p.$side, p))" "if (p.$side != null \&\& p.$side.bitIndex <= p.bitIndex)"
done
javac -nowarn -d "$scratch/changed" -cp "$jar" "$sources/bidimap/TreeBidiMap.java" "$sources/trie/AbstractPatriciaTrie.java"

# The tests of a suite that fail. Arguments: suite, class path.
failing() {
    { java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar "$junit" execute --fail-if-no-tests --disable-banner \
        --disable-ansi-colors --details=summary --class-path "$1:$2" --scan-class-path "$1" 2>&1 || true; } |
        sed -n 's/^\[ *\([0-9]*\) tests failed *\]$/\1/p'
}

echo "spec,published,changed" | tee "$here/causes.csv"
for spec in patricia_trie tree_bidi_map; do
    "$fex" generate "$root/specs/libraries/$spec.spec" --scope 5 --quiet --classpath "$jar" --out "$scratch/$spec"
    find "$scratch/$spec" -name '*.java' -print0 | xargs -0 javac -nowarn -d "$scratch/suite-$spec" -cp "$jar:$junit"
    suite=$scratch/suite-$spec
    echo "$spec,$(failing "$suite" "$jar"),$(failing "$suite" "$scratch/changed:$jar")" | tee -a "$here/causes.csv"
done
