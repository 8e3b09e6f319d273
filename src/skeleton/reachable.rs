//! The classes that the fields of a root class lead to, and the signature that each becomes.

use super::fields::{Field, bind_sizes};
use super::inheritance::{arguments_above, heirs, variables};
use super::names::{Names, nearest};
use crate::classfile::generics::{Type, Variables};
use crate::classfile::{ClassPath, ClassView, FieldView, TypeView};
use crate::java::names::{is_class_name, is_identifier};
use std::collections::{HashMap, VecDeque};

/// A draft with more subclasses of one class would be of no use.
const MOST_HEIRS: usize = 64;

/// The signatures, the root first, each with what leads to it before it.
pub(super) struct Reachable<'c> {
    class_path: &'c ClassPath,
    pub(super) signatures: Vec<Signature>,
    by_class: HashMap<String, usize>,
    /// The names of the signatures, constants of enums included.
    names: Names,
    /// The signatures whose fields are to be read.
    unread: VecDeque<usize>,
    /// The signature of elements of which nothing is known.
    elements: Option<usize>,
}

/// A signature.
pub(super) struct Signature {
    pub(super) name: String,
    /// The binary name of its class.
    pub(super) binary: String,
    /// What stands for the type variables of its class.
    pub(super) arguments: Vec<Type>,
    pub(super) kind: Kind,
    pub(super) parent: Option<usize>,
    pub(super) fields: Vec<Field>,
    /// The constructor's parameters, where fields cannot be set in another way.
    pub(super) components: Option<Vec<String>>,
    /// Java fields without counterpart, and why.
    pub(super) left_out: Vec<(String, String)>,
    pub(super) class: Option<ClassView>,
}

/// What the atoms of a signature are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Objects,
    Abstract,
    Enum(Vec<Constant>),
    Elements,
}

/// A constant of an enum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Constant {
    pub(super) name: String,
    /// Its name in Java.
    pub(super) java: String,
}

impl<'c> Reachable<'c> {
    pub(super) fn from(class_path: &'c ClassPath, root: ClassView) -> Self {
        let mut reachable = Reachable {
            class_path,
            signatures: Vec::new(),
            by_class: HashMap::new(),
            names: Names::default(),
            unread: VecDeque::new(),
            elements: None,
        };
        let arguments = variables(&root).into_iter().map(|variable| variable.1).collect();
        reachable.add(root, arguments, None);
        // Fields lead to further signatures, which come after.
        while let Some(next) = reachable.unread.pop_front() {
            reachable.read_fields(next);
        }
        reachable.name_fields();
        reachable
    }

    fn add(&mut self, class: ClassView, arguments: Vec<Type>, parent: Option<usize>) -> usize {
        let index = self.signatures.len();
        let canonical = self.class_path.canonical(&class);
        let name = self.names.take(canonical.rsplit('.').next().unwrap_or_default());
        let kind = match () {
            () if class.is_enum => {
                let java = constants(&class);
                let names = self.names.take_all(&java);
                let constant = |(name, java): (String, &&str)| Constant { name, java: (*java).to_owned() };
                Kind::Enum(names.into_iter().zip(&java).map(constant).collect())
            }
            () if class.is_abstract => Kind::Abstract,
            () => Kind::Objects,
        };
        self.by_class.insert(class.name.clone(), index);
        self.unread.push_back(index);
        self.signatures.push(Signature {
            name,
            binary: class.name.clone(),
            arguments,
            kind,
            parent,
            fields: Vec::new(),
            components: None,
            left_out: Vec::new(),
            class: Some(class),
        });
        index
    }

    /// The signature of objects of which nothing is known but which is which.
    pub(super) fn elements(&mut self) -> usize {
        *self.elements.get_or_insert_with(|| {
            let name = if self.names.has("Element") { "AnyElement" } else { "Element" };
            self.signatures.push(Signature {
                name: self.names.take(name),
                binary: "java.lang.Object".to_owned(),
                arguments: Vec::new(),
                kind: Kind::Elements,
                parent: None,
                fields: Vec::new(),
                components: None,
                left_out: Vec::new(),
                class: None,
            });
            self.signatures.len() - 1
        })
    }

