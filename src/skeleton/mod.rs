//! Compiled classes to the skeleton of a specification: everything but the invariant.
//!
//! A class becomes a signature, its fields become fields with the multiplicities and bindings that their types suggest; the
//! user writes what holds of them.

mod fields;
mod guesses;
mod inheritance;
mod methods;
mod names;
mod reachable;
mod write;

use crate::classfile::{ClassPath, ClassView, Visibility};
use crate::diagnostic::listed;
use crate::java::names::is_class_name;
pub use write::{Skeleton, snake_case};

use reachable::{Reachable, simple_name};
use std::fmt;

/// Why a class cannot be the root of structures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub message: String,
    /// What would cure it.
    pub help: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

/// The skeleton for the structures of a class, given by its binary or canonical name, or by its simple name if no other
/// class has it.
pub fn skeleton(class_path: &ClassPath, root: &str) -> Result<Skeleton, Refusal> {
    let class = find(class_path, root)?;
    refuse_hopeless(&class)?;
    let reachable = Reachable::from(class_path, class);
    if reachable.signatures[0].fields.is_empty() {
        return Err(Refusal {
            message: format!(
                "class `{}` has no fields that a specification can describe",
                reachable.signatures[0].binary
            ),
            help: "name the class that holds the data; it may be the superclass or a nested class".to_owned(),
        });
    }
    Ok(write::skeleton(&reachable))
}

fn find(class_path: &ClassPath, wanted: &str) -> Result<ClassView, Refusal> {
    if let Some(class) = class_path.find(wanted) {
        return Ok(class);
    }
    let names = class_path.names();
    let alike: Vec<&String> = names.iter().filter(|name| simple_name(name) == simple_name(wanted)).collect();
    match alike.as_slice() {
        [only] if !wanted.contains('.') => {
            if let Some(class) = class_path.find(only) {
                return Ok(class);
            }
            Err(Refusal {
                message: format!("the class file of `{only}` cannot be read"),
                help: "compile the class again; fex reads the class files of all releases of Java up to 25".to_owned(),
            })
        }
        [] => Err(Refusal {
            message: format!("class `{wanted}` is not among the {} classes of the class path", names.len()),
            help: "compile it first, write its package, and `Outer$Inner` for a nested class".to_owned(),
        }),
        several => Err(Refusal {
            message: format!("class `{wanted}` is not on the class path"),
            help: format!("there is {}", listed(several.iter().take(5).map(|name| name.as_str()))),
        }),
    }
}

fn refuse_hopeless(class: &ClassView) -> Result<(), Refusal> {
    let refuse = |why: &str, help: &str| {
        let message = format!("`{}` cannot be the root of structures: {why}", class.name);
        Err(Refusal { message, help: help.to_owned() })
    };
    if class.is_enum {
        return refuse("it is an enum", "name the class that holds its constants");
    }
    if class.is_abstract {
        return refuse("it has no objects of its own", "name a class that extends or implements it");
    }
    if !is_class_name(&class.name) {
        return refuse("source cannot have its name", "name a class that is neither local nor anonymous");
    }
    if class.visibility == Visibility::Private {
        return refuse("it is private, so that tests cannot name it", "name the class around it");
    }
    Ok(())
}
