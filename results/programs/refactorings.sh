#!/bin/sh
# Refactors texts of specs/programs/refactoring with Eclipse's engine: of each specification the field-exhaustive suite and COUNT of all texts,
# and all texts where they are at most 3100. refactorings.sh FEX COUNT [WORK]. Needs Maven, and a JDK 21 or later in JAVA_HOME.
# Writes refactorings.tsv with what each text of the first two comes to, and bounded-exhaustive.tsv with how many texts of the third come to what.
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
set --
for spec in field_reference field_reference_two_classes array_field two_fields pull_up_field pull_up_method \
  push_down_method rename_field rename_method inline_method extract_local; do
  kind=$(echo "$spec" | tr _ ' ')
  case $spec in
    *field_reference* | array_field | two_fields) kind="encapsulate field" ;;
  esac
  "$fex" generate "$specs/$spec.spec" --format text --out "$work/few/$spec" --quiet
  "$fex" generate "$specs/$spec.spec" --exhaustive --format text --out "$work/all/$spec" --quiet
  set -- "$@" "$spec" field-exhaustive 0 "$kind" "$work/few/$spec/program" "$spec" sample "$count" "$kind" "$work/all/$spec/program"
  if [ "$(find "$work/all/$spec/program" -type f | wc -l)" -le 3100 ]; then
    set -- "$@" "$spec" bounded-exhaustive 0 "$kind" "$work/all/$spec/program"
  fi
done
"$JAVA_HOME/bin/java" -cp "$classpath" Tally "$@" > "$work/all.tsv"
grep -v '	bounded-exhaustive	' "$work/all.tsv" > "$work/refactorings.tsv"
grep '	bounded-exhaustive	' "$work/all.tsv" | awk -F '\t' '
  / ms$/ { times = times $1 "\t" $3 "\t" $4 "\n"; next }
  { texts[$1 "\t" $4]++ }
  END { for (one in texts) { print one "\t" texts[one] } printf "%s", times }' | sort > "$work/bounded-exhaustive.tsv"
