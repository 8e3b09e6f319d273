//! Objects of a worker as messages have them.

use super::table::wire;

wire! {
    /// Which objects a worker reads, and what of them.
    pub struct Objects(Eq) {
        /// The binary name of the root class.
        root: String,
        /// How many objects of each group a structure within the bound has at most.
        limits: Vec<u32>,
        /// How many elements a container within the bound has at most.
        width: u32,
        /// The classes of objects that are read.
        types: Vec<Type>,
        /// The objects that are told apart by identity.
        constants: Vec<Constant>,
    }
}

wire! {
    /// A class of objects that are read.
    pub struct Type(Eq) {
        /// Its binary name.
        class: String,
        /// The group that its objects count in.
        group: u32,
        /// The fields that are read.
        slots: Vec<Slot>,
    }
}

wire! {
    /// A field that is read.
    pub struct Slot(Eq) {
        /// Its name; the class or the nearest one above has it.
        field: String,
        /// What it holds.
        container: Container,
        /// The slot of the same class that says how many places are in use.
        used: Option<u32>,
        /// The least and the greatest integer within the bound.
        range: (i64, i64),
    }
}

wire! {
    /// What a field holds.
    pub enum Container(Copy, Eq) {
        /// One value.
        0 => None,
        /// Elements in no order.
        1 => Elements,
        /// Elements by index.
        2 => Places,
        /// Keys and values.
        3 => Entries,
    }
}

wire! {
    /// An object that is told apart by identity.
    pub struct Constant(Eq) {
        /// The binary name of a class.
        class: String,
        /// The static field that holds it; empty for a new object of the class.
        field: String,
    }
}

wire! {
    /// An object.
    pub struct Observed(Eq, Hash) {
        /// Its class: a place in the list that was asked for.
        class: u32,
        /// The values of the fields that were asked for, in their order.
        values: Vec<Value>,
    }
}

wire! {
    /// The value of a field.
    pub enum Value(Eq, Hash) {
        /// `null`.
        0 => Null,
        /// A number, a character or, as 0 and 1, a truth value.
        1 => Int(value: i64),
        /// A string, or a number that is no integer.
        2 => Text(value: String),
        /// An object of the same message.
        3 => Object(number: u32),
        /// One of the constants that were asked for.
        4 => Constant(number: u32),
        /// The elements of an array or a collection, or the keys and values of a map in turn.
        5 => Many(values: Vec<Value>),
        /// An object of a class that was not asked for, by its number among these.
        7 => Other(number: u32),
    }
}
