//! What editors ask about specifications, whole and half written.

use fex::diagnostic::{FileId, Source, Span};
use fex::ide::{Analysis, ProposalKind, Symbol, SymbolKind, Target, edited};
use fex::resolve::{Definition, DefinitionKind, Module, Program, resolve};
use fex::syntax::{self, LexemeKind, tree};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::fs;
use std::path::Path;

/// The shipped specifications with their texts.
fn specifications() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("specs");
    let mut found = Vec::new();
    for folder in [root.clone(), root.join("libraries")] {
        for entry in fs::read_dir(folder).expect("the folder can be read").flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "spec") {
                let text = fs::read_to_string(&path).expect("the specification is shipped");
                found.push((path.display().to_string(), text));
            }
        }
    }
    found.sort();
    assert!(found.len() > 20, "the specifications are there");
    found
}

/// One of how many cases is tried; all with `FEX_CASES=all`.
fn one_of(several: usize) -> usize {
    if std::env::var("FEX_CASES").is_ok_and(|cases| cases == "all") { 1 } else { several }
}

fn analysis(text: &str) -> Analysis {
    Analysis::new(Source::new("test.spec", text), &mut |_, _| Ok(None))
}

/// The analysis of a text in which `§` marks a place, and that place.
fn marked(text: &str) -> (Analysis, u32) {
    let offset = text.find('§').expect("a place is marked");
    (analysis(&text.replace('§', "")), offset as u32)
}

/// A small generator of numbers, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// Asks all questions about a text, and checks what holds of any answer.
fn ask_everything(analysis: &Analysis, offsets: &[u32]) {
    let text = &analysis.sources()[0].text;
    let fits = |span: Span| {
        let within = analysis.sources()[span.file.index()].text.get(span.start as usize..span.end as usize);
        assert!(within.is_some(), "{span:?} is a piece of its text:\n{text}");
    };
    fn check(symbol: &Symbol, fits: &dyn Fn(Span)) {
        fits(symbol.whole);
        assert!(symbol.whole.contains(symbol.span), "{symbol:?}");
        symbol.children.iter().for_each(|child| check(child, fits));
    }
    analysis.symbols().iter().for_each(|symbol| check(symbol, &fits));
    for fold in analysis.folds() {
        fits(fold.span);
    }
    let highlights = analysis.highlights();
    assert!(highlights.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start), "no two overlap:\n{text}");
    for name in analysis.names().uses() {
        fits(name.span);
        assert!(!name.targets.is_empty());
    }
    for offset in offsets.iter().copied().filter(|offset| text.is_char_boundary(*offset as usize)) {
        analysis.definition(offset);
        analysis.references(offset, true).into_iter().for_each(fits);
        analysis.hover(offset).into_iter().for_each(|hover| fits(hover.span));
        if let Some(completion) = analysis.completion(offset) {
            assert!(completion.replaces.touches(offset), "{completion:?}");
        }
    }
}

/// What is declared outside of expressions, by where it is named.
fn declared(analysis: &Analysis) -> BTreeMap<Span, (String, DefinitionKind, Span)> {
    let all = analysis.names().definitions().map(|(_, definition)| definition);
    let of_root = all.filter(|definition| definition.span.file == FileId::ROOT && !definition.kind.is_local());
    let facts = |definition: &Definition| (definition.name.clone(), definition.kind, definition.whole);
    of_root.map(|definition| (definition.span, facts(definition))).collect()
}

