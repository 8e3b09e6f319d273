"""Puts a Gradle 8.5 together from what Maven Central has: python3 gradle.py FOLDER

Gradle itself is published only on its own site. The jar of its API, against which the plugin is compiled, has nearly all of its classes,
though, and what each of its modules needs. FOLDER/bin/gradle then runs; it lacks Kotlin scripts, compiling within the same JVM, and
running tests with JUnit 5.
"""

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

VERSION = "8.5"
CENTRAL = Path.home() / ".m2/repository"
JVM = ["-XX:MaxMetaspaceSize=384m", "-XX:+HeapDumpOnOutOfMemoryError", "-Xms256m", "-Xmx512m"] + [
    f"--add-opens={package}=ALL-UNNAMED"
    for package in ["java.base/java.util", "java.base/java.lang", "java.base/java.lang.invoke", "java.prefs/java.util.prefs",
                    "java.base/java.nio.charset", "java.base/java.net", "java.base/java.util.concurrent.atomic"]
]
# Where there is no javac in the same JVM: an own one, as the class that watches it is not in the jar.
INIT = """import org.gradle.api.tasks.compile.JavaCompile
allprojects {
    tasks.withType(JavaCompile).configureEach {
        options.fork = true
        options.forkOptions.executable = new File(System.getProperty('java.home'), 'bin/javac').path
    }
}
"""
BEACON = "org.gradle.internal.installation.beacon"


def artifact(group, name, version):
    """The file of an artifact, which Maven brings if it is not there."""
    jar = CENTRAL / group.replace(".", "/") / name / version / f"{name}-{version}.jar"
    if not jar.is_file():
        subprocess.run(["mvn", "-q", "dependency:get", "-Dtransitive=false", f"-Dartifact={group}:{name}:{version}"], check=True)
    return jar


def fill(path, files):
    with zipfile.ZipFile(path, "w") as jar:
        for name, content in files.items():
            jar.writestr(name, content)


def main():
    home = Path(sys.argv[1]).resolve()
    lib, programs = home / "lib", home / "bin"
    # Gradle takes the folder for its own by the one for plugins.
    (lib / "plugins").mkdir(parents=True)
    programs.mkdir()
    jar = zipfile.ZipFile(artifact("dev.gradleplugins", "gradle-api", VERSION))
    names = [name for name in jar.namelist() if not name.endswith("/")]

    # Modules are found by the names of jars. All classes are in that of one module that every other one needs.
    needed = set()
    for name in names:
        if module := re.fullmatch(r"(gradle-[a-z0-9-]+)-classpath\.properties", name):
            text = jar.read(name).decode()
            needed |= set(re.search("^runtime=(.*)$", text, re.M)[1].split(",")) - {""}
            fill(lib / f"{module[1]}-{VERSION}.jar", {name: text})
    for absent in ["gradle-java-compiler-plugin", "gradle-instrumentation-agent"]:
        fill(lib / f"{absent}-{VERSION}.jar", {f"{absent}-classpath.properties": "projects=\nruntime=\n"})

    # Libraries are among the classes under other names, but for those of Groovy and Kotlin.
    for name in needed:
        groups = {"groovy": "org.codehaus.groovy", "kotlin-": "org.jetbrains.kotlin"}
        group = next((group for start, group in groups.items() if name.startswith(start)), None)
        if group:
            library = re.fullmatch(r"(.*)-(\d.*)\.jar", name)
            (lib / name).symlink_to(artifact(group, library[1], library[2]))
        else:
            fill(lib / name, {})

    ant = next(name for name in needed if re.match(r"ant-\d", name))
    left_out = ("groovy/", "org/codehaus/groovy/", "org/apache/groovy/", "META-INF/.gradle-runtime-shaded")
    with zipfile.ZipFile(lib / ant, "w") as of_ant, zipfile.ZipFile(lib / f"gradle-base-services-{VERSION}.jar", "w") as of_gradle:
        for name in names:
            if not name.startswith(left_out):
                (of_ant if name.startswith("org/apache/tools/") else of_gradle).writestr(name, jar.read(name))
        # By the place of this class, Gradle finds out where it is installed.
        with tempfile.TemporaryDirectory() as scratch:
            source = Path(scratch, "InstallationBeacon.java")
            source.write_text(f"package {BEACON}; public class InstallationBeacon {{}}")
            subprocess.run(["javac", "-d", scratch, source], check=True)
            name = BEACON.replace(".", "/") + "/InstallationBeacon.class"
            of_gradle.write(Path(scratch, name), name)

    (home / "init.gradle").write_text(INIT)
    program = programs / "gradle"
    agent = "-Dorg.gradle.internal.instrumentation.agent=false"
    program.write_text(
        f"#!/bin/sh\nexec java {' '.join(JVM)} {agent} $GRADLE_OPTS -cp {lib}/gradle-base-services-{VERSION}.jar org.gradle.launcher.GradleMain "
        f"{agent} --init-script {home}/init.gradle \"$@\"\n"
    )
    program.chmod(0o755)


main()
