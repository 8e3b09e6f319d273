//! The DIMACS text form of a formula: `p cnf VARIABLES CLAUSES`, then clauses that end with `0`.

use std::fmt;
use std::io::{self, Write};

use super::{Cnf, Lit, MAX_VARIABLES};

/// Writes `cnf`, preceded by `comments`, one line each (line ends in them become spaces).
pub fn write(out: &mut dyn Write, cnf: &Cnf, comments: &[&str]) -> io::Result<()> {
    for comment in comments {
        writeln!(out, "c {}", comment.replace(['\n', '\r'], " "))?;
    }
    writeln!(out, "p cnf {} {}", cnf.variables(), cnf.len())?;
    for clause in cnf.iter() {
        for lit in clause {
            write!(out, "{lit} ")?;
        }
        out.write_all(b"0\n")?;
    }
    Ok(())
}

/// Why a text is not a DIMACS formula, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DimacsError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there, as a lowercase fragment.
    pub message: String,
}

impl fmt::Display for DimacsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for DimacsError {}

/// Reads a formula. Clauses may span lines, lines may hold several clauses, `c` opens a comment line
/// and `%` ends the text, as in the SATLIB collection; the header must be right about both counts.
pub fn parse(text: &str) -> Result<Cnf, DimacsError> {
    let error = |line: usize, message: String| DimacsError { line, message };
    let mut formula: Option<(Cnf, usize)> = None;
    let mut clause: Vec<Lit> = Vec::new();
    let mut last_line = 1;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        last_line = number;
        let line = line.trim();
        if line.is_empty() || line.starts_with('c') {
            continue;
        }
        if line.starts_with('%') {
            break;
        }
        if line.starts_with('p') {
            if formula.is_some() {
                return Err(error(number, "second header".to_owned()));
            }
            let (variables, clauses) = parse_header(line).map_err(|message| error(number, message))?;
            formula = Some((Cnf::new(variables), clauses));
            continue;
        }
        let Some((cnf, _)) = &mut formula else {
            return Err(error(number, "expected the header `p cnf VARIABLES CLAUSES`".to_owned()));
        };
        for word in line.split_ascii_whitespace() {
            if word == "0" {
                cnf.push_clause(&clause);
                clause.clear();
                continue;
            }
            let lit = word
                .parse()
                .ok()
                .and_then(Lit::from_dimacs)
                .ok_or_else(|| error(number, format!("`{word}` is not a literal")))?;
            if lit.var().0 > cnf.variables() {
                let known = cnf.variables();
                return Err(error(number, format!("literal `{lit}` is above the header's {known} variables")));
            }
            clause.push(lit);
        }
    }
    if !clause.is_empty() {
        return Err(error(last_line, "the last clause lacks its `0`".to_owned()));
    }
    match formula {
        None => Err(error(last_line, "missing header `p cnf VARIABLES CLAUSES`".to_owned())),
        Some((cnf, clauses)) if cnf.len() != clauses => {
            Err(error(last_line, format!("the header promises {clauses} clauses, found {}", cnf.len())))
        }
        Some((cnf, _)) => Ok(cnf),
    }
}

/// The two counts of a header line.
fn parse_header(line: &str) -> Result<(u32, usize), String> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let ["p", "cnf", variables, clauses] = words[..] else {
        return Err("expected the header `p cnf VARIABLES CLAUSES`".to_owned());
    };
    let count = variables
        .parse()
        .ok()
        .filter(|&count: &u32| count <= MAX_VARIABLES)
        .ok_or_else(|| format!("`{variables}` is not a number of variables"))?;
    let clauses = clauses.parse().map_err(|_| format!("`{clauses}` is not a number of clauses"))?;
    Ok((count, clauses))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn message(text: &str) -> String {
        parse(text).expect_err("the text is wrong").to_string()
    }

    #[test]
    fn a_formula_is_read_as_written() {
        let cnf = parse("c a comment\np cnf 3 2\n1 -3\n0 2 0\n").expect("this is DIMACS");
        let clauses: Vec<Vec<i32>> =
            cnf.iter().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect()).collect();
        assert_eq!(clauses, vec![vec![1, -3], vec![2]]);
    }

    #[test]
    fn an_error_names_its_line() {
        assert_eq!(message("p cnf 2 1\n1 x 0"), "line 2: `x` is not a literal");
        assert_eq!(message("p cnf 2 1\n\n3 0"), "line 3: literal `3` is above the header's 2 variables");
        assert_eq!(message("1 0"), "line 1: expected the header `p cnf VARIABLES CLAUSES`");
        assert_eq!(message("p cnf 2 1\n1 2"), "line 2: the last clause lacks its `0`");
        assert_eq!(message("p cnf 2 2\n1 2 0"), "line 2: the header promises 2 clauses, found 1");
        assert_eq!(message("p cnf 99999999999 0"), "line 1: `99999999999` is not a number of variables");
        assert_eq!(message("p cnf 1 0\np cnf 1 0"), "line 2: second header");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            clauses in prop::collection::vec(prop::collection::vec(1i32..50, 0..5), 0..20),
            signs in any::<u64>(),
        ) {
            let mut cnf = Cnf::new(9);
            let mut sign = signs;
            for clause in clauses {
                let lits: Vec<Lit> = clause.into_iter().map(|variable| {
                    sign = sign.rotate_left(1);
                    Lit::from_dimacs(if sign & 1 == 0 { variable } else { -variable }).expect("a literal")
                }).collect();
                cnf.push_clause(&lits);
            }
            let mut text = Vec::new();
            write(&mut text, &cnf, &["two\nlines"]).expect("writing to memory");
            let text = String::from_utf8(text).expect("DIMACS is ASCII");
            prop_assert_eq!(parse(&text), Ok(cnf));
        }

        #[test]
        fn any_text_is_read_or_refused_without_a_panic(text in "[pcnf 0-9%\n-]{0,60}") {
            let _ = parse(&text);
        }
    }
}
