//! Which variable the enumerator decides next: the projection in its order, then the others by use.

use crate::sat::propagation::Code;

/// The end of a list of variables.
const NOBODY: u32 = u32::MAX;

/// The order of decisions.
///
/// The projection comes first and in a fixed order, because only then can the enumerator flip its
/// decisions one after another. The other variables stand in a queue, and those that take part in a
/// conflict move to its end, where the next decision is sought (variable move to front, as in
/// Biere, Fröhlich: Evaluating CDCL variable scoring schemes, SAT 2015).
#[derive(Debug, Clone)]
pub(super) struct Order {
    /// The projection, each literal in its preferred phase and each variable once.
    projection: Vec<Code>,
    /// Every projection variable before this place is assigned.
    cursor: u32,
    /// Per variable: its place in the projection, or [`NOBODY`].
    place: Vec<u32>,
    /// Per variable that is in the queue: its neighbours.
    next: Vec<u32>,
    previous: Vec<u32>,
    /// Per variable that is in the queue: ascending from the front to the end.
    stamp: Vec<u64>,
    front: u32,
    end: u32,
    /// Every variable after this one in the queue is assigned.
    candidate: u32,
    clock: u64,
    /// Per variable: the phase in which it was last assigned.
    phase: Vec<bool>,
}

impl Order {
    /// The order for `variables` variables that decides on `projection` first.
    pub(super) fn new(variables: usize, projection: &[Code]) -> Order {
        let mut order = Order {
            projection: Vec::with_capacity(projection.len()),
            cursor: 0,
            place: vec![NOBODY; variables],
            next: vec![NOBODY; variables],
            previous: vec![NOBODY; variables],
            stamp: vec![0; variables],
            front: NOBODY,
            end: NOBODY,
            candidate: NOBODY,
            clock: 0,
            phase: vec![false; variables],
        };
        for &code in projection {
            if order.place[code.variable()] == NOBODY {
                order.place[code.variable()] = order.projection.len() as u32;
                order.projection.push(code);
            }
        }
        // The first variables are the inputs of a circuit, from which the others follow; the last
        // ones are decided last.
        for variable in (0..variables).rev() {
            if order.place[variable] == NOBODY {
                order.append(variable as u32);
            }
        }
        order.candidate = order.end;
        order
    }

    /// The next literal to decide from the projection, if one of its variables is unassigned.
    pub(super) fn next_projected(&mut self, values: &[i8]) -> Option<Code> {
        while let Some(&code) = self.projection.get(self.cursor as usize) {
            if values[code.index()] == 0 {
                return Some(code);
            }
            self.cursor += 1;
        }
        None
    }

    /// The next literal to decide from the other variables, if one of them is unassigned.
    pub(super) fn next_other(&mut self, values: &[i8]) -> Option<Code> {
        while self.candidate != NOBODY {
            let variable = self.candidate;
            if values[2 * variable as usize] == 0 {
                let phase = self.phase[variable as usize];
                return Some(Code(2 * variable + u32::from(!phase)));
            }
            self.candidate = self.previous[variable as usize];
        }
        None
    }

    /// The place in the projection of a variable of it.
    pub(super) fn place(&self, code: Code) -> u32 {
        self.place[code.variable()]
    }

    /// Takes note that `code`, which was true, is unassigned.
    pub(super) fn unassign(&mut self, code: Code) {
        let variable = code.variable();
        let place = self.place[variable];
        if place != NOBODY {
            self.cursor = self.cursor.min(place);
            return;
        }
        self.phase[variable] = code.0 & 1 == 0;
        if self.candidate == NOBODY || self.stamp[variable] > self.stamp[self.candidate as usize] {
            self.candidate = variable as u32;
        }
    }

    /// Moves the variables to the end of the queue, keeping their order among each other.
    pub(super) fn bump(&mut self, variables: &mut [u32], values: &[i8]) {
        variables.sort_unstable_by_key(|&variable| self.stamp[variable as usize]);
        for &variable in variables.iter() {
            if self.place[variable as usize] != NOBODY {
                continue;
            }
            self.remove(variable);
            self.append(variable);
            if values[2 * variable as usize] == 0 {
                self.candidate = variable;
            }
        }
    }

    fn remove(&mut self, variable: u32) {
        let (before, after) = (self.previous[variable as usize], self.next[variable as usize]);
        if self.candidate == variable {
            // It is only ever removed while assigned, so the search may go on before it.
            self.candidate = before;
        }
        match before {
            NOBODY => self.front = after,
            _ => self.next[before as usize] = after,
        }
        match after {
            NOBODY => self.end = before,
            _ => self.previous[after as usize] = before,
        }
    }

    fn append(&mut self, variable: u32) {
        self.clock += 1;
        self.stamp[variable as usize] = self.clock;
        self.previous[variable as usize] = self.end;
        self.next[variable as usize] = NOBODY;
        match self.end {
            NOBODY => self.front = variable,
            end => self.next[end as usize] = variable,
        }
        self.end = variable;
    }
}
