//! The printer: from a tree back to text, such that parsing the text gives the same tree.
//!
//! Comments are not part of the tree and are not printed. What could not be parsed is printed as a comment.

mod expression;
mod generate;
mod paragraph;

use super::tree::{Expr, File};

/// Prints a file.
pub fn print(file: &File) -> String {
    let mut printer = Printer::default();
    printer.file(file);
    printer.out
}

/// Prints an expression on as few lines as its blocks allow.
pub fn print_expr(expr: &Expr) -> String {
    let mut printer = Printer::default();
    printer.expression(expr);
    printer.out
}

/// The text so far and the depth of the blocks that are open.
#[derive(Default)]
struct Printer {
    out: String,
    depth: usize,
}

impl Printer {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn new_line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.depth {
            self.out.push_str("  ");
        }
    }

    /// Prints items with a separator between them.
    fn list<T>(&mut self, items: &[T], separator: &str, mut item: impl FnMut(&mut Self, &T)) {
        for (at, each) in items.iter().enumerate() {
            if at > 0 {
                self.put(separator);
            }
            item(self, each);
        }
    }

    /// Prints items on lines of their own, in braces.
    fn braces<T>(&mut self, items: &[T], separator: &str, mut item: impl FnMut(&mut Self, &T)) {
        if items.is_empty() {
            self.put("{}");
            return;
        }
        self.put("{");
        self.depth += 1;
        for (at, each) in items.iter().enumerate() {
            self.new_line();
            item(self, each);
            if at + 1 < items.len() {
                self.put(separator);
            }
        }
        self.depth -= 1;
        self.new_line();
        self.put("}");
    }

    /// A string literal.
    fn string(&mut self, text: &str) {
        self.put("\"");
        for character in text.chars() {
            match character {
                '"' => self.put("\\\""),
                '\\' => self.put("\\\\"),
                '\n' => self.put("\\n"),
                '\t' => self.put("\\t"),
                other => self.out.push(other),
            }
        }
        self.put("\"");
    }
}
