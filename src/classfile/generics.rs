//! The types of fields with their arguments: signatures of class files (Java Virtual Machine Specification, 4.7.9.1).

use std::collections::HashMap;

/// A type of the Java language, its variables replaced by what stands for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// A primitive, by its keyword.
    Primitive(&'static str),
    /// A class by its binary name with dots, and its arguments if they are known.
    Class(String, Vec<Type>),
    /// An array.
    Array(Box<Type>),
    /// A variable of which only the name is known.
    Variable(String),
    /// Any type that is ordered.
    Ordered,
    /// Any type.
    Any,
}

/// What stands for the variables of a class.
pub type Variables = HashMap<String, Type>;

/// The variables that a class signature declares, in order, with what their bounds say of them.
///
/// `None` if the text is no class signature.
pub fn declared(signature: &str) -> Option<Vec<(String, Type)>> {
    let mut reader = Reader { rest: signature, variables: &Variables::new() };
    reader.parameters()
}

/// The types that a class signature extends and implements, the superclass first; `None` if the text is no class signature.
pub fn supertypes(signature: &str, variables: &Variables) -> Option<Vec<Type>> {
    let mut reader = Reader { rest: signature, variables };
    reader.parameters()?;
    let mut types = Vec::new();
    while !reader.rest.is_empty() {
        types.push(reader.ty(0)?);
    }
    Some(types)
}

/// The type that a field signature denotes; `None` if the text is none.
pub fn field_type(signature: &str, variables: &Variables) -> Option<Type> {
    let mut reader = Reader { rest: signature, variables };
    reader.ty(0).filter(|_| reader.rest.is_empty())
}

/// The types that a method signature has for its parameters; `None` if the text is no method signature.
pub fn parameters(signature: &str, variables: &Variables) -> Option<Vec<Type>> {
    let mut reader = Reader { rest: signature, variables };
    let own = reader.parameters()?;
    // What a method declares itself hides what its class does.
    let mut variables = variables.clone();
    variables.extend(own);
    let mut reader = Reader { rest: reader.rest, variables: &variables };
    let mut types = Vec::new();
    if !reader.eat('(') {
        return None;
    }
    while !reader.eat(')') {
        types.push(reader.ty(0)?);
    }
    Some(types)
}

/// How deep types are read; compilers stop far earlier.
const DEEPEST: usize = 64;

/// How many parts of a type are kept, so that hostile class files cannot make types that double with every class.
const LARGEST: usize = 256;

impl Type {
    /// The type with its variables replaced; those without a value may be anything, and so may what is too large.
    pub fn with(&self, variables: &Variables) -> Type {
        let mut room = LARGEST;
        self.within(variables, &mut room)
    }

    fn within(&self, variables: &Variables, room: &mut usize) -> Type {
        let Some(left) = room.checked_sub(1) else { return Type::Any };
        *room = left;
        match self {
            Type::Variable(name) => match variables.get(name) {
                // What stands for a variable is kept as it is, variables of another class included.
                Some(value) => value.kept(room),
                None => Type::Any,
            },
            Type::Class(name, arguments) => {
                let arguments = arguments.iter().map(|argument| argument.within(variables, room)).collect();
                Type::Class(name.clone(), arguments)
            }
            Type::Array(element) => Type::Array(Box::new(element.within(variables, room))),
            Type::Primitive(_) | Type::Ordered | Type::Any => self.clone(),
        }
    }

    fn kept(&self, room: &mut usize) -> Type {
        let Some(left) = room.checked_sub(1) else { return Type::Any };
        *room = left;
        match self {
            Type::Class(name, arguments) => {
                Type::Class(name.clone(), arguments.iter().map(|argument| argument.kept(room)).collect())
            }
            Type::Array(element) => Type::Array(Box::new(element.kept(room))),
            _ => self.clone(),
        }
    }

