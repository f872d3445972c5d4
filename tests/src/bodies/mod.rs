//! Compares random bodies, decoded by random specs, with the reference. `go run . generate-bodies`
//! in `tests/peer` writes one case on each line.

#![allow(
    clippy::unwrap_used,
    reason = "a case that does not have the notation stops the comparison"
)]

mod difference;
mod json_rules;
mod rules;
mod text;

use std::panic::{AssertUnwindSafe, catch_unwind};

use hcldyn::cty::Value;
use hcldyn::diag::Severity;
use hcldyn::ext::dynblock;
use hcldyn::spec::decode;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext};
use serde_json::Value as Json;

pub use self::difference::{Difference, compare};
use crate::specs::{Dynamic, spec_from_notation};
use crate::text::parse_source;
use crate::vectors::{value_from_notation, values_from_notation};

/// The expansion of `dynamic` blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// Expands no blocks.
    Plain,
    /// Expands the whole body.
    Expanded,
    /// Expands the blocks that the spec opts in.
    OptedIn,
}

/// A random body with the reference's answer and ours.
#[derive(Debug)]
pub struct Case {
    /// The body.
    pub text: String,
    /// `true` if the body is JSON.
    pub is_json: bool,
    /// The spec in the notation.
    pub spec: Json,
    /// The variables in the notation.
    pub variables: Json,
    /// The expansion.
    pub way: Way,
    /// The blocks in the source, each before the blocks inside it.
    pub blocks: Vec<TextBlock>,
    /// The reference's answer.
    pub expected: Answer,
    /// Our answer.
    pub found: Answer,
}

/// A block in the source.
#[derive(Debug)]
pub struct TextBlock {
    /// The start of its header.
    pub start: usize,
    /// The start of its body, where missing items are reported.
    pub body: usize,
    /// The end of the block.
    pub end: usize,
    /// The kinds of its `for_each` value: `empty`, `marked`, `unknown`.
    pub for_each: Vec<String>,
    /// Its type and labels, in JSON.
    pub header: Option<String>,
}

/// The result of decoding.
#[derive(Debug)]
pub enum Answer {
    /// A value, and errors in source order.
    Decoded(Value, Vec<Problem>),
    /// A panic.
    Panics,
}

/// An error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The start of the error, if it is in the body.
    pub start: Option<usize>,
    /// The subject of the error. The reference's is as in `aboutOf` in
    /// `tests/peer/generate_bodies.go`, ours is the summary.
    pub about: String,
}

impl Case {
    /// Reads a case and decodes its body with each expansion.
    pub fn answers(json: &Json) -> Vec<Self> {
        let ways: &[_] =
            if json["expand"] == true { &[Way::Expanded, Way::OptedIn] } else { &[Way::Plain] };
        ways.iter().map(|way| Self::answer(json, *way)).collect()
    }

    fn answer(json: &Json, way: Way) -> Self {
        let found = catch_unwind(AssertUnwindSafe(|| decoded(json, way)));
        let blocks = json["blocks"].as_array().into_iter().flatten();
        Self {
            text: json["body"].as_str().unwrap().to_owned(),
            is_json: is_json(json),
            spec: json["spec"].clone(),
            variables: json["variables"].clone(),
            way,
            blocks: blocks.map(TextBlock::from_json).collect(),
            expected: expected(json),
            found: found.unwrap_or(Answer::Panics),
        }
    }
}

impl Answer {
    /// The errors of the answer.
    fn errors(&self) -> &[Problem] {
        match self {
            Self::Decoded(_, errors) => errors,
            Self::Panics => &[],
        }
    }
}

impl TextBlock {
    fn from_json(json: &Json) -> Self {
        let words = json.as_array().unwrap()[3..].iter().map(|word| word.as_str().unwrap());
        let header = |word: &&str| word.strip_prefix("header ").map(ToOwned::to_owned);
        Self {
            start: offset(&json[0]),
            body: offset(&json[1]),
            end: offset(&json[2]),
            for_each: words.clone().filter(|it| header(it).is_none()).map(Into::into).collect(),
            header: words.clone().find_map(|word| header(&word)),
        }
    }
}

fn is_json(json: &Json) -> bool {
    json["syntax"] == "json"
}

fn offset(json: &Json) -> usize {
    json.as_u64().unwrap() as usize
}

fn expected(json: &Json) -> Answer {
    let Some(value) = value_from_notation(&json["value"]) else { return Answer::Panics };
    let errors = json["errors"].as_array().into_iter().flatten().map(|error| Problem {
        start: error[0].as_u64().map(|start| start as usize),
        about: error[1].as_str().unwrap().to_owned(),
    });
    Answer::Decoded(value, errors.collect())
}

fn decoded(json: &Json, way: Way) -> Answer {
    let source = Source::new("case", json["body"].as_str().unwrap());
    let mut ctx = EvalContext::new();
    for (name, value) in values_from_notation(&json["variables"]) {
        ctx.set_variable(name, value);
    }
    let mut diags = Diagnostics::new();
    let body = parse_source(&source, is_json(json), &mut diags);
    let body = if way == Way::Expanded { dynblock::expand(&body, &ctx) } else { body };
    let dynamic = if way == Way::OptedIn { Dynamic::Allowed } else { Dynamic::Refused };
    let value = decode(&body, &spec_from_notation(&json["spec"], dynamic), &ctx, &mut diags);
    let errors = diags.iter().filter(|diag| diag.severity == Severity::Error);
    let mut errors: Vec<_> = errors
        .map(|diag| {
            let place = diag.place().expect("every error has a place");
            let is_here = place.source().name() == source.name();
            let about = diag.summary.to_string();
            Problem { start: is_here.then(|| place.span().range().start), about }
        })
        .collect();
    errors.sort_by_key(|error| error.start);
    Answer::Decoded(value, errors)
}
