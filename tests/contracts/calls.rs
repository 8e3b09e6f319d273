//! Calls made up at random, written into a script for Java, with what the evaluator says of them.

use super::two_states::{Argument, Conditions, TwoStates, integers};
use crate::heaps::{Heaps, Random, keys_differ, structures, suite, violated};
use fex::fixture::heap::{HeapReader, Value};
use fex::fixture::{self, Options, Suite, ascii};
use fex::lower::Lowered;
use fex::relational::{AtomId, Evaluator, Instance};
use fex::resolve::{Domain, Generate, JavaType, Method, Module, Mult, Prim, SigId, SigKind, Type, VarId};
use fex::schema::{Schema, is_constant};
use std::collections::{BTreeMap, BTreeSet};

/// How many calls are judged for each method.
const CALLS: usize = 30;

/// How many structures the solver is asked for, and how many of them calls start and end with.
const STRUCTURES: usize = 5000;
const HEAPS: usize = 500;

/// How many states after and results are tried for one that keeps the contract.
const ATTEMPTS: usize = 20;

/// A call: its states, its arguments and, behind them, its result.
struct Call {
    before: Instance,
    after: Instance,
    values: Vec<(VarId, Argument)>,
}

/// What the script asks, and what the evaluator says.
pub struct Question {
    /// The method of the invariant class.
    pub name: String,
    /// The call, for whom the test fails.
    pub call: String,
    pub expected: String,
}

/// The calls of one specification.
pub struct Calls<'a> {
    pub suite: Suite<'a>,
    reader: HeapReader<'a>,
    constants: BTreeMap<AtomId, SigId>,
    heaps: Heaps<'a>,
    two: TwoStates,
    package: String,
    stem: String,
    pub script: String,
    pub questions: Vec<Question>,
}

impl<'a> Calls<'a> {
    /// Calls of all methods of a specification.
    pub fn new(module: &'a Module, lowered: &'a Lowered, text: &'a str, seed: u64) -> Self {
        let suite = suite(module, &module.generates[0], lowered, &[], text);
        let class = &module.sigs[suite.schema.generate.root.index()].java.as_ref().expect("the root is bound").class;
        let (package, stem) = class.rsplit_once('.').expect("the class is in a package");
        let reader = HeapReader::new(&suite.schema);
        let mut calls = Calls {
            suite,
            constants: reader.schema.constants().into_iter().map(|(sig, atom)| (atom, sig)).collect(),
            reader,
            heaps: Heaps { module, lowered, random: Random(seed) },
            two: TwoStates::new(&suite),
            package: package.to_string(),
            stem: stem.to_string(),
            script: String::new(),
            questions: Vec::new(),
        };
        let valid = calls.valid();
        for (index, stem) in stems(suite.schema.generate).iter().enumerate() {
            calls.judge(index, &valid, stem);
        }
        calls
    }

    /// Structures with as many objects as each other in one list. Those that the solver finds one after the other are much
    /// alike, so others come first, with many places changed, as far as the specification allows that.
    fn valid(&mut self) -> Vec<Vec<Instance>> {
        let problem = self.suite.schema.problem;
        let found = structures(problem, STRUCTURES);
        let mut evaluator = Evaluator::new(problem);
        let mut valid = self.heaps.all(&found, HEAPS, 40).split_off(HEAPS / 5);
        valid.retain(|heap| violated(&mut evaluator, problem, heap).is_none() && self.is_representable(heap));
        if valid.len() < HEAPS / 10 {
            valid.extend((0..HEAPS).map(|_| found[self.heaps.random.below(found.len())].clone()));
        }
        let mut sizes: BTreeMap<usize, Vec<Instance>> = BTreeMap::new();
        for structure in valid {
            sizes.entry(self.reader.read(&structure).objects.len()).or_default().push(structure);
        }
        sizes.into_values().collect()
    }

