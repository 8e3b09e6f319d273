//! The steps of a way in words.

use crate::worker::protocol::{TaintPlace, TaintStep};

/// The steps without those that others in the same line make superfluous: of a line that stores what a call in it returns, the reader
/// wants to know what is stored.
pub(super) fn told(steps: &[TaintStep]) -> Vec<&TaintStep> {
    let is_followed = |at: usize| {
        let (here, next) = (&steps[at].place, steps.get(at + 1).map(|next| &next.place));
        here.line > 0 && next.is_some_and(|next| next.kind != "assertion" && line(next) == line(here))
    };
    (0..steps.len()).filter(|at| !is_followed(*at)).map(|at| &steps[at]).collect()
}

/// What tells the line of a place from all others.
fn line(place: &TaintPlace) -> (u32, &str, &str, &str) {
    (place.line, &place.class, &place.method, &place.descriptor)
}

/// A step, as half a sentence.
pub(super) fn words(step: &TaintStep) -> String {
    let TaintPlace { kind, name: called, .. } = &step.place;
    let name = if called.is_empty() { "a variable".to_owned() } else { code(called) };
    let value = match step.value.is_empty() {
        true => "the value".to_owned(),
        false => code(&step.value),
    };
    match kind.as_str() {
        "parameter" if called.is_empty() => format!("a parameter is {value}"),
        "parameter" => format!("the parameter {name} is {value}"),
        "variable" | "field" => format!("{name} is set to {value}"),
        "element" => format!("an element of an array is set to {value}"),
        "read" => format!("{name} is read: {value}"),
        "result" => format!("{name} returns {value}"),
        "call" if step.value.is_empty() => format!("{name} is given the value"),
        "call" => format!("{name} makes {value} of it"),
        "condition" => format!("a condition looks at {value}"),
        "thrown" => format!("{value} is thrown"),
        _ => format!("{name} compares it"),
    }
}

/// A value or a name as code, without what would end it.
pub(super) fn code(value: &str) -> String {
    format!("`{}`", value.replace('`', "'"))
}

#[cfg(test)]
mod tests {
    use super::{told, words};
    use crate::worker::protocol::{TaintPlace, TaintStep};

    fn step(kind: &str, line: u32, name: &str, value: &str) -> TaintStep {
        let [kind, name, value] = [kind, name, value].map(str::to_owned);
        let [class, method, descriptor] = ["p/C", "m", "()V"].map(str::to_owned);
        TaintStep { place: TaintPlace { kind, class, method, descriptor, line, name }, value }
    }

    #[test]
    fn of_a_line_the_last_step_is_told_and_the_assertion() {
        let steps = [
            step("read", 3, "C.name", "\"a\""),
            step("call", 3, "String.trim", "\"a\""),
            step("result", 4, "m", "\"a\""),
            step("assertion", 4, "assertEquals", ""),
        ];
        let said: Vec<String> = told(&steps).into_iter().map(words).collect();
        assert_eq!(said, ["`String.trim` makes `\"a\"` of it", "`m` returns `\"a\"`", "`assertEquals` compares it"]);
    }

    #[test]
    fn steps_without_lines_are_all_told() {
        assert_eq!(told(&[step("read", 0, "C.a", "1"), step("read", 0, "C.b", "1")]).len(), 2);
    }
}