    /// Notes what variables have to stand for so that this type is another one.
    pub fn match_with(&self, other: &Type, variables: &mut Variables) {
        match (self, other) {
            (Type::Variable(name), other) => {
                variables.entry(name.clone()).or_insert_with(|| other.clone());
            }
            (Type::Class(name, own), Type::Class(same, others)) if name == same => {
                own.iter().zip(others).for_each(|(own, other)| own.match_with(other, variables));
            }
            (Type::Array(own), Type::Array(other)) => own.match_with(other, variables),
            _ => {}
        }
    }
}

struct Reader<'s> {
    rest: &'s str,
    variables: &'s Variables,
}

impl<'s> Reader<'s> {
    fn eat(&mut self, letter: char) -> bool {
        let rest = self.rest.strip_prefix(letter);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// The text up to one of some letters, which stays.
    fn until(&mut self, ends: &[char]) -> Option<&'s str> {
        let (text, rest) = self.rest.split_at(self.rest.find(ends)?);
        self.rest = rest;
        (!text.is_empty()).then_some(text)
    }

    fn parameters(&mut self) -> Option<Vec<(String, Type)>> {
        let mut declared = Vec::new();
        if !self.eat('<') {
            return Some(declared);
        }
        while !self.eat('>') {
            let name = self.until(&[':'])?.to_owned();
            let mut bound = Type::Any;
            while self.eat(':') {
                // The bound by a class is left out where there is one by an interface only.
                if self.rest.starts_with(':') {
                    continue;
                }
                match self.ty(0)? {
                    Type::Class(class, _) if class == "java.lang.Comparable" => bound = Type::Ordered,
                    class @ Type::Class(..) if bound == Type::Any && !is_object(&class) => bound = class,
                    _ => {}
                }
            }
            declared.push((name, bound));
        }
        Some(declared)
    }

    fn ty(&mut self, depth: usize) -> Option<Type> {
        let letter = self.rest.chars().next().filter(|_| depth < DEEPEST)?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(match letter {
            'B' => Type::Primitive("byte"),
            'C' => Type::Primitive("char"),
            'D' => Type::Primitive("double"),
            'F' => Type::Primitive("float"),
            'I' => Type::Primitive("int"),
            'J' => Type::Primitive("long"),
            'S' => Type::Primitive("short"),
            'Z' => Type::Primitive("boolean"),
            '[' => Type::Array(Box::new(self.ty(depth + 1)?)),
            'T' => {
                let name = self.until(&[';'])?;
                self.eat(';');
                self.variables.get(name).cloned().unwrap_or(Type::Any)
            }
            'L' => self.class(depth)?,
            _ => return None,
        })
    }

    fn class(&mut self, depth: usize) -> Option<Type> {
        let mut name = self.until(&['<', '.', ';'])?.replace('/', ".");
        let mut arguments = Vec::new();
        loop {
            if self.eat('<') {
                while !self.eat('>') {
                    arguments.push(self.argument(depth + 1)?);
                }
            } else if self.eat('.') {
                // A class inside a generic one; what counts are its own arguments, after those of the outer class.
                name = format!("{name}${}", self.until(&['<', '.', ';'])?);
                arguments.clear();
            } else {
                return self.eat(';').then_some(Type::Class(name, arguments));
            }
        }
    }

    fn argument(&mut self, depth: usize) -> Option<Type> {
        if self.eat('*') {
            return Some(Type::Any);
        }
        // A bound by a subtype says nothing of what is inside.
        if self.eat('-') {
            return self.ty(depth).map(|_| Type::Any);
        }
        self.eat('+');
        self.ty(depth)
    }
}

