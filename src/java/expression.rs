//! Expressions are made here: names, literals, calls, operators, and truths that are simplified as they are put together.

use super::tree::{Binary, Call, Creation, Expr, Lambda, LambdaBody, Literal, Member, Receiver, Stmt, Unary};
use super::types::{CanonicalName, Type};

impl Expr {
    /// A variable, or a field of the class around.
    pub fn name(name: impl Into<String>) -> Expr {
        Expr::Name(name.into())
    }

    /// A name, a call or a field as a source has it.
    pub fn source(text: impl Into<String>) -> Expr {
        Expr::Source(text.into())
    }

    /// `null`
    pub fn null() -> Expr {
        Expr::Literal(Literal::Null)
    }

    /// `true` or `false`
    pub fn truth(value: bool) -> Expr {
        Expr::Literal(Literal::Boolean(value))
    }

    /// An `int`.
    pub fn int(value: i64) -> Expr {
        Expr::Literal(Literal::Int(value))
    }

    /// A string.
    pub fn text(text: impl Into<String>) -> Expr {
        Expr::Literal(Literal::Text(text.into()))
    }

    /// A `char`: as itself if it is printable, else by its number.
    pub fn character(character: char) -> Expr {
        match character {
            ' '..='~' => Expr::Literal(Literal::Char(character)),
            other => Expr::int(i64::from(u32::from(other))).cast(Type::CHAR),
        }
    }

    /// The class of a type before a dot; of what is no class, `Object`.
    pub fn class_of(ty: &Type) -> Expr {
        Expr::Class(ty.name().cloned().unwrap_or_else(|| CanonicalName::new("java.lang", "Object")))
    }

    /// A class of `java.lang` or `java.util` before a dot.
    pub fn library(package: &str, simple: &str) -> Expr {
        Expr::Class(CanonicalName::new(package, simple))
    }

    /// `self.field`
    pub fn field(self, field: impl Into<String>) -> Expr {
        Expr::Field(Box::new(self), field.into())
    }

    /// A call of a method of the class around.
    pub fn own(name: impl Into<String>, arguments: Vec<Expr>) -> Expr {
        Expr::called(Receiver::Own, Vec::new(), name, arguments)
    }

    /// `self.name(…)`
    pub fn call(self, name: impl Into<String>, arguments: Vec<Expr>) -> Expr {
        Expr::called(Receiver::Of(self), Vec::new(), name, arguments)
    }

    /// `self.<…>name(…)`
    pub fn call_with(self, type_arguments: Vec<Type>, name: impl Into<String>, arguments: Vec<Expr>) -> Expr {
        Expr::called(Receiver::Of(self), type_arguments, name, arguments)
    }

    /// A call of a static method that is imported.
    pub fn imported(class: CanonicalName, name: impl Into<String>, arguments: Vec<Expr>) -> Expr {
        Expr::called(Receiver::Imported(class), Vec::new(), name, arguments)
    }

    fn called(on: Receiver, type_arguments: Vec<Type>, name: impl Into<String>, arguments: Vec<Expr>) -> Expr {
        Expr::Call(Box::new(Call { on, type_arguments, name: name.into(), arguments }))
    }

    /// `new Type(…)`
    pub fn new(ty: Type, arguments: Vec<Expr>) -> Expr {
        Expr::New(Box::new(Creation { outer: None, ty, inferred: false, arguments, body: None }))
    }

    /// `new Type<>(…)`
    pub fn new_inferred(ty: Type, arguments: Vec<Expr>) -> Expr {
        Expr::New(Box::new(Creation { outer: None, ty, inferred: true, arguments, body: None }))
    }

    /// `new Type(…)`, with a diamond if the type has type arguments.
    pub fn new_of(ty: &Type, arguments: Vec<Expr>) -> Expr {
        match ty.has_arguments() {
            true => Expr::new_inferred(ty.erased(), arguments),
            false => Expr::new(ty.erased(), arguments),
        }
    }

    /// `self.new Inner(…)`, with a diamond if the type has type arguments.
    pub fn new_inner(self, ty: &Type, arguments: Vec<Expr>) -> Expr {
        let (outer, inferred) = (Some(self), ty.has_arguments());
        Expr::New(Box::new(Creation { outer, ty: ty.erased(), inferred, arguments, body: None }))
    }

    /// An object of an anonymous class, whose constructor above is given arguments.
    pub fn anonymous(ty: Type, arguments: Vec<Expr>, members: Vec<Member>) -> Expr {
        Expr::New(Box::new(Creation { outer: None, ty, inferred: false, arguments, body: Some(members) }))
    }

