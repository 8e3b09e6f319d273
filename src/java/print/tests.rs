use crate::java::{
    Binary, CanonicalName, Class, CompilationUnit, Expr, Field, Member, Method, Modifier, Parameter, Stmt, Template,
    Type, member_around, mentioned,
};

/// The lines of the body of a method.
fn body(statements: Vec<Stmt>) -> Vec<String> {
    let mut class = Class::new(&[], "Example");
    class.push(Method::new(&[], None, "body").body(statements));
    let text = print("example", class);
    let lines = text.lines().skip_while(|line| !line.contains("void body()")).skip(1);
    let lines: Vec<String> = lines.map(|line| line.strip_prefix("        ").unwrap_or(line).to_owned()).collect();
    lines[..lines.len() - 2].to_vec()
}

fn print(package: &str, class: Class) -> String {
    CompilationUnit { header: None, package: package.to_owned(), class }.print()
}

fn expr(expr: Expr) -> String {
    body(vec![Stmt::Expr(expr)]).join("\n")
}

fn n(name: &str) -> Expr {
    Expr::name(name)
}

#[test]
fn operands_have_parentheses_where_their_operator_binds_less() {
    let product = n("a").plus(n("b")).binary(Binary::Times, n("c"));
    assert_eq!(expr(product), "(a + b) * c;");
    let difference = n("a").binary(Binary::Minus, n("b").binary(Binary::Minus, n("c")));
    assert_eq!(expr(difference), "a - (b - c);");
    assert_eq!(expr(Expr::any(vec![Expr::all(vec![n("a"), n("b")]), n("c")])), "a && b || c;");
    assert_eq!(expr(Expr::all(vec![Expr::any(vec![n("a"), n("b")]), n("c")])), "(a || b) && c;");
    assert_eq!(expr(n("a").equal(n("b"), true).not()), "!(a == b);");
    assert_eq!(expr(n("a").equal(n("b"), true).equal(n("c"), false)), "(a == b) != c;");
    assert_eq!(expr(n("a").choose(n("b"), n("c")).call("size", vec![])), "(a ? b : c).size();");
    assert_eq!(expr(n("a").cast(Type::object()).call("hashCode", vec![])), "((Object) a).hashCode();");
}

#[test]
fn a_minus_never_meets_another_one() {
    assert_eq!(expr(Expr::int(-1).minus()), "-(-1);");
    assert_eq!(expr(n("a").minus().minus()), "-(-a);");
    // Without parentheses Java reads a subtraction.
    assert_eq!(expr(Expr::int(-1).cast(Type::integer())), "(Integer) (-1);");
    assert_eq!(expr(Expr::int(-1).cast(Type::INT)), "(int) -1;");
}

#[test]
fn truths_are_simplified_as_they_are_put_together() {
    assert!(Expr::all(vec![n("a"), Expr::truth(false)]).is_truth(false));
    assert!(Expr::any(vec![]).is_truth(false) && Expr::all(vec![]).is_truth(true));
    assert_eq!(Expr::all(vec![Expr::truth(true), n("a")]), n("a"));
    assert_eq!(Expr::truth(true).not(), Expr::truth(false));
    assert_eq!(n("a").choose(Expr::truth(true), Expr::truth(false)), n("a"));
}

#[test]
fn long_lines_break_where_they_are_nested_least_and_continue_indented() {
    let word = |letter: char| n(&letter.to_string().repeat(28));
    let call = Expr::own("method", vec![word('a'), word('b')]);
    let chain = Expr::all(vec![call, word('c'), word('d')]);
    let expected = [
        format!("if (method({}, {}) && {}", "a".repeat(28), "b".repeat(28), "c".repeat(28)),
        format!("        && {}) {{", "d".repeat(28)),
    ];
    assert_eq!(body(vec![Stmt::when(chain, vec![])])[..2], expected);
}

