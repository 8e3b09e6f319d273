//! What a test asserts: values at its end that are others, or come no more, where a method of the callee has another body.
//!
//! A test that ends as it should is performed with each body in the place of each method of the callee that it enters, and so is what can be
//! asked of its objects. An assertion is kept if it notices a body that the test would not notice without it. Where none does, one is kept that
//! notices another body of the caller. Tests that are for mutants get assertions that notice these.

use super::hunting::Hunting;
use super::trying::{Trying, ending};
use crate::classfile::{ClassName, Type};
use crate::mutation::Mutant;
use crate::sequence::{Came, Member, Seen, ValueType, printed, renamed, type_of, unboxed, used};
use crate::session::Change;
use crate::worker::Error;
use crate::worker::protocol::{Feature, MethodId, Performed, Plain, Sequence, Statement};
use std::collections::BTreeSet;

/// How many observers of an object are tried.
const OBSERVERS: usize = 12;

/// How many values are looked at for one test.
const CANDIDATES: usize = 40;

/// How many assertions a test has at most.
const ASSERTIONS: usize = 4;

/// How many assertions of a test notice the same body at most.
const NOTICING: usize = 2;

/// How many mutants are looked at to choose assertions by; what these notice is asked of all.
const MUTANTS: usize = 48;

/// A value that may be asserted: what a sequence of further statements makes of the end of a test, or its last value if there are none.
#[derive(Clone)]
pub(super) struct Candidate {
    /// The test with these statements.
    sequence: Sequence,
    /// The value.
    value: Plain,
    /// Its digest; 0 if it has none.
    digest: i64,
    /// What the worker says that can replace methods, where it replaces none.
    usual: Option<Plain>,
    /// The bodies that it notices and the test alone does not, by their places among all that were tried.
    notices: BTreeSet<usize>,
    /// The sites of mutants that run.
    met: BTreeSet<u32>,
}

/// What a test does where nothing is replaced.
#[derive(Default)]
struct Usual {
    /// The methods that it enters.
    entered: Vec<MethodId>,
    /// The sites of mutants that run.
    met: BTreeSet<u32>,
    digests: Vec<i64>,
}

/// Whose methods get other bodies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Callee,
    Caller,
}

/// What a test asserts.
pub(super) struct Assertions {
    /// The test, with the statements that ask for values.
    pub(super) sequence: Sequence,
    /// The values, with their places.
    pub(super) values: Vec<(u32, Plain)>,
}

impl Trying<'_, '_, '_, '_> {
    /// What a test asserts that ends as it should.
    pub(super) fn assertions(&mut self, plain: &Sequence) -> Result<Assertions, Error> {
        let mut candidates = self.candidates(plain, is_telling)?;
        let mut chosen = Vec::new();
        let mut is_told = false;
        for (whose, most) in [(Whose::Callee, ASSERTIONS), (Whose::Caller, 1)] {
            // Bodies that were tried before may have left something behind.
            let entered = self.usual(plain, &mut candidates)?.entered;
            let changes = self.bodies(&entered, whose);
            let bodies = self.notice(plain, &mut candidates, &changes)?;
            is_told |= bodies > 0;
            chosen = self.steady(plain, &mut candidates, |all| most_noticing(all, bodies, (most, NOTICING)))?;
            if !chosen.is_empty() {
                break;
            }
        }
        if !is_told {
            // Without bodies to tell by, the first one is as good as any.
            chosen = self.steady(plain, &mut candidates, |all| all.first().map(|_| 0).into_iter().collect())?;
        }
        Ok(joined(plain, &chosen))
    }

