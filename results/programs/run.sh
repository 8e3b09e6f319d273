#!/bin/sh
# Runs google-java-format and JavaParser on the field-exhaustive suite of specs/programs/comments.spec, and these and Spoon on all texts of
# patterns.spec, lambdas.spec and generics.spec (Spoon without the last): run.sh FEX [WORK].
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
    <dependency><groupId>fr.inria.gforge.spoon</groupId><artifactId>spoon-core</artifactId><version>11.2.1</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
POM
mvn -q -B -f "$work/pom.xml" dependency:copy-dependencies -DoutputDirectory="$work/lib"
"$JAVA_HOME/bin/javac" -cp "$work/lib/*" -d "$work/classes" "$here"/subjects/*.java "$here/eclipse/Compiled.java"
classpath="$work/classes$(find "$work/lib" -name '*.jar' -exec printf ':%s' {} +)"
exports=
for package in api code file parser tree util main; do
  exports="$exports --add-exports=jdk.compiler/com.sun.tools.javac.$package=ALL-UNNAMED"
done
# run SPECIFICATION CLASS [FLAG]: what fails is what this is about.
run() {
  JDK_JAVA_OPTIONS=$exports "$fex" generate "$here/../../specs/programs/$1.spec" --out "$work/texts/$1-$2" --run-class "$2" \
    --classpath "$classpath" --idempotent --report-out "$work/$1-$2" --quiet ${3:-} || [ $? = 1 ]
}
run comments GoogleJavaFormat
run comments JavaParserPrint
for specification in patterns lambdas generics; do
  run "$specification" GoogleJavaFormat --exhaustive
  run "$specification" JavaParserPrint --exhaustive
done
run patterns SpoonPrint --exhaustive
run lambdas SpoonPrint --exhaustive
