//! The classes that sequences are made of: what a test can name of them, which types fit, and which methods call which.

use super::class_views::ClassViews;
use super::jdk;
use super::member::Member;
use super::outside::outside;
use super::surrounding::{Sayable, Surroundings, VIRTUAL, seeded};
use crate::classfile::{
    self, CallGraph, ClassCode, ClassName, ClassPath, ClassView, Constant, Descriptor, FieldView, Hierarchy,
    MethodCode, MethodRef, MethodView, Operation, Primitive, Type, TypeView, Visibility,
};
use crate::session::{Launch, locked};
use crate::worker::protocol::Sequence;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// A function that is the only abstract one of an interface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// How many parameters it has.
    pub parameters: usize,
    /// The type of its result, if it has one.
    pub result: Option<Type>,
}

/// A method as far as calls tell it from others of its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overload {
    /// The types of its parameters.
    pub parameters: Vec<Type>,
    /// Whether the last one stands for any number of arguments.
    pub is_variadic: bool,
}

/// What tests can name of classes, by these and the packages of tests.
type Named = BTreeMap<(ClassName, String), Arc<Vec<Member>>>;

/// Classes that a launch runs tests of.
pub struct Program {
    /// The project's own classes, tests included.
    classes: BTreeMap<ClassName, (Arc<ClassView>, ClassCode)>,
    /// Those of them that are tests.
    tests: BTreeSet<ClassName>,
    /// All classes but those of the JDK.
    views: ClassViews,
    calls: CallGraph,
    /// Methods that reach outside of the JVM, or may call such.
    outside: BTreeSet<MethodRef>,
    /// What its methods meet of what surrounds them, if nothing of that is the machine's.
    surroundings: Option<Surroundings>,
    members: Mutex<Named>,
}

impl Program {
    /// Reads the classes of a launch.
    pub fn read(launch: &Launch) -> io::Result<Program> {
        let mut classes = BTreeMap::new();
        for place in &launch.own {
            classfile::class_files(Path::new(place), |name, bytes| {
                let read = classfile::parse(bytes).zip(classfile::parse_code(bytes));
                if let Some((view, code)) = read {
                    classes.entry(ClassName::internal(name)).or_insert_with(|| (Arc::new(view), code));
                }
            })?;
        }
        let existing = launch.settings.class_path.iter().filter(|entry| entry.exists());
        let path = std::env::join_paths(existing).map_err(io::Error::other)?;
        let path = ClassPath::open(&path.to_string_lossy())?;
        let views = ClassViews::new(path, classes.values().map(|(view, _)| Arc::clone(view)));
        let codes = classes.values().map(|(_, code)| code);
        let hierarchy = Hierarchy::of(codes.clone());
        let calls = CallGraph::of(codes.clone().collect::<Vec<_>>(), &hierarchy);
        let tests = launch.tests.all.iter().map(|name| ClassName::internal(name)).collect();
        let outside = outside(codes, &calls);
        Ok(Program { classes, tests, views, calls, outside, surroundings: None, members: Mutex::default() })
    }

    /// Whether tests can have what surrounds them held: whether the class path has `fex-junit`.
    pub fn can_be_sheltered(&self) -> bool {
        self.view(&ClassName::internal(VIRTUAL)).is_some()
    }

    /// The same for tests that have it held: whatever they call, nothing leaves the JVM.
    pub fn sheltered(self) -> Program {
        let surroundings = Surroundings::of(self.classes.values().map(|(_, code)| code), &self.calls);
        Program { outside: BTreeSet::new(), surroundings: Some(surroundings), ..self }
    }

    /// Whether it is for such tests.
    pub fn is_sheltered(&self) -> bool {
        self.surroundings.is_some()
    }

    /// The parts of what surrounds some classes of which a test can say something.
    pub fn sayable(&self, classes: &BTreeSet<ClassName>) -> Sayable {
        let codes = classes.iter().filter_map(|class| self.classes.get(class)).map(|(_, code)| code);
        let methods = codes.flat_map(|code| code.methods.iter().map(|method| code.reference(method)));
        self.surroundings.as_ref().map_or_else(Sayable::default, |known| known.sayable(methods, &self.calls))
    }

    /// Whether a sequence meets what surrounds the program, or says something about it.
    pub fn meets_surroundings(&self, sequence: &Sequence) -> bool {
        self.surroundings.as_ref().is_some_and(|known| known.meets(sequence))
    }

