//! Which structures of a suite are built by calls of public methods, and what is said of that.

use super::context::Context;
use super::{Failure, Kind, Level, Message, jdk};
use crate::building::{self, Jvm, Limits, Observer, Wanted};
use crate::classfile::ClassPath;
use crate::fixture::recipe::Recipe;
use crate::fixture::stored::Stored;
use crate::fixture::{self, Build, Origin, Suite};
use crate::objects::Layout;
use crate::processes;
use crate::unit::Digest;
use crate::worker::{self, Jars, JvmSettings};
use std::collections::BTreeMap;

/// How many structures are named that cannot be built.
const NAMED: usize = 10;

/// How the structures of a suite are built.
#[derive(Debug, Default)]
pub(super) struct Building {
    /// The calls that build each structure; the others are built by their fields.
    pub(super) recipes: Vec<Option<Recipe>>,
    /// The digest of the classes that calls were looked for in.
    pub(super) classes: Option<Digest>,
    /// What is to be said of it.
    pub(super) built: Option<Built>,
}

/// How many structures are built in which way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Built {
    /// By calls of public methods.
    pub calls: usize,
    /// By their fields.
    pub fields: usize,
    /// Methods that ended the JVM, did not return, or were kept from changing something outside of it, and were not called again.
    pub dangerous: Vec<String>,
    /// How many structures are built by their fields because calls built something else each time.
    pub unstable: usize,
}

impl Building {
    /// Looks for calls that build the structures of a suite; what a stored suite says of them still holds as long as its
    /// classes are the same.
    pub(super) fn of(context: &Context, suite: &Suite, stored: Option<&Stored>) -> Result<Building, Failure> {
        let job = context.job;
        let wanted = job.build.unwrap_or(Build::Auto);
        if wanted == Build::Fields || !context.options.format.is_junit() || suite.instances.is_empty() {
            return Ok(Building::default());
        }
        let (Some(path), Some(classes)) = (&job.classpath, &context.options.class_path) else {
            return match wanted {
                Build::Api => Err(no_classes()),
                Build::Auto | Build::Fields => Ok(Building::default()),
            };
        };
        let digest = classes.digest();
        let names = fixture::names(suite);
        let known = Known::of(stored, digest);
        let open: Vec<usize> = (0..names.len()).filter(|index| !known.is_settled(&names[*index])).collect();
        let mut recipes: Vec<Option<Recipe>> = names.iter().map(|name| known.recipe(name).cloned()).collect();
        let mut built = Built::default();
        if !open.is_empty() {
            let watched: Vec<String> = classes.names().iter().map(|name| name.replace('.', "/")).collect();
            match searched(context, suite, (path, classes), watched, &open, &recipes) {
                Ok(found) => {
                    built.dangerous = found.dangerous;
                    built.unstable = found.unstable;
                    for (index, recipe) in open.iter().zip(found.recipes) {
                        recipes[*index] = recipe;
                    }
                }
                Err(reason) if wanted == Build::Api => {
                    let what = "fex cannot search the class for calls that build structures";
                    return Err(Failure::usage(format_args!("{what}: {reason}")).help("`--build fields` needs no JVM"));
                }
                Err(reason) => {
                    let what = format!("structures are built by their fields: {reason}");
                    context.caller.remark(Message::new(Level::Note, what));
                    // The next run asks again.
                    return Ok(Building { recipes, classes: known.classes, built: None });
                }
            }
        }
        let failed: Vec<&str> =
            names.iter().zip(&recipes).filter(|(_, recipe)| recipe.is_none()).map(|(name, _)| name.as_str()).collect();
        if wanted == Build::Api && !failed.is_empty() {
            return Err(refused(&failed, &built));
        }
        (built.calls, built.fields) = (recipes.len() - failed.len(), failed.len());
        let is_same = names.iter().zip(&recipes).all(|(name, recipe)| known.recipe(name) == recipe.as_ref());
        // A suite does not change because its classes did: that its calls still hold is found out again next time.
        let classes = known.classes.filter(|_| is_same).unwrap_or(digest);
        Ok(Building { recipes, classes: Some(classes), built: Some(built) })
    }

