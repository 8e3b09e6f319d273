//! Modules put together by hand, so that lowering is tested without a front end.

use fex::diagnostic::Span;
use fex::resolve::*;

/// Builds modules without a front end.
#[derive(Default)]
pub struct Builder(pub Module);

pub fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr { kind, ty, span: Span::default() }
}

pub fn relation(columns: &[Prim]) -> Type {
    Type::Relation(RelType { arity: columns.len(), products: vec![columns.to_vec()] })
}

/// The columns of an expression of one product.
pub fn columns(of: &Expr) -> Vec<Prim> {
    match &of.ty {
        Type::Relation(ty) => ty.products[0].clone(),
        _ => Vec::new(),
    }
}

pub fn unary(operator: Unary, operand: Expr) -> Expr {
    let ty = match operator {
        Unary::Not | Unary::Test(_) => Type::Formula,
        Unary::Cardinality | Unary::SumOf | Unary::ValueOf | Unary::Negate => Type::Int,
        Unary::AtomOf => relation(&[Prim::Int]),
        Unary::Transpose => relation(&columns(&operand).into_iter().rev().collect::<Vec<_>>()),
        _ => operand.ty.clone(),
    };
    expr(ExprKind::Unary(operator, Box::new(operand)), ty)
}

pub fn binary(operator: Binary, left: Expr, right: Expr) -> Expr {
    let ty = match operator {
        Binary::Join => {
            let (left, right) = (columns(&left), columns(&right));
            relation(&[&left[..left.len() - 1], &right[1..]].concat())
        }
        Binary::Arrow(..) => relation(&[columns(&left), columns(&right)].concat()),
        Binary::Union | Binary::Intersection | Binary::Difference => left.ty.clone(),
        Binary::Plus | Binary::Minus | Binary::Times => Type::Int,
        _ => Type::Formula,
    };
    expr(ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty)
}

pub fn join(left: Expr, right: Expr) -> Expr {
    binary(Binary::Join, left, right)
}

pub fn not(formula: Expr) -> Expr {
    unary(Unary::Not, formula)
}

pub fn test(test: Test, of: Expr) -> Expr {
    unary(Unary::Test(test), of)
}

pub fn sum(of: Expr) -> Expr {
    unary(Unary::SumOf, of)
}

pub fn and(parts: Vec<Expr>) -> Expr {
    expr(ExprKind::And(parts), Type::Formula)
}

pub fn int_set() -> Expr {
    expr(ExprKind::IntSet, relation(&[Prim::Int]))
}

impl Builder {
    pub fn sig(&mut self, name: &str, kind: SigKind, mult: Mult) -> SigId {
        let id = SigId(self.0.sigs.len() as u32);
        if let SigKind::Extends(parent) = kind {
            self.0.sigs[parent.index()].children.push(id);
        }
        self.0.sigs.push(Sig {
            name: name.to_owned(),
            span: Span::default(),
            kind,
            mult,
            is_abstract: false,
            is_enum: false,
            is_variable: false,
            is_exact: false,
            children: Vec::new(),
            fields: Vec::new(),
            java: None,
            text: None,
        });
        id
    }

    pub fn of(&self, sig: SigId) -> Expr {
        let mut top = sig;
        while let SigKind::Extends(parent) = self.0.sigs[top.index()].kind {
            top = parent;
        }
        expr(ExprKind::Sig(sig), relation(&[Prim::Sig(top)]))
    }

    pub fn variable(&mut self, name: &str, ty: Type) -> VarId {
        self.0.variables.push(Variable { name: name.to_owned(), span: Span::default(), ty });
        VarId(self.0.variables.len() as u32 - 1)
    }

    pub fn var(&self, variable: VarId) -> Expr {
        expr(ExprKind::Var(variable), self.0.variables[variable.index()].ty.clone())
    }

    pub fn field(&mut self, owner: SigId, name: &str, mult: Mult, bound: Expr) -> Expr {
        let this = self.variable("this", self.of(owner).ty.clone());
        let columns = [columns(&self.of(owner)), columns(&bound)].concat();
        let Type::Relation(ty) = relation(&columns) else { unreachable!() };
        let id = FieldId(self.0.fields.len() as u32);
        self.0.sigs[owner.index()].fields.push(id);
        self.0.fields.push(Field {
            name: name.to_owned(),
            span: Span::default(),
            owner,
            this,
            mult,
            bound,
            is_variable: false,
            sequence: false,
            disjoint_values: false,
            disjoint_with: Vec::new(),
            ty,
            java: None,
            text: None,
        });
        expr(ExprKind::Field(id), relation(&columns))
    }

    pub fn quantify(
        &mut self,
        quant: Quant,
        name: &str,
        bound: Expr,
        body: impl FnOnce(&mut Self, Expr) -> Expr,
    ) -> Expr {
        let var = self.variable(name, bound.ty.clone());
        let this = self.var(var);
        let body = body(self, this);
        let decl = Decl { var, mult: Mult::One, bound, disjoint_from: Vec::new() };
        expr(ExprKind::Quant(quant, vec![decl], Box::new(body)), Type::Formula)
    }

    pub fn predicate(&mut self, name: &str, param: SigId, body: impl FnOnce(&mut Self, Expr) -> Expr) -> FunctionId {
        let var = self.variable("t", self.of(param).ty.clone());
        let this = self.var(var);
        let body = body(self, this);
        let decl = Decl { var, mult: Mult::One, bound: self.of(param), disjoint_from: Vec::new() };
        let function =
            Function { name: name.to_owned(), span: Span::default(), params: vec![decl], result: None, body };
        self.0.functions.push(function);
        FunctionId(self.0.functions.len() as u32 - 1)
    }

    pub fn fact(&mut self, name: &str, body: Expr) {
        self.0.facts.push(Fact { name: name.to_owned(), span: Span::default(), body });
    }
}
