//! Arguments that are results of earlier calls (`n: result of find`).

use super::checker::Checker;
use super::module::{Domain, JavaType, Mult, TestedId, Type};
use crate::diagnostic::{Diagnostic, Help, closest};
use crate::syntax::tree;

impl Checker<'_> {
    /// What a parameter ranges over that takes results of a method; `user` is the method that has the parameter.
    pub(super) fn earlier_call(
        &mut self,
        name: &tree::Name,
        user: &tree::Method,
        methods: &[&tree::Method],
    ) -> Option<(Domain, Type, Mult)> {
        let index = self.only_method(name, methods)?;
        let earlier = methods[index];
        self.note(name.span(), &name.text, [earlier.name.span()]);
        if needs(index, user, methods, &mut Vec::new()) {
            let message = format!("`{}` needs a result of its own", user.name.text);
            let help = "give one of the methods an argument of another kind";
            self.error(name.span(), message, "cannot be called before", help);
            return None;
        }
        let Some(result) = &earlier.result else {
            self.report(
                Diagnostic::error(name.span(), format!("`{}` returns nothing", name.text))
                    .label("has no result to be given")
                    .and(earlier.name.span(), "declared here")
                    .help(format!("state what it returns, if it does: `method {}(…): int`", name.text)),
            );
            return None;
        };
        let (ty, mult) = match self.java_type(result) {
            JavaType::Class(class) if class == "java.lang.String" => (Type::Relation(self.strings()), Mult::Lone),
            ty => match self.result_values(&ty) {
                Some(values) => values,
                None => {
                    self.report(
                        Diagnostic::error(name.span(), format!("a `{}` is no argument", result.text))
                            .label("contracts have no values for it")
                            .and(result.span(), "returned here")
                            .help("name a method that returns an integer, a `boolean`, a string or a signature"),
                    );
                    return None;
                }
            },
        };
        Some((Domain::Result(TestedId(index as u32)), ty, mult))
    }

    /// The only method of a name.
    fn only_method(&mut self, name: &tree::Name, methods: &[&tree::Method]) -> Option<usize> {
        let named: Vec<usize> = (0..methods.len()).filter(|index| methods[*index].name.text == name.text).collect();
        match named.as_slice() {
            [index] => Some(*index),
            [] => {
                let help = match closest(&name.text, methods.iter().map(|method| method.name.text.as_str())) {
                    Some(near) => Help::did_you_mean(near),
                    None => format!("add it: `method {}(…): …`", name.text).into(),
                };
                self.error(name.span(), format!("no method `{}` in this paragraph", name.text), "called before", help);
                None
            }
            [first, second, ..] => {
                self.report(
                    Diagnostic::error(name.span(), format!("`{}` is the name of two methods", name.text))
                        .label("called before")
                        .and(methods[*first].name.span(), "one of them")
                        .and(methods[*second].name.span(), "the other one")
                        .help("name a method that is the only one of its name"),
                );
                None
            }
        }
    }
}

/// Whether arguments of a method need a call of another one, be it for arguments of calls before.
fn needs(from: usize, user: &tree::Method, methods: &[&tree::Method], seen: &mut Vec<usize>) -> bool {
    if std::ptr::eq(methods[from], user) {
        return true;
    }
    if seen.contains(&from) {
        return false;
    }
    seen.push(from);
    methods[from].params.iter().any(|param| {
        let tree::Domain::Result(name) = &param.domain else { return false };
        (0..methods.len()).any(|next| methods[next].name.text == name.text && needs(next, user, methods, seen))
    })
}