    /// A sequence that comes to the same whatever test it is, though it meets random numbers.
    pub fn seeded(&self, sequence: Sequence) -> Sequence {
        let needs_seed = self.surroundings.as_ref().is_some_and(|known| known.needs_seed(&sequence));
        if needs_seed { seeded(&sequence) } else { sequence }
    }

    /// Whether a member is a static method for which nothing but what it changes speaks, static fields among that, which are put back after each test.
    pub fn changes_statics(&self, member: &Member) -> bool {
        let is_command =
            member.is_static && !member.is_constructor() && !member.is_field() && member.result().is_none();
        let changes = |known: &Surroundings| known.changes_statics(member);
        is_command && member.name != "main" && self.surroundings.as_ref().is_some_and(changes)
    }

    /// Whether a sequence prints something, where what is printed can be asked for.
    pub fn prints(&self, sequence: &Sequence) -> bool {
        self.surroundings.as_ref().is_some_and(|known| known.prints(sequence))
    }

    /// Whether a class is one of the project's own.
    pub fn has(&self, class: &ClassName) -> bool {
        self.classes.contains_key(class)
    }

    /// Whether a class is one of the tests, or beside them.
    pub(super) fn is_test(&self, class: &ClassName) -> bool {
        self.tests.contains(class)
    }

    /// Whether a class is one of the project's own and no test.
    pub fn is_own(&self, class: &ClassName) -> bool {
        self.has(class) && !self.is_test(class)
    }

    /// The code of a class and of those of the project that it extends, the nearest first.
    pub(super) fn own_lineage(&self, class: &ClassName) -> Vec<&ClassCode> {
        let mut lineage: Vec<&ClassCode> = Vec::new();
        let mut next = Some(class);
        while let Some((_, code)) = next.and_then(|class| self.classes.get(class))
            && lineage.iter().all(|below| below.name != code.name)
        {
            lineage.push(code);
            next = code.superclass.as_ref();
        }
        lineage
    }

    /// Whether a method of the project is deprecated, or its class.
    pub(super) fn is_deprecated(&self, class: &ClassName, name: &str, descriptor: &str) -> bool {
        let is_it = |code: &&ClassCode| {
            let mut methods = code.methods.iter();
            methods
                .any(|method| method.name == name && method.descriptor.as_str() == descriptor && method.is_deprecated)
        };
        let lineage = self.own_lineage(class);
        lineage.first().is_some_and(|code| code.is_deprecated) || lineage.iter().any(is_it)
    }

    /// Whether the code of a method reaches outside of the JVM, on some way.
    pub(super) fn reaches_outside(&self, member: &Member) -> bool {
        let Some(descriptor) = Descriptor::parse(&member.descriptor) else { return false };
        let name = member.name.as_str().into();
        self.outside.contains(&MethodRef { owner: member.owner.clone(), name, descriptor })
    }

    /// Whether a test in a package can name a member of a class, inherited or not. Whatever is public in the JDK can be named.
    pub(super) fn can_name(&self, class: &ClassName, name: &str, descriptor: &str, package: &str) -> bool {
        if !self.is_accessible(&Type::Class(class.clone()), package) {
            return false;
        }
        let declares = |view: &ClassView| {
            let has_method = view.methods.iter().any(|one| one.name == name && descriptor_of(one) == descriptor);
            has_method || view.fields.iter().any(|field| field.name == name)
        };
        let is_declared = self.lineage(class).iter().filter_map(|above| self.view(above)).any(|view| declares(&view));
        !is_declared || self.has_member(class, name, descriptor, package)
    }

    /// A class, unless it is of the JDK or nobody has it.
    pub fn view(&self, class: &ClassName) -> Option<Arc<ClassView>> {
        self.views.get(class)
    }

    /// The name by which source names a class.
    pub fn canonical(&self, class: &ClassName) -> String {
        self.views.canonical(class)
    }

    /// What is above a class, and the class itself.
    pub fn above(&self, class: &ClassName) -> Arc<BTreeSet<ClassName>> {
        self.views.above(class)
    }

