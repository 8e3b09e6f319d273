//! `fex-junit`: the virtual environment for tests of users, from the artifact that `fex junit` installs.

use crate::java::{class_path, compiler, javac, junit, junit_on};
use crate::maven;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A local repository with what this machine's has, and the artifact; and the jar of that.
pub fn repository() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let repository = maven::repository(folder.path());
    let output = fex(folder.path(), &["junit", "--repository", "repository"]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && printed.contains("<artifactId>fex-junit</artifactId>"), "{output:?}");
    let jar = repository.join("fex/fex-junit/0.1.0/fex-junit-0.1.0.jar");
    assert!(jar.is_file() && printed.contains("fex-junit-0.1.0.jar installed"), "{printed}");
    (folder, jar)
}

/// A JVM with the agent, to be started.
pub fn with_agent(jar: &Path) -> Command {
    let mut java = Command::new("java");
    java.arg(format!("-javaagent:{}", jar.display())).arg("-XX:-PrintWarnings");
    java
}

/// The classes of a source for JUnit and `fex-junit`.
fn compiled(folder: &Path, jar: &Path, name: &str, text: &str) -> PathBuf {
    let (source, classes) = (folder.join(name), folder.join("classes"));
    fs::write(&source, text).expect("it can be written");
    javac(&classes, &[maven::jar(maven::JUNIT), jar.to_owned()], &[source]);
    classes
}

fn fex(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fex")).args(arguments).current_dir(folder).output().expect("the binary starts")
}

/// A file of the example project.
fn example(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/virtual").join(path)
}

/// The `pom.xml` of the example has just what `fex junit` prints; its test uses each interface, and asserts what comes of it.
#[test]
fn a_maven_build_needs_one_dependency_and_one_argument() {
    let (folder, _jar) = repository();
    for file in ["pom.xml", "src/main/java/shop/Nightly.java", "src/test/java/shop/NightlyTest.java"] {
        let to = folder.path().join("shop").join(file);
        fs::create_dir_all(to.parent().expect("it is in a folder")).expect("it can be made");
        fs::copy(example(file), to).expect("it can be copied");
    }
    let printed = fex(&folder.path().join("shop"), &["junit", "--repository", "../repository"]).stdout;
    let printed = String::from_utf8_lossy(&printed).into_owned();
    assert!(!printed.contains("build.gradle"), "this is Maven's: {printed}");
    let pom = fs::read_to_string(example("pom.xml")).expect("it can be read");
    let argument = printed.lines().find(|line| line.contains("argLine>")).expect("it is printed").trim();
    assert!(pom.contains(argument), "{argument}");
    let mut maven = Command::new("mvn");
    maven
        .args(["--batch-mode", "test"])
        .arg(format!("-Dmaven.repo.local={}", folder.path().join("repository").display()));
    let output = maven.current_dir(folder.path().join("shop")).output().expect("Maven can be run");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && printed.contains("Tests run: 12, Failures: 0, Errors: 0, Skipped: 0"),
        "{printed}"
    );
    let pom = fs::read_to_string(folder.path().join("shop/pom.xml")).expect("it is there");
    assert!(pom.contains("fex-junit"), "a test wrote another one, which nobody else sees");
}

