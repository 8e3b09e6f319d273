//! The classes of the JDK that sequences use: how an object of each comes about, what is above them, what can be asked of them, and
//! which interfaces have one abstract method.
//!
//! The JDK is large, and most of it would make tests that nobody wants to read. This is what tests are usually written with.

/// How to make an object: the internal name of its class, the name of the method, its descriptor. `<init>` is a constructor, and where the
/// descriptor is that of a type, the name is that of a static field.
pub(super) const MAKERS: [(&str, &str, &str); 42] = [
    ("java/util/ArrayList", "<init>", "()V"),
    ("java/util/Arrays", "asList", "([Ljava/lang/Object;)Ljava/util/List;"),
    ("java/util/LinkedList", "<init>", "()V"),
    ("java/util/HashSet", "<init>", "()V"),
    ("java/util/TreeSet", "<init>", "()V"),
    ("java/util/HashMap", "<init>", "()V"),
    ("java/util/TreeMap", "<init>", "()V"),
    ("java/util/LinkedHashMap", "<init>", "()V"),
    ("java/util/Properties", "<init>", "()V"),
    ("java/util/Collections", "singletonMap", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/Map;"),
    ("java/util/Collections", "singleton", "(Ljava/lang/Object;)Ljava/util/Set;"),
    ("java/util/Optional", "of", "(Ljava/lang/Object;)Ljava/util/Optional;"),
    ("java/util/Optional", "empty", "()Ljava/util/Optional;"),
    ("java/util/Date", "<init>", "(J)V"),
    ("java/util/Random", "<init>", "(J)V"),
    ("java/util/BitSet", "<init>", "()V"),
    ("java/util/UUID", "<init>", "(JJ)V"),
    ("java/util/Locale", "ENGLISH", "Ljava/util/Locale;"),
    ("java/util/Locale", "ROOT", "Ljava/util/Locale;"),
    ("java/util/regex/Pattern", "compile", "(Ljava/lang/String;)Ljava/util/regex/Pattern;"),
    ("java/lang/StringBuilder", "<init>", "()V"),
    ("java/lang/StringBuilder", "<init>", "(Ljava/lang/String;)V"),
    ("java/lang/StringBuffer", "<init>", "()V"),
    ("java/lang/StringBuffer", "<init>", "(Ljava/lang/String;)V"),
    ("java/lang/Object", "<init>", "()V"),
    ("java/lang/RuntimeException", "<init>", "(Ljava/lang/String;)V"),
    ("java/lang/IllegalStateException", "<init>", "()V"),
    ("java/math/BigInteger", "valueOf", "(J)Ljava/math/BigInteger;"),
    ("java/math/BigDecimal", "valueOf", "(J)Ljava/math/BigDecimal;"),
    ("java/math/BigDecimal", "<init>", "(Ljava/lang/String;)V"),
    ("java/nio/charset/StandardCharsets", "UTF_8", "Ljava/nio/charset/Charset;"),
    ("java/nio/charset/StandardCharsets", "US_ASCII", "Ljava/nio/charset/Charset;"),
    ("java/nio/ByteBuffer", "wrap", "([B)Ljava/nio/ByteBuffer;"),
    ("java/io/ByteArrayInputStream", "<init>", "([B)V"),
    ("java/io/ByteArrayOutputStream", "<init>", "()V"),
    ("java/io/StringReader", "<init>", "(Ljava/lang/String;)V"),
    ("java/io/StringWriter", "<init>", "()V"),
    ("java/io/PrintWriter", "<init>", "(Ljava/io/Writer;)V"),
    ("java/io/BufferedReader", "<init>", "(Ljava/io/Reader;)V"),
    ("java/time/Duration", "ofMillis", "(J)Ljava/time/Duration;"),
    ("java/time/Instant", "ofEpochMilli", "(J)Ljava/time/Instant;"),
    ("java/util/concurrent/TimeUnit", "SECONDS", "Ljava/util/concurrent/TimeUnit;"),
];

/// Classes without abstract methods that others extend.
pub(super) const COMPLETE: [&str; 17] = [
    "java/lang/Object",
    "java/lang/ClassLoader",
    "java/lang/Error",
    "java/lang/Exception",
    "java/lang/RuntimeException",
    "java/lang/Thread",
    "java/lang/ThreadLocal",
    "java/lang/Throwable",
    "java/io/FilterInputStream",
    "java/io/FilterOutputStream",
    "java/io/FilterReader",
    "java/io/FilterWriter",
    "java/io/IOException",
    "java/util/ArrayList",
    "java/util/EventObject",
    "java/util/HashMap",
    "java/util/Observable",
];

/// A class and what is above it, but for `Object`.
pub(super) const ABOVE: [(&str, &[&str]); 40] = [
    (
        "java/util/ArrayList",
        &["java/util/List", "java/util/Collection", "java/lang/Iterable", "java/util/RandomAccess"],
    ),
    (
        "java/util/LinkedList",
        &["java/util/List", "java/util/Deque", "java/util/Queue", "java/util/Collection", "java/lang/Iterable"],
    ),
    ("java/util/List", &["java/util/Collection", "java/lang/Iterable"]),
    ("java/util/HashSet", &["java/util/Set", "java/util/Collection", "java/lang/Iterable"]),
    (
        "java/util/TreeSet",
        &[
            "java/util/SortedSet",
            "java/util/NavigableSet",
            "java/util/Set",
            "java/util/Collection",
            "java/lang/Iterable",
        ],
    ),
    ("java/util/Set", &["java/util/Collection", "java/lang/Iterable"]),
    ("java/util/Collection", &["java/lang/Iterable"]),
    ("java/util/HashMap", &["java/util/Map"]),
    ("java/util/TreeMap", &["java/util/SortedMap", "java/util/NavigableMap", "java/util/Map"]),
    ("java/util/LinkedHashMap", &["java/util/HashMap", "java/util/Map"]),
    ("java/util/Properties", &["java/util/Hashtable", "java/util/Map"]),
    ("java/util/Date", &["java/lang/Comparable", "java/io/Serializable"]),
    ("java/util/UUID", &["java/lang/Comparable", "java/io/Serializable"]),
    ("java/lang/String", &["java/lang/CharSequence", "java/lang/Comparable", "java/io/Serializable"]),
    (
        "java/lang/Class",
        &[
            "java/lang/reflect/Type",
            "java/lang/reflect/GenericDeclaration",
            "java/lang/reflect/AnnotatedElement",
            "java/io/Serializable",
        ],
    ),
    ("java/lang/reflect/ParameterizedType", &["java/lang/reflect/Type"]),
    ("java/lang/StringBuilder", &["java/lang/CharSequence", "java/lang/Appendable"]),
    ("java/lang/StringBuffer", &["java/lang/CharSequence", "java/lang/Appendable"]),
    ("java/lang/Exception", &["java/lang/Throwable", "java/io/Serializable"]),
    ("java/lang/RuntimeException", &["java/lang/Exception", "java/lang/Throwable", "java/io/Serializable"]),
    ("java/lang/IllegalStateException", &["java/lang/RuntimeException", "java/lang/Exception", "java/lang/Throwable"]),
    ("java/lang/Error", &["java/lang/Throwable", "java/io/Serializable"]),
    ("java/lang/Boolean", &["java/lang/Comparable", "java/io/Serializable"]),
    ("java/lang/Character", &["java/lang/Comparable", "java/io/Serializable"]),
    ("java/lang/Byte", &["java/lang/Number", "java/lang/Comparable", "java/io/Serializable"]),
    ("java/lang/Short", &["java/lang/Number", "java/lang/Comparable", "java/io/Serializable"]),
    ("java/lang/Integer", &["java/lang/Number", "java/lang/Comparable", "java/io/Serializable"]),
    ("java/lang/Long", &["java/lang/Number", "java/lang/Comparable", "java/io/Serializable"]),
    ("java/lang/Float", &["java/lang/Number", "java/lang/Comparable", "java/io/Serializable"]),
    ("java/lang/Double", &["java/lang/Number", "java/lang/Comparable", "java/io/Serializable"]),
    ("java/math/BigInteger", &["java/lang/Number", "java/lang/Comparable"]),
    ("java/math/BigDecimal", &["java/lang/Number", "java/lang/Comparable"]),
    ("java/io/ByteArrayInputStream", &["java/io/InputStream", "java/io/Closeable", "java/lang/AutoCloseable"]),
    ("java/io/ByteArrayOutputStream", &["java/io/OutputStream", "java/io/Closeable", "java/lang/AutoCloseable"]),
    ("java/io/StringReader", &["java/io/Reader", "java/lang/Readable", "java/io/Closeable", "java/lang/AutoCloseable"]),
    (
        "java/io/StringWriter",
        &["java/io/Writer", "java/lang/Appendable", "java/io/Closeable", "java/lang/AutoCloseable"],
    ),
    (
        "java/io/PrintWriter",
        &["java/io/Writer", "java/lang/Appendable", "java/io/Closeable", "java/lang/AutoCloseable"],
    ),
    (
        "java/io/BufferedReader",
        &["java/io/Reader", "java/lang/Readable", "java/io/Closeable", "java/lang/AutoCloseable"],
    ),
    ("java/time/Duration", &["java/lang/Comparable", "java/io/Serializable"]),
    ("java/time/Instant", &["java/lang/Comparable", "java/io/Serializable"]),
];

/// What changes or asks an object of a class without an argument, or with one that is easily made: class, method, descriptor.
pub(super) const METHODS: [(&str, &str, &str); 36] = [
    ("java/util/List", "add", "(Ljava/lang/Object;)Z"),
    ("java/util/ArrayList", "add", "(Ljava/lang/Object;)Z"),
    ("java/util/LinkedList", "add", "(Ljava/lang/Object;)Z"),
    ("java/util/HashSet", "add", "(Ljava/lang/Object;)Z"),
    ("java/util/HashMap", "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
    ("java/util/LinkedHashMap", "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
    ("java/util/Properties", "setProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;"),
    ("java/util/BitSet", "set", "(I)V"),
    ("java/util/Collection", "size", "()I"),
    ("java/util/Collection", "isEmpty", "()Z"),
    ("java/util/Map", "size", "()I"),
    ("java/util/Map", "isEmpty", "()Z"),
    ("java/util/Map", "get", "(Ljava/lang/Object;)Ljava/lang/Object;"),
    ("java/lang/Iterable", "iterator", "()Ljava/util/Iterator;"),
    ("java/util/Iterator", "hasNext", "()Z"),
    ("java/util/Iterator", "next", "()Ljava/lang/Object;"),
    ("java/util/Map$Entry", "getKey", "()Ljava/lang/Object;"),
    ("java/util/Map$Entry", "getValue", "()Ljava/lang/Object;"),
    ("java/util/Optional", "isPresent", "()Z"),
    ("java/util/Optional", "get", "()Ljava/lang/Object;"),
    ("java/util/Date", "getTime", "()J"),
    ("java/lang/reflect/Type", "getTypeName", "()Ljava/lang/String;"),
    ("java/lang/reflect/ParameterizedType", "getOwnerType", "()Ljava/lang/reflect/Type;"),
    ("java/lang/CharSequence", "toString", "()Ljava/lang/String;"),
    ("java/lang/CharSequence", "length", "()I"),
    ("java/lang/Throwable", "getMessage", "()Ljava/lang/String;"),
    ("java/lang/Number", "doubleValue", "()D"),
    ("java/math/BigInteger", "intValue", "()I"),
    ("java/math/BigDecimal", "toString", "()Ljava/lang/String;"),
    ("java/io/ByteArrayOutputStream", "toByteArray", "()[B"),
    ("java/io/ByteArrayOutputStream", "toString", "()Ljava/lang/String;"),
    ("java/io/StringWriter", "toString", "()Ljava/lang/String;"),
    ("java/io/InputStream", "read", "()I"),
    ("java/io/Reader", "read", "()I"),
    ("java/io/BufferedReader", "readLine", "()Ljava/lang/String;"),
    ("java/util/regex/Pattern", "pattern", "()Ljava/lang/String;"),
];

/// What is asked for members.
const CLASS: &str = "java/lang/Class";

/// The class whose methods read files.
pub(super) const FILES: &str = "java/nio/file/Files";

/// How a test names a file and reads it: class, method, descriptor. Nothing else is called on paths.
pub(super) const OF_FILES: [(&str, &str, &str); 9] = [
    ("java/io/File", "<init>", "(Ljava/lang/String;)V"),
    ("java/io/File", "toPath", "()Ljava/nio/file/Path;"),
    ("java/nio/file/Path", "resolve", "(Ljava/lang/String;)Ljava/nio/file/Path;"),
    ("java/nio/file/Path", "toFile", "()Ljava/io/File;"),
    ("java/nio/file/Path", "toString", "()Ljava/lang/String;"),
    (FILES, "exists", "(Ljava/nio/file/Path;[Ljava/nio/file/LinkOption;)Z"),
    (FILES, "readAllLines", "(Ljava/nio/file/Path;)Ljava/util/List;"),
    (FILES, "size", "(Ljava/nio/file/Path;)J"),
    ("java/util/List", "get", "(I)Ljava/lang/Object;"),
];

/// How a class is asked for its methods, fields and constructors.
pub(super) const OF_CLASSES: [(&str, &str, &str); 3] = [
    (CLASS, "getMethod", "(Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;"),
    (CLASS, "getDeclaredField", "(Ljava/lang/String;)Ljava/lang/reflect/Field;"),
    (CLASS, "getDeclaredConstructor", "([Ljava/lang/Class;)Ljava/lang/reflect/Constructor;"),
];

/// Interfaces with one abstract method: how many parameters it has, and the descriptor of its result.
pub(super) const FUNCTIONS: [(&str, usize, &str); 17] = [
    ("java/lang/Runnable", 0, "V"),
    ("java/lang/Comparable", 1, "I"),
    ("java/util/Comparator", 2, "I"),
    ("java/util/concurrent/Callable", 0, "Ljava/lang/Object;"),
    ("java/util/function/Supplier", 0, "Ljava/lang/Object;"),
    ("java/util/function/BooleanSupplier", 0, "Z"),
    ("java/util/function/IntSupplier", 0, "I"),
    ("java/util/function/Function", 1, "Ljava/lang/Object;"),
    ("java/util/function/BiFunction", 2, "Ljava/lang/Object;"),
    ("java/util/function/UnaryOperator", 1, "Ljava/lang/Object;"),
    ("java/util/function/BinaryOperator", 2, "Ljava/lang/Object;"),
    ("java/util/function/IntUnaryOperator", 1, "I"),
    ("java/util/function/Predicate", 1, "Z"),
    ("java/util/function/BiPredicate", 2, "Z"),
    ("java/util/function/Consumer", 1, "V"),
    ("java/util/function/BiConsumer", 2, "V"),
    ("java/util/function/IntPredicate", 1, "Z"),
];

/// Whether the last parameter of a method of the JDK stands for any number of arguments, as far as sequences use it.
pub(super) fn is_variadic(class: &str, method: &str) -> bool {
    matches!(
        (class, method),
        ("java/util/Arrays", "asList") | (FILES, "exists") | (CLASS, "getMethod" | "getDeclaredConstructor")
    )
}

/// How many type variables a class of the JDK has, as far as sequences use it.
pub(super) fn variables(class: &str) -> usize {
    match class {
        "java/util/List"
        | "java/util/ArrayList"
        | "java/util/LinkedList"
        | "java/util/Set"
        | "java/util/HashSet"
        | "java/util/LinkedHashSet"
        | "java/util/TreeSet"
        | "java/util/ArrayDeque"
        | "java/util/PriorityQueue"
        | "java/util/Collection"
        | "java/util/Optional"
        | "java/util/Iterator"
        | "java/lang/Iterable"
        | "java/util/Deque"
        | "java/util/Queue"
        | "java/util/Comparator"
        | "java/lang/reflect/Constructor"
        | "java/util/function/Supplier"
        | "java/util/function/Predicate"
        | "java/util/function/Consumer"
        | "java/util/function/UnaryOperator"
        | "java/util/function/BinaryOperator"
        | "java/util/concurrent/Callable" => 1,
        "java/util/Map"
        | "java/util/HashMap"
        | "java/util/TreeMap"
        | "java/util/LinkedHashMap"
        | "java/util/Map$Entry"
        | "java/util/AbstractMap$SimpleEntry"
        | "java/util/AbstractMap$SimpleImmutableEntry"
        | "java/util/function/Function"
        | "java/util/function/BiConsumer"
        | "java/util/function/BiPredicate" => 2,
        "java/util/function/BiFunction" => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{ABOVE, COMPLETE, FUNCTIONS, MAKERS, METHODS, OF_CLASSES, OF_FILES};
    use std::io::Write;
    use std::path::Path;
    use std::process::{Command, Stdio};

    /// The JDK at hand looks at its own classes, by reflection.
    #[test]
    fn the_jdk_confirms_each_line() {
        let members = [&MAKERS[..], &METHODS, &OF_FILES, &OF_CLASSES].concat();
        let mut said: Vec<String> =
            members.iter().map(|(class, name, descriptor)| format!("has {class} {name} {descriptor}")).collect();
        said.extend(ABOVE.iter().flat_map(|(class, all)| all.iter().map(move |one| format!("above {class} {one}"))));
        said.extend(COMPLETE.iter().map(|class| format!("complete {class}")));
        said.extend(FUNCTIONS.iter().map(|(class, count, result)| format!("function {class} {count} {result}")));
        // What is not so is denied, or the others would mean nothing.
        let wrong = ["above java/util/List java/util/Set", "complete java/io/Reader", "has java/util/Map size ()J"];
        said.extend(wrong.map(str::to_owned));
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/jdk/Denied.java");
        let mut java = Command::new("java");
        java.arg(program).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut asked = java.spawn().expect("a JDK is installed");
        let mut lines = asked.stdin.take().expect("its input is a pipe");
        lines.write_all(said.join("\n").as_bytes()).expect("it reads");
        drop(lines);
        let output = asked.wait_with_output().expect("it ends");
        let denied = String::from_utf8(output.stdout).expect("it writes UTF-8");
        assert_eq!(denied.lines().collect::<Vec<_>>(), wrong);
    }
}