    /// A function whose value is an expression.
    pub fn lambda<const N: usize>(parameters: [&str; N], value: Expr) -> Expr {
        let parameters = parameters.map(str::to_owned).to_vec();
        Expr::Lambda(Box::new(Lambda { parameters, body: LambdaBody::Value(value) }))
    }

    /// A function of statements.
    pub fn block<const N: usize>(parameters: [&str; N], body: Vec<Stmt>) -> Expr {
        let parameters = parameters.map(str::to_owned).to_vec();
        Expr::Lambda(Box::new(Lambda { parameters, body: LambdaBody::Block(body) }))
    }

    /// `self::method`
    pub fn reference(self, method: impl Into<String>) -> Expr {
        Expr::Reference(Box::new(self), method.into())
    }

    /// `(Type) self`
    pub fn cast(self, ty: Type) -> Expr {
        Expr::Cast(ty, Box::new(self))
    }

    /// `self instanceof Type`
    pub fn instance_of(self, ty: Type) -> Expr {
        Expr::InstanceOf(Box::new(self), ty)
    }

    /// `self = value;`
    pub fn assign(self, value: Expr) -> Stmt {
        Stmt::Expr(Expr::Assign(Box::new(self), Box::new(value)))
    }

    /// `self operator other`
    pub fn binary(self, operator: Binary, other: Expr) -> Expr {
        Expr::Binary(operator, Box::new(self), Box::new(other))
    }

    /// `self[index]`
    pub fn index(self, index: Expr) -> Expr {
        Expr::Index(Box::new(self), Box::new(index))
    }

    /// `self++`
    pub fn increment(self) -> Expr {
        Expr::Increment(Box::new(self))
    }

    /// `self + other`
    pub fn plus(self, other: Expr) -> Expr {
        self.binary(Binary::Plus, other)
    }

    /// `self == other`, or `self != other`.
    pub fn equal(self, other: Expr, positive: bool) -> Expr {
        self.binary(if positive { Binary::Equal } else { Binary::NotEqual }, other)
    }

    /// `-self`
    pub fn minus(self) -> Expr {
        Expr::Unary(Unary::Minus, Box::new(self))
    }

    /// Texts and what is shown between them, as one text.
    pub fn concatenation(parts: Vec<Expr>) -> Expr {
        parts.into_iter().reduce(Expr::plus).unwrap_or_else(|| Expr::text(""))
    }

    /// The opposite of a truth.
    #[expect(clippy::should_implement_trait, reason = "`!` would not show that a tree is made")]
    pub fn not(self) -> Expr {
        match self {
            Expr::Literal(Literal::Boolean(value)) => Expr::truth(!value),
            other => Expr::Unary(Unary::Not, Box::new(other)),
        }
    }

    /// The same truth, or its opposite.
    pub fn when(self, positive: bool) -> Expr {
        if positive { self } else { self.not() }
    }

    /// Whether it is this truth, whatever the state.
    pub fn is_truth(&self, value: bool) -> bool {
        *self == Expr::truth(value)
    }

    /// The conjunction of several truths; `true` if there is none.
    pub fn all(parts: Vec<Expr>) -> Expr {
        Expr::chain(parts, Binary::And, true)
    }

    /// The disjunction of several truths; `false` if there is none.
    pub fn any(parts: Vec<Expr>) -> Expr {
        Expr::chain(parts, Binary::Or, false)
    }

    fn chain(parts: Vec<Expr>, operator: Binary, neutral: bool) -> Expr {
        if parts.iter().any(|part| part.is_truth(!neutral)) {
            return Expr::truth(!neutral);
        }
        let parts = parts.into_iter().filter(|part| !part.is_truth(neutral));
        parts.reduce(|left, right| left.binary(operator, right)).unwrap_or_else(|| Expr::truth(neutral))
    }

    /// `self ? then : otherwise`, simplified where a part is a constant truth.
    pub fn choose(self, then: Expr, otherwise: Expr) -> Expr {
        match () {
            () if self.is_truth(true) => then,
            () if self.is_truth(false) => otherwise,
            () if then.is_truth(true) && otherwise.is_truth(false) => self,
            () => Expr::Conditional(Box::new([self, then, otherwise])),
        }
    }

    /// The value, if it is an integer literal.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Expr::Literal(Literal::Int(value)) => Some(*value),
            _ => None,
        }
    }
}