/// JUnit 4 by its own runner: the clock is held by the rule, and real without it.
#[test]
fn a_rule_does_the_same_for_junit_4() {
    let (folder, jar) = repository();
    let framework = ["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"].map(maven::jar);
    let source = folder.path().join("RuledTest.java");
    fs::write(
        &source,
        "import static org.junit.Assert.*;
class Names { static final java.util.List<String> ALL = new java.util.ArrayList<>(); }
public class RuledTest {
    private static final long NOON = 1_782_907_200_000L;
    @org.junit.Rule public final fex.junit.VirtualEnvironmentRule environment = new fex.junit.VirtualEnvironmentRule();
    @org.junit.Before public void before() { assertEquals(NOON, System.currentTimeMillis()); }
    @org.junit.BeforeClass public static void prepare() { Names.ALL.add(\"prepared\"); }
    private static void add() { assertEquals(\"[prepared]\", Names.ALL.toString()); Names.ALL.add(\"another\"); }
    @org.junit.Test public void holds() { assertEquals(\"user\", System.getProperty(\"user.name\")); }
    @org.junit.Test public void adds() { add(); }
    @org.junit.Test public void addsAgain() { add(); }
    @org.junit.Test public void ends() { try { System.exit(3); } catch (Error end) { } }
    @org.junit.AfterClass public static void after() { assertTrue(System.currentTimeMillis() != NOON); }
}
",
    )
    .expect("it can be written");
    let classes = folder.path().join("classes");
    let mut entries = vec![jar.clone()];
    entries.extend(framework);
    javac(&classes, &entries, &[source]);
    entries.push(classes);
    let mut java = Command::new("java");
    java.arg(format!("-javaagent:{}", jar.display())).arg("-cp").arg(class_path(&entries));
    let output = java.args(["org.junit.runner.JUnitCore", "RuledTest"]).output().expect("a JDK is installed");
    let printed = String::from_utf8_lossy(&output.stdout);
    // Who asks for the end of the JVM, and does not look whether it did, fails.
    assert!(printed.contains("Tests run: 4,  Failures: 1"), "{printed}");
    assert!(
        printed.contains("1) ends(RuledTest)") && printed.contains("the program ends the JVM with status 3"),
        "{printed}"
    );
}

/// Classes run by their names. What `ATest` leaves no test of `BTest` finds, nor what the other one leaves; `CTest`, whose environment is real, does.
#[test]
fn tests_with_an_annotation_find_what_initialisers_left() {
    let (folder, jar) = repository();
    let text = "
class Mode {
    static String name = \"initial\";
    static final java.util.Map<String, Integer> USES = new java.util.HashMap<>();
    static int changes;
    static void change(String to) { name = to; USES.merge(to, 1, Integer::sum); changes++; }
    static void expect(String what) { if (!what.equals(name + USES + changes)) throw new AssertionError(name + USES + changes); }
}
class ATest {
    @org.junit.jupiter.api.Test void changes() { Mode.expect(\"initial{}0\"); Mode.change(\"a\"); }
}
@fex.junit.VirtualEnvironment
class BTest {
    @org.junit.jupiter.api.BeforeAll static void prepare() { Mode.expect(\"initial{}0\"); Mode.change(\"b\"); }
    private void change() { Mode.expect(\"b{b=1}1\"); Mode.change(\"c\"); }
    @org.junit.jupiter.api.Test void changes() { change(); }
    @org.junit.jupiter.api.Nested class Inner {
        @org.junit.jupiter.api.Test void changes() { change(); }
        @org.junit.jupiter.api.Test void changesAgain() { change(); }
    }
}
class CTest {
    @fex.junit.VirtualEnvironment
    @org.junit.jupiter.api.Test void changes() { Mode.expect(\"a{a=1}1\"); Mode.change(\"d\"); }
    @org.junit.jupiter.api.Test void finds() { Mode.expect(\"a{a=1}1\"); }
}
";
    let classes = compiled(folder.path(), &jar, "Tests.java", text);
    let console = maven::jar(maven::JUNIT);
    let mut java = Command::new("java");
    java.arg(format!("-javaagent:{}", jar.display())).arg("-jar").arg(console);
    java.args(["execute", "--scan-class-path", "--config"]);
    java.arg("junit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$ClassName");
    let output = java.arg("--class-path").arg(class_path(&[classes, jar])).output().expect("a JDK is installed");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && printed.contains("6 tests successful"), "{printed}");
}

/// Whichever test initialises a class, it finds what there was before a test said something, as the other one does. What the initialiser sets, stays, beside what the
/// test has set.
#[test]
fn initialisers_find_what_no_test_has_said() {
    let (folder, jar) = repository();
    let text = "import static org.junit.jupiter.api.Assertions.*;
import java.util.Locale;
import org.junit.jupiter.api.*;
class Sign {
    static final String FOUND = System.getProperty(\"sign\") + System.getenv(\"SIGN\") + Runtime.getRuntime().availableProcessors()
            + Locale.getDefault() + System.getProperty(\"user.name\");
    static { System.setProperty(\"sign.set\", \"by it\"); }
}
@fex.junit.VirtualEnvironment
class SignTest {
    private void say(String what) {
        System.setProperty(\"sign\", what);
        fex.junit.VirtualMachine.setVariable(\"SIGN\", what);
        fex.junit.VirtualMachine.setProcessors(9);
        Locale.setDefault(Locale.ITALY);
        assertEquals(\"nullnull4en_USuser\", Sign.FOUND);
        assertEquals(what, System.getProperty(\"sign\"));
        assertEquals(what, System.getenv(\"SIGN\"));
        assertEquals(9, Runtime.getRuntime().availableProcessors());
        assertEquals(Locale.ITALY, Locale.getDefault());
        assertEquals(\"by it\", System.getProperty(\"sign.set\"));
        assertEquals(what + what + \"9it_ITuser\", fex.junit.VirtualClasses.initial(Sign.class, \"FOUND\"));
    }
    @Test void one() { say(\"one\"); }
    @Test void other() { say(\"other\"); }
}
";
    let classes = compiled(folder.path(), &jar, "SignTest.java", text);
    let (passed, printed) = junit_on(with_agent(&jar), &[classes, jar]);
    assert!(passed && printed.contains("2 tests successful"), "{printed}");
}

/// The first JVM writes down what it made of the JDK's classes, and the second one takes that, so that there is nothing new to write; of a damaged file it takes
/// nothing, and writes another one. A test that sees a held clock passes in each of them, also where nothing can be written.
#[test]
fn what_is_made_of_the_jdk_is_kept_for_later_jvms() {
    let (folder, jar) = repository();
    let text = "import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.*;
@fex.junit.VirtualEnvironment
class NoonTest {
    @Test void noon() { assertTrue(java.time.Instant.now().toString().startsWith(\"2026-07-01T12:00:00\")); }
}
";
    let classes = compiled(folder.path(), &jar, "NoonTest.java", text);
    let passes = |cache: &Path| {
        let mut java = with_agent(&jar);
        java.env("FEX_CACHE", cache);
        let (passed, printed) = junit_on(java, &[classes.clone(), jar.clone()]);
        assert!(passed && printed.contains("1 tests successful"), "{printed}");
    };
    let cache = folder.path().join("cache");
    passes(&cache);
    let kept =
        fs::read_dir(cache.join("held")).expect("it was made").map(|entry| entry.expect("it can be read").path());
    let [kept] = kept.collect::<Vec<_>>().try_into().expect("there is one file for this JDK");
    let written = || fs::metadata(&kept).and_then(|file| file.modified()).expect("it is there");
    let first = written();
    passes(&cache);
    assert_eq!(written(), first);
    let mut damaged = fs::read(&kept).expect("it can be read");
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&kept, &damaged).expect("it can be written");
    passes(&cache);
    let second = written();
    assert_ne!(fs::read(&kept).expect("it can be read"), damaged);
    passes(&cache);
    assert_eq!(written(), second);
    // No folder can be made in a file.
    passes(&kept);
}

/// What fields are initialised with belongs to the test: its clock is the one that stands at noon, its files are gone, and what it changes in static
/// fields is put back. A test whose instance cannot be made, or that JUnit gives up before it begins, leaves nothing to the next one.
#[test]
fn instances_of_tests_are_made_in_their_environment() {
    let (folder, jar) = repository();
    let text = "import static org.junit.jupiter.api.Assertions.*;
import java.nio.file.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.api.extension.*;
class Counter { static int count; }
@fex.junit.VirtualEnvironment
class MadeTest {
    private final long made = System.currentTimeMillis();
    private final int count = ++Counter.count;
    private final Path file = Files.createDirectory(Path.of(\"made\"));
    MadeTest() throws java.io.IOException {}
    void check() {
        assertEquals(1_782_907_200_000L, made, \"it is noon\");
        assertTrue(System.currentTimeMillis() - made < 100, \"and the clock goes on\");
        assertEquals(1, count);
        assertTrue(Files.exists(file));
        fex.junit.VirtualClock.advance(java.time.Duration.ofDays(1));
    }
    @Test void one() { check(); }
    @Test void another() { check(); }
    @Nested class Inner {
        private final int inner = ++Counter.count;
        @Test void one() { check(); assertEquals(2, inner); }
        @Test void another() { check(); assertEquals(2, inner); }
    }
    @Nested class Thrower {
        Thrower() { fex.junit.VirtualMachine.setVariable(\"LEFT\", \"it\"); if (true) throw new IllegalStateException(\"thrown\"); }
        @Test void isNeverMade() {}
    }
    static class GivenUp implements TestInstancePostProcessor {
        @Override public void postProcessTestInstance(Object made, ExtensionContext context) { throw new IllegalStateException(\"given up\"); }
    }
    @Nested @ExtendWith(GivenUp.class) class Refused {
        { fex.junit.VirtualMachine.setVariable(\"LEFT\", \"it\"); }
        @Test void isNeverRun() {}
        @Test void norIsThis() {}
    }
    @AfterEach void nothingIsLeft() { assertNull(System.getenv(\"LEFT\")); }
}
class RealTest {
    private final long made = System.currentTimeMillis();
    @Test void isReal() {
        assertNotEquals(1_782_907_200_000L, made);
        assertNull(System.getenv(\"LEFT\"));
        assertFalse(Files.exists(Path.of(\"made\")));
        assertEquals(0, Counter.count);
    }
}
@fex.junit.VirtualEnvironment
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SharedTest {
    private final long made = System.currentTimeMillis();
    @Test void isForAllTests() { assertTrue(made != 1_782_907_200_000L && System.currentTimeMillis() == 1_782_907_200_000L); }
}
";
    let classes = compiled(folder.path(), &jar, "MadeTest.java", text);
    let console = maven::jar(maven::JUNIT);
    let mut java = with_agent(&jar);
    java.arg("-jar").arg(console);
    java.args(["execute", "--details=tree", "--disable-banner", "--scan-class-path", "--config"]);
    java.arg("junit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$ClassName");
    java.arg("--class-path").arg(class_path(&[classes, jar])).current_dir(folder.path());
    let output = java.output().expect("java can be run");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("6 tests successful") && printed.contains("3 tests failed"), "{printed}");
    assert!(printed.contains("thrown") && printed.contains("given up"), "{printed}");
    assert!(!folder.path().join("made").exists());
}

/// A program may open the standard streams by their descriptors, as jline does. The JVM has something to read, which nothing of the test gets; what the test
/// types it reads there, and what it writes there counts as printed. All characters do, whatever the default charset has.
#[test]
fn standard_streams_are_held_by_their_descriptors() {
    let (folder, jar) = repository();
    let text = "import static org.junit.jupiter.api.Assertions.*;
import java.io.*;
@fex.junit.VirtualEnvironment
class DescribedTest {
    private FileInputStream in;
    @org.junit.jupiter.api.BeforeEach void open() { in = new FileInputStream(FileDescriptor.in); }
    @org.junit.jupiter.api.Test void nothingIsThere() throws IOException {
        assertEquals(-1, in.read());
        assertEquals(-1, in.read(new byte[4]));
        assertEquals(0, in.available());
        assertEquals(0, in.skip(2));
        assertEquals(0, in.readAllBytes().length);
    }
    @org.junit.jupiter.api.Test void whatIsTypedIsThere() throws IOException {
        fex.junit.VirtualConsole.type(\"abcdef\");
        byte[] read = new byte[4];
        assertEquals(1, in.skip(1));
        assertEquals('b', in.read());
        assertEquals(2, in.read(read, 1, 2));
        assertEquals(2, in.available());
        assertArrayEquals(new byte[] {0, 'c', 'd', 0}, read);
        assertEquals(\"ef\", new BufferedReader(new InputStreamReader(in)).readLine());
    }
    @org.junit.jupiter.api.Test void allCharactersArePrinted() {
        System.out.print(\"\\u00e9\\u4e2d\");
        assertEquals(\"\\u00e9\\u4e2d\", fex.junit.VirtualConsole.out());
    }
    @org.junit.jupiter.api.Test void whatIsWrittenIsPrinted() throws IOException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out));
        out.print(\"written\");
        new FileOutputStream(FileDescriptor.err).write('!');
        assertEquals(\"written\", fex.junit.VirtualConsole.out());
        assertEquals(\"!\", fex.junit.VirtualConsole.err());
        assertThrows(IndexOutOfBoundsException.class, () -> in.read(new byte[1], 1, 1));
    }
}
";
    let typed = folder.path().join("typed");
    fs::write(&typed, "yes\n".repeat(9)).expect("it can be written");
    let classes = compiled(folder.path(), &jar, "DescribedTest.java", text);
    let mut java = with_agent(&jar);
    java.arg("-Dfile.encoding=US-ASCII").stdin(fs::File::open(&typed).expect("it is there"));
    let (passed, printed) = junit_on(java, &[classes, jar]);
    assert!(passed && printed.contains("4 tests successful"), "{printed}");
}

#[test]
fn a_test_without_the_agent_says_what_is_missing() {
    let (folder, jar) = repository();
    let classes = folder.path().join("classes");
    let sources = [example("src/main/java/shop/Nightly.java"), example("src/test/java/shop/NightlyTest.java")];
    let mut compiler = compiler();
    compiler.arg("-d").arg(&classes).arg("-cp").arg(class_path(&[jar.clone(), maven::jar(maven::JUNIT)])).args(sources);
    assert!(compiler.output().expect("a JDK is installed").status.success());
    let (passed, printed) = junit(&[jar, classes]);
    assert!(!passed && printed.contains("the virtual environment needs the agent of fex-junit"), "{printed}");
    assert!(printed.contains("12 tests failed"), "{printed}");
}

/// JaCoCo's figures of a suite whose tests hold their environment, and of the same suite where they do not. Both agents change the classes.
#[test]
fn coverage_is_that_of_a_run_without_it() {
    let (folder, jar) = repository();
    let agent = maven::jar("org.jacoco:org.jacoco.agent:0.8.12:jar:runtime");
    let reporter = maven::jar("org.jacoco:org.jacoco.cli:0.8.12:jar:nodeps");
    let figures = |name: &str, annotation: &str| {
        let source = folder.path().join(name).join("NightTest.java");
        fs::create_dir_all(source.parent().expect("it is in a folder")).expect("it can be made");
        let text = "
class NightTest {
    @org.junit.jupiter.api.Test void days() { java.util.Objects.requireNonNull(shop.Nightly.due()); }
    @org.junit.jupiter.api.Test void draws() { if (shop.Nightly.draw() < 0) throw new AssertionError(); }
    @org.junit.jupiter.api.Test void tries() throws Exception { shop.Nightly.retried(java.nio.file.Path.of(\".\"), 2); }
}
";
        fs::write(&source, format!("{annotation}{text}")).expect("it can be written");
        let (program, tests) = (folder.path().join(name).join("program"), folder.path().join(name).join("tests"));
        let console = maven::jar(maven::JUNIT);
        javac(&program, &[], &[example("src/main/java/shop/Nightly.java")]);
        javac(&tests, &[program.clone(), jar.clone(), console.clone()], &[source]);
        let (data, table) = (folder.path().join(format!("{name}.exec")), folder.path().join(format!("{name}.csv")));
        let mut java = Command::new("java");
        java.arg(format!("-javaagent:{}=destfile={}", agent.display(), data.display()));
        java.arg(format!("-javaagent:{}", jar.display())).arg("-jar").arg(console);
        java.args(["execute", "--scan-class-path", "--class-path"]).arg(class_path(&[
            tests,
            program.clone(),
            jar.clone(),
        ]));
        let output = java.output().expect("a JDK is installed");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && printed.contains("3 tests successful"), "{printed}");
        let mut report = Command::new("java");
        report
            .arg("-jar")
            .arg(&reporter)
            .arg("report")
            .arg(data)
            .arg("--classfiles")
            .arg(program)
            .arg("--csv")
            .arg(&table);
        assert!(report.output().expect("a JDK is installed").status.success());
        fs::read_to_string(table).expect("it was written")
    };
    let (held, real) = (figures("held", "@fex.junit.VirtualEnvironment"), figures("real", ""));
    assert_eq!(held, real);
    // Three of its methods run: something is covered, and something is not.
    let counts: Vec<&str> = held.lines().nth(1).expect("there is a class").split(',').collect();
    assert!(counts[3] != "0" && counts[4] != "0", "{held}");
}
