//! The classes that the fields of a root class lead to, and the signature that each becomes.

use super::fields::{Field, bind_sizes};
use super::generics::{Type, Variables, declared};
use crate::classfile::{ClassPath, ClassView, FieldView, TypeView};
use crate::syntax::is_identifier;
use std::collections::HashMap;

/// The signatures, the root first, each with what leads to it before it.
pub(super) struct Reachable<'c> {
    class_path: &'c ClassPath,
    pub(super) signatures: Vec<Signature>,
    by_class: HashMap<String, usize>,
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
    Enum(Vec<String>),
    Elements,
}

impl<'c> Reachable<'c> {
    pub(super) fn from(class_path: &'c ClassPath, root: ClassView) -> Self {
        let mut reachable = Reachable { class_path, signatures: Vec::new(), by_class: HashMap::new(), elements: None };
        let arguments = variables(&root).into_iter().map(|variable| variable.1).collect();
        reachable.add(root, arguments, None);
        // Fields lead to further signatures, which come after.
        let mut next = 0;
        while next < reachable.signatures.len() {
            reachable.read_fields(next);
            next += 1;
        }
        reachable
    }

    fn add(&mut self, class: ClassView, arguments: Vec<Type>, parent: Option<usize>) -> usize {
        let index = self.signatures.len();
        let constants = class.fields.iter().filter(|field| field.is_static && is_of(&class, field));
        let kind = match () {
            () if class.is_enum => Kind::Enum(constants.map(|field| field.name.clone()).collect()),
            () if class.is_abstract => Kind::Abstract,
            () => Kind::Objects,
        };
        self.by_class.insert(class.name.clone(), index);
        self.signatures.push(Signature {
            name: self.free_name(simple_name(&class.name)),
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

    /// A name for a signature that no other has.
    fn free_name(&self, simple: &str) -> String {
        let mut name: String = simple.chars().map(|letter| if letter == '$' { '_' } else { letter }).collect();
        if !is_identifier(&name) {
            name = format!("{name}_");
        }
        let taken = |name: &str| self.signatures.iter().any(|signature| signature.name == name);
        let mut number = 2;
        let mut free = name.clone();
        while taken(&free) {
            free = format!("{name}{number}");
            number += 1;
        }
        free
    }

    /// The signature of objects of which nothing is known but which is which.
    pub(super) fn elements(&mut self) -> usize {
        *self.elements.get_or_insert_with(|| {
            let taken = self.signatures.iter().any(|signature| signature.name == "Element");
            self.signatures.push(Signature {
                name: if taken { "AnyElement" } else { "Element" }.to_owned(),
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
        if !class.is_abstract || class.is_enum {
            return Ok(self.add(class, arguments, None));
        }
        let heirs = self.heirs(&class);
        if heirs.is_empty() {
            return Err(format!("`{name}` has no objects of its own, and no class of its package extends it"));
        }
        let parent = self.add(class, arguments, None);
        for heir in heirs {
            if !self.by_class.contains_key(&heir.name) {
                let arguments = variables(&heir).into_iter().map(|variable| variable.1).collect();
                self.add(heir, arguments, Some(parent));
            }
        }
        Ok(parent)
    }

    /// The classes of the same package that have objects and extend or implement a class, directly or not.
    fn heirs(&self, class: &ClassView) -> Vec<ClassView> {
        let package = |name: &str| name.rfind('.').map_or("", |dot| &name[..dot]).to_owned();
        let home = package(&class.name);
        let names = self.class_path.names();
        let near = names.iter().filter(|name| package(name) == home && **name != class.name && !is_anonymous(name));
        let inherits = |heir: &ClassView| {
            let lineage = self.class_path.lineage(&heir.name);
            lineage.iter().any(|above| above.name == class.name || above.interfaces.contains(&class.name))
        };
        near.filter_map(|name| self.class_path.find(name)).filter(|heir| !heir.is_abstract && inherits(heir)).collect()
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
        for above in lineage[..own].iter().rev() {
            let variables = self.variables_in(above, index);
            for field in above.fields.iter().filter(|field| !field.is_static && !field.is_synthetic) {
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
        bind_sizes(&mut fields);
        let signature = &mut self.signatures[index];
        if class.is_record {
            signature.components = Some(fields.iter().map(|field| field.name.clone()).collect());
        }
        (signature.fields, signature.left_out) = (fields, left_out);
    }

    /// What stands for the variables of the root class.
    pub(super) fn variables_of_root(&self) -> Variables {
        self.signatures[0].class.as_ref().map(|class| self.variables_in(class, 0)).unwrap_or_default()
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

/// The type variables of a class with their bounds.
fn variables(class: &ClassView) -> Vec<(String, Type)> {
    class.signature.as_deref().and_then(declared).unwrap_or_default()
}

/// Whether a field holds objects of its own class, as the constants of an enum do.
fn is_of(class: &ClassView, field: &FieldView) -> bool {
    field.ty == TypeView::Class(class.name.clone()) && field.is_final && !field.is_synthetic
}

fn is_anonymous(name: &str) -> bool {
    simple_name(name).starts_with(|letter: char| letter.is_ascii_digit())
}

/// The name of a class without its package and the classes around it.
pub(super) fn simple_name(name: &str) -> &str {
    let start = name.trim_end_matches('$').rfind(['.', '$']).map_or(0, |place| place + 1);
    &name[start..]
}
