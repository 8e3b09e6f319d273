#!/bin/sh
# Refactors texts of specs/programs/refactoring with Eclipse's engine: of each specification the field-exhaustive suite, COUNT of all texts, all
# texts, and COUNT random programs. refactorings.sh FEX COUNT [WORK]. Needs Maven, and a JDK 21 or later in JAVA_HOME. Run again with the same WORK, it continues.
# Writes refactorings.tsv with what each text of a suite comes to, bounded-exhaustive.tsv with how many of all texts come to what, and
# drawn.txt with how many random programs were drawn until COUNT compiled.
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
  push_down_method push_down_field rename_field rename_method inline_method inline_local extract_local extract_method move_method; do
  kind=$(echo "$spec" | tr _ ' ')
  case $spec in
    *field_reference* | array_field | two_fields) kind="encapsulate field" ;;
  esac
  "$fex" generate "$specs/$spec.spec" --format text --out "$work/few/$spec" --quiet
  "$fex" generate "$specs/$spec.spec" --exhaustive --format text --out "$work/all/$spec" --quiet
  if [ ! -d "$work/random/$spec" ]; then
    drawn=$("$JAVA_HOME/bin/java" -XX:+UseSerialGC -cp "$classpath" RandomPrograms "$specs/$spec.spec" "$work/random/$spec" "$count" 1)
    echo "$spec: $drawn" >> "$work/drawn.txt"
  fi
  set -- "$@" "$spec" field-exhaustive 0 "$kind" "$work/few/$spec/program" "$spec" sample "$count" "$kind" "$work/all/$spec/program" \
    "$spec" random 0 "$kind" "$work/random/$spec" "$spec" bounded-exhaustive 0 "$kind" "$work/all/$spec/program"
done
"$JAVA_HOME/bin/java" -XX:+UseSerialGC -cp "$classpath" Tally "$work/all.tsv" "$@"
# How many texts a suite has and the processor time that they took stand beside what they came to.
grep -v '	bounded-exhaustive	' "$work/all.tsv" | awk -F '\t' -v OFS='\t' '
  { suite = $1 OFS $2; texts[suite]++; micros[suite] += $5; print $1, $2, $3, $4 }
  END { for (one in texts) { printf "%s\t%d texts\t%d ms\n", one, texts[one], micros[one] / 1000 } }' | sort > "$work/refactorings.tsv"
grep '	bounded-exhaustive	' "$work/all.tsv" | awk -F '\t' '
  { texts[$1]++; micros[$1] += $5; outcomes[$1 "\t" $4]++ }
  END {
    for (one in outcomes) { print one "\t" outcomes[one] }
    for (one in texts) { printf "%s\t%d texts\t%d ms\n", one, texts[one], micros[one] / 1000 }
  }' | sort > "$work/bounded-exhaustive.tsv"