#[test]
fn every_beginning_of_a_specification_is_understood() {
    for (number, (name, text)) in specifications().into_iter().enumerate() {
        let whole = analysis(&text);
        let (all, symbols) = (declared(&whole), whole.symbols());
        assert!(!symbols.is_empty(), "{name}");
        let step = one_of(31);
        for piece in syntax::lexemes(&whole.sources()[0]).into_iter().skip(number % step).step_by(step) {
            let cut = piece.span.end;
            let begun = analysis(&text[..cut as usize]);
            ask_everything(&begun, &[0, cut / 2, piece.span.start, cut]);
            let found = declared(&begun);
            for (span, facts) in all.iter().filter(|(_, facts)| facts.2.end <= cut) {
                assert_eq!(found.get(span), Some(facts), "{name} up to {cut}");
            }
            let found = begun.symbols();
            let before = symbols.iter().filter(|symbol| symbol.whole.end <= cut);
            for symbol in before {
                assert!(found.contains(symbol), "{name} up to {cut} has {symbol:?}");
            }
        }
    }
}

#[test]
fn a_specification_that_is_cut_anywhere_or_lacks_words_is_understood_without_panic() {
    let mut random = Random(7);
    for (_, text) in specifications() {
        let pieces = syntax::lexemes(&Source::new("whole", text.as_str()));
        for _ in 0..40 / one_of(8) {
            let cut = text.floor_char_boundary(random.below(text.len()));
            ask_everything(&analysis(&text[..cut]), &[cut as u32]);
            let mut left = text.clone();
            let mut gone: Vec<usize> = (0..=random.below(4)).map(|_| random.below(pieces.len())).collect();
            gone.sort_unstable();
            gone.dedup();
            for piece in gone.iter().rev() {
                let span = pieces[*piece].span;
                left.replace_range(span.start as usize..span.end as usize, "");
            }
            let place = pieces[gone[0]].span.start;
            ask_everything(&analysis(&left), &[place, random.below(left.len()) as u32]);
        }
    }
}

#[test]
fn what_is_whole_is_read_alike_whether_errors_are_tolerated_or_not() {
    let modules = fex::resolve::MODULES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    for (name, text) in specifications().into_iter().chain(modules) {
        let source = Source::new(name, text);
        let (file, messages) = syntax::parse(&source);
        assert_eq!(messages, [], "{}", source.name);
        assert_eq!(syntax::tolerant(&source).paragraphs, file.paragraphs, "{}", source.name);
    }
}

#[test]
fn what_stands_around_a_mistake_is_read() {
    let text = "sig A { f: lone B, g: \npred p[a: A] { some a.f\n a. }\nfun q[x: A, y: ]: B { x.f }\n\
                sig B extends \nfact { all b: B | b }\nrun p for 3 but ";
    let (file, messages) = syntax::parse(&Source::new("test.spec", text));
    assert!(!messages.is_empty() && file.incomplete);
    let analysis = analysis(text);
    let outline: Vec<(String, usize)> =
        analysis.symbols().into_iter().map(|symbol| (symbol.name, symbol.children.len())).collect();
    let expected = [("A", 2), ("p", 0), ("q", 0), ("B", 0), ("fact", 0), ("run p", 0)];
    assert_eq!(outline, expected.map(|(name, children)| (name.to_owned(), children)));
    let field = &analysis.module().fields[0];
    assert_eq!(analysis.module().describe(&fex::resolve::Type::Relation(field.ty.clone())), "A -> B");
}