    /// What a test may assert that ends as it should and shall notice mutants: those that it shows, and others that are open. Whether the values
    /// are the same in other JVMs was not tried.
    pub(super) fn assertions_about(
        &mut self,
        plain: &Sequence,
        mutants: &[Mutant],
        (shows, open): (&BTreeSet<usize>, &BTreeSet<usize>),
    ) -> Result<Vec<Candidate>, Error> {
        let mut candidates = self.candidates(plain, is_telling_of_mutants)?;
        let usual = self.usual(plain, &mut candidates)?;
        let asked = asked(plain, &candidates);
        let meets = |place: &&usize| {
            let site = mutants[**place].site;
            usual.met.contains(&site) || candidates.iter().any(|one| one.met.contains(&site))
        };
        let others = open.difference(shows);
        let looked_at: Vec<usize> = shows.iter().chain(others).filter(meets).take(MUTANTS).copied().collect();
        for place in looked_at {
            let Mutant { change, site, .. } = mutants[place];
            if usual.met.contains(&site) {
                let came = self.guarded.perform(&asked[..1], Some(change))?;
                let shows = |came: &Performed| came.thrown.is_empty() && came.digests != usual.digests;
                if !came[0].performed().is_some_and(shows) {
                    // The test notices by itself, or nothing is to be seen.
                    continue;
                }
            }
            let changed = self.guarded.perform(&asked[1..], Some(change))?;
            for (one, came) in candidates.iter_mut().zip(&changed) {
                if !ends(came) || shows_another(value(came).as_ref(), one.usual.as_ref()) {
                    one.notices.insert(place);
                }
            }
        }
        candidates.retain(|one| one.usual.as_ref() == Some(&one.value));
        let chosen = most_noticing(&candidates, mutants.len(), (ASSERTIONS, 1));
        Ok(chosen.into_iter().map(|place| candidates[place].clone()).collect())
    }

    /// Those of some candidates that are chosen, as far as their values are the same in two JVMs on classes without static state, asked for one
    /// after the other. What is not is no candidate any more.
    fn steady(
        &mut self,
        plain: &Sequence,
        candidates: &mut Vec<Candidate>,
        choose: impl Fn(&[Candidate]) -> Vec<usize>,
    ) -> Result<Vec<Candidate>, Error> {
        loop {
            let places = choose(candidates);
            let chosen: Vec<Candidate> = places.iter().map(|place| candidates[*place].clone()).collect();
            if chosen.is_empty() {
                return Ok(chosen);
            }
            let Assertions { sequence, values } = joined(plain, &chosen);
            let mut steady = vec![true; chosen.len()];
            for worker in [0, 1, 0] {
                let performed = self.afresh(worker, &sequence)?.map(|(performed, _)| performed);
                for ((steady, one), (place, _)) in steady.iter_mut().zip(&chosen).zip(&values) {
                    let digest = performed.as_ref().and_then(|performed| performed.digests.get(*place as usize));
                    *steady &= one.digest != 0 && digest == Some(&one.digest);
                }
            }
            if steady.iter().all(|steady| *steady) {
                return Ok(chosen);
            }
            let mut dropped: Vec<usize> =
                places.into_iter().zip(steady).filter(|(_, steady)| !steady).map(|(place, _)| place).collect();
            dropped.sort_unstable();
            dropped.into_iter().rev().for_each(|place| drop(candidates.remove(place)));
        }
    }

    /// The values that source can write: the last one, and what pure observers say of objects, those first that are nearest to the last call.
    fn candidates(&mut self, plain: &Sequence, tells: fn(&Plain) -> bool) -> Result<Vec<Candidate>, Error> {
        let Some((performed, _)) = self.performed(plain)? else { return Ok(Vec::new()) };
        let candidate = |sequence: &Sequence, performed: Performed| {
            let Seen::Value(value) = Seen::of(&performed, sequence.statements.len()) else { return None };
            let value = Some(value).filter(tells)?;
            Some(Candidate {
                sequence: sequence.clone(),
                value,
                digest: performed.digests.get(sequence.subject as usize).copied().unwrap_or_default(),
                usual: None,
                notices: BTreeSet::new(),
                met: BTreeSet::new(),
            })
        };
        let digests = performed.digests.clone();
        let mut candidates: Vec<Candidate> = candidate(plain, performed).into_iter().collect();
        if self.hunting.program.prints(plain) {
            let asked = plain.extended(printed());
            let performed = self.performed(&asked)?;
            candidates.extend(performed.and_then(|(performed, _)| candidate(&asked, performed)));
        }
        for (object, class) in objects(plain) {
            let mut questions = self.questions(plain, object, &class, tells(&Plain::Null));
            // What the test has asked last is a candidate already.
            questions.retain(|asked| asked.statements.last() != plain.statements.last());
            for asked in questions.into_iter().take(OBSERVERS) {
                if candidates.len() >= CANDIDATES {
                    return Ok(candidates);
                }
                let Some((performed, _)) = self.performed(&asked)? else { continue };
                // What changes something by asking is no observer.
                let is_pure = performed.digests.get(object as usize) == digests.get(object as usize);
                candidates.extend(candidate(&asked, performed).filter(|_| is_pure));
            }
        }
        Ok(candidates)
    }

