//! What names mean: implicit receivers, overloaded fields, calls in all their forms, and casts of integers.

use fex::diagnostic::{Diagnostic, Source, Style, render};
use fex::resolve::{Binary, Expr, ExprKind, Module, Program, Type, resolve};

/// The module of a text that must be without errors.
fn module(text: &str) -> Module {
    let source = Source::new("test.spec", text);
    let (program, mut messages) = Program::new(source.clone());
    let (module, more) = resolve(&program);
    messages.extend(more);
    module.unwrap_or_else(|| panic!("{}", render(std::slice::from_ref(&source), &messages, Style::Plain)))
}

/// The messages of a text, without their places.
fn messages(text: &str) -> Vec<String> {
    let (program, mut messages) = Program::new(Source::new("test.spec", text));
    messages.extend(resolve(&program).1);
    messages.into_iter().map(|message| message.message).collect()
}

/// An expression in prefix form: ids become names, and what was implicit shows.
fn shown(module: &Module, expr: &Expr) -> String {
    let all = |exprs: &[Expr]| exprs.iter().map(|expr| shown(module, expr)).collect::<Vec<_>>().join(" ");
    match &expr.kind {
        ExprKind::Sig(sig) => module.sigs[sig.index()].name.clone(),
        ExprKind::Field(field) => {
            let field = &module.fields[field.index()];
            format!("{}.{}", module.sigs[field.owner.index()].name, field.name)
        }
        ExprKind::Var(var) => module.variables[var.index()].name.clone(),
        ExprKind::Number(value) => value.to_string(),
        ExprKind::Unary(operator, inner) => format!("({operator:?} {})", shown(module, inner)),
        ExprKind::Binary(Binary::Join, left, right) => format!("{}·{}", shown(module, left), shown(module, right)),
        ExprKind::Binary(operator, left, right) => {
            format!("({operator:?} {} {})", shown(module, left), shown(module, right))
        }
        ExprKind::And(parts) => format!("[{}]", all(parts)),
        ExprKind::If(condition, then, otherwise) => {
            format!("(if {} {} {})", shown(module, condition), shown(module, then), shown(module, otherwise))
        }
        ExprKind::Quant(quantifier, decls, body) => {
            let names: Vec<_> = decls.iter().map(|decl| module.variables[decl.var.index()].name.as_str()).collect();
            format!("({quantifier:?} {} {})", names.join(" "), shown(module, body))
        }
        ExprKind::Let(var, value, body) => {
            format!("(let {} {} {})", module.variables[var.index()].name, shown(module, value), shown(module, body))
        }
        ExprKind::Call(function, arguments) => {
            format!("{}[{}]", module.functions[function.index()].name, all(arguments))
        }
        ExprKind::Old(inner) => format!("old[{}]", shown(module, inner)),
        other => format!("{other:?}"),
    }
}

/// The only fact of `prelude` and `fact { formula }`, in prefix form.
fn fact(prelude: &str, formula: &str) -> String {
    let module = module(&format!("{prelude}\nfact {{ {formula} }}"));
    shown(&module, &module.facts.last().expect("a fact was written").body)
}

#[test]
fn a_field_of_its_own_means_this_field_in_an_appended_fact() {
    let module =
        module("sig Node { next: lone Node, other: Other } { no next  this not in this.^@next }\nsig Other {}");
    let body = shown(&module, &module.facts[0].body);
    assert_eq!(body, "(All this [(Test(No) this·Node.next) (Not (In this this·(Closure Node.next)))])");
}

/// So it is in Alloy, where `n.next` is `n.(this.next)` there: a join of two sets.
#[test]
fn the_whole_relation_of_an_own_field_needs_a_sign_in_an_appended_fact() {
    let module = module("sig Node { next: lone Node } { all n: Node | some n.@next and n not in n.^@next }");
    let body = shown(&module, &module.facts[0].body);
    assert!(body.contains("n·Node.next") && body.contains("n·(Closure Node.next)"), "{body}");
    let wrong = messages("sig Node { to: lone Node } { some n: Node | some n.to or this in this.^to }");
    assert_eq!(wrong, ["a join of two sets", "`^` takes a relation of two columns"]);
}

#[test]
fn a_receiver_names_the_fields_of_its_signature_without_this() {
    let module = module("sig A { key: Int }\npred A.less[b: A] { key < b.key }\nfact { all a, b: A | a.less[b] }");
    assert_eq!(shown(&module, &module.functions[0].body), "(Less (SumOf this·A.key) (SumOf b·A.key))");
    assert_eq!(shown(&module, &module.facts[0].body), "(All a b less[a b])");
}

#[test]
fn the_left_side_of_a_join_chooses_among_fields_of_one_name() {
    let prelude = "sig A { next: lone A }\nsig B { next: lone B }";
    assert_eq!(fact(prelude, "all a: A | no a.next"), "(All a (Test(No) a·A.next))");
    assert_eq!(fact(prelude, "some b: B | some b.next.next"), "(Some b (Test(Some) b·B.next·B.next))");
}

