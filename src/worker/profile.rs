//! How a worker's JVM is started: what the project says, and what fex adds to it.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// What a project says of the JVMs that run its tests.
#[derive(Debug, Clone)]
pub struct JvmSettings {
    /// The `java` to run.
    pub java: PathBuf,
    /// Arguments of the JVM.
    pub jvm_arguments: Vec<String>,
    /// The class path of the tests.
    pub class_path: Vec<PathBuf>,
    /// Where they run.
    pub directory: PathBuf,
    /// Variables of their environment, beside those of fex itself.
    pub environment: BTreeMap<String, String>,
}

impl JvmSettings {
    /// Adds arguments of the JVM.
    pub fn add_arguments(&mut self, more: &[impl AsRef<str>]) {
        self.jvm_arguments.extend(more.iter().map(|argument| argument.as_ref().to_owned()));
    }

    /// Whether an argument is there that sets what another one sets, such as `-Duser.timezone`, to whatever.
    pub fn sets(&self, argument: &str) -> bool {
        self.jvm_arguments.iter().any(|given| given.split('=').next() == argument.split('=').next())
    }

    /// Whether the JVM is told which garbage collector to use: a second choice would keep it from starting.
    pub(super) fn has_a_collector(&self) -> bool {
        self.is_told(chooses_a_collector)
    }

    /// Whether the JVM is told how large its heap may become.
    pub fn limits_the_heap(&self) -> bool {
        let limits = ["-Xmx", "-XX:MaxHeapSize=", "-XX:MaxRAM=", "-XX:MaxRAMPercentage=", "-XX:MaxRAMFraction="];
        self.is_told(|argument| limits.iter().any(|limit| argument.starts_with(limit)))
    }

    /// Whether one of the arguments of the JVM is of some kind, those among them that variables give it.
    fn is_told(&self, is_such: impl Fn(&str) -> bool) -> bool {
        let variable = |name: &str| self.environment.get(name).cloned().or_else(|| std::env::var(name).ok());
        let variables = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"].into_iter().filter_map(variable);
        self.jvm_arguments.iter().any(|argument| is_such(argument))
            || variables.into_iter().any(|arguments| arguments.split_whitespace().any(&is_such))
    }
}

pub(super) fn chooses_a_collector(argument: &str) -> bool {
    argument.strip_prefix("-XX:+Use").is_some_and(|name| name.ends_with("GC"))
}

/// What fex adds to the start of a worker, for the features that it is to have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    /// Further flags of the JVM; they come after those of the project.
    pub flags: Vec<String>,
    /// Classes that are laid over those of modules of the JDK: the name of the module, and a folder or a jar.
    pub overlay: Vec<(String, PathBuf)>,
}

impl Profile {
    /// The arguments of the JVM, the overlay's among them.
    pub(super) fn arguments(&self) -> impl Iterator<Item = String> {
        let overlay = self.overlay.iter().map(|(module, place)| format!("--patch-module={module}={}", place.display()));
        self.flags.iter().cloned().chain(overlay)
    }

    /// Whether the worker may start from a class-data archive: a JVM with an overlay takes none.
    pub(super) fn takes_an_archive(&self) -> bool {
        self.overlay.is_empty()
    }
}

/// Arguments with which a JVM starts fast that does not live long.
pub const SHORT_LIVED: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// The first arguments of every JVM.
pub(super) fn flags() -> Vec<String> {
    // In a second, compiling less pays.
    let more = ["-XX:CompileThresholdScaling=2", "-Xshare:auto", "-XX:-UsePerfData"];
    SHORT_LIVED.iter().chain(&more).map(|flag| (*flag).to_owned()).collect()
}

/// Arguments as the `java` command reads them from a file.
pub(super) fn arguments_file(arguments: &[String]) -> String {
    let escape = |letter: char| match letter {
        '\\' => "\\\\".to_owned(),
        '"' => "\\\"".to_owned(),
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        other => other.to_string(),
    };
    let quoted = arguments.iter().map(|argument| {
        let escaped: String = argument.chars().map(escape).collect();
        format!("\"{escaped}\"\n")
    });
    quoted.collect()
}

#[cfg(test)]
mod tests {
    use super::{JvmSettings, Profile, arguments_file};

    /// As the documentation of the `java` command has it: inside of quotes, `\\`, `\"`, `\n` and `\r` are escapes.
    #[test]
    fn special_characters_of_arguments_are_escaped() {
        let arguments = ["-Da=b c", "-Dline.separator=\r\n", "C:\\d\"e"].map(str::to_owned);
        assert_eq!(arguments_file(&arguments), "\"-Da=b c\"\n\"-Dline.separator=\\r\\n\"\n\"C:\\\\d\\\"e\"\n");
    }

    /// The `java` command's documentation has `-Xmx` and `-XX:MaxHeapSize` for the size of the heap, and the others for its share of the memory.
    #[test]
    fn who_has_limited_the_heap_is_known() {
        let of = |arguments: &[&str], variable: &str| JvmSettings {
            java: "java".into(),
            jvm_arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
            class_path: Vec::new(),
            directory: "/d".into(),
            environment: [("JAVA_TOOL_OPTIONS".to_owned(), variable.to_owned())].into(),
        };
        assert!(!of(&["-Xms64m", "-Dx=-Xmx"], "-Xss1m").limits_the_heap());
        assert!(of(&["-ea", "-Xmx1g"], "").limits_the_heap());
        assert!(of(&["-XX:MaxRAMPercentage=50"], "").limits_the_heap());
        assert!(of(&[], "-ea -XX:MaxHeapSize=1g").limits_the_heap());
    }

    #[test]
    fn an_overlay_is_an_argument_and_leaves_no_archive() {
        let plain = Profile { flags: vec!["-XX:hashCode=3".to_owned()], overlay: Vec::new() };
        assert!(plain.takes_an_archive());
        let overlay = vec![("java.base".to_owned(), "/o/base.jar".into())];
        let with_overlay = Profile { overlay, ..plain };
        assert!(!with_overlay.takes_an_archive());
        let arguments: Vec<String> = with_overlay.arguments().collect();
        assert_eq!(arguments, ["-XX:hashCode=3", "--patch-module=java.base=/o/base.jar"]);
    }
}