    /// A test with what asks an object for values, also in its turn for what it has of the project, which is where a callee is often found.
    fn questions(&self, plain: &Sequence, object: u32, class: &ClassName, has_objects: bool) -> Vec<Sequence> {
        let ask = |of: &Sequence, object, member: &Member| of.extended(member.statement(Some(object), Vec::new()));
        let direct = self.observers(class, is_value).into_iter().map(|member| ask(plain, object, &member));
        let mut questions: Vec<Sequence> = direct.collect();
        if has_objects {
            let objects = self.observers(class, |ty| !is_value(ty));
            questions.extend(objects.into_iter().map(|member| ask(plain, object, &member)));
        }
        for member in self.observers(class, |ty| self.is_own(ty)) {
            let Some(Type::Class(inner)) = member.result() else { continue };
            let deeper = ask(plain, object, &member);
            let asked =
                self.observers(&inner, is_value).into_iter().map(|member| ask(&deeper, deeper.subject, &member));
            questions.extend(asked);
        }
        questions
    }

    /// Finds out what the values are where no method is replaced, and drops those that differ from one time to the next.
    fn usual(&mut self, plain: &Sequence, candidates: &mut Vec<Candidate>) -> Result<Usual, Error> {
        let asked = asked(plain, candidates);
        let as_is = self.guarded.perform(&asked, None)?;
        let again = self.guarded.perform(&asked, None)?;
        let Some(performed) = as_is[0].performed() else { return Ok(Usual::default()) };
        let mut came = as_is[1..].iter().zip(&again[1..]);
        candidates.retain_mut(|one| {
            let (usual, other) = came.next().expect("each was performed");
            one.usual = value(usual);
            one.met = usual.performed().into_iter().flat_map(|performed| performed.met.iter().copied()).collect();
            one.usual == value(other)
        });
        let (entered, digests) = (performed.reached.clone(), performed.digests.clone());
        Ok(Usual { entered, met: performed.met.iter().copied().collect(), digests })
    }

    /// The other bodies of some methods.
    fn bodies(&self, entered: &[MethodId], whose: Whose) -> Vec<Change> {
        let Hunting { guard: Feature::Guard(guard), pair, .. } = self.hunting else { return Vec::new() };
        let is_wanted = |owner: &str| {
            let is_of_callee = pair.callee == *owner || pair.sites.iter().any(|site| site.runs.owner == *owner);
            is_of_callee == (whose == Whose::Callee)
        };
        let methods = entered.iter().filter_map(|id| Some((*id, guard.methods.get(id.0 as usize)?)));
        let wanted = methods.filter(|(_, plan)| is_wanted(&plan.owner));
        wanted.flat_map(|(id, plan)| (0..plan.replacements.len() as u32).map(move |body| (id, body))).collect()
    }

    /// Finds out which bodies candidates notice that the test alone does not. Says how many there are of these.
    fn notice(&mut self, plain: &Sequence, candidates: &mut [Candidate], changes: &[Change]) -> Result<usize, Error> {
        let asked = asked(plain, candidates);
        let mut bodies = 0;
        candidates.iter_mut().for_each(|one| one.notices.clear());
        for change in changes {
            let changed = self.guarded.perform(&asked, Some(*change))?;
            if !ends(&changed[0]) {
                // The test notices by itself.
                continue;
            }
            for (one, came) in candidates.iter_mut().zip(&changed[1..]) {
                if !ends(came) || value(came) != one.usual {
                    one.notices.insert(bodies);
                }
            }
            bodies += 1;
        }
        Ok(bodies)
    }

    /// Whether a type is a class under test.
    fn is_own(&self, ty: &Type) -> bool {
        matches!(ty, Type::Class(class) if self.ingredients.program.is_own(class))
    }

    /// What an object of a class can be asked for without arguments, as far as the types of the answers are wanted.
    fn observers(&self, class: &ClassName, is_wanted: impl Fn(&Type) -> bool) -> Vec<Member> {
        let program = self.ingredients.program;
        let mut members: Vec<Member> = program.members(class, self.ingredients.package).to_vec();
        let is_odd =
            |name: &str| matches!(name, "hashCode" | "clone" | "toString" | "notify" | "notifyAll" | "getClass");
        members.retain(|member| {
            !member.is_static
                && !member.is_constructor()
                && !is_odd(&member.name)
                && member.parameters().is_empty()
                && member.result().is_some_and(|ty| is_wanted(&ty))
        });
        let is_named = |member: &Member| {
            ["get", "is", "has", "size", "length", "count"].iter().any(|start| member.name.starts_with(start))
        };
        members.sort_by_key(|member| (!is_named(member), member.is_field(), member.name.clone()));
        members.truncate(OBSERVERS);
        members
    }
}

