//! What a random expression may mention: names with the types of their columns.

/// The type of a column: a top-level signature by its number, or the integers.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Column {
    Top(usize),
    Int,
}

/// Something named, and its columns.
#[derive(Clone, Debug)]
pub struct Named {
    pub name: String,
    pub columns: Vec<Column>,
}

/// A function or a predicate, and the columns of its parameters, which are sets or relations.
#[derive(Clone, Debug)]
pub struct Callable {
    pub name: String,
    pub parameters: Vec<Vec<Column>>,
    /// The columns of a function's result; a predicate has none.
    pub result: Vec<Column>,
}

/// The names in scope.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// How many top-level signatures there are.
    pub tops: usize,
    /// Signatures, fields and variables, in any order.
    pub names: Vec<Named>,
    pub functions: Vec<Callable>,
    pub predicates: Vec<Callable>,
    /// Whether things change, and formulas are about other states.
    pub temporal: bool,
    /// Whether numbers are used.
    pub integers: bool,
    /// Whether fields may be sequences of the first signature.
    pub sequences: bool,
    /// The type of the `enum`, if there is one.
    pub enumeration: Option<Column>,
    /// Whether `util/relation` is open, as `rel`.
    pub relation: bool,
    /// Which top-level signatures are ordered, and how their orders are called.
    pub orders: Vec<(Column, String)>,
    /// How many variables were named so far, so that none hides another.
    pub variables: usize,
}

impl Vocabulary {
    pub fn name(&mut self, name: impl Into<String>, columns: &[Column]) {
        self.names.push(Named { name: name.into(), columns: columns.to_vec() });
    }

    /// A name that is not in use.
    pub fn fresh(&mut self) -> String {
        self.variables += 1;
        format!("v{}", self.variables)
    }

    /// The types that a column may have.
    pub fn columns(&self) -> Vec<Column> {
        let integers = self.integers.then_some(Column::Int);
        (0..self.tops).map(Column::Top).chain(integers).collect()
    }

    /// The names with exactly these columns.
    pub fn of(&self, columns: &[Column]) -> Vec<&Named> {
        self.names.iter().filter(|named| named.columns == columns).collect()
    }
}