/// What is printed of a module, without places: they move when names get longer.
fn printed(module: &impl Debug) -> String {
    let text = format!("{module:?}");
    let mut parts = text.split("Span { ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('}').map_or(part, |(_, rest)| rest))
}

fn resolved(sources: &[Source]) -> Module {
    let (program, syntax) = Program::new(sources[0].clone());
    let (module, messages) = resolve(&program);
    module.unwrap_or_else(|| panic!("{syntax:?} {messages:?}\n{}", sources[0].text))
}

fn lower_camel(name: &str) -> String {
    name[..1].to_lowercase() + &name[1..]
}

/// The table of names is right where a module with another name means the same: the resolver does not read the table.
#[test]
fn a_module_with_a_new_name_for_something_means_the_same() {
    const FRESH: &str = "Fresh0name";
    let mut renamed = 0;
    for (number, (name, text)) in specifications().into_iter().enumerate() {
        let analysis = analysis(&text);
        let before = printed(&resolved(analysis.sources()));
        let definitions: Vec<&Definition> = analysis.names().definitions().map(|(_, definition)| definition).collect();
        let of_root = definitions.into_iter().filter(|definition| definition.span.file == FileId::ROOT);
        let step = one_of(7);
        for definition in of_root.skip(number % step).step_by(step) {
            let rename = match analysis.rename(definition.span.start, FRESH) {
                Ok(rename) => rename,
                Err(_) if definition.kind == DefinitionKind::Module => continue,
                Err(message) => panic!("{name}: {definition:?}: {message:?}"),
            };
            renamed += 1;
            let sources = edited(analysis.sources(), &rename.edits);
            let old = definition.name.as_str();
            let after = printed(&resolved(&sources)).replace(FRESH, old);
            let after = after.replace(&lower_camel(FRESH), &lower_camel(old));
            assert!(after == before, "{name}: `{old}`\n{}", sources[0].text);
        }
    }
    assert!(renamed > 500 / one_of(7), "{renamed} names");
}

/// The lexer knows words and not what they stand for.
#[test]
fn a_name_that_stands_for_one_thing_is_used_wherever_it_is_written() {
    let mut counted = 0;
    for (name, text) in specifications() {
        let analysis = analysis(&text);
        let all: Vec<&Definition> = analysis.names().definitions().map(|(_, definition)| definition).collect();
        let written = syntax::names(&analysis.sources()[0]);
        for definition in &all {
            let same = |other: &&&Definition| other.name == definition.name;
            // The words of annotations are written with the same letters, and methods of Java may have reserved words as names.
            let is_word = ["key", "value", "index", "keys", "values"].contains(&definition.name.as_str())
                || !syntax::is_identifier(&definition.name);
            if definition.span.file != FileId::ROOT || all.iter().filter(same).count() > 1 || is_word {
                continue;
            }
            let header = text.lines().find(|line| line.starts_with("module ")).unwrap_or_default();
            let in_header = header.split([' ', '/']).skip(1).filter(|word| **word == definition.name).count();
            let count = written.iter().filter(|word| word.text == definition.name).count() - in_header;
            let found = analysis.references(definition.span.start, true);
            assert_eq!(found.len(), count, "{name}: `{}` at {found:?}", definition.name);
            counted += 1;
        }
    }
    assert!(counted > 300, "{counted} names");
}

const TREE: &str = "// A tree.\n@java(\"trees.Tree\")\none sig Tree {\n  // Where it starts.\n  @java(\"top\")\n  \
                    root: lone Node, // one at most\n  size: Int // how many\n}\nsig Node { left, right: lone Node, \
                    key: Int }\nopen util/ordering[Node] as order\n";

fn labels(text: &str) -> Vec<String> {
    let (analysis, offset) = marked(&format!("{TREE}{text}"));
    let completion = analysis.completion(offset).expect("something can be written here");
    completion.proposals.into_iter().map(|proposal| proposal.label).collect()
}

#[test]
fn fields_that_fit_are_proposed_after_a_dot() {
    // `elem2int` of `util/integer`, which every file opens, takes anything.
    let of_tree = ["root", "size", "p", "elem2int"];
    assert_eq!(labels("pred p[t: Tree] { some t.§"), of_tree, "what a tree has, and what takes a tree");
    let of_nodes = labels("pred p[t: Tree] { all n: t.root.*(left + right) | n.§ }");
    assert!(["left", "right", "key"].iter().all(|field| of_nodes.contains(&(*field).to_owned())), "{of_nodes:?}");
    assert!(!of_nodes.contains(&"size".to_owned()), "{of_nodes:?}");
    assert_eq!(labels("pred p[t: Tree] { some t.ro§ }\npred q {}"), of_tree, "a word is begun");
    assert_eq!(labels("pred p[t: Tree] {\n t.§\n some Node }"), of_tree, "another formula follows");
}

#[test]
fn what_can_be_named_is_proposed_with_its_type() {
    let (analysis, offset) = marked(&format!("{TREE}pred p[t: Tree] {{ all n: t.root | some m: n.left | §"));
    let found = analysis.completion(offset).expect("an expression").proposals;
    let first: Vec<(&str, Option<&str>)> =
        found.iter().take(3).map(|proposal| (proposal.label.as_str(), proposal.ty.as_deref())).collect();
    assert_eq!(first, [("m", Some("Node")), ("n", Some("Node")), ("t", Some("Tree"))], "the innermost first");
    let key = found.iter().find(|proposal| proposal.label == "key").expect("fields can be named everywhere");
    assert_eq!(key.ty.as_deref(), Some("Node -> Int"));
    assert_eq!(key.kind, ProposalKind::Name(DefinitionKind::Field));
    assert!(found.iter().any(|proposal| proposal.label == "order"), "an alias");
    assert!(found.iter().all(|proposal| proposal.label != "x"));
}

#[test]
fn variables_end_with_their_quantifiers() {
    let after = labels("pred p[t: Tree] { (all n: Node | some n) and §");
    assert!(after.contains(&"t".to_owned()) && !after.contains(&"n".to_owned()), "{after:?}");
    let after = labels("pred p[t: Tree] { all n: Node { some n } §");
    assert!(after.contains(&"t".to_owned()) && !after.contains(&"n".to_owned()), "{after:?}");
}

#[test]
fn each_place_gets_what_fits_there() {
    assert!(labels("open §").contains(&"util/relation".to_owned()));
    assert!(labels("open util/§").contains(&"util/relation".to_owned()));
    assert!(labels("fact { some order/§ }").contains(&"first".to_owned()));
    assert_eq!(labels("sig Leaf extends §"), ["Tree", "Node", "Leaf"]);
    assert!(labels("pred p {}\nassert a {}\nrun §").contains(&"p".to_owned()));
    assert_eq!(labels("pred p {}\nassert a {}\ncheck §"), ["a", "correct"], "`util/ordering` asserts one");
    assert!(labels("pred repOk[t: Tree] {}\ngenerate Tree satisfying §").contains(&"repOk".to_owned()));
    assert!(labels("generate Tree for 3 { §").contains(&"method".to_owned()));
    assert!(labels("generate Tree for 3 { method m() { §").contains(&"ensures".to_owned()));
    assert!(labels("pred p {}\n§").contains(&"generate".to_owned()));
    let nowhere = ["// so§", "fact { some \"a§\" }", "run {} for 3§", "/* a §", "/*§", "fact { some \"a§"];
    for text in nowhere {
        let (analysis, offset) = marked(text);
        assert_eq!(analysis.completion(offset), None, "{text}");
    }
}

#[test]
fn a_name_shows_its_declaration_its_type_and_its_comment() {
    let (analysis, offset) = marked(&format!("{TREE}fact {{ some Tree.ro§ot }}"));
    let hover = analysis.hover(offset).expect("it is a name");
    assert_eq!(hover.declaration, "@java(\"top\") root: lone Node");
    assert_eq!((hover.ty.as_deref(), hover.multiplicity), (Some("Tree -> Node"), Some("lone")));
    assert_eq!(hover.documentation.as_deref(), Some("Where it starts."), "the comment above comes first");
    let of = |text: &str| {
        let (analysis, offset) = marked(&format!("{TREE}{text}"));
        let hover = analysis.hover(offset).expect("it is a name");
        (hover.declaration, hover.documentation.unwrap_or_default())
    };
    assert_eq!(of("fact { some Tr§ee }").0, "@java(\"trees.Tree\") one sig Tree");
    assert_eq!(of("fact { some Tr§ee }").1, "A tree.");
    assert_eq!(of("fact { some si§ze }"), ("size: Int".to_owned(), "how many".to_owned()));
    assert_eq!(of("/** So\n * it is. */\npred p[a: Tree, b: Node] { b in a.root }\nrun p§").1, "So\nit is.");
    assert_eq!(of("pred p[a: Tree, b: Node] { b§ in a.root }").0, "b: Node");
}

#[test]
fn names_lead_to_where_they_are_defined() {
    let root = "open lib/list[Elem]\nopen util/ordering[Elem] as ord\n@java(\"a.B\") sig Elem { succ: lone Elem }\n\
                fact { some list/Ce§ll and some fir§st and Elem.su§cc = ord/ne§xt[Elem] }\n@java(\"a.C§\") sig C {}";
    let library = "module lib/list[exactly E]\nsig Cell { value: E }";
    let mut text = root.to_owned();
    let mut places = Vec::new();
    while let Some(place) = text.find('§') {
        text.replace_range(place..place + '§'.len_utf8(), "");
        places.push(place as u32);
    }
    let analysis = Analysis::new(Source::new("root.spec", text), &mut |_, module| {
        Ok((module == "lib/list").then(|| Source::new("lib/list.als", library)))
    });
    let named = |offset: u32| match analysis.definition(offset).as_slice() {
        [Target::Place { span, .. }] => {
            let source = &analysis.sources()[span.file.index()];
            format!("{}: {}", source.name, source.slice(*span))
        }
        other => format!("{other:?}"),
    };
    assert_eq!(named(places[0]), "lib/list.als: Cell");
    assert_eq!(named(places[1]), "util/ordering.als: first");
    assert_eq!(named(places[2]), "root.spec: succ");
    assert_eq!(named(places[3]), "util/ordering.als: next");
    assert_eq!(analysis.definition(places[4]), [Target::Class("a.C".to_owned())]);
    assert_eq!(named(5), "lib/list.als: lib/list", "a module leads to its file");
    let value = analysis.names().definitions().find(|(_, definition)| definition.name == "Cell");
    assert_eq!(value.map(|(_, definition)| definition.span.file.index()), Some(1), "each text has its own places");
}

fn refused(text: &str, name: &str) -> String {
    let (analysis, offset) = marked(text);
    analysis.rename(offset, name).expect_err("the name cannot be given").message
}

#[test]
fn a_new_name_that_means_something_else_somewhere_is_refused() {
    let text = "sig A { f: lone B }\nsig B {}\npred p[x: A] { all y§: B | y in x.f }";
    assert_eq!(refused(text, "x"), "`x` has another meaning already", "`x.f` would be of the inner variable");
    let text = "sig A§ { f: lone B }\nsig B {}";
    assert!(refused(text, "B").contains("`B`"));
    assert_eq!(refused(text, "sig"), "`sig` cannot be a name");
    assert_eq!(refused(text, "a b"), "`a b` cannot be a name");
    assert!(refused("open util/ordering[A]\nsig A {}\nfact { some fir§st }", "f").contains("standard module"));
    assert!(refused("open util/order§ing[A]\nsig A {}", "o").contains("name of a module"));
    assert!(refused("sig A { f: Int } { thi§s in A }", "self").contains("meaning of its own"));
    let twice = "sig A { f: lone A }\nsig B { f: lone B }\nlet m[x] { some x.f§ }\nfact { m[A] and m[B] }";
    assert!(refused(twice, "g").contains("several things"), "the macro speaks of both fields");
}

/// A new name for each name of each broken text is refused, or given at places that do not overlap. Among them are names that are
/// declared twice.
#[test]
fn names_of_broken_texts_are_refused_or_changed_once_at_each_place() {
    let texts = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/errors")).expect("it is there");
    let files = texts
        .map(|file| file.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|it| it == "spec"));
    let mut given = 0;
    for file in files {
        let text = fs::read_to_string(&file).expect("it is text");
        let analysis = analysis(&text);
        for (_, definition) in analysis.names().definitions() {
            let Ok(rename) = analysis.rename(definition.span.start, "fresh") else { continue };
            let is_ordered = rename.edits.windows(2).all(|two| two[0].span < two[1].span);
            assert!(is_ordered, "{}: {:?}", file.display(), rename.edits);
            given += 1;
        }
    }
    assert!(given > 100, "{given} names");
}