    /// Whether a value of one type can be handed over where another one is asked for. Only boxing converts.
    pub fn fits(&self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            _ if from == to => true,
            (Type::Primitive(_), Type::Primitive(_)) | (_, Type::Primitive(_)) => false,
            (Type::Primitive(primitive), to) => self.fits(&boxed(*primitive), to),
            (_, Type::Class(to)) if *to == "java/lang/Object" => true,
            (Type::Class(from), Type::Class(to)) => self.above(from).contains(to),
            (Type::Array(from), Type::Array(to)) => !matches!(**from, Type::Primitive(_)) && self.fits(from, to),
            (Type::Array(_), Type::Class(_)) | (Type::Class(_), Type::Array(_)) => false,
        }
    }

    /// Whether a test in a package can name a type.
    pub fn is_accessible(&self, ty: &Type, package: &str) -> bool {
        match ty {
            Type::Primitive(_) => true,
            Type::Array(element) => self.is_accessible(element, package),
            Type::Class(class) => match self.view(class) {
                Some(view) => self.names(&view, package),
                None => class.as_str().starts_with("java/"),
            },
        }
    }

    fn names(&self, view: &ClassView, package: &str) -> bool {
        let name = ClassName::binary(&view.name);
        let is_local = view.outer.is_none()
            && view.name.rsplit('$').next().is_some_and(|last| {
                last.len() < view.name.len() && last.starts_with(|letter: char| letter.is_ascii_digit())
            });
        let is_near = name.package() == package;
        let is_visible = match view.visibility {
            Visibility::Private => false,
            Visibility::Package => is_near,
            Visibility::Public => true,
        };
        let outer = view.outer.as_deref().and_then(|outer| self.view(&ClassName::binary(outer)));
        !is_local && is_visible && outer.is_none_or(|outer| self.names(&outer, package))
    }

    fn reaches(&self, visibility: Visibility, class: &ClassName, package: &str) -> bool {
        match visibility {
            Visibility::Private => false,
            Visibility::Package => class.package() == package,
            Visibility::Public => true,
        }
    }

    /// Whether a test in a package can name a method of a class; constructors count only where the class has objects.
    fn is_method_accessible(&self, view: &ClassView, method: &MethodView, package: &str) -> bool {
        let class = ClassName::binary(&view.name);
        let named = |ty: &TypeView| self.is_accessible(&Type::from(ty), package);
        let is_never_called = match method.name.as_str() {
            "<clinit>" => true,
            "<init>" => method.is_synthetic || view.is_abstract || view.is_enum,
            _ => method.is_synthetic,
        };
        !is_never_called
            && self.reaches(method.visibility, &class, package)
            && method.params.iter().all(named)
            && (method.result == TypeView::Primitive("void") || named(&method.result))
    }

    /// The members of a class that a test in a package can name, inherited ones too, but for those of `Object`; by name.
    pub fn members(&self, class: &ClassName, package: &str) -> Arc<Vec<Member>> {
        let key = (class.clone(), package.to_owned());
        if let Some(known) = locked(&self.members).get(&key) {
            return Arc::clone(known);
        }
        let found = Arc::new(self.found_members(class, package));
        locked(&self.members).insert(key, Arc::clone(&found));
        found
    }

    fn found_members(&self, class: &ClassName, package: &str) -> Vec<Member> {
        let mut found: BTreeMap<(String, String), Member> = BTreeMap::new();
        let mut add = |member: Member| {
            found.entry((member.name.clone(), member.descriptor.clone())).or_insert(member);
        };
        for above in self.lineage(class) {
            let Some(view) = self.view(&above) else {
                Member::methods_of_jdk().filter(|member| member.owner == above).for_each(&mut add);
                continue;
            };
            // What a class that cannot be named has is named by the class below it.
            let is_itself = above == *class;
            let owner = || if self.names(&view, package) { above.clone() } else { class.clone() };
            for method in view.methods.iter().filter(|method| self.is_method_accessible(&view, method, package)) {
                if is_itself || (method.name != "<init>" && !(method.is_static && view.is_abstract)) {
                    add(Member {
                        owner: owner(),
                        name: method.name.clone(),
                        descriptor: descriptor_of(method),
                        is_static: method.is_static,
                    });
                }
            }
            for field in view.fields.iter().filter(|field| self.is_field_accessible(&above, field, package)) {
                add(Member {
                    owner: above.clone(),
                    name: field.name.clone(),
                    descriptor: Type::from(&field.ty).descriptor(),
                    is_static: field.is_static,
                });
            }
        }
        found.into_values().collect()
    }

    /// Whether a class has a member that a test in a package can name; what is not of the JDK's short list, it does not have.
    pub fn has_member(&self, class: &ClassName, name: &str, descriptor: &str, package: &str) -> bool {
        let is_it = |member: &Member| member.name == name && member.descriptor == descriptor;
        if !self.is_accessible(&Type::Class(class.clone()), package) {
            return false;
        }
        Member::of_every_object().iter().any(is_it)
            || match self.view(class) {
                Some(_) => self.members(class, package).iter().any(is_it),
                None => {
                    let of_jdk = Member::makers_of_jdk().chain(Member::methods_of_jdk());
                    let of_jdk = of_jdk.chain(Member::of_files()).chain(Member::of_classes());
                    of_jdk.filter(|member| self.above(class).contains(&member.owner)).any(|member| is_it(&member))
                }
            }
    }

    fn is_field_accessible(&self, class: &ClassName, field: &FieldView, package: &str) -> bool {
        !field.is_synthetic
            && self.reaches(field.visibility, class, package)
            && self.is_accessible(&Type::Class(class.clone()), package)
            && self.is_accessible(&Type::from(&field.ty), package)
    }

    /// A class and what is above it, the nearest first.
    fn lineage(&self, class: &ClassName) -> Vec<ClassName> {
        let mut lineage = Vec::new();
        let mut next = Some(class.clone());
        while let Some(at) = next.filter(|at| !lineage.contains(at)) {
            next = self.view(&at).and_then(|view| view.superclass.as_deref().map(ClassName::binary));
            lineage.push(at);
        }
        let rest: Vec<ClassName> = self.above(class).iter().filter(|above| !lineage.contains(above)).cloned().collect();
        lineage.extend(rest);
        lineage
    }

    /// The function that an interface consists of, if there is one that is short to write.
    pub fn function(&self, ty: &Type) -> Option<Function> {
        let Type::Class(class) = ty else { return None };
        if let Some((_, parameters, result)) = jdk::FUNCTIONS.iter().find(|(name, ..)| *class == *name) {
            return Some(Function { parameters: *parameters, result: Type::parse(result) });
        }
        let (view, code) = self.classes.get(class).filter(|(_, code)| code.is_interface && !code.is_sealed)?;
        let abstracts: Vec<&MethodCode> = code.methods.iter().filter(|method| method.is_abstract).collect();
        let [only] = abstracts.as_slice() else { return None };
        let function = Function { parameters: only.descriptor.parameters().len(), result: only.descriptor.result() };
        // A method with type parameters of its own takes no lambda.
        let is_plain = only.signature.as_ref().is_none_or(|signature| !signature.starts_with('<'));
        (view.interfaces.is_empty() && is_plain).then_some(function)
    }

    /// The project's own classes that are no tests, and that have objects which a test in a package can name.
    pub fn own(&self) -> impl Iterator<Item = (&ClassName, &ClassView)> {
        let own = self.classes.iter().filter(|(name, _)| !self.tests.contains(*name));
        own.map(|(name, (view, _))| (name, &**view))
    }

    /// What beside the tests makes objects of the project's own classes from nothing, as the fixtures of a suite do.
    pub(super) fn fixtures(&self, package: &str) -> Vec<Member> {
        let is_own = |ty: &Type| match ty {
            Type::Class(class) => self.is_own(class),
            Type::Primitive(_) | Type::Array(_) => false,
        };
        let makes = |member: &Member| {
            member.is_static
                && !member.is_field()
                && !member.is_constructor()
                && member.parameters().is_empty()
                && member.result().is_some_and(|result| is_own(&result))
        };
        let named = self.tests.iter().filter(|class| self.is_accessible(&Type::Class((*class).clone()), package));
        let members = named.flat_map(|class| {
            let members = self.members(class, package);
            members.iter().filter(|member| member.owner == *class).cloned().collect::<Vec<_>>()
        });
        members.filter(makes).collect()
    }

    /// The view of a method as a member, if a test in a package can name it.
    pub fn member(&self, method: &MethodRef, package: &str) -> Option<Member> {
        let view = self.view(&method.owner)?;
        let is_it = |one: &&MethodView| one.name == *method.name && descriptor_of(one) == method.descriptor.as_str();
        let found = view.methods.iter().find(is_it)?;
        let is_accessible = self.is_method_accessible(&view, found, package) && self.names(&view, package);
        is_accessible.then(|| Member {
            owner: method.owner.clone(),
            name: found.name.clone(),
            descriptor: method.descriptor.to_string(),
            is_static: found.is_static,
        })
    }

    /// The methods nearest to one that a test in a package can name: itself, or those through which it is called, with how many
    /// calls lie between.
    pub fn nearest(&self, method: &MethodRef, package: &str, most: usize, farthest: usize) -> Vec<(Member, usize)> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::from([method.clone()]);
        let mut level = vec![method.clone()];
        for distance in 0..=farthest {
            let mut next = Vec::new();
            for one in &level {
                if self.tests.contains(&one.owner) {
                    continue;
                }
                // What calls it may show what it does not.
                let member = self.member(one, package).or_else(|| self.overridden(one, package));
                found.extend(member.map(|member| (member, distance)));
                let callers: BTreeSet<&MethodRef> =
                    self.calls.callers(one).into_iter().map(|(caller, _)| caller).collect();
                next.extend(callers.into_iter().filter(|caller| seen.insert((*caller).clone())).cloned());
            }
            if found.len() >= most {
                break;
            }
            level = next;
        }
        found.truncate(most);
        found
    }

    /// What a test in a package can name of a method that it cannot name itself, but that overrides another one: the method of a
    /// class above.
    fn overridden(&self, method: &MethodRef, package: &str) -> Option<Member> {
        let (_, code) = self.classes.get(&method.owner)?;
        let is_it = |one: &&MethodCode| one.name == *method.name && one.descriptor == method.descriptor;
        let is_called_on = code.methods.iter().find(is_it).is_some_and(|one| !one.is_static && one.name != "<init>");
        let above = self.lineage(&method.owner).into_iter().skip(1).filter(|_| is_called_on);
        let (name, descriptor) = (method.name.to_string(), method.descriptor.to_string());
        let mut named = above.filter(|above| *above != "java/lang/Object");
        let owner = named.find(|above| self.has_member(above, &name, &descriptor, package))?;
        Some(Member { owner, name, descriptor, is_static: false })
    }

    /// How many calls lie at least between a method and those that lead to it.
    pub fn distances(&self, method: &MethodRef, farthest: usize) -> BTreeMap<MethodRef, usize> {
        let mut distances = BTreeMap::from([(method.clone(), 0)]);
        let mut level = vec![method.clone()];
        for distance in 1..=farthest {
            let callers = level.iter().flat_map(|one| self.calls.callers(one)).map(|(caller, _)| caller.clone());
            level =
                callers.filter(|caller| !distances.contains_key(caller)).collect::<BTreeSet<_>>().into_iter().collect();
            distances.extend(level.iter().map(|caller| (caller.clone(), distance)));
        }
        distances
    }

    /// The methods that a class has under a name, inherited ones too; constructors are its own.
    pub fn overloads(&self, class: &ClassName, name: &str) -> Vec<Overload> {
        let lineage = if name == "<init>" { vec![class.clone()] } else { self.lineage(class) };
        let views: Vec<Arc<ClassView>> = lineage.into_iter().filter_map(|above| self.view(&above)).collect();
        let methods = views.iter().flat_map(|view| &view.methods);
        let mut found: Vec<Overload> = Vec::new();
        for method in methods.filter(|method| !method.is_synthetic && method.name == name) {
            let parameters: Vec<Type> = method.params.iter().map(Type::from).collect();
            if found.iter().all(|other| other.parameters != parameters) {
                found.push(Overload { parameters, is_variadic: method.is_variadic });
            }
        }
        found
    }

    /// The types of a method before erasure, as class files write them, if they say more.
    pub fn signature(&self, class: &ClassName, name: &str, descriptor: &str) -> Option<String> {
        let lineage = if name == "<init>" { vec![class.clone()] } else { self.lineage(class) };
        let mut views = lineage.into_iter().filter_map(|above| self.view(&above));
        views.find_map(|view| {
            let is_it = |method: &&MethodView| method.name == name && descriptor_of(method) == descriptor;
            view.methods.iter().find(is_it).map(|method| method.signature.clone())
        })?
    }

    /// The type of a field before erasure, as class files write it, if that says more.
    pub fn field_signature(&self, class: &ClassName, name: &str) -> Option<String> {
        let view = self.view(class)?;
        view.fields.iter().find(|field| field.name == name).and_then(|field| field.signature.clone())
    }

    /// The binary names of the exceptions that a method declares in its class.
    pub fn declared_exceptions(&self, method: &MethodRef) -> Vec<String> {
        let is_it = |one: &MethodView| *one.name == *method.name && descriptor_of(one) == method.descriptor.as_str();
        let view = self.view(&method.owner);
        let methods = view.iter().flat_map(|view| &view.methods);
        methods.filter(|one| is_it(one)).flat_map(|one| &one.exceptions).cloned().collect()
    }

    /// The simple name of the class of the JDK that is above all that a method may declare and that its caller has to handle: `Exception` mostly.
    pub fn declared_throwable(&self, class: &ClassName, name: &str, descriptor: &str) -> Option<&'static str> {
        const EXCEPTION: &str = "Exception";
        let mut views = self.lineage(class).into_iter().filter_map(|above| self.view(&above)).peekable();
        if views.peek().is_none() {
            // Of the JDK, what reads and what is closed does.
            let declares = matches!(name, "read" | "readLine" | "close" | "call")
                || Member::of_classes().any(|member| member.owner == *class && member.name == name)
                || (*class == jdk::FILES && name != "exists");
            return declares.then_some(EXCEPTION);
        }
        let is_it = |method: &&MethodView| method.name == name && descriptor_of(method) == descriptor;
        let is_other = |class: &String| {
            let above = self.above(&ClassName::binary(class));
            let is_below = |name: &str| above.iter().any(|above| above.as_str() == name);
            is_below("java/lang/Throwable") && !is_below("java/lang/Exception") && !is_below("java/lang/Error")
        };
        let above_all = |view: Arc<ClassView>| {
            let declared = view.methods.iter().filter(is_it).flat_map(|method| &method.exceptions);
            declared.map(|class| if is_other(class) { "Throwable" } else { EXCEPTION }).max()
        };
        // Of the two names, the later one is that of the class above.
        views.filter_map(above_all).max()
    }

    /// The constants in the code of some classes.
    pub fn constants(&self, classes: &BTreeSet<ClassName>) -> Vec<Constant> {
        let of = classes.iter().filter_map(|class| self.classes.get(class));
        let operations = of.flat_map(|(_, code)| code.methods.iter().filter_map(|method| method.code.as_ref()));
        let mut constants = Vec::new();
        for operation in operations.flat_map(|code| &code.instructions).map(|instruction| &instruction.operation) {
            match operation {
                Operation::Push(constant) if !constants.contains(constant) => constants.push(constant.clone()),
                Operation::Switch(switch) => {
                    let cases = switch.cases.iter().map(|(case, _)| Constant::Int(*case));
                    constants.extend(cases.filter(|case| !constants.contains(case)).collect::<Vec<_>>());
                }
                _ => {}
            }
        }
        constants
    }

    /// A class with those inside it and around it.
    pub fn nest(&self, class: &ClassName) -> BTreeSet<ClassName> {
        let outermost = class.as_str().split('$').next().unwrap_or_default();
        let is_inside = |name: &&ClassName| {
            name.as_str().strip_prefix(outermost).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
        };
        self.classes.keys().filter(is_inside).cloned().collect()
    }

    /// The test classes whose code names a class.
    pub fn tests_of(&self, class: &ClassName) -> BTreeSet<ClassName> {
        let names = |code: &ClassCode| {
            let instructions = code.methods.iter().filter_map(|method| method.code.as_ref());
            instructions.flat_map(|code| &code.instructions).any(|instruction| match &instruction.operation {
                Operation::Invoke(invoke) => invoke.method.owner == *class,
                Operation::New(name) => name == class,
                Operation::GetStatic(field) => field.owner == *class,
                _ => false,
            })
        };
        let tests = self.tests.iter().filter(|test| self.classes.get(*test).is_some_and(|(_, code)| names(code)));
        tests.cloned().collect()
    }
}

