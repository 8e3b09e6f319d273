//! Which structures of a suite are built by calls of public methods, and what is said of that.

use super::context::Context;
use super::{Exit, jdk, print};
use crate::building::{self, Built, Jvm, Limits, Observer, Wanted};
use crate::fixture::java::Reading;
use crate::fixture::recipe::Recipe;
use crate::fixture::stored::Stored;
use crate::fixture::{self, Build, Origin, Suite};
use crate::objects::Layout;
use crate::processes;
use crate::worker::{self, Jars, Settings};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How many structures are named that cannot be built.
const NAMED: usize = 10;

/// How the structures of a suite are built.
#[derive(Debug, Default)]
pub(super) struct Building {
    /// The calls that build each structure; the others are built by their fields.
    pub(super) recipes: Vec<Option<Recipe>>,
    /// The digest of the classes that calls were looked for in.
    pub(super) classes: Option<u64>,
    /// What is to be said of it.
    pub(super) report: String,
}

impl Building {
    /// Looks for calls that build the structures of a suite; what a stored suite says of them still holds as long as its
    /// classes are the same.
    pub(super) fn of(context: &Context, suite: &Suite, stored: Option<&Stored>, quiet: bool) -> Result<Building, Exit> {
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
        let mut remarks = String::new();
        if !open.is_empty() {
            let watched: Vec<String> = classes.names().iter().map(|name| name.replace('.', "/")).collect();
            match searched(context, suite, path, watched, &open, &recipes) {
                Ok(built) => {
                    remarks = remarked(&built);
                    for (index, recipe) in open.iter().zip(built.recipes) {
                        recipes[*index] = recipe;
                    }
                }
                Err(reason) if wanted == Build::Api => {
                    print::message(format_args!(
                        "error: fex cannot search the class for calls that build structures: {reason}"
                    ));
                    print::message("help: `--build fields` needs no JVM");
                    return Err(Exit::Usage);
                }
                Err(reason) => {
                    if !quiet {
                        print::message(format_args!("note: structures are built by their fields: {reason}"));
                    }
                    // The next run asks again.
                    return Ok(Building { recipes, classes: known.classes, report: String::new() });
                }
            }
        }
        let failed: Vec<&str> =
            names.iter().zip(&recipes).filter(|(_, recipe)| recipe.is_none()).map(|(name, _)| name.as_str()).collect();
        if wanted == Build::Api && !failed.is_empty() {
            return Err(refused(&failed, &remarks));
        }
        let (calls, fields) = (recipes.len() - failed.len(), failed.len());
        let report = format!("  built  {calls} by public methods, {fields} by fields\n{remarks}");
        let is_same = names.iter().zip(&recipes).all(|(name, recipe)| known.recipe(name) == recipe.as_ref());
        // A suite does not change because its classes did: that its calls still hold is found out again next time.
        let classes = known.classes.filter(|_| is_same).unwrap_or(digest);
        Ok(Building { recipes, classes: Some(classes), report })
    }

    /// The suite, built like this.
    pub(super) fn applied<'s>(&'s self, suite: Suite<'s>) -> Suite<'s> {
        Suite { origin: Origin { recipes: &self.recipes, classes: self.classes, ..suite.origin }, ..suite }
    }
}

/// What a stored suite says of how its structures are built.
struct Known<'s> {
    recipes: BTreeMap<&'s str, Option<&'s Recipe>>,
    classes: Option<u64>,
    is_current: bool,
}

impl<'s> Known<'s> {
    fn of(stored: Option<&'s Stored>, digest: u64) -> Known<'s> {
        let structures = stored.map(|stored| stored.instances.as_slice()).unwrap_or_default();
        let classes = stored.and_then(|stored| stored.classes.as_deref());
        let classes = classes.and_then(|classes| u64::from_str_radix(classes, 16).ok());
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
    path: &str,
    watched: Vec<String>,
    open: &[usize],
    recipes: &[Option<Recipe>],
) -> Result<Built, String> {
    let reading = Reading::new(suite, &context.options);
    if !reading.is_visible {
        return Err(format!("`{}` cannot be named from the tests' package", reading.root));
    }
    let jars = Jars::unpack().map_err(|error| error.to_string())?;
    let directory = processes::folder().map_err(|error| error.to_string())?;
    let settings = Settings {
        java: jdk::program("java"),
        jvm_arguments: vec!["-Xmx512m".to_owned()],
        class_path: worker::absolute_entries(path),
        // What methods write stays out of the project.
        directory: directory.path().to_owned(),
        environment: BTreeMap::new(),
    };
    let jvm = Jvm { jars, settings, watched };
    let layout = Layout::of_own(suite, &reading);
    let observer = Observer::new(suite, &reading, &layout);
    let wanted: Vec<Wanted> = open
        .iter()
        .map(|index| Wanted { instance: &suite.instances[*index], recipe: recipes[*index].as_ref() })
        .collect();
    building::build(suite.problem, &observer, &wanted, &jvm, Limits::default()).map_err(|error| error.to_string())
}

/// What else is to be said of a search.
fn remarked(built: &Built) -> String {
    let mut text = String::new();
    if !built.dangerous.is_empty() {
        let _ = writeln!(
            text,
            "    not called again: {}, which ended the JVM or did not return",
            built.dangerous.join(", ")
        );
    }
    if built.unstable > 0 {
        let _ = writeln!(text, "    {} built differently each time, and so by their fields", built.unstable);
    }
    text
}

fn no_classes() -> Exit {
    print::message("error: `--build api` needs the compiled classes");
    print::message("help: name them with `--classpath`, or say `--build fields`");
    Exit::Usage
}

/// Says which structures the class does not build.
fn refused(failed: &[&str], remarks: &str) -> Exit {
    let count = failed.len();
    let (these, plural) = if count == 1 { ("this structure", "") } else { ("these structures", "s") };
    print::message(format_args!("error: no calls of public methods were found that build {count} structure{plural}"));
    for name in failed.iter().take(NAMED) {
        print::message(format_args!("  {name}"));
    }
    if count > NAMED {
        print::message(format_args!("  and {} more", count - NAMED));
    }
    if !remarks.is_empty() {
        print::message(remarks.trim_end());
    }
    print::message(format_args!("help: `--build auto` builds {these} by fields; nothing was written"));
    Exit::Findings
}