#[test]
fn a_field_may_have_the_name_of_another_signatures_field() {
    let (analysis, offset) = marked("sig A { f: lone A }\nsig B { g§: lone B }\nfact { some A.f and some B.g }");
    let rename = analysis.rename(offset, "f").expect("types tell them apart");
    let text = &edited(analysis.sources(), &rename.edits)[0].text;
    assert_eq!(text, "sig A { f: lone A }\nsig B { f: lone B }\nfact { some A.f and some B.f }");
}

#[test]
fn a_name_is_changed_in_all_texts_that_are_open() {
    let root = "open lib\nfact { some lib/Cell.next and some Cell }";
    let library = "module lib\nsig Cell { next: lone Cell }";
    let analysis = Analysis::new(Source::new("root.spec", root), &mut |_, module| {
        Ok((module == "lib").then(|| Source::new("lib.als", library)))
    });
    let offset = root.find("Cell").expect("it is there") as u32;
    let rename = analysis.rename(offset, "Box").expect("nothing has that name");
    let texts = edited(analysis.sources(), &rename.edits);
    assert_eq!(texts[0].text, "open lib\nfact { some lib/Box.next and some Box }");
    assert_eq!(texts[1].text, "module lib\nsig Box { next: lone Box }");
}

#[test]
fn a_field_that_java_has_by_its_name_is_renamed_with_a_caution() {
    let (analysis, offset) = marked(&TREE.replace("size: Int", "si§ze: Int"));
    let rename = analysis.rename(offset, "count").expect("nothing has that name");
    assert_eq!(rename.cautions, ["the field of the Java class is called `size`: bind it with `@java(\"size\")`"]);
    let (analysis, offset) = marked(&TREE.replace("root: lone", "ro§ot: lone"));
    assert!(analysis.rename(offset, "start").expect("nothing has that name").cautions.is_empty());
}