/// The class that boxes a primitive type.
pub(super) fn boxed(primitive: Primitive) -> Type {
    Type::Class(ClassName::internal(&format!("java/lang/{}", primitive.box_name())))
}

/// The primitive type that a class boxes.
pub fn unboxed(ty: &Type) -> Option<Primitive> {
    Primitive::ALL.into_iter().find(|primitive| boxed(*primitive) == *ty)
}

/// The primitive types to which one is widened, itself last.
pub(super) fn widened(primitive: Primitive) -> &'static [Primitive] {
    use Primitive::{Byte, Char, Double, Float, Int, Long, Short};
    match primitive {
        Byte => &[Short, Int, Long, Float, Double, Byte],
        Short => &[Int, Long, Float, Double, Short],
        Char => &[Int, Long, Float, Double, Char],
        Int => &[Long, Float, Double, Int],
        Long => &[Float, Double, Long],
        Float => &[Double, Float],
        Double => &[Double],
        Primitive::Boolean => &[Primitive::Boolean],
    }
}

fn descriptor_of(method: &MethodView) -> String {
    let parameters: String = method.params.iter().map(|ty| Type::from(ty).descriptor()).collect();
    let result = match &method.result {
        TypeView::Primitive("void") => "V".to_owned(),
        result => Type::from(result).descriptor(),
    };
    format!("({parameters}){result}")
}
