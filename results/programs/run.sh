#!/bin/sh
# Runs google-java-format and JavaParser on the field-exhaustive suite of specs/programs/comments.spec: run.sh FEX [WORK].
# Needs Maven, and a JDK 21 or later in JAVA_HOME.
set -eu
fex=$1
here=$(cd "$(dirname "$0")" && pwd)
work=${2:-$(mktemp -d)}
mkdir -p "$work"
work=$(cd "$work" && pwd)
cat > "$work/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>fex</groupId><artifactId>programs</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>com.google.googlejavaformat</groupId><artifactId>google-java-format</artifactId><version>2.0.0</version></dependency>
    <dependency><groupId>com.github.javaparser</groupId><artifactId>javaparser-core</artifactId><version>3.28.2</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$work/pom.xml" dependency:copy-dependencies -DoutputDirectory="$work/lib"
"$JAVA_HOME/bin/javac" -cp "$work/lib/*" -d "$work/classes" "$here"/subjects/*.java
classpath="$work/classes$(find "$work/lib" -name '*.jar' -exec printf ':%s' {} +)"
exports=
for package in api code file parser tree util main; do
  exports="$exports --add-exports=jdk.compiler/com.sun.tools.javac.$package=ALL-UNNAMED"
done
for class in GoogleJavaFormat JavaParserPrint; do
  # What fails is what this is about.
  JDK_JAVA_OPTIONS=$exports "$fex" generate "$here/../../specs/programs/comments.spec" --out "$work/texts" --run-class "$class" \
    --classpath "$classpath" --idempotent --report-out "$work/$class" --quiet || [ $? = 1 ]
done