#[test]
fn an_outline_has_the_declarations_in_order() {
    let text = "open util/ordering[S]\nsig S, T { f, g: lone S }\nenum E { A, B }\nfact { some S }\nassert a { no none }\n\
                pred p {}\npred S.q {}\nfun h: S { S }\nlet m = S\nrun p for 3 => check a\ngenerate S for 2 { method x() }";
    let outline = analysis(text).symbols();
    let kinds: Vec<(String, SymbolKind)> = outline.iter().map(|symbol| (symbol.name.clone(), symbol.kind)).collect();
    use SymbolKind as K;
    let expected = [
        ("util/ordering", K::Module),
        ("S", K::Signature),
        ("T", K::Signature),
        ("E", K::Enum),
        ("fact", K::Fact),
        ("a", K::Assertion),
        ("p", K::Predicate),
        ("S.q", K::Predicate),
        ("h", K::Function),
        ("m", K::Macro),
        ("run p", K::Command),
        ("check a", K::Command),
        ("S", K::Generate),
    ];
    assert_eq!(kinds, expected.map(|(name, kind)| (name.to_owned(), kind)));
    let children = |at: usize| outline[at].children.iter().map(|child| child.name.clone()).collect::<Vec<_>>();
    assert_eq!(children(1), ["f", "g"]);
    assert_eq!(children(3), ["A", "B"]);
    assert_eq!(children(12), ["x"]);
    let runnable: Vec<String> = analysis(text).runnable().into_iter().map(|runnable| runnable.1).collect();
    assert_eq!(runnable, ["a", "s"], "the commands that another one precedes are carried out with it");
}

