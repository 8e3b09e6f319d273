//! What can be said of the commands of a module before one is run.

use super::lowering::Lowering;
use super::{CommandOptions, check_scope, constraints, declared, literals, lower_command};
use crate::diagnostic::{Diagnostic, any_error};
use crate::resolve::{Command, Growth, Module, SigId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::collections::hash_map::Entry;

/// What is wrong or suspicious with the commands of a module: their scopes, and what cannot be lowered in their formulas
/// or in the facts. A message that several commands share comes once.
pub fn check_commands(module: &Module) -> Vec<Diagnostic> {
    let commands = || module.commands.iter().flat_map(|command| command.earlier.iter().chain([command]));
    let small: Vec<Command> = commands().map(smallest).collect();
    let mut shared: FxHashMap<Setting, Lowering> = FxHashMap::default();
    let mut messages = Vec::new();
    let mut seen = FxHashSet::default();
    for (command, small) in commands().zip(&small) {
        let mut own = check_scope(module, command);
        if !any_error(&own) {
            own.extend(check_formulas(module, small, &mut shared));
        }
        messages.extend(own.into_iter().filter(|message| seen.insert(message.clone())));
    }
    messages
}

/// The same command with few atoms: whether a formula can be lowered does not depend on how many there are.
fn smallest(command: &Command) -> Command {
    let mut small =
        Command { overall: command.overall.map(|_| 1), bit_width: None, max_sequence: None, ..command.clone() };
    for scope in &mut small.scopes {
        scope.count = scope.count.min(1);
    }
    small
}

/// What lowering heeds of a small command without traces besides its formula.
#[derive(PartialEq, Eq, Hash)]
struct Setting {
    overall: Option<u32>,
    scopes: Vec<(SigId, bool, u32, Option<Growth>)>,
    literals: BTreeSet<String>,
}

/// What cannot be lowered in the facts or in the formula of a small command. Facts are lowered once for all commands of one
/// setting.
fn check_formulas<'m>(
    module: &'m Module,
    command: &'m Command,
    shared: &mut FxHashMap<Setting, Lowering<'m>>,
) -> Vec<Diagnostic> {
    if command.trace_lengths.is_some() {
        return lower_command(module, command, CommandOptions::default()).err().unwrap_or_default();
    }
    let scopes = command.scopes.iter().map(|scope| (scope.sig, scope.exactly, scope.count, scope.growth)).collect();
    let literals = literals::of_command(module, command);
    let setting = Setting { overall: command.overall, scopes, literals };
    let lowering = match shared.entry(setting) {
        Entry::Occupied(entry) => entry.into_mut(),
        Entry::Vacant(entry) => match declared(module, command, CommandOptions::default()) {
            Ok(mut lowering) => {
                constraints::facts(&mut lowering);
                entry.insert(lowering)
            }
            Err(errors) => return errors,
        },
    };
    lowering.label = Some(&command.label);
    lowering.tried(|lowering| constraints::goal(lowering, command))
}