/// The places of those that together notice most of some bodies, each of which notices one that not enough others do.
fn most_noticing(candidates: &[Candidate], bodies: usize, (most, noticing): (usize, usize)) -> Vec<usize> {
    let mut chosen = Vec::new();
    let mut noticed = vec![0; bodies];
    while chosen.len() < most {
        let adds = |place: &usize| candidates[*place].notices.iter().filter(|body| noticed[**body] < noticing).count();
        // Of those that add as much, the first one.
        let best = (0..candidates.len()).rev().filter(|place| !chosen.contains(place)).max_by_key(adds);
        let Some(best) = best.filter(|best| adds(best) > 0) else { break };
        candidates[best].notices.iter().for_each(|body| noticed[*body] += 1);
        chosen.push(best);
    }
    chosen
}

/// A test, and with what each candidate asks for.
fn asked(plain: &Sequence, candidates: &[Candidate]) -> Vec<Sequence> {
    [plain].into_iter().chain(candidates.iter().map(|one| &one.sequence)).cloned().collect()
}

/// Whether a sequence ends as it should.
fn ends(came: &Came) -> bool {
    came.performed().is_some_and(|came| came.thrown.is_empty())
}

/// The value of what was performed, if it ended within its limits.
fn value(came: &Came) -> Option<Plain> {
    came.performed().map(|performed| performed.value.clone())
}

/// A test with all that some candidates ask for, and the values in their order.
pub(super) fn joined(plain: &Sequence, chosen: &[Candidate]) -> Assertions {
    let mut sequence = ending(plain.clone());
    let mut values = Vec::new();
    let first = plain.statements.len() as u32;
    for Candidate { sequence: asked, value, .. } in chosen {
        let shift = sequence.statements.len() as u32 - first;
        for statement in &asked.statements[first as usize..] {
            sequence.statements.push(renamed(statement, |value| if value >= first { value + shift } else { value }));
        }
        let place = if asked.subject >= first { asked.subject + shift } else { asked.subject };
        values.push((place, value.clone()));
    }
    Assertions { sequence, values }
}

/// Whether source can write the values of a type.
fn is_value(ty: &Type) -> bool {
    match ty {
        Type::Primitive(_) => true,
        Type::Class(class) => *class == "java/lang/String" || unboxed(ty).is_some(),
        Type::Array(_) => false,
    }
}

/// The objects of a sequence that can be asked: what its last call gave, what it was on and what it was given, and then those before, the last first.
fn objects(sequence: &Sequence) -> Vec<(u32, ClassName)> {
    let last = sequence.statements.len() - 1;
    let near = [last as u32].into_iter().chain(used(&sequence.statements[last]));
    let mut places: Vec<u32> = Vec::new();
    for place in near.chain((0..last as u32).rev()) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let class = |place: u32| match type_of(&sequence.statements[place as usize]) {
        Some(ValueType::Of(Type::Class(class))) if !class.as_str().starts_with("java/") => Some((place, class)),
        _ => None,
    };
    let is_stub = |place: &u32| matches!(sequence.statements[*place as usize], Statement::Stub { .. });
    places.into_iter().filter(|place| !is_stub(place)).filter_map(class).collect()
}

/// Whether a value tells much.
fn is_telling(value: &Plain) -> bool {
    !matches!(value, Plain::Nothing | Plain::Other { .. } | Plain::Null | Plain::Same(_))
}

/// Whether a value tells something at least: that there is one, or none.
fn is_telling_of_mutants(value: &Plain) -> bool {
    *value != Plain::Nothing
}

/// Whether an assertion about a value fails for another one: of other objects, it says only that they are there.
pub(super) fn shows_another(now: Option<&Plain>, usual: Option<&Plain>) -> bool {
    match (now, usual) {
        (Some(Plain::Other { .. }), Some(Plain::Other { .. })) => false,
        (Some(now), Some(Plain::Other { .. })) => *now == Plain::Null,
        (now, usual) => now != usual,
    }
}