#[test]
fn every_piece_that_has_a_colour_is_what_the_table_says() {
    let text =
        "// So.\nsig A { f: Int }\npred p[x: A] { x.f > 3 and x in A }\ngenerate A satisfying p for 2 { f in 0 .. 1 }";
    let analysis = analysis(text);
    let names: Vec<String> = analysis
        .highlights()
        .into_iter()
        .filter_map(|highlight| match highlight.kind {
            fex::ide::HighlightKind::Name(kind) => {
                let word = analysis.sources()[0].slice(highlight.span);
                Some(format!("{word} {kind:?}{}", if highlight.is_definition { " here" } else { "" }))
            }
            _ => None,
        })
        .collect();
    let expected = [
        "A Signature here",
        "f Field here",
        "p Predicate here",
        "x Parameter here",
        "A Signature",
        "x Parameter",
        "f Field",
        "x Parameter",
        "A Signature",
        "A Signature",
        "p Predicate",
        "f Field",
    ];
    assert_eq!(names, expected);
    let names = syntax::lexemes(&analysis.sources()[0]).into_iter().filter(|piece| piece.kind == LexemeKind::Name);
    assert_eq!(names.count(), expected.len() + ["generate", "satisfying"].len(), "no other name has none");
}

#[test]
fn blocks_and_comments_over_several_lines_fold() {
    let text = "// One.\n// Two.\nopen util/graph[A]\nopen util/relation\nsig A {\n  f: Int\n}\nfact { some A }\nfact {\n no A\n";
    let analysis = analysis(text);
    let folds: Vec<String> =
        analysis.folds().into_iter().map(|fold| analysis.sources()[0].slice(fold.span).to_owned()).collect();
    assert_eq!(folds, ["// One.\n// Two.", "open util/graph[A]\nopen util/relation", "{\n  f: Int\n}"]);
}

