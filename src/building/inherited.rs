//! What a class inherits from classes of the JDK, whose files nobody has: a worker asks the class itself.

use crate::classfile::{Primitive, Type, TypeView};
use crate::sequence::{Came, Performing, Plain, Sequence, Statement};
use crate::worker::Error;

/// A public method of an object, as reflection tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inherited {
    /// The binary name of the class that declares it.
    pub class: String,
    /// Its name.
    pub name: String,
    /// The types of its parameters.
    pub parameters: Vec<TypeView>,
    /// What it returns.
    pub result: TypeView,
    /// The binary names of the exceptions that it declares.
    pub exceptions: Vec<String>,
}

/// The public methods of a class that are not static, inherited ones too; none if it cannot be loaded.
pub fn public_methods(performing: &mut Performing<'_>, class: &str) -> Result<Vec<Inherited>, Error> {
    let Some(Plain::Number { bits: count, .. }) = value(performing, vec![number_of_methods(class)])?.pop() else {
        return Ok(Vec::new());
    };
    let told = value(performing, (0..count).map(|number| method(class, number)).collect())?;
    let said = told.iter().filter_map(|plain| match plain {
        Plain::Text(text) => parsed(text),
        _ => None,
    });
    Ok(said.collect())
}

/// The values of some sequences, as far as they have some.
fn value(performing: &mut Performing<'_>, sequences: Vec<Sequence>) -> Result<Vec<Plain>, Error> {
    let came = performing.perform(&sequences, None)?;
    Ok(came.iter().filter_map(Came::performed).map(|performed| performed.value.clone()).collect())
}

/// A class, and its public methods as an array.
fn methods(class: &str) -> Vec<Statement> {
    vec![
        Statement::ClassLiteral { ty: format!("L{};", class.replace('.', "/")) },
        call(0, "java/lang/Class", "getMethods", "()[Ljava/lang/reflect/Method;"),
    ]
}

fn number_of_methods(class: &str) -> Sequence {
    let mut statements = methods(class);
    statements.push(array("getLength", "(Ljava/lang/Object;)I", vec![1]));
    Sequence { subject: 2, statements }
}

/// What one of the methods says of itself.
fn method(class: &str, number: i64) -> Sequence {
    let mut statements = methods(class);
    statements.push(Statement::Number { ty: "I".to_owned(), bits: number });
    statements.push(array("get", "(Ljava/lang/Object;I)Ljava/lang/Object;", vec![1, 2]));
    statements.push(call(3, "java/lang/Object", "toString", "()Ljava/lang/String;"));
    Sequence { subject: 4, statements }
}

fn call(on: u32, owner: &str, name: &str, descriptor: &str) -> Statement {
    let (owner, name, descriptor) = (owner.to_owned(), name.to_owned(), descriptor.to_owned());
    Statement::Call { on, owner, name, descriptor, arguments: Vec::new() }
}

fn array(name: &str, descriptor: &str, arguments: Vec<u32>) -> Statement {
    let owner = "java/lang/reflect/Array".to_owned();
    Statement::CallStatic { owner, name: name.to_owned(), descriptor: descriptor.to_owned(), arguments }
}

/// What `Method.toString` says: `public boolean java.util.ArrayList.add(java.lang.Object) throws …`.
fn parsed(text: &str) -> Option<Inherited> {
    let (head, rest) = text.split_once('(')?;
    let (parameters, exceptions) = rest.split_once(')')?;
    let mut words = head.rsplit(' ');
    let (class, name) = words.next()?.rsplit_once('.')?;
    let result = words.next()?;
    if words.any(|word| word == "static") {
        return None;
    }
    let names = |list: &str| list.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    Some(Inherited {
        class: class.to_owned(),
        name: name.to_owned(),
        parameters: names(parameters).iter().map(|name| view(name)).collect::<Option<_>>()?,
        result: if result == "void" { TypeView::Primitive("void") } else { view(result)? },
        exceptions: exceptions.strip_prefix(" throws ").map(names).unwrap_or_default(),
    })
}

/// A type as reflection names it.
fn view(name: &str) -> Option<TypeView> {
    if let Some(element) = name.strip_suffix("[]") {
        return Some(TypeView::Array(Box::new(view(element)?)));
    }
    let known = Primitive::of_keyword(name).map(|primitive| TypeView::Primitive(primitive.keyword()));
    let view = known.unwrap_or_else(|| TypeView::Class(name.to_owned()));
    Type::parse(&Type::from(&view).descriptor()).map(|_| view)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reflection_says_of_a_method_is_read() {
        // As Java 17 prints them.
        let method =
            parsed("public int java.io.Reader.read(char[],int,java.util.Map$Entry[][]) throws java.io.IOException");
        let chars = TypeView::Array(Box::new(TypeView::Primitive("char")));
        let entry = TypeView::Class("java.util.Map$Entry".to_owned());
        let entries = TypeView::Array(Box::new(TypeView::Array(Box::new(entry))));
        let expected = Inherited {
            class: "java.io.Reader".to_owned(),
            name: "read".to_owned(),
            parameters: vec![chars, TypeView::Primitive("int"), entries],
            result: TypeView::Primitive("int"),
            exceptions: vec!["java.io.IOException".to_owned()],
        };
        assert_eq!(method, Some(expected));
        let method = parsed("public default void java.lang.Iterable.forEach(java.util.function.Consumer)");
        assert!(
            method.is_some_and(|method| method.exceptions.is_empty() && method.result == TypeView::Primitive("void"))
        );
        assert_eq!(parsed("public static java.util.List java.util.List.of()"), None);
    }
}