#[test]
fn calls_take_arguments_from_dots_and_brackets_alike() {
    let prelude = "sig A { f: A }\nfun g[a, b: A]: set A { a.f + b }";
    for call in ["g[A, A.f]", "A.g[A.f]", "A.f.(A.g)"] {
        assert_eq!(fact(prelude, &format!("some {call}")), "(Test(Some) g[A A·A.f])", "{call}");
    }
}

#[test]
fn integers_and_sets_of_integers_are_cast_where_they_meet() {
    let prelude = "sig A { key: Int, keys: set Int, may: lone Int }";
    for (formula, meant) in [
        ("all a: A | a.key < 3", "(Less (SumOf a·A.key) 3)"),
        ("all a: A | a.key = #A", "(IntEqual (ValueOf a·A.key) (Cardinality A))"),
        ("all a: A | #A = a.key", "(IntEqual (Cardinality A) (ValueOf a·A.key))"),
        ("all a: A | a.keys = #A", "(Equal a·A.keys (AtomOf (Cardinality A)))"),
        ("all a: A | a.may = 1", "(Equal a·A.may (AtomOf 1))"),
        ("all a: A | a.key in a.keys", "(In a·A.key a·A.keys)"),
        ("all a: A | 2 in a.keys", "(In (AtomOf 2) a·A.keys)"),
        ("all a: A | a.key = plus[a.key, 1]", "(IntEqual (ValueOf a·A.key) (Plus (SumOf a·A.key) 1))"),
        ("all a: A | a.key.plus[1] > -1", "(Greater (Plus (SumOf a·A.key) 1) -1)"),
        ("all a: A | (sum x: a.keys | x) = 2", "(IntEqual (Sum x (SumOf x)) 2)"),
    ] {
        assert_eq!(fact(prelude, formula), format!("(All a {meant})"), "{formula}");
    }
}

#[test]
fn reflexive_closure_keeps_the_type_of_what_it_starts_from() {
    let text = "sig A { f: lone A }\nsig B { key: Int }\nfact { all a: A | some a.*f.key }";
    assert_eq!(messages(text), ["this join is always empty"]);
    let kept = module("sig A { f: lone A }\nfun all_of[a: A]: set A { a.*f }");
    let Type::Relation(ty) = &kept.functions[0].body.ty else { panic!("a function returns a relation") };
    assert_eq!(ty.products.len(), 1);
}

#[test]
fn contracts_see_the_receiver_the_arguments_the_result_and_the_state_before() {
    let module = module(
        "sig T { keys: set Int }\n\
         generate T for 3 {\n\
           keys in 0 .. scope\n\
           method add(x: keys): boolean {\n\
             ensures { result iff x not in old[this.keys]  keys = old[keys] + x }\n\
             throws java.lang.IllegalStateException when no keys\n\
           }\n\
           method size(): int { ensures { result = #this.keys } }\n\
         }",
    );
    let [add, size] = module.generates[0].methods.as_slice() else { panic!("two methods were written") };
    let ensured: Vec<String> = add.ensures.iter().map(|formula| shown(&module, formula)).collect();
    assert_eq!(
        ensured,
        ["(Iff result (Not (In x old[this·T.keys])))", "(Equal this·T.keys (Union old[this·T.keys] x))"]
    );
    assert!(add.throws[0].when.as_ref().is_some_and(|when| shown(&module, when) == "(Test(No) this·T.keys)"));
    assert_eq!(shown(&module, &size.ensures[0]), "(IntEqual (ValueOf result) (Cardinality this·T.keys))");
}

#[test]
fn arrows_keep_their_multiplicities_in_bounds_and_on_the_right_of_in() {
    assert_eq!(fact("sig A { f: A -> lone A }", "all a: A | a.f in A lone -> one A"), {
        "(All a (In a·A.f (Arrow(Lone, One) A A)))"
    });
}

#[test]
fn an_unknown_name_is_not_reported_where_its_declaration_did_not_parse() {
    let found = messages("sig A { f: }\nsig B { g: A }\nfact { some A.f  some B.h }");
    assert_eq!(found.len(), 2, "the field without a bound, and `h`, which no text declares: {found:?}");
    assert!(found[1].contains("`h` is not declared"), "{found:?}");
}