/// Editors ask about what is declared together as about one thing: one name, one definition.
#[test]
fn what_is_declared_once_for_several_is_one_definition() {
    let (analysis, offset) = marked(
        "open util/ordering[A] as a\nopen util/ordering[B] as b\nsig A, B { f§: Int }\n\
                                     fact { some A.f and some B.f and a/next != b/next }",
    );
    assert_eq!(analysis.references(offset, true).len(), 3);
    let field =
        analysis.names().definitions().find(|(_, definition)| definition.name == "f").expect("it is declared").1;
    assert_eq!(field.items.len(), 2, "the field of `A` and that of `B`");
    let next = analysis
        .names()
        .definitions()
        .filter(|(_, definition)| definition.name == "next" && definition.kind == DefinitionKind::Function);
    assert_eq!(next.filter(|(_, next)| next.items.len() == 2).count(), 1, "both orders have one text");
}

#[test]
fn a_method_is_renamed_where_its_results_are_arguments() {
    let text = "sig S {}\ngenerate S for 1 { method fi§nd(): int\n method get(n: result of find) }";
    let (analysis, offset) = marked(text);
    let rename = analysis.rename(offset, "seek").expect("no method has that name");
    let text = &edited(analysis.sources(), &rename.edits)[0].text;
    assert!(text.contains("method seek(): int") && text.contains("result of seek"), "{text}");
}

/// Trees compare without places: this is about where they stand.
#[test]
fn paragraphs_know_where_they_stand() {
    let text = "@java(\"a.B\") sig A { f, g: lone A } { some f }\nenum E { X }\npred p[a: A] { some a }";
    let (file, _) = syntax::parse(&Source::new("test.spec", text));
    let places: Vec<Span> = file
        .paragraphs
        .iter()
        .map(|paragraph| match paragraph {
            tree::Paragraph::Signature(signature) => signature.place.0,
            tree::Paragraph::Enum(declaration) => declaration.place.0,
            tree::Paragraph::Predicate(predicate) => predicate.place.0,
            other => panic!("{other:?}"),
        })
        .collect();
    let lines: Vec<&str> = places.iter().map(|place| &text[place.start as usize..place.end as usize]).collect();
    assert_eq!(lines, text.lines().collect::<Vec<_>>());
}
