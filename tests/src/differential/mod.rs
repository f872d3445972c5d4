//! Compares random expressions with the reference. `go run . generate-expressions` in `tests/peer`
//! writes one case on each line.

#![allow(
    clippy::unwrap_used,
    reason = "a case that does not have the notation stops the comparison"
)]

mod difference;
mod places;
mod rules;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use hcldyn::cty::Value;
use hcldyn::diag::{Diagnostic, Severity};
use hcldyn::syntax::{Place, Source};
use hcldyn::{Diagnostics, EvalContext, parse_expression};
use serde_json::Value as Json;

pub use self::difference::{Difference, compare};
use crate::vectors::{self, any_node, type_from_notation, value_from_notation};

/// Functions in namespaces, with their names in the library.
const NAMESPACED: &[(&str, &str)] =
    &[("text::lower", "lower"), ("num::max", "max"), ("std::coll::flatten", "flatten")];

/// A random expression with the reference's answer and ours.
#[derive(Debug)]
pub struct Case {
    /// The expression.
    pub text: String,
    /// The nodes of the reference's tree.
    pub nodes: Vec<Node>,
    /// `true` if a variable contains a set of several compound values.
    pub has_compound_set: bool,
    /// `true` if a variable contains a set that is not wholly known.
    pub has_unknown_set: bool,
    /// `true` if a variable contains a set of 0 and -0.
    pub has_two_zeros: bool,
    /// The reference's answer.
    pub expected: Answer,
    /// Our answer.
    pub found: Answer,
    /// The variables, in the notation of the vectors.
    variables: Json,
}

/// A node of the reference's tree.
#[derive(Debug)]
pub struct Node {
    /// The kind, as `kindOf` in `tests/peer/generate.go` names it. For an operation, the operator.
    pub kind: String,
    /// The range of bytes.
    pub range: Range<usize>,
}

/// The result of an evaluation.
#[derive(Debug)]
pub enum Answer {
    /// A value.
    Value(Value),
    /// A syntax error.
    Unreadable(Failure),
    /// An error of the evaluation.
    Fails(Failure),
    /// A panic.
    Panics,
}

/// The errors of a case.
#[derive(Debug)]
pub struct Failure {
    /// All errors, in the order of the answer. The first one and the others, for the reference.
    pub errors: Vec<Problem>,
    /// The line and column of the start of the first error.
    pub position: (usize, usize),
}

/// An error.
#[derive(Debug)]
pub struct Problem {
    /// The range of bytes of the error.
    pub range: Range<usize>,
    /// The summary, for our errors.
    pub summary: String,
    /// The detail, for our errors.
    pub detail: String,
}

impl Case {
    /// Reads a case and evaluates its expression.
    pub fn answer(json: &Json) -> Self {
        let text = json["expr"].as_str().unwrap().to_owned();
        let nodes = json["nodes"].as_array().unwrap().iter().map(Node::from_json).collect();
        let found = catch_unwind(AssertUnwindSafe(|| evaluate(&text, &json["variables"])));
        let found = found.unwrap_or(Answer::Panics);
        let has_set = |is_odd| has_set(&json["variables"], is_odd);
        Self {
            has_compound_set: has_set(|of, elements| of.is_array() && elements.len() > 1),
            has_unknown_set: has_unknown_set(&json["variables"]),
            has_two_zeros: has_set(|_, elements| {
                ["0", "-0"].iter().all(|zero| elements.iter().any(|element| element["v"] == *zero))
            }),
            expected: expected(json),
            text,
            nodes,
            found,
            variables: json["variables"].clone(),
        }
    }

    /// Our answer to a part of the expression, without the variables that loops and splats around it set.
    pub fn answer_to(&self, part: &Range<usize>) -> Answer {
        evaluate(&self.text[part.clone()], &self.variables)
    }

    /// The nodes of a kind.
    pub fn nodes_of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Node> + 'a {
        self.nodes.iter().filter(move |node| node.kind == kind)
    }

    /// Returns `true` if there is a node of a kind.
    pub fn has(&self, kind: &str) -> bool {
        self.nodes_of(kind).next().is_some()
    }

    /// The ranges of function calls.
    pub fn calls(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let calls = self.nodes_of("call").chain(self.nodes_of("call expanded"));
        calls.map(|call| call.range.clone())
    }
}