fn is_object(ty: &Type) -> bool {
    matches!(ty, Type::Class(class, _) if class == "java.lang.Object")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str, arguments: &[Type]) -> Type {
        Type::Class(name.to_owned(), arguments.to_vec())
    }

    #[test]
    fn variables_are_read_with_their_bounds() {
        // <K extends Object & Comparable<? super K>, V, E extends Comparable<E>, N extends Number>
        let text = "<K:Ljava/lang/Object;:Ljava/lang/Comparable<-TK;>;V:Ljava/lang/Object;E::Ljava/lang/Comparable<TE;>;\
                    N:Ljava/lang/Number;>Ljava/lang/Object;";
        let number = class("java.lang.Number", &[]);
        let expected = [("K", Type::Ordered), ("V", Type::Any), ("E", Type::Ordered), ("N", number)];
        assert_eq!(declared(text), Some(expected.map(|(name, bound)| (name.to_owned(), bound)).to_vec()));
        assert_eq!(declared("Ljava/lang/Object;"), Some(Vec::new()));
        assert_eq!(declared("<K"), None);
    }

    #[test]
    fn variables_are_replaced_inside_types() {
        let variables = Variables::from([("T".to_owned(), Type::Ordered)]);
        let read = |text| field_type(text, &variables);
        assert_eq!(read("TT;"), Some(Type::Ordered));
        assert_eq!(read("[[I"), Some(Type::Array(Box::new(Type::Array(Box::new(Type::Primitive("int")))))));
        let list = class("java.util.List", &[class("a.Tree$Node", &[Type::Ordered])]);
        assert_eq!(read("Ljava/util/List<+La/Tree$Node<TT;>;>;"), Some(list));
        assert_eq!(read("La/Tree<TT;>.Node;"), Some(class("a.Tree$Node", &[])));
        assert_eq!(read("Ljava/util/Set<*>;"), Some(class("java.util.Set", &[Type::Any])));
    }

    #[test]
    fn the_parameters_of_methods_are_read() {
        // <E extends Object> void add(int, E, V[], List<V>)
        let text = "<E:Ljava/lang/Object;>(ITE;[TV;Ljava/util/List<TV;>;)V";
        let variable = Type::Variable("V".to_owned());
        let read = parameters(text, &Variables::from([("V".to_owned(), variable.clone())])).expect("it is one");
        let array = Type::Array(Box::new(variable.clone()));
        assert_eq!(read, [Type::Primitive("int"), Type::Any, array, class("java.util.List", &[variable])]);
        assert_eq!(parameters("()V", &Variables::new()), Some(Vec::new()));
        assert_eq!(parameters("I", &Variables::new()), None);
    }

    #[test]
    fn supertypes_have_the_arguments_of_the_class() {
        // class Inner<V> extends Node<Integer, V> implements Shape
        let text = "<V:Ljava/lang/Object;>La/Node<Ljava/lang/Integer;TV;>;La/Shape;";
        let variable = Type::Variable("V".to_owned());
        let read = supertypes(text, &Variables::from([("V".to_owned(), variable.clone())])).expect("it is one");
        assert_eq!(read, [class("a.Node", &[class("java.lang.Integer", &[]), variable]), class("a.Shape", &[])]);
        let mut found = Variables::new();
        let node = class("a.Node", &[class("java.lang.Integer", &[]), Type::Ordered]);
        read[0].match_with(&node, &mut found);
        assert_eq!(found, Variables::from([("V".to_owned(), Type::Ordered)]));
        assert_eq!(read[0].with(&found), node);
    }

    #[test]
    fn types_that_double_with_every_class_stay_small() {
        fn size(ty: &Type) -> usize {
            match ty {
                Type::Class(_, arguments) => 1 + arguments.iter().map(size).sum::<usize>(),
                _ => 1,
            }
        }
        let mut ty = Type::Ordered;
        for _ in 0..1000 {
            let variable = Type::Variable("V".to_owned());
            ty = class("Pair", &[variable.clone(), variable]).with(&Variables::from([("V".to_owned(), ty)]));
        }
        assert!(size(&ty) <= 2 * LARGEST, "{}", size(&ty));
    }

    #[test]
    fn what_is_no_signature_is_nothing() {
        for text in ["", "L", "TT", "Q", "I;", "La/B", "La/B<", "La/B<I>", "L;", &"[".repeat(1000)] {
            assert_eq!(field_type(text, &Variables::new()), None, "{text}");
        }
    }
}
