//! Declarations of messages and of what they consist of: one macro makes the type, its codec, and what tells of it.

use super::wire::Shape;

/// What is declared.
#[derive(Debug, Clone)]
pub struct Declaration {
    /// Its name.
    pub name: &'static str,
    /// The lines of what is said of it.
    pub docs: &'static [&'static str],
    /// What it consists of.
    pub content: Content,
}

/// What something consists of.
#[derive(Debug, Clone)]
pub enum Content {
    /// These values, one after the other.
    Fields(Vec<Field>),
    /// The byte of one of these, and its values.
    Variants(Vec<Variant>),
}

/// A value.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// The lines of what is said of it.
    pub docs: &'static [&'static str],
    /// What it looks like.
    pub shape: Shape,
}

/// One of several things that may be there.
#[derive(Debug, Clone)]
pub struct Variant {
    /// Its byte.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// The lines of what is said of it.
    pub docs: &'static [&'static str],
    /// Its values.
    pub fields: Vec<Field>,
}

/// Declares a struct or an enum with the traits in brackets, beside those that all have.
macro_rules! wire {
    (
        $(#[doc = $doc:literal])*
        pub struct $name:ident($($derive:ident),*) {
            $($(#[doc = $field_doc:literal])* $field:ident: $ty:ty,)*
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq, $($derive),*)]
        pub struct $name {
            $($(#[doc = $field_doc])* pub $field: $ty,)*
        }

        impl super::wire::Wire for $name {
            fn shape() -> super::wire::Shape {
                super::wire::Shape::Named(|| super::table::Declaration {
                    name: stringify!($name),
                    docs: &[$($doc),*],
                    content: super::table::Content::Fields(vec![$(super::table::Field {
                        name: stringify!($field),
                        docs: &[$($field_doc),*],
                        shape: <$ty as super::wire::Wire>::shape(),
                    }),*]),
                })
            }

            fn write(&self, out: &mut super::wire::Writer) {
                $(super::wire::Wire::write(&self.$field, out);)*
            }

            fn read(from: &mut super::wire::Reader<'_>) -> std::io::Result<$name> {
                Ok($name { $($field: super::wire::Wire::read(from)?,)* })
            }
        }
    };
    (
        $(#[doc = $doc:literal])*
        pub enum $name:ident($($derive:ident),*) {
            $(
                $(#[doc = $variant_doc:literal])*
                $number:literal => $variant:ident
                $(($single:ident: $single_ty:ty))?
                $({ $($(#[doc = $field_doc:literal])* $field:ident: $ty:ty,)* })?,
            )*
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq, $($derive),*)]
        pub enum $name {
            $(
                $(#[doc = $variant_doc])*
                $variant $(($single_ty))? $({ $($(#[doc = $field_doc])* $field: $ty,)* })?,
            )*
        }

        impl super::wire::Wire for $name {
            fn shape() -> super::wire::Shape {
                super::wire::Shape::Named(|| super::table::Declaration {
                    name: stringify!($name),
                    docs: &[$($doc),*],
                    content: super::table::Content::Variants(vec![$(super::table::Variant {
                        number: $number,
                        name: stringify!($variant),
                        docs: &[$($variant_doc),*],
                        fields: vec![
                            $(super::table::Field {
                                name: stringify!($single),
                                docs: &[],
                                shape: <$single_ty as super::wire::Wire>::shape(),
                            })?
                            $($(super::table::Field {
                                name: stringify!($field),
                                docs: &[$($field_doc),*],
                                shape: <$ty as super::wire::Wire>::shape(),
                            }),*)?
                        ],
                    }),*]),
                })
            }

            fn write(&self, out: &mut super::wire::Writer) {
                match self {
                    $($name::$variant $(($single))? $({ $($field),* })? => {
                        out.byte($number);
                        $(super::wire::Wire::write($single, out);)?
                        $($(super::wire::Wire::write($field, out);)*)?
                    })*
                }
            }

            fn read(from: &mut super::wire::Reader<'_>) -> std::io::Result<$name> {
                Ok(match from.byte()? {
                    $($number => $name::$variant
                        $((<$single_ty as super::wire::Wire>::read(from)?))?
                        $({ $($field: <$ty as super::wire::Wire>::read(from)?),* })?,
                    )*
                    _ => return Err(super::wire::malformed(concat!("has an unknown ", stringify!($name)))),
                })
            }
        }
    };
}

pub(super) use wire;