#[test]
fn a_join_is_not_called_empty_where_the_field_that_fits_did_not_parse() {
    let found = messages("sig A { f: }\nsig B { f: B }\nfact { some A.f }");
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn signatures_that_extend_each_other_are_reported_where_they_have_fields_too() {
    // Whether templates write all fields is asked of every signature below the one that has them; here that has no end.
    let found = messages("abstract sig A extends B {} abstract sig B extends A { f: A }");
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn a_module_is_only_there_if_nothing_is_wrong() {
    let (program, _) = Program::new(Source::new("test.spec", "fact { some Nothing }"));
    assert!(resolve(&program).0.is_none());
}

/// The cures that warnings of unions and differences of integers offer for a formula about a ring buffer.
fn cures(formula: &str) -> Vec<String> {
    let text = format!(
        "open util/integer\n\
         sig Item {{}}\n\
         sig Node {{ left: lone Node, key: one Int, max: lone Int }}\n\
         sig Ring {{ head: one Int, count: one Int, root: lone Node, items: Int -> lone Item, keys: set Int }}\n\
         fun nth[r: Ring, at: Int]: lone Item {{ r.items[at] }}\n\
         pred has[r: Ring, places: set Int] {{ some r.items[places] }}\n\
         fact {{ all r: Ring, i: Int | some i implies ({formula}) }}\n"
    );
    let (program, mut messages) = Program::new(Source::new("test.spec", &*text));
    let (module, more) = resolve(&program);
    messages.extend(more);
    assert!(module.is_some(), "{formula}: {messages:?}");
    let of_integers = |message: &&Diagnostic| message.message.ends_with("of two sets of integers");
    let help = |message: &Diagnostic| message.help.clone().unwrap_or_default().into_string();
    messages.iter().filter(of_integers).map(help).collect()
}

#[test]
fn a_union_of_integers_where_one_number_is_meant_is_warned_about() {
    for (formula, cure) in [
        // Comparisons by size take the sum of a set, in which equal numbers count once.
        ("r.head + 1 >= r.count", "plus[r.head, 1]"),
        ("r.count < i + r.head", "plus[i, r.head]"),
        ("r.root.left.key + 1 > i", "plus[r.root.left.key, 1]"),
        ("r.root.max - r.root.key > i", "minus[r.root.max, r.root.key]"),
        ("rem[i - r.head + 3, 3] < r.count", "plus[minus[i, r.head], 3]"),
        ("rem[i - (r.head + 3), 3] < r.count", "minus[i, plus[r.head, 3]]"),
        ("(sum n: Node | n.key + 1) > 3", "plus[n.key, 1]"),
        ("let j = i + 1 | j < r.count", "plus[i, 1]"),
        // One number is no set of two.
        ("r.count = r.head + 1", "plus[r.head, 1]"),
        ("r.root.left.key + 1 != r.root.key", "plus[r.root.left.key, 1]"),
        // An index is one number.
        ("some r.items[r.head + r.count]", "plus[r.head, r.count]"),
        ("some r.items[i - r.head]", "minus[i, r.head]"),
        ("some nth[r, i + 1]", "plus[i, 1]"),
        // What is counted or calculated is a number.
        ("r.keys = #Node + 1", "plus[#Node, 1]"),
    ] {
        let found = cures(formula);
        assert_eq!(found.len(), 1, "{formula}: {found:?}");
        assert!(found[0].starts_with(&format!("write `{cure}` to calculate")), "{formula}: {found:?}");
    }
}

#[test]
fn a_union_of_integers_that_is_meant_as_a_set_is_not_warned_about() {
    for formula in [
        "r.keys = r.root.*left.key + 3",
        "r.keys = r.head + r.count",
        "i in r.head + r.count",
        "r.head + r.count in r.keys",
        "some (r.keys - i)",
        "no (r.head + 1) & r.keys",
        "#(r.keys + i) < 3",
        "has[r, r.head + 1]",
        "some r.items[0 + 1]",
        "some (r.head + r.count).(r.items)",
        "(sum (r.keys + i)) < 3",
        "int[r.head + r.count] < 3",
        "Int[sum (r.head + r.count)] in r.keys",
        "all k: r.head + r.count | some r.items[k]",
        "plus[r.head, 1] >= r.count",
        "let both = r.head + r.count | both in r.keys",
    ] {
        assert_eq!(cures(formula), Vec::<String>::new(), "{formula}");
    }
}

#[test]
fn the_bound_of_a_field_names_no_field_that_is_declared_later() {
    // Alloy 6.2 finds none of these names.
    for (text, message) in [
        ("sig A {} one sig B { f: set g, g: Int -> lone A }", "the bound of `f` names a field that is declared later"),
        ("sig A { f: B.g } sig B { g: set A }", "the bound of `f` names a field that is declared later"),
        ("sig A {} one sig B { f: set f.A }", "the bound of `f` names `f` itself"),
        ("sig A {} one sig B { f, g: set f }", "the bound of `f` names `f` itself"),
        ("sig A {} one sig B { f: set @g, g: set A }", "the bound of `f` names a field that is declared later"),
    ] {
        assert_eq!(messages(text).first().map(String::as_str), Some(message), "{text}");
    }
    // What a parent declares comes first, wherever it stands; so it is in Alloy.
    for text in ["sig A {} one sig B { g: set A, f: set g }", "sig B extends P { f: set g } sig P { g: set P }"] {
        assert_eq!(messages(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn an_invariant_of_pairs_is_no_invariant_of_the_root() {
    for bound in ["f", "*f", "A -> A"] {
        let text = format!("sig A {{ f: set A }} pred p[x: {bound}] {{ some x }}\ngenerate A satisfying p for 2 {{}}");
        assert_eq!(messages(&text), ["`p` is no predicate over the root alone"]);
    }
}

#[test]
fn a_result_that_specifications_have_no_numbers_for_is_named() {
    let text = "one sig A {} generate A for 2 { method half(): double { ensures { some result } } }";
    assert_eq!(messages(text), ["the result of `half` is a `double`"]);
}