#[test]
fn a_text_that_is_too_long_stands_on_lines_of_its_own() {
    let text = "word ".repeat(30);
    let lines = body(vec![n("all").call("add", vec![Expr::text("name"), Expr::text(text.clone()), n("x")]).into()]);
    assert_eq!(lines[0], "all.add(\"name\",");
    assert!(lines[1].starts_with("        \"word ") && lines[2].starts_with("                + \"word "));
    assert!(lines[2].ends_with("\",") && lines[3] == "        x);");
    let short = body(vec![n("all").call("add", vec![Expr::text("name"), Expr::text(&text[..90]), n("x")]).into()]);
    assert!(short.len() == 3 && short[1].ends_with("word \","), "{short:?}");
    let pieces: String = lines[1..3].iter().map(|line| line.split('"').nth(1).expect("it is quoted")).collect();
    assert_eq!(pieces, text);
}

#[test]
fn each_of_several_long_texts_stands_on_lines_of_its_own() {
    let text = |word: &str| Expr::text(format!("{word} ").repeat(90 / word.len()));
    let lines = body(vec![n("all").call("put", vec![text("name"), text("value")]).into()]);
    let begins = ["all.put(\"name", "        + \"name", "        \"value", "                + \"value"];
    assert_eq!(lines.len(), begins.len(), "{lines:?}");
    assert!(lines.iter().zip(begins).all(|(line, begin)| line.starts_with(begin)), "{lines:?}");
    assert!(lines[1].ends_with("\",") && lines[3].ends_with("\");"), "{lines:?}");
}

#[test]
fn a_function_that_does_something_and_returns_a_constant_stays_on_a_line() {
    let short = Expr::block([], vec![n("a").call("clear", vec![]).into(), Stmt::returns(Expr::null())]);
    assert_eq!(expr(Expr::own("call", vec![short])), "call(() -> { a.clear(); return null; });");
    let two = Expr::block([], vec![Stmt::local(Type::INT, "b", n("a")), Stmt::returns(n("b"))]);
    assert_eq!(expr(Expr::own("call", vec![two])), "call(() -> {\n    int b = a;\n    return b;\n});");
    let long = Expr::block(["x"], vec![Stmt::fail_if(n("x")), Stmt::returns(Expr::truth(true))]);
    let lines = body(vec![Expr::own("call", vec![long]).into()]);
    assert_eq!(lines, ["call(x -> {", "    if (x) {", "        return false;", "    }", "    return true;", "});"]);
}

#[test]
fn an_alternative_that_is_a_condition_follows_else_on_its_line() {
    let inner = Stmt::If(n("b"), vec![Stmt::Continue], vec![Stmt::Continue]);
    let lines = body(vec![Stmt::If(n("a"), vec![], vec![inner])]);
    assert_eq!(lines, ["if (a) {", "} else if (b) {", "    continue;", "} else {", "    continue;", "}"]);
}

fn with_fields(name: &str, types: &[Type]) -> Class {
    let mut class = Class::new(&[], name);
    for (index, ty) in types.iter().enumerate() {
        class.push(Field::new(&[], ty.clone(), format!("f{index}"), None));
    }
    class
}

#[test]
fn a_simple_name_belongs_to_one_class_and_the_others_are_written_out() {
    let types =
        ["other.List", "java.util.List", "other.Tree", "Unnamed.Inner", "example.Tree$Node", "example.Near", "Example"];
    let text = print("example", with_fields("Example", &types.map(Type::named)));
    let imports: Vec<&str> = text.lines().filter(|line| line.starts_with("import")).collect();
    // The JDK goes first, and what is in the package or in none needs no import.
    assert_eq!(imports, ["import example.Tree.Node;", "import java.util.List;", "import other.Tree;"]);
    for written in ["other.List f0", "List f1", "Tree f2", "Unnamed.Inner f3", "Node f4", "Near f5"] {
        assert!(text.contains(&format!("    {written};")), "{written} in {text}");
    }
}

