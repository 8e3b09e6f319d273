//! Lowers a checked module, with a scope, to a relational problem: for a `generate` paragraph, or for a command with
//! Alloy's rules.
//!
//! First the population is settled: how many objects each signature has (`population`, for commands `scopes`), and
//! which integers and strings there are (`integers`, `literals`). Then every signature and field becomes a relation with bounds (`bounds`),
//! what their declarations say becomes constraints (`declarations`), and so does every conjunct of the
//! facts and invariants (`constraints`, with `expressions` for the terms), each under a name of its own
//! so that an unsatisfiable core can be explained.

mod binding;
mod bounds;
mod checking;
mod constraints;
mod declarations;
mod empty_signatures;
mod expressions;
mod formulas;
mod integers;
mod literal_ranges;
mod literals;
mod lowered;
mod lowering;
mod orders;
mod overflow;
mod places;
mod population;
mod recursion;
mod scopes;
mod single;
mod time;
mod trace;
mod options;

pub use checking::check_commands;
pub use lowered::{Lowered, Question, Run, State};
pub use options::{At, CommandOptions, Scopes};

use crate::diagnostic::Diagnostic;
use crate::relational::RelationId;
use crate::resolve::{Command, Generate, Module, SigId};
use bounds::Purpose;
use lowering::Lowering;
use std::collections::BTreeSet;

/// Lowers a module for one `generate` paragraph.
pub fn lower(module: &Module, generate: &Generate, options: &Scopes) -> Result<Lowered, Vec<Diagnostic>> {
    let scope = options.overall.unwrap_or(generate.scope);
    let population = population::of_suite(module, generate, options, scope)?;
    let integers = integers::of_suite(module, generate, options, scope, &population)?;
    let bounds = bounds::build(module, generate.span, Purpose::Structures, population, &integers, BTreeSet::new())?;
    let mut lowering = Lowering::new(module, &options.sources, bounds);
    declarations::constrain(&mut lowering);
    constraints::facts(&mut lowering);
    constraints::invariants(&mut lowering, generate);
    let sig_relation = lowering.bounds.sig_relations();
    let field_relation = lowering.bounds.states[0].fields.clone();
    let mut problem = lowering.finish()?;
    problem.heap.sigs = sig_relation.clone();
    Ok(Lowered { problem, sig_relation, field_relation, int_ranges: integers.values, scope })
}

/// What is wrong or suspicious with the scope of a command; [`lower_command`] fails where one of these is an error.
pub fn check_scope(module: &Module, command: &Command) -> Vec<Diagnostic> {
    if !command.faults.is_empty() {
        return command.faults.clone();
    }
    match scopes::of_command(module, command) {
        Ok(population) => {
            let mut warnings = scopes::exceeded(module, command);
            warnings.extend(empty_signatures::warning(module, command, &population));
            warnings.extend(literals::too_wide(module, command));
            warnings
        }
        Err(errors) => errors,
    }
}

/// Lowers a module for one command.
pub fn lower_command(module: &Module, command: &Command, options: CommandOptions) -> Result<Run, Vec<Diagnostic>> {
    let mut lowering = declared(module, command, options)?;
    let first_witness = lowering.bounds.relations.len();
    constraints::facts(&mut lowering);
    constraints::goal(&mut lowering, command);
    let mut states = Vec::new();
    lowering.in_every_state(|lowering| {
        let sigs = (0..module.sigs.len()).map(|index| lowering.sig_term(SigId(index as u32))).collect();
        let fields = lowering.bounds.states[lowering.bounds.now].fields.clone();
        states.push(State { sigs, fields });
    });
    let witnesses = (first_witness..lowering.bounds.relations.len()).map(|index| RelationId(index as u32)).collect();
    let texts = lowering.bounds.texts.clone();
    let loops = lowering.time.as_ref().map(|time| time.loop_relations.clone()).unwrap_or_default();
    let questions = options.questions.iter().filter_map(|(function, atoms)| {
        let past = lowering.past_of(&module.functions[function.index()].body);
        lowering.go_to(options.at.back, options.at.state, past);
        lowering.question(*function, atoms)
    });
    let questions = questions.collect();
    let is_trace = command.trace_lengths.is_some();
    Ok(Run { problem: lowering.finish()?, states, is_trace, loops, witnesses, texts, questions })
}

/// The relations of a module for one command, and what its declarations say of them.
fn declared<'m>(
    module: &'m Module,
    command: &'m Command,
    options: CommandOptions<'m>,
) -> Result<Lowering<'m>, Vec<Diagnostic>> {
    if !command.faults.is_empty() {
        return Err(command.faults.clone());
    }
    let population = scopes::of_command(module, command)?;
    let integers = integers::of_command(command)?;
    let literals = literals::of_command(module, command);
    let purpose = Purpose::Instances { ordered: options.ordered };
    let mut bounds = bounds::build(module, command.span, purpose, population, &integers, literals)?;
    bounds.universe.overflow = options.overflow;
    let mut lowering = Lowering::new(module, options.sources, bounds);
    lowering.recursion = options.recursion;
    lowering.label = Some(&command.label);
    if let Some((least, _)) = command.trace_lengths {
        lowering.unroll(options.length.unwrap_or(least) as usize, &command.goal);
    }
    declarations::constrain(&mut lowering);
    if let Some((least, _)) = command.trace_lengths {
        lowering.shortest(least as usize);
    }
    Ok(lowering)
}
