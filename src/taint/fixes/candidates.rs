//! What may cure a report, as edits of the source of the test.

use super::super::findings::FixKind;
use super::super::kind::InputKind;
use super::super::suspicion::is_of_environment;
use super::literal::{contains, is, literal};
use crate::classfile::{ClassPath, ClassView, MethodView, Type, Visibility};
use crate::fixes::Candidate;
use crate::java::{CanonicalName, Expr, Fragment, Stmt};
use crate::source::{Class, Edit, Field, JavaFile, Method, Statement};
use crate::suggestion::{
    Candidate as Written, Origin, Probe, Scene, Value, Writer, inherited, is_accessible, of_tests,
};
use crate::worker::protocol::TaintedInput;
use std::collections::BTreeMap;
use std::ops::Range;

/// How the names of methods begin that put a class back into the state in which it began.
const RESETTING: [&str; 3] = ["reset", "clear", "init"];

/// The source of a test.
#[derive(Debug, Clone, Copy)]
pub(super) struct TestSource<'s> {
    /// The file.
    pub file: &'s JavaFile,
    /// The class that declares it.
    pub class: &'s Class,
    /// The test.
    pub method: &'s Method,
    /// The classes of the project.
    pub classes: &'s ClassPath,
}

impl TestSource<'_> {
    /// What may keep assertions from depending on a field.
    pub fn of_field(&self, input: &TaintedInput) -> Vec<Candidate<FixKind>> {
        if is_of_environment(input) {
            return Vec::new();
        }
        let owner = input.class.replace('/', ".");
        let Some(value) = literal(input) else { return self.as_final(input, &owner, None).into_iter().collect() };
        let mut found: Vec<Candidate<FixKind>> = self.as_final(input, &owner, Some(&value)).into_iter().collect();
        if input.kind == "static" && self.file.class(&owner).is_none() {
            found.extend(self.statics(input, &owner, &value));
        } else {
            found.extend(self.setters(input, &value));
            let assigned = Expr::name(&input.name).assign(Expr::source(&value));
            found.extend(self.at_start(assigned));
        }
        found.extend(self.constants(input, &owner, &value));
        found
    }

    fn declared(&self, input: &TaintedInput, owner: &str) -> Option<Field> {
        self.file.field(self.file.class(owner)?, &input.name)
    }

    /// The field becomes final; without a value, it gets the one that it has.
    fn as_final(&self, input: &TaintedInput, owner: &str, value: Option<&str>) -> Option<Candidate<FixKind>> {
        let field = self.declared(input, owner).filter(|field| !field.is_final)?;
        let insert = |at: usize, text: &str| Edit::replacing(at..at, text);
        let mut edit = insert(field.ty.start, "final ");
        if !field.has_value {
            let value = value.filter(|_| field.is_alone)?;
            edit = edit.and(&insert(field.name.end, &format!(" = {value}")));
        }
        Some(Candidate { kind: FixKind::Final, words: format!("Make `{}` final", input.name), edit })
    }

    /// A statement at the start of the test.
    fn at_start(&self, statement: Stmt) -> Option<Candidate<FixKind>> {
        let first = self.method.statements.iter().find(|statement| statement.depth == 0)?;
        self.setting(statement, |fragment| self.file.before_statement(first, fragment))
    }

    fn setting(&self, statement: Stmt, edit: impl Fn(&Fragment) -> Option<Edit>) -> Option<Candidate<FixKind>> {
        let fragment = Fragment::of_statements(&[statement], &self.file.around());
        let words = format!("Set it in the test: `{}`", fragment.lines.join(" ").trim_end_matches(';'));
        Some(Candidate { kind: FixKind::Set, words, edit: edit(&fragment)? })
    }

    /// What sets a static field of another class: a method that resets it, a setter, or an assignment.
    fn statics(&self, input: &TaintedInput, owner: &str, value: &str) -> Vec<Candidate<FixKind>> {
        let Some(view) = self.classes.find(owner) else { return Vec::new() };
        let class = || Expr::Class(CanonicalName::parse(&self.classes.canonical(&view)));
        let names = |visibility: Visibility| is_accessible(&self.file.package, visibility, &view);
        let writing = self.classes.writers(owner, &input.name);
        let methods = view
            .methods
            .iter()
            .filter(|method| method.is_static && names(method.visibility) && writing.contains(&method.name));
        let (mut resetting, mut setting) = (Vec::new(), Vec::new());
        for method in methods {
            if method.params.is_empty() && RESETTING.iter().any(|word| method.name.to_lowercase().starts_with(word)) {
                resetting.push(class().call(&method.name, Vec::new()).into());
            } else if takes(method, input) {
                setting.push(class().call(&method.name, vec![Expr::source(value)]).into());
            }
        }
        let field = view.fields.iter().find(|field| field.name == input.name);
        if field.is_some_and(|field| !field.is_final && names(field.visibility)) {
            setting.push(class().field(&input.name).assign(Expr::source(value)));
        }
        resetting.into_iter().chain(setting).filter_map(|statement| self.at_start(statement)).collect()
    }

    /// Setters of the objects that the test has: what they are called says that they set what the field is handed over as.
    fn setters(&self, input: &TaintedInput, value: &str) -> Vec<Candidate<FixKind>> {
        let mut found = Vec::new();
        let setter = |ty: &str| {
            let view = self.file.resolve(ty, self.class).into_iter().find_map(|name| self.classes.find(&name))?;
            let is_it = |method: &&MethodView, owner: &ClassView| {
                let name = method.name.to_lowercase();
                let of = ["set", "with"].iter().find_map(|word| name.strip_prefix(word)).unwrap_or(&name);
                let named = of == input.name.to_lowercase();
                named
                    && !method.is_static
                    && takes(method, input)
                    && is_accessible(&self.file.package, method.visibility, owner)
            };
            let above = self.classes.supertypes(&view).0;
            let all = std::iter::once(&view).chain(&above);
            all.into_iter()
                .find_map(|owner| owner.methods.iter().find(|one| is_it(one, owner)).map(|one| one.name.clone()))
        };
        let call = |name: &str, setter: String| Expr::name(name).call(setter, vec![Expr::source(value)]).into();
        for field in self.class.fields.iter().filter(|field| field.is_static || !self.method.is_static) {
            found.extend(setter(&field.ty).and_then(|setter| self.at_start(call(&field.name, setter))));
        }
        for statement in self.method.statements.iter().filter(|one| one.is_followable) {
            for variable in &statement.declares {
                let after = |fragment: &Fragment| self.file.after_statement(statement, fragment);
                found.extend(setter(&variable.ty).and_then(|setter| self.setting(call(&variable.name, setter), after)));
            }
        }
        found
    }

    /// The value in the place of the field: in what other fields begin with, in the test, or in both.
    fn constants(&self, input: &TaintedInput, owner: &str, value: &str) -> Vec<Candidate<FixKind>> {
        let Some(field) = self.declared(input, owner) else { return Vec::new() };
        let within =
            |around: &Range<usize>, range: &Range<usize>| around.start <= range.start && range.end <= around.end;
        let reads = field.reads.iter();
        let of_fields: Vec<&Range<usize>> =
            reads.clone().filter(|read| field.declarations.iter().any(|one| within(one, read))).collect();
        let of_test: Vec<&Range<usize>> = reads.filter(|read| within(&self.method.range, read)).collect();
        let both = [of_fields.as_slice(), &of_test].concat();
        let mut sets = vec![of_fields, of_test, both];
        sets.retain(|set| !set.is_empty());
        sets.dedup();
        let words = format!("Put `{value}` in the place of `{}`", input.name);
        let candidate = |set: Vec<&Range<usize>>| {
            let edits = set.into_iter().map(|range| Edit::replacing(range.clone(), value));
            let edit = edits.fold(Edit::default(), |all, one| all.and(&one));
            Candidate { kind: FixKind::Constant, words: words.clone(), edit }
        };
        sets.into_iter().map(candidate).collect()
    }

    /// The removal of the statement that has an input and calls or assigns something; an argument of the test is in none.
    pub fn removal(&self, input: &TaintedInput) -> Option<Candidate<FixKind>> {
        let line = Some(input.line as usize).filter(|_| InputKind::of(input) != Some(InputKind::Argument))?;
        let holds = |statement: &&Statement| (statement.lines.0..=statement.lines.1).contains(&line);
        let statement = self.method.statements.iter().rfind(holds)?;
        let text = &self.file.text[statement.range.clone()];
        let is_plain = statement.is_followable && statement.declares.is_empty() && text.ends_with(';');
        // What a class is told may be there for other tests.
        let is_of_class = text.starts_with(char::is_uppercase);
        if !is_plain || is_of_class || self.writer().asserts(statement) {
            return None;
        }
        let shown = text.trim_end_matches(';').split_whitespace().collect::<Vec<_>>().join(" ");
        let edit = self.file.without_statement(statement)?;
        Some(Candidate { kind: FixKind::Removal, words: format!("Leave it out, and `{shown}` with it"), edit })
    }

    fn writer(&self) -> Writer<'_> {
        Writer { file: self.file, class: self.class, method: self.method, into: None }
    }

    /// The expressions whose values may show an input: what can be named where the test ends, in it and in the last block in it.
    pub fn probes(&self) -> Vec<Probe> {
        let inherited = inherited(self.classes, &self.class.binary);
        let scene = Scene { file: self.file, class: self.class, classes: self.classes, targets: &[], inherited };
        let last = |depth: usize| {
            self.method.statements.iter().rposition(|statement| statement.depth == depth && statement.is_followable)
        };
        let ends = [last(0), last(1)];
        let mut probes = of_tests(&scene, &[self.method]);
        // A variable may hold the very input; that it does says nothing of the program.
        let tells = |probe: &Probe| !probe.is_instead() && probe.expression.origin != Origin::Variable;
        probes.retain(|probe| tells(probe) && ends.contains(&Some(probe.statement)));
        probes
    }

    /// Assertions of what expressions tell that have the value of an input, or a text with it.
    pub fn assertions(
        &self,
        input: &TaintedInput,
        values: &BTreeMap<usize, Value>,
        probes: &[Probe],
    ) -> Vec<Candidate<FixKind>> {
        let test = |probe: &Probe| probe.test.class == self.class.binary && probe.test.method == self.method.name;
        let of_test = probes.iter().enumerate().filter(|(_, probe)| test(probe));
        let shows = |value: &Value| is(value, &input.value) || contains(value, &input.value);
        let mut showing: Vec<(&Probe, &Value)> = of_test
            .filter_map(|(number, probe)| Some((probe, values.get(&number)?)))
            .filter(|(_, value)| shows(value))
            .collect();
        showing.sort_by_key(|(Probe { expression, .. }, value)| {
            (!is(value, &input.value), expression.origin, expression.constants, expression.text.len())
        });
        let written =
            showing.into_iter().filter_map(|(probe, value)| self.writer().asserting(probe, value, &Value::Null));
        let candidate = |Written { assertion, edit, .. }| {
            let words = format!("Check it: `{}`", assertion.trim_end_matches(';'));
            Candidate { kind: FixKind::Assertion, words, edit }
        };
        written.map(candidate).collect()
    }
}

/// Whether a method takes just the value of a field.
fn takes(method: &MethodView, input: &TaintedInput) -> bool {
    method.params.len() == 1 && Type::from(&method.params[0]).descriptor() == input.of
}
