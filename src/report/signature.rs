//! Methods as their users write them: `java.util.Map$Entry.setValue(Object)`.

use crate::extreme::Method;

/// The class, the name and the parameters of a method.
pub(super) fn of(method: &Method) -> String {
    format!("{}{}", method.title(), parameters(&method.descriptor))
}

/// The name and the parameters of a method.
pub(super) fn without_class(method: &Method) -> String {
    format!("{}{}", method.name, parameters(&method.descriptor))
}

/// The parameters of a descriptor with simple names: `(int, Object[])`.
fn parameters(descriptor: &str) -> String {
    let mut names = Vec::new();
    let mut rest = descriptor.trim_start_matches('(');
    let mut dimensions = 0;
    while let Some(first) = rest.chars().next().filter(|first| *first != ')') {
        let (name, length) = match first {
            '[' => {
                dimensions += 1;
                rest = &rest[1..];
                continue;
            }
            'L' => {
                let end = rest.find(';').unwrap_or(rest.len() - 1);
                (rest[1..end].rsplit(['/', '$']).next().unwrap_or_default(), end + 1)
            }
            'Z' => ("boolean", 1),
            'B' => ("byte", 1),
            'S' => ("short", 1),
            'C' => ("char", 1),
            'I' => ("int", 1),
            'J' => ("long", 1),
            'F' => ("float", 1),
            _ => ("double", 1),
        };
        names.push(format!("{name}{}", "[]".repeat(dimensions)));
        dimensions = 0;
        rest = &rest[length..];
    }
    format!("({})", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::parameters;

    #[test]
    fn parameters_have_simple_names() {
        assert_eq!(parameters("()V"), "()");
        assert_eq!(parameters("(I[[Ljava/lang/Object;JLjava/util/Map$Entry;)Z"), "(int, Object[][], long, Entry)");
    }
}