#[test]
fn a_class_that_java_finds_by_its_simple_name_keeps_it() {
    let text = print("", with_fields("Example", &["java.util.List", "List"].map(Type::named)));
    assert!(text.contains(" java.util.List f0;") && text.contains(" List f1;"), "{text}");
    let text = print("example", with_fields("Example", &["java.lang.String", "example.String"].map(Type::named)));
    assert!(text.contains(" java.lang.String f0;") && text.contains(" String f1;"), "{text}");
}

#[test]
fn what_a_unit_declares_hides_classes_and_methods_of_the_same_name() {
    let mut class = with_fields("Example", &[Type::named("java.util.Map"), Type::named("example.Example.Map")]);
    class.push(Class::new(&[Modifier::Static], "Map"));
    let check = CanonicalName::new("org.junit", "Assert");
    let asserts = |name: &str| Stmt::Expr(Expr::imported(check.clone(), name, vec![]));
    class.push(Method::new(&[], None, "fail").body(vec![asserts("fail"), asserts("assertTrue")]));
    let text = print("example", class);
    assert!(text.contains("java.util.Map f0;") && text.contains("    Map f1;"), "{text}");
    assert!(text.contains("Assert.fail();") && text.contains(" assertTrue();"), "{text}");
    assert!(text.contains("import static org.junit.Assert.assertTrue;\n\nimport org.junit.Assert;"), "{text}");
}

#[test]
fn types_are_written_with_their_arguments_and_the_arguments_around_them() {
    let tree = Type::named("example.Tree").with(vec![Type::string()]);
    let node = Type::named("example.Tree.Node").inside(&tree);
    let map = Type::util("Map").with(vec![Type::object(), node.array()]);
    let text = print("example", with_fields("Example", &[map]));
    assert!(text.contains("Map<Object, Tree<String>.Node[]> f0;"), "{text}");
}

#[test]
fn letters_of_other_alphabets_become_escapes_everywhere() {
    let mut class = Class::new(&[], "Größe");
    class.push(Method::new(&[], None, "m").parameters(vec![Parameter::new(Type::INT, "é")]).body(vec![n("é").into()]));
    let text = print("", class);
    assert!(text.is_ascii() && text.contains("class Gr\\u00f6\\u00dfe") && text.contains("\\u00e9;"), "{text}");
}

#[test]
fn members_of_templates_are_written_as_they_are_and_bring_their_imports() {
    let source = "import java.util.List;\nfinal class T {\n    // None.\n    static List<Integer> none() {\n        \
                  return null;\n    }\n}\n";
    let mut class = with_fields("Example", &[Type::named("other.List"), Type::named("other.Integer")]);
    class.members.extend(Template::read(source).members(["none"]));
    assert!(mentioned(&class.members).names.contains("none"));
    let text = print("example", class);
    let member = "\n    // None.\n    static List<Integer> none() {\n        return null;\n    }\n}\n";
    assert!(text.ends_with(member), "{text}");
    assert!(text.contains("import java.util.List;") && text.contains("other.List f0;"), "{text}");
    assert!(text.contains("other.Integer f1;"), "{text}");
}

#[test]
fn what_members_name_is_told() {
    let method = Method::new(&[], None, "m")
        .body(vec![n("a").field("b").call("c", vec![Expr::class_of(&Type::util("Set"))]).into()]);
    let found = mentioned(&[Member::from(method)]);
    assert_eq!(found.names.into_iter().collect::<Vec<_>>(), ["a", "b", "c"]);
    assert_eq!(found.classes.into_iter().collect::<Vec<_>>(), [CanonicalName::new("java.util", "Set")]);
}

#[test]
fn lines_are_those_of_the_members_around_them() {
    let text = "class ATest {\n    @Test\n    void sells() {\n        int a = \"\";\n    }\n\n    @Test\n    public void takes() throws Exception {\n        new B() {\n            public void c() {\n                d();\n            }\n        };\n    }\n}\n";
    assert_eq!(member_around(text, 4), Some("sells"));
    assert_eq!(member_around(text, 11), Some("takes"), "methods of anonymous classes stand deeper");
    assert_eq!(member_around(text, 1), None);
}
