#!/bin/sh
# Runs google-java-format and JavaParser on the field-exhaustive suite of specs/programs/comments.spec, these and Spoon on all texts of
# patterns.spec, lambdas.spec and generics.spec (Spoon without the last), and OpenRewrite on all texts of the four: run.sh FEX [WORK].
# Needs Maven, and a JDK 25 in JAVA_HOME.
set -eu
fex=$1
here=$(cd "$(dirname "$0")" && pwd)
work=${2:-$(mktemp -d)}
mkdir -p "$work"
work=$(cd "$work" && pwd)

# compile NAME DEPENDENCIES SOURCE…: fetches what a group of programs needs to NAME/lib, and compiles them to NAME/classes.
compile() {
  folder=$work/$1
  mkdir -p "$folder"
  {
    echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
    echo '<groupId>fex</groupId><artifactId>programs</artifactId><version>1</version><dependencies>'
    for dependency in $2; do
      echo "$dependency" | sed 's|\(.*\):\(.*\):\(.*\)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|'
    done
    echo '</dependencies></project>'
  } > "$folder/pom.xml"
  shift 2
  mvn -q -B -f "$folder/pom.xml" dependency:copy-dependencies -DoutputDirectory="$folder/lib"
  "$JAVA_HOME/bin/javac" -cp "$folder/lib/*" -d "$folder/classes" "$@" "$here/eclipse/Compiled.java"
}
compile printers "com.google.googlejavaformat:google-java-format:2.0.0 com.github.javaparser:javaparser-core:3.28.2
  fr.inria.gforge.spoon:spoon-core:11.2.1 org.slf4j:slf4j-nop:2.0.17" \
  "$here/subjects/GoogleJavaFormat.java" "$here/subjects/JavaParserPrint.java" "$here/subjects/SpoonPrint.java"
compile rewrite "org.openrewrite:rewrite-java:8.90.2 org.openrewrite:rewrite-java-25:8.90.2 org.slf4j:slf4j-nop:2.0.17" \
  "$here/subjects/OpenRewritePrint.java" "$here/subjects/OpenRewriteFormat.java"

exports=
for package in api code file parser tree util main; do
  exports="$exports --add-exports=jdk.compiler/com.sun.tools.javac.$package=ALL-UNNAMED"
done
# run SPECIFICATION CLASS NAME [FLAG]: what fails is what this is about.
run() {
  classpath="$work/$3/classes$(find "$work/$3/lib" -name '*.jar' -exec printf ':%s' {} +)"
  JDK_JAVA_OPTIONS=$exports "$fex" generate "$here/../../specs/programs/$1.spec" --out "$work/texts/$1-$2" --run-class "$2" \
    --classpath "$classpath" --idempotent --limit 60 --report-out "$work/$1-$2" --quiet ${4:-} || [ $? = 1 ]
}
run comments GoogleJavaFormat printers
run comments JavaParserPrint printers
for specification in patterns lambdas generics; do
  run "$specification" GoogleJavaFormat printers --exhaustive
  run "$specification" JavaParserPrint printers --exhaustive
done
run patterns SpoonPrint printers --exhaustive
run lambdas SpoonPrint printers --exhaustive
for specification in comments patterns lambdas; do
  run "$specification" OpenRewritePrint rewrite --exhaustive
  run "$specification" OpenRewriteFormat rewrite --exhaustive
done
run generics OpenRewritePrint rewrite --exhaustive