    /// The suite, built like this.
    pub(super) fn applied<'s>(&'s self, suite: Suite<'s>) -> Suite<'s> {
        Suite { origin: Origin { recipes: &self.recipes, classes: self.classes, ..suite.origin }, ..suite }
    }
}

/// What a stored suite says of how its structures are built.
struct Known<'s> {
    recipes: BTreeMap<&'s str, Option<&'s Recipe>>,
    classes: Option<Digest>,
    is_current: bool,
}

impl<'s> Known<'s> {
    fn of(stored: Option<&'s Stored>, digest: Digest) -> Known<'s> {
        let structures = stored.map(|stored| stored.instances.as_slice()).unwrap_or_default();
        let classes = stored.and_then(|stored| stored.classes.as_deref());
        let classes = classes.and_then(|classes| classes.parse().ok());
        Known {
            recipes: structures.iter().map(|known| (known.name.as_str(), known.calls.as_ref())).collect(),
            classes,
            is_current: classes == Some(digest),
        }
    }

    fn recipe(&self, name: &str) -> Option<&'s Recipe> {
        self.recipes.get(name).copied().flatten()
    }

    /// Whether nothing has to be looked for: calls are good as long as the classes are the same, and a structure that once was
    /// not found is not looked for again, so that its fixture keeps its text.
    fn is_settled(&self, name: &str) -> bool {
        match self.recipes.get(name) {
            Some(Some(_)) => self.is_current,
            Some(None) => self.classes.is_some(),
            None => false,
        }
    }
}

fn searched(
    context: &Context,
    suite: &Suite,
    (path, classes): (&str, &ClassPath),
    watched: Vec<String>,
    open: &[usize],
    recipes: &[Option<Recipe>],
) -> Result<building::Built, String> {
    let reading = fixture::java::reading(&suite.schema, &context.options);
    if !reading.is_visible {
        return Err(format!("`{}` cannot be named from the tests' package", reading.root));
    }
    let jars = Jars::unpack().map_err(|error| error.to_string())?;
    let directory = processes::folder().map_err(|error| error.to_string())?;
    let settings = JvmSettings {
        java: jdk::program("java"),
        jvm_arguments: vec!["-Xmx512m".to_owned()],
        class_path: worker::absolute_entries(path),
        // What methods write stays out of the project.
        directory: directory.path().to_owned(),
        environment: BTreeMap::new(),
    };
    let jvm = Jvm { jars, settings, watched };
    let layout = Layout::of_own(&suite.schema, &reading);
    let observer = Observer::new(&suite.schema, suite.instances, &reading, &layout);
    let wanted: Vec<Wanted> = open
        .iter()
        .map(|index| Wanted { instance: &suite.instances[*index], recipe: recipes[*index].as_ref() })
        .collect();
    building::build(suite.schema.problem, &observer, classes, &wanted, &jvm, Limits::default())
        .map_err(|error| error.to_string())
}

impl Built {
    /// What else is to be said of the search for calls.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if !self.dangerous.is_empty() {
            let methods = self.dangerous.join(", ");
            remarks.push(format!("not called again: {methods}, which ended the JVM, did not return, or would have changed something outside of it"));
        }
        if self.unstable > 0 {
            remarks.push(format!("{} built differently each time, and so by their fields", self.unstable));
        }
        remarks
    }
}

fn no_classes() -> Failure {
    Failure::usage("`--build api` needs the compiled classes")
        .help("name them with `--classpath`, or say `--build fields`")
}

/// Says which structures the class does not build.
fn refused(failed: &[&str], built: &Built) -> Failure {
    let count = failed.len();
    let (these, plural) = if count == 1 { ("this structure", "") } else { ("these structures", "s") };
    let named = failed.iter().take(NAMED).map(|name| format!("  {name}"));
    let more = count.checked_sub(NAMED).filter(|more| *more > 0).map(|more| format!("  and {more} more"));
    let remarks = built.remarks().into_iter().map(|remark| format!("    {remark}"));
    let what = format!("no calls of public methods were found that build {count} structure{plural}");
    let message = Message::error(what)
        .details(named.chain(more).chain(remarks))
        .help(format_args!("`--build auto` builds {these} by fields; nothing was written"));
    Failure::new(Kind::Findings, message)
}
