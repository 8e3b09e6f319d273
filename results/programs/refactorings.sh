#!/bin/sh
# Refactors the field-exhaustive suites of specs/programs/refactoring with Eclipse's engine, and COUNT of all texts of each (0: all):
# refactorings.sh FEX COUNT [WORK]. Needs Maven, and a JDK 21 or later in JAVA_HOME.
set -eu
fex=$1
count=$2
here=$(cd "$(dirname "$0")" && pwd)
specs=$here/../../specs/programs/refactoring
work=${3:-$(mktemp -d)}
mkdir -p "$work"
work=$(cd "$work" && pwd)
cp "$here/eclipse/pom.xml" "$work/pom.xml"
mvn -q -B -f "$work/pom.xml" dependency:copy-dependencies -DoutputDirectory="$work/lib"
classpath="$work/classes$(find "$work/lib" -name '*.jar' -exec printf ':%s' {} +)"
"$JAVA_HOME/bin/javac" -cp "$classpath" -d "$work/classes" "$here"/eclipse/*.java
for spec in field_reference field_reference_two_classes array_field two_fields pull_up_field pull_up_method; do
  kind="encapsulate field"
  case $spec in
    pull_up_field) kind="pull up field" ;;
    pull_up_method) kind="pull up method" ;;
  esac
  "$fex" generate "$specs/$spec.spec" --format text --out "$work/few/$spec" --quiet
  "$fex" generate "$specs/$spec.spec" --exhaustive --format text --out "$work/all/$spec" --quiet
  "$JAVA_HOME/bin/java" -cp "$classpath" Tally 0 "$kind" "$work/few/$spec/program"
  "$JAVA_HOME/bin/java" -cp "$classpath" Tally "$count" "$kind" "$work/all/$spec/program"
done > "$work/refactorings.tsv"