    /// The signature of a class, with its subclasses if it has no objects of its own; or why there is none.
    pub(super) fn signature(&mut self, name: &str, arguments: &[Type]) -> Result<usize, String> {
        if let Some(index) = self.by_class.get(name) {
            return Ok(*index);
        }
        if !is_class_name(name) {
            return Err(format!("source cannot name the class `{name}`"));
        }
        let Some(class) = self.class_path.find(name) else {
            return Err(match () {
                () if self.class_path.is_unreadable(name) => format!("the class file of `{name}` cannot be read"),
                () if name.starts_with("java.") => format!("`{name}` has no counterpart"),
                () => format!("class `{name}` is missing on the class path"),
            });
        };
        let bounds = variables(&class);
        let mut arguments = arguments.to_vec();
        if arguments.len() != bounds.len() {
            arguments = bounds.into_iter().map(|variable| variable.1).collect();
        }
        if class.is_enum && constants(&class).is_empty() {
            return Err(format!("`{name}` has no constants that source can name"));
        }
        if !class.is_abstract || class.is_enum {
            return Ok(self.add(class, arguments, None));
        }
        let heirs = heirs(self.class_path, &class, &arguments);
        if heirs.is_empty() {
            return Err(format!("`{name}` has no objects of its own, and no class of its package extends it"));
        }
        if heirs.len() > MOST_HEIRS {
            return Err(format!("`{name}` has {} subclasses in its package", heirs.len()));
        }
        let parent = self.add(class, arguments, None);
        for (heir, arguments) in heirs {
            match self.by_class.get(&heir.name) {
                None => {
                    self.add(heir, arguments, Some(parent));
                }
                // Another field led to it. The root is the only object of its class, and stays by itself.
                Some(known) if *known > 0 && self.signatures[*known].parent.is_none() => {
                    self.signatures[*known].parent = Some(parent);
                    self.unread.push_back(*known);
                }
                Some(_) => {}
            }
        }
        Ok(parent)
    }

    fn read_fields(&mut self, index: usize) {
        let Some(class) = self.signatures[index].class.clone() else { return };
        if matches!(self.signatures[index].kind, Kind::Enum(_) | Kind::Elements) {
            return;
        }
        let parent = self.signatures[index].parent.map(|parent| self.signatures[parent].binary.clone());
        let lineage = self.class_path.lineage(&class.name);
        let own = lineage.iter().take_while(|above| Some(&above.name) != parent.as_ref()).count();
        let mut fields: Vec<Field> = Vec::new();
        let mut left_out = Vec::new();
        let mut variables: Vec<Variables> = Vec::new();
        for (place, above) in lineage[..own].iter().enumerate() {
            variables.push(match variables.last() {
                None => self.variables_in(above, index),
                Some(below) => arguments_above(&lineage[place - 1], above, below),
            });
        }
        for (above, variables) in lineage[..own].iter().zip(variables).rev() {
            for field in above.fields.iter().filter(|field| !field.is_static && !field.is_synthetic) {
                if !is_identifier(&field.name) {
                    left_out.push((field.name.clone(), "source cannot have its name".to_owned()));
                    continue;
                }
                match Field::read(self, field, &variables) {
                    Ok(mut read) => {
                        read.inherited = (above.name != class.name).then(|| simple_name(&above.name).to_owned());
                        // A field that hides an inherited one is the one that source names.
                        fields.retain(|other| other.java != read.java);
                        fields.push(read);
                    }
                    Err(why) => left_out.push((field.name.clone(), why)),
                }
            }
        }
        let signature = &mut self.signatures[index];
        (signature.fields, signature.left_out) = (fields, left_out);
    }