impl Node {
    fn from_json(json: &Json) -> Self {
        let offset = |index: usize| json[index].as_u64().unwrap() as usize;
        Self { kind: json[0].as_str().unwrap().to_owned(), range: offset(1)..offset(2) }
    }
}

impl Failure {
    /// The first error.
    pub fn first(&self) -> &Problem {
        &self.errors[0]
    }

    fn from_json(case: &Json) -> Self {
        let (first, others) = (&case["error"], case["others"].as_array());
        let number = |name: &str| first[name].as_u64().unwrap() as usize;
        let errors = std::iter::once(first).chain(others.into_iter().flatten());
        Self {
            errors: errors.map(Problem::from_json).collect(),
            position: (number("line"), number("column")),
        }
    }

    /// Returns the reported errors, if there are any.
    fn from_diagnostics(diags: &Diagnostics) -> Option<Self> {
        let errors = diags.iter().filter(|diag| diag.severity == Severity::Error);
        let start = place(errors.clone().next()?).start();
        Some(Self {
            errors: errors.map(Problem::from_diagnostic).collect(),
            position: (start.line as usize, start.column as usize),
        })
    }
}

impl Problem {
    fn from_json(json: &Json) -> Self {
        Self { range: range(json), summary: String::new(), detail: String::new() }
    }

    fn from_diagnostic(diag: &Diagnostic) -> Self {
        Self {
            range: place(diag).span().range(),
            summary: diag.summary.to_string(),
            detail: diag.detail.clone(),
        }
    }
}

fn place(diag: &Diagnostic) -> &Place {
    diag.place().expect("every error has a place")
}

fn range(json: &Json) -> Range<usize> {
    let offset = |name: &str| json[name].as_u64().unwrap() as usize;
    offset("start")..offset("end")
}

/// Returns `true` if the notation contains a set that is unknown or has unknown parts.
fn has_unknown_set(node: &Json) -> bool {
    any_node(node, &|node| match node["t"].as_str() {
        Some("set") => node["v"].to_string().contains(r#""t":"unknown""#),
        Some("unknown") => node["of"][0] == "set",
        _ => false,
    })
}

/// Returns `true` if the notation contains a set that satisfies a condition on its element type and
/// elements.
fn has_set(node: &Json, is_odd: fn(&Json, &[Json]) -> bool) -> bool {
    any_node(node, &|node| {
        let elements = node["v"].as_array().map(Vec::as_slice).unwrap_or_default();
        node["t"] == "set" && is_odd(&node["of"], elements)
    })
}

fn expected(json: &Json) -> Answer {
    if json["panics"] == true {
        return Answer::Panics;
    }
    match value_from_notation(&json["value"]) {
        Some(value) => {
            assert_eq!(value.ty(), type_from_notation(&json["type"]), "the notation keeps types");
            Answer::Value(value)
        }
        None if json["error"]["stage"] == "parse" => Answer::Unreadable(Failure::from_json(json)),
        None => Answer::Fails(Failure::from_json(json)),
    }
}

fn evaluate(text: &str, variables: &Json) -> Answer {
    let mut diags = Diagnostics::new();
    let expression = parse_expression(&Source::new("case", text), &mut diags);
    if let Some(failure) = Failure::from_diagnostics(&diags) {
        return Answer::Unreadable(failure);
    }
    let value = expression.map(|expression| expression.value(&context(variables), &mut diags));
    match (Failure::from_diagnostics(&diags), value) {
        (Some(failure), _) => Answer::Fails(failure),
        (None, Some(value)) => Answer::Value(value),
        (None, None) => panic!("no expression and no error: {text}"),
    }
}

fn context(variables: &Json) -> EvalContext {
    let mut context = vectors::context(variables);
    for (name, of) in NAMESPACED {
        let function = context.function(of).unwrap().clone();
        context.set_function(*name, function);
    }
    context
}