    fn random<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        (!from.is_empty()).then(|| from[self.heaps.random.below(from.len())])
    }

    /// The values that an argument may have in a state; none if there is no such object.
    fn values(&self, method: &Method, var: VarId, state: &Instance) -> Vec<Argument> {
        let problem = self.suite.schema.problem;
        let ints = |low: i64, high: i64| {
            let (least, greatest) = integers(&self.suite);
            (low.max(least)..=high.min(greatest)).map(Argument::Int).collect()
        };
        let atoms = |sig: SigId, tuples: &Instance| -> Vec<Argument> {
            let relation = self.suite.schema.sig_relation[sig.index()].0 as usize;
            let keys = match is_constant(self.suite.schema.module, self.suite.schema.generate, sig) {
                true => problem.relations[relation].upper.keys(),
                false => tuples.relations[relation].keys(),
            };
            keys.iter().map(|key| Argument::Atom(AtomId(key.0 as u32))).collect()
        };
        let new = |sig: SigId| {
            let relation = self.suite.schema.sig_relation[sig.index()].0 as usize;
            let there = &state.relations[relation];
            let new = problem.relations[relation].upper.keys().iter().filter(|key| !there.contains(**key));
            new.map(|key| Argument::Atom(AtomId(key.0 as u32))).collect::<Vec<_>>()
        };
        let returned = |method: &Method| {
            let (least, greatest) = integers(&self.suite);
            match (&method.result, &self.suite.schema.module.variables[var.index()].ty) {
                (_, Type::Formula) => vec![Argument::Truth(false), Argument::Truth(true)],
                (Some(JavaType::Primitive(_)), _) => ints(least, greatest),
                (Some(JavaType::Sig(sig)), _) => [vec![Argument::Absent], atoms(*sig, state)].concat(),
                _ => [vec![Argument::Absent], ints(least, greatest)].concat(),
            }
        };
        let Some(param) = method.params.iter().find(|param| param.var == var) else { return returned(method) };
        match &param.domain {
            Domain::Boolean => vec![Argument::Truth(false), Argument::Truth(true)],
            Domain::Range(range) => ints(range.low.at(self.suite.schema.scope), range.high.at(self.suite.schema.scope)),
            Domain::Characters(first, last) => ints(i64::from(u32::from(*first)), i64::from(u32::from(*last))),
            Domain::Texts(..) => panic!("the evaluator has no strings"),
            Domain::New(sig) => new(*sig),
            // An object that an earlier call returned may be in no state.
            Domain::Result(earlier) => {
                let earlier = &self.suite.schema.generate.methods[earlier.index()];
                let beyond = made_by(earlier).map(new).unwrap_or_default();
                [returned(earlier), beyond].concat()
            }
            Domain::Sig(sig, mult) => {
                let absent = (*mult == Mult::Lone).then_some(Argument::Absent);
                [absent.into_iter().collect(), atoms(*sig, state)].concat()
            }
            Domain::Field(field) => match self.suite.schema.module.fields[field.index()].ty.products[0].last() {
                Some(Prim::Int) => {
                    let relation = &problem.relations[self.suite.schema.field_relation[field.index()].0 as usize];
                    let last = |key| problem.universe.tuple(key, relation.upper.arity()).pop();
                    let values = relation.upper.keys().iter().filter_map(|key| last(*key));
                    let values: BTreeSet<i64> =
                        values.filter_map(|atom| problem.universe.atoms[atom.index()].int).collect();
                    values.into_iter().map(Argument::Int).collect()
                }
                Some(Prim::Sig(sig)) => atoms(*sig, state),
                _ => panic!("an argument is an integer or an object"),
            },
        }
    }

    /// Makes up calls of one method and asks for their verdicts.
    fn judge(&mut self, index: usize, valid: &[Vec<Instance>], stem: &str) {
        let method = &self.suite.schema.generate.methods[index];
        let problem = self.two.lowered.problem.clone();
        let mut evaluator = Evaluator::new(&problem);
        for _ in 0..CALLS {
            let Some(mut call) = self.started(method, valid) else { continue };
            let mut best = 0;
            for attempt in 0..ATTEMPTS {
                let other = self.ended(method, &call, valid, attempt % 4);
                let kept = self.kept(&mut evaluator, index, &other);
                if attempt == 0 || best < kept {
                    (best, call) = (kept, other);
                }
            }
            let how = self.heaps.random.below(4);
            match how {
                0 => call.after = self.corrupted(&call.after),
                1 => call.values = self.ended(method, &call, valid, 0).values,
                2 => call = self.ended(method, &call, valid, 2),
                _ => {}
            }
            if self.is_representable(&call.after) {
                self.ask(&mut evaluator, index, stem, &call);
            }
        }
    }

    /// A call with a structure and arguments, if there are any, that has changed nothing yet.
    fn started(&mut self, method: &Method, valid: &[Vec<Instance>]) -> Option<Call> {
        let before = self.structure(valid).clone();
        let mut values = Vec::new();
        for param in &method.params {
            let possible = self.values(method, param.var, &before);
            values.push((param.var, self.random(&possible)?));
        }
        Some(Call { after: before.clone(), before, values })
    }

    /// The same call with another end: nothing has changed, something has, or all has.
    fn ended(&mut self, method: &Method, call: &Call, valid: &[Vec<Instance>], how: usize) -> Call {
        let after = match how {
            0 => call.before.clone(),
            1 => self.corrupted(&call.before),
            _ => {
                let structure = self.structure(valid);
                self.settled(structure, &call.before)
            }
        };
        let mut values = call.values[..method.params.len()].to_vec();
        if let Some(var) = method.result_var {
            let possible = self.values(method, var, &after);
            values.extend(self.random(&possible).map(|result| (var, result)));
        }
        Call { before: call.before.clone(), after, values }
    }

    /// A structure, of any size alike.
    fn structure<'v>(&mut self, valid: &'v [Vec<Instance>]) -> &'v Instance {
        let size = &valid[self.heaps.random.below(valid.len())];
        &size[self.heaps.random.below(size.len())]
    }

    /// A structure on objects of which some may be those of another state; that state, if none is met where they keep
    /// their classes.
    fn settled(&mut self, structure: &Instance, before: &Instance) -> Instance {
        for attempt in 0..ATTEMPTS {
            let mut renamed = BTreeMap::new();
            for class in self.suite.schema.problem.heap.classes.iter().filter(|class| class.permutable) {
                let mut left = class.atoms.clone();
                for atom in &class.atoms {
                    let chosen = if attempt == 0 { 0 } else { self.heaps.random.below(left.len()) };
                    renamed.insert(*atom, left.remove(chosen));
                }
            }
            let after = self.heaps.renamed(structure, &renamed);
            let class_of = |state| {
                let heap = self.reader.read(state);
                heap.objects.iter().map(|object| (object.atom, object.class)).collect::<BTreeMap<_, _>>()
            };
            let (classes, others) = (class_of(before), class_of(&after));
            if classes.iter().all(|(atom, class)| others.get(atom).is_none_or(|other| other == class)) {
                return after;
            }
        }
        before.clone()
    }

    /// A heap with one or two places changed.
    fn corrupted(&mut self, heap: &Instance) -> Instance {
        let mut heap = heap.clone();
        for _ in 0..=self.heaps.random.below(2) {
            self.heaps.corrupt(&mut heap);
        }
        self.heaps.swept(&heap)
    }

    /// Whether Java can hold a heap as it is.
    fn is_representable(&self, heap: &Instance) -> bool {
        let collected = [self.heaps.collected(heap)];
        // What methods there are does not matter, and takes long to emit.
        let generate = Generate { methods: Vec::new(), ..self.suite.schema.generate.clone() };
        let schema = Schema { generate: &generate, ..self.suite.schema };
        let suite = Suite { schema, instances: &collected, ..self.suite };
        keys_differ(&self.reader.read(&collected[0])) && fixture::emit(&suite, &Options::default()).is_ok()
    }

    /// How many postconditions a call keeps.
    fn kept(&self, evaluator: &mut Evaluator, index: usize, call: &Call) -> usize {
        let states = self.two.instance(&self.suite, [&call.before, &call.after], &call.values);
        let ensures = &self.two.contracts[index].ensures;
        ensures.iter().filter(|condition| condition.holds(evaluator, &states)).count()
    }

    /// Writes a call into the script, with what the evaluator says of it.
    fn ask(&mut self, evaluator: &mut Evaluator, index: usize, stem: &str, call: &Call) {
        let method = &self.suite.schema.generate.methods[index];
        let states = self.two.instance(&self.suite, [&call.before, &call.after], &call.values);
        let root = self.suite.schema.problem.heap.root.expect("a structure has a root").0;
        self.script.push_str(&format!("case\t{}.{}Invariant\n", self.package, self.stem));
        let mut made = BTreeSet::new();
        self.set_up(&call.before, &mut made);
        self.script.push_str(&format!("before\t{root}\n"));
        self.set_up(&call.after, &mut made);
        self.script.push_str(&format!("after\t{root}\n"));
        for (param, (_, value)) in method.params.iter().zip(&call.values) {
            let sig = match param.domain {
                Domain::New(sig) => Some(sig),
                Domain::Result(earlier) => made_by(&self.suite.schema.generate.methods[earlier.index()]),
                _ => None,
            };
            if let (Some(sig), Argument::Atom(atom)) = (sig, value)
                && made.insert(*atom)
            {
                let class = &self.suite.schema.module.sigs[sig.index()].name;
                self.script.push_str(&format!("new\t{}\t{}.{class}\n", atom.0, self.package));
            }
        }

        let values: String = call.values.iter().map(|(_, value)| format!("\t{}", self.argument(*value))).collect();
        let arguments = call.values[..method.params.len()].iter();
        let arguments: String = arguments.map(|(_, value)| format!("\t{}", self.argument(*value))).collect();
        let Conditions { requires, throws, ensures } = &self.two.contracts[index];
        let mut asked = Vec::new();
        if !requires.is_empty() {
            let holds = requires.iter().all(|condition| condition.holds(evaluator, &states));
            asked.push((
                format!("{stem}Requires"),
                format!("before\t{stem}Requires\to:{root}{arguments}"),
                holds.to_string(),
            ));
        }
        for (thrown, condition) in method.throws.iter().zip(throws) {
            let Some(condition) = condition else { continue };
            let name = format!("{stem}MustThrow{}", thrown.class.rsplit(['.', '$']).next().unwrap_or_default());
            let question = format!("before\t{name}\to:{root}{arguments}");
            asked.push((name, question, condition.holds(evaluator, &states).to_string()));
        }
        // A test asks for the postconditions only if the invariant holds, which `tests/invariant.rs` compares.
        let collected = self.heaps.collected(&call.after);
        let problem = self.suite.schema.problem;
        if !ensures.is_empty() && violated(&mut Evaluator::new(problem), problem, &collected).is_none() {
            let broken = ensures.iter().find(|condition| !condition.holds(evaluator, &states));
            let expected = broken.map_or("null", |condition| &condition.text).to_string();
            asked.push((
                format!("{stem}Violation"),
                format!("after\t{stem}Violation\tbefore\to:{root}{values}"),
                expected,
            ));
        }
        let line = |heap: &Instance| ascii::line(&self.reader, &self.reader.read(heap));
        let shown = format!("of{values}: from {} to {}", line(&call.before), line(&call.after));
        for (name, question, expected) in asked {
            self.script.push_str(&format!("ask\t{question}\n"));
            self.questions.push(Question { name, call: shown.clone(), expected });
        }
    }

    fn argument(&self, argument: Argument) -> String {
        match argument {
            Argument::Absent => "n".to_string(),
            Argument::Truth(value) => format!("b:{value}"),
            Argument::Int(value) => format!("i:{value}"),
            Argument::Atom(atom) => match self.constants.contains_key(&atom) {
                true => self.constant(atom),
                false => format!("o:{}", atom.0),
            },
        }
    }

    fn constant(&self, atom: AtomId) -> String {
        let sig = self.constants[&atom];
        let module = self.suite.schema.module;
        let package = &self.package;
        if let Some((sig, value)) = self.suite.schema.given_value(sig, atom) {
            let class = &module.sigs[sig.index()].java.as_ref().expect("what gives values is bound").class;
            return match class.as_str() {
                "java.lang.String" => format!("s:{value}"),
                "java.lang.Integer" => format!("i:{value}"),
                "java.lang.Long" => format!("l:{value}"),
                class => format!("f:{class}#{value}"),
            };
        }
        let sig = &module.sigs[sig.index()];
        match sig.kind {
            SigKind::Extends(parent) if module.sigs[parent.index()].is_enum => {
                format!("f:{package}.{}#{}", module.sigs[parent.index()].name, sig.name)
            }
            _ => format!("f:{package}.{}Structures#{}", self.stem, self.reader.atom_name(atom).to_uppercase()),
        }
    }

    /// Makes the objects of a heap that are not there yet, and sets the fields of all.
    fn set_up(&mut self, state: &Instance, made: &mut BTreeSet<AtomId>) {
        let heap = self.reader.read(state);
        let module = self.suite.schema.module;
        for object in &heap.objects {
            if made.insert(object.atom) {
                let class = &module.sigs[object.class.index()].name;
                self.script.push_str(&format!("new\t{}\t{}.{class}\n", object.atom.0, self.package));
            }
        }
        for object in &heap.objects {
            for (field, value) in &object.fields {
                let field = &module.fields[field.index()];
                let bound = field.java.as_ref().and_then(|java| java.name.as_ref());
                let atoms: Vec<AtomId> = heap.objects.iter().map(|object| object.atom).collect();
                let (name, value) = (bound.unwrap_or(&field.name), self.value(value, &atoms));
                self.script.push_str(&format!("set\t{}\t{name}\t{value}\n", object.atom.0));
            }
        }
    }

    fn value(&self, value: &Value, objects: &[AtomId]) -> String {
        let all = |values: &[Value], between: &str| {
            values.iter().map(|value| self.value(value, objects)).collect::<Vec<_>>().join(between)
        };
        match value {
            Value::Null => "n".to_string(),
            Value::Int(value) => format!("i:{value}"),
            Value::Object(index) => format!("o:{}", objects[*index].0),
            Value::Constant(atom) => self.constant(*atom),
            Value::Array(values) => format!("A:{}", all(values, ",")),
            Value::Set(values) => format!("S:{}", all(values, ",")),
            Value::Tuples(rows) => {
                let rows: Vec<String> = rows.iter().map(|row| all(row, "=")).collect();
                format!("M:{}", rows.join(","))
            }
        }
    }
}

/// The signature of the objects that a method returns.
fn made_by(method: &Method) -> Option<SigId> {
    match method.result {
        Some(JavaType::Sig(sig)) => Some(sig),
        _ => None,
    }
}

/// What the names of the methods for each method under test begin with, which tells overloads apart.
fn stems(generate: &Generate) -> Vec<String> {
    let methods = &generate.methods;
    let stem = |(index, method): (usize, &Method)| {
        let earlier = methods[..index].iter().filter(|other| other.name == method.name).count();
        if earlier == 0 { method.name.clone() } else { format!("{}{}", method.name, earlier + 1) }
    };
    methods.iter().enumerate().map(stem).collect()
}