    /// Gives each field a name that neither a signature has nor another field of its objects.
    fn name_fields(&mut self) {
        let mut order: Vec<usize> = (0..self.signatures.len()).collect();
        order.sort_by_key(|index| self.signatures[*index].parent.is_some());
        for index in order {
            let mut names = self.names.clone();
            let above = self.signatures[index].parent.map(|parent| &self.signatures[parent]);
            for field in above.into_iter().flat_map(|above| &above.fields) {
                names.take(&field.name);
            }
            let signature = &mut self.signatures[index];
            let java: Vec<&str> = signature.fields.iter().map(|field| field.java.as_str()).collect();
            for (name, field) in names.take_all(&java).into_iter().zip(&mut signature.fields) {
                field.name = name;
            }
            bind_sizes(&mut signature.fields);
            if signature.class.as_ref().is_some_and(|class| class.is_record) {
                signature.components = Some(signature.fields.iter().map(|field| field.name.clone()).collect());
            }
        }
    }

    /// What stands for the variables of the root class.
    pub(super) fn variables_of_root(&self) -> Variables {
        self.signatures[0].class.as_ref().map(|class| self.variables_in(class, 0)).unwrap_or_default()
    }

    /// A variable for objects of a signature, which hides no name of the specification.
    pub(super) fn variable(&self, signature: &str) -> String {
        let first: String = signature.chars().take(1).flat_map(char::to_lowercase).collect();
        let fields = self.signatures.iter().flat_map(|signature| &signature.fields);
        let mut used = Names::default();
        for field in fields {
            used.take(&field.name);
        }
        let mut candidates = std::iter::once(nearest(&first)).chain((1..).map(|number| format!("it{number}")));
        candidates.find(|name| !self.names.has(name) && !used.has(name)).unwrap_or(first)
    }

    /// How a `generate` paragraph names a field: with its signature if another one has the same name.
    pub(super) fn field_reference(&self, field: &Field) -> String {
        let owners: Vec<&Signature> =
            self.signatures.iter().filter(|owner| owner.fields.iter().any(|other| other.name == field.name)).collect();
        let owner = owners.iter().find(|owner| owner.fields.iter().any(|other| std::ptr::eq(other, field)));
        match (owners.as_slice(), owner) {
            ([_, _, ..], Some(owner)) => format!("{}.{}", owner.name, field.name),
            _ => field.name.clone(),
        }
    }

    /// What stands for the variables that the fields of a class may use: its own, and those of the class around it.
    fn variables_in(&self, class: &ClassView, signature: usize) -> Variables {
        let mut known = Variables::new();
        let mut around = class.outer.clone().filter(|_| class.is_inner);
        while let Some(name) = around {
            let Some(outer) = self.class_path.find(&name) else { break };
            let arguments = self.by_class.get(&name).map(|index| self.signatures[*index].arguments.clone());
            for (number, (variable, bound)) in variables(&outer).into_iter().enumerate() {
                let given = arguments.as_ref().and_then(|arguments| arguments.get(number).cloned());
                known.entry(variable).or_insert(given.unwrap_or(bound));
            }
            around = outer.outer.clone().filter(|_| outer.is_inner);
        }
        let given = (self.signatures[signature].binary == class.name).then(|| &self.signatures[signature].arguments);
        for (number, (variable, bound)) in variables(class).into_iter().enumerate() {
            let value = given.and_then(|arguments| arguments.get(number).cloned()).unwrap_or(bound);
            known.insert(variable, value);
        }
        known
    }
}

/// The constants of an enum that source can name.
fn constants(class: &ClassView) -> Vec<&str> {
    let own = class.fields.iter().filter(|field| field.is_static && is_of(class, field));
    own.map(|field| field.name.as_str()).filter(|name| is_identifier(name)).collect()
}

/// Whether a field holds objects of its own class, as the constants of an enum do.
fn is_of(class: &ClassView, field: &FieldView) -> bool {
    field.ty == TypeView::Class(class.name.clone()) && field.is_final && !field.is_synthetic
}

/// The name of a class without its package and the classes around it.
pub(super) fn simple_name(name: &str) -> &str {
    let start = name.trim_end_matches('$').rfind(['.', '$']).map_or(0, |place| place + 1);
    &name[start..]
}
