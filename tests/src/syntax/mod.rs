//! Compares accepted and rejected sources with the reference. `go run . generate-syntax` in `tests/peer`
//! writes one source on each line.

#![allow(
    clippy::unwrap_used,
    reason = "a case that does not have the notation stops the comparison"
)]

mod rules;

use std::panic::{AssertUnwindSafe, catch_unwind};

use hcldyn::Diagnostics;
use hcldyn::diag::Severity;
use hcldyn::syntax::source_from_bytes;
use serde_json::Value as Json;

pub use self::rules::rule_for;
use crate::text::parse_source;

/// The two syntaxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Syntax {
    /// Native syntax.
    Native,
    /// JSON syntax.
    Json,
}

/// A source with the reference's answer and ours.
#[derive(Debug)]
pub struct Case {
    /// The syntax of the source.
    pub syntax: Syntax,
    /// The source, with replacement characters for bytes that are not UTF-8.
    pub text: String,
    /// The reference's answer.
    pub expected: Answer,
    /// Our answer.
    pub found: Answer,
    /// `true` if all brackets have a counterpart.
    is_matched: bool,
}

/// The result of parsing a source.
#[derive(Debug)]
pub enum Answer {
    /// The errors in order, none for an accepted source.
    Read(Vec<Problem>),
    /// A panic.
    Panics,
}

/// An error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The start of the error.
    pub start: usize,
    /// The line of the start.
    pub line: usize,
    /// The summary, for our errors.
    pub summary: String,
}

/// A difference between our answer and the reference's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// hcldyn panics.
    Panics,
    /// Only the reference accepts the source.
    Refused,
    /// Only hcldyn accepts the source.
    Accepted,
    /// The first error is on another line.
    Line,
    /// A bracket with a counterpart is reported as unclosed.
    Unclosed,
}

impl Case {
    /// Reads a case and parses its source.
    pub fn answer(json: &Json) -> Self {
        let syntax = if json["syntax"] == "json" { Syntax::Json } else { Syntax::Native };
        let bytes = match json["bytes"].as_array() {
            Some(bytes) => bytes.iter().map(|byte| byte.as_u64().unwrap() as u8).collect(),
            None => json["text"].as_str().unwrap_or_default().as_bytes().to_vec(),
        };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let found = catch_unwind(AssertUnwindSafe(|| Answer::Read(problems(syntax, bytes))));
        let found = found.unwrap_or(Answer::Panics);
        Self { syntax, text, expected: expected(json), found, is_matched: json["matched"] == true }
    }

    /// Returns the difference, if any. If the reference panics, any answer is accepted.
    pub fn difference(&self) -> Option<Difference> {
        let (Answer::Read(expected), Answer::Read(found)) = (&self.expected, &self.found) else {
            return matches!(self.found, Answer::Panics).then_some(Difference::Panics);
        };
        match (expected.first(), found.first()) {
            (None, Some(_)) => Some(Difference::Refused),
            (Some(_), None) => Some(Difference::Accepted),
            _ if self.is_matched && found.iter().any(is_unclosed) => Some(Difference::Unclosed),
            (Some(expected), Some(found)) if expected.line != found.line => Some(Difference::Line),
            _ => None,
        }
    }
}

impl Answer {
    /// The first error.
    pub fn first(&self) -> Option<&Problem> {
        self.problems().first()
    }

    fn problems(&self) -> &[Problem] {
        match self {
            Self::Read(problems) => problems,
            Self::Panics => &[],
        }
    }
}

/// Returns `true` for the error of an unclosed bracket, string, heredoc or sequence.
fn is_unclosed(problem: &Problem) -> bool {
    problem.summary.starts_with("Unclosed") && problem.summary != "Unclosed template directive"
}

fn expected(json: &Json) -> Answer {
    if json["panics"] == true {
        return Answer::Panics;
    }
    let number = |json: &Json| json.as_u64().unwrap() as usize;
    let errors = json["errors"].as_array().unwrap().iter().map(|place| Problem {
        start: number(&place[0]),
        line: number(&place[1]),
        summary: String::new(),
    });
    Answer::Read(errors.collect())
}

fn problems(syntax: Syntax, bytes: Vec<u8>) -> Vec<Problem> {
    let mut diags = Diagnostics::new();
    let source = source_from_bytes("case", bytes, &mut diags).expect("short texts are read");
    parse_source(&source, syntax == Syntax::Json, &mut diags);
    diags.sort();
    let errors = diags.iter().filter(|diag| diag.severity == Severity::Error).map(|diag| {
        let place = diag.place().expect("every error has a place");
        Problem {
            start: place.span().range().start,
            line: place.start().line as usize,
            summary: diag.summary.to_string(),
        }
    });
    errors.collect()
}
