//! Fixes of generated sources, and checks of what they leave.
//!
//! A fix changes one item: all others, read as a tree, and the comments outside of it stay the same. A fix of one run is
//! not applied again in the next ones.

use std::ops::Range;

use hcldyn::body::Body;
use hcldyn::cty::Type;
use hcldyn::diag::{Applicability, Diagnostic, Fix, Levels, apply_fixes};
use hcldyn::load::lint::Linter;
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, Expression, parse_body};
use hcldyn_syntax::lexer::{Lexer, TokenKind};

use super::check::{comments, is_subsequence};
use super::model::tokens;
use super::sources;
use crate::random::Random;

/// The maximum number of rounds of fixes.
const MAX_ROUNDS: usize = 12;

/// The result of the fixes of a source.
#[derive(Debug)]
pub struct Fixed {
    /// The source before them.
    pub before: String,
    /// The number of rounds in which fixes changed the source.
    pub rounds: usize,
    /// The number of fixes.
    pub count: usize,
    /// The fixes that were not applied in the end.
    pub left_out: Vec<Fix>,
    /// The broken rule, with the source before the round and after it.
    pub wrong: Option<(&'static str, String, String)>,
}

/// Fixes a generated source, one of many for each seed.
pub fn fix_generated(seed: u64, index: u64) -> Fixed {
    let mut random = Random::new(seed, index);
    let text = sources::document(&mut random).to_string();
    let spec = spec_of(&parsed(&text, &mut Diagnostics::new()), &mut random);
    let text = if random.percent(50) { damaged(&text, &mut random) } else { text };
    let least = if random.percent(50) { Applicability::Safe } else { Applicability::Uncertain };
    fix(text, &spec, least)
}

fn fix(before: String, spec: &Spec, most: Applicability) -> Fixed {
    let mut fixed =
        Fixed { before: before.clone(), rounds: 0, count: 0, left_out: Vec::new(), wrong: None };
    let mut text = before;
    let mut seen = Vec::new();
    while fixed.rounds < MAX_ROUNDS && fixed.wrong.is_none() {
        let diags = check(&text, spec);
        let best = |it: &Diagnostic| it.fixes.iter().find(|fix| fix.applicability <= most).cloned();
        let fixes: Vec<_> = diags.iter().filter_map(best).collect();
        fixed.count += fixes.len();
        let Some((_, after)) = apply_fixes(&fixes).pop() else {
            fixed.left_out = fixes;
            return fixed;
        };
        fixed.rounds += 1;
        let broken = broken_rule(&text, &after, &fixes);
        let broken = broken.or_else(|| seen.contains(&after).then_some("the fixes go in circles"));
        fixed.wrong = broken.map(|rule| (rule, text.clone(), after.clone()));
        seen.push(std::mem::replace(&mut text, after));
    }
    if fixed.wrong.is_none() && fixed.rounds == MAX_ROUNDS {
        let last = seen.pop().unwrap_or_default();
        fixed.wrong = Some(("the fixes never end", last, text));
    }
    fixed
}

fn parsed(text: &str, diags: &mut Diagnostics) -> Body {
    parse_body(&Source::new("generated.hcl", text), diags)
}

fn check(text: &str, spec: &Spec) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let ctx = EvalContext::new().with_variable("x", 1).with_variable("k", "v");
    let body = parsed(text, &mut diags);
    decode(&body, spec, &ctx, &mut diags);
    let levels = Levels::new();
    let mut linter = Linter::new(&levels);
    linter.file(&body);
    linter.finish(diags)
}

/// Returns a spec that a source mostly does not match.
fn spec_of(body: &Body, random: &mut Random) -> Spec {
    let content = body.everything();
    let mut specs: Vec<(String, Spec)> = Vec::new();
    for attribute in &content.attributes {
        let mut name = attribute.name.to_string();
        if random.percent(8) {
            name.push('s');
        }
        let ty = random
            .pick(&[
                Type::Dynamic,
                Type::list(Type::String),
                Type::list(Type::Dynamic),
                Type::map(Type::String),
                Type::String,
                Type::Number,
                Type::Bool,
            ])
            .clone();
        let spec = match random.below(10) {
            0 => Spec::from(BlocksSpec::new(name.clone(), Spec::any()).tuple()),
            1 => continue,
            _ => AttrSpec::new(name.clone(), ty).into(),
        };
        specs.push((name, spec));
    }
    let mut types = std::collections::BTreeSet::new();
    for block in &content.blocks {
        if !types.insert(block.ty.to_string()) {
            continue;
        }
        let name = block.ty.to_string();
        let nested = spec_of(&block.body, random);
        let labels = block.labels.len().saturating_sub(random.below(2)) + random.below(2);
        let labels = (0..labels).map(|index| LabelSpec::new(index, format!("label{index}")).into());
        let nested = Spec::tuple(labels.chain([nested]).collect::<Vec<Spec>>());
        let spec = match random.below(8) {
            0 => AttrSpec::new(name.clone(), Type::Dynamic).into(),
            1 => continue,
            _ => Spec::from(BlocksSpec::new(name.clone(), nested).tuple()),
        };
        specs.push((name, spec));
    }
    if random.percent(30) {
        let port = AttrSpec::new("port", Type::Number).required();
        specs.push(("port".to_owned(), port.into()));
    }
    Spec::object(specs)
}

/// Returns a source with one to three mistakes.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(3) {
        let mut at = 0;
        let tokens: Vec<_> = Lexer::new(&text)
            .map(|token| {
                let start = std::mem::replace(&mut at, token.end as usize);
                (token.kind, start..at)
            })
            .collect();
        if tokens.is_empty() {
            continue;
        }
        let (kind, range) = random.pick(&tokens).clone();
        let keep = matches!(kind, TokenKind::LineComment | TokenKind::BlockComment);
        let before = ["/*", "\"", "[", "}", ",", "<<E\n"];
        let after = ["=", " ", "\n", "'", "and", "]"];
        let (before, after) = (*random.pick(&before), *random.pick(&after));
        match random.below(6) {
            0 => text.insert_str(range.start, before),
            1 => text.insert_str(range.end, after),
            _ if keep => {}
            _ => text.replace_range(range, ""),
        }
    }
    text
}

/// Returns the rule that fixes break.
fn broken_rule(before: &str, after: &str, fixes: &[Fix]) -> Option<&'static str> {
    let body = parsed(before, &mut Diagnostics::new());
    let edits = fixes.iter().flat_map(|fix| &fix.edits);
    let edits: Vec<_> = edits.map(|edit| edit.place.span().range()).collect();
    let is_edited = |range: &Range<usize>| {
        edits.iter().any(|edit| edit.start <= range.end && range.start <= edit.end)
    };
    let mut kept = Attributes::of(&body);
    kept.retain(|it| it.is_complete && !it.ranges.iter().any(is_edited));
    let kept: Vec<_> = kept.into_iter().map(|it| it.text).collect();
    let found = Attributes::of(&parsed(after, &mut Diagnostics::new()));
    let found: Vec<_> = found.into_iter().map(|it| it.text).collect();
    if !is_subsequence(&kept, &found) {
        return Some("another attribute is lost");
    }
    let is_safe = fixes.iter().all(|fix| fix.applicability == Applicability::Safe);
    let is_apart = |at: usize, text: &str| is_safe || !is_edited(&(at..at + text.len()));
    let hulls: Vec<_> = fixes.iter().filter_map(hull).collect();
    let is_outside = |at: usize, text: &str| {
        let inside = |hull: &Range<usize>| hull.start <= at && at + text.len() <= hull.end;
        is_safe || !hulls.iter().any(inside)
    };
    let kept = comments(before).into_iter();
    let kept = kept.filter(|(at, text)| is_apart(*at, text) && is_outside(*at, text));
    let kept: Vec<_> = kept.map(|(_, text)| text).collect();
    let found: Vec<_> = comments(after).into_iter().map(|(_, text)| text).collect();
    if !is_subsequence(&kept, &found) {
        return Some("a comment is lost");
    }
    None
}

fn hull(fix: &Fix) -> Option<Range<usize>> {
    let ranges = fix.edits.iter().map(|edit| edit.place.span().range());
    ranges.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end))
}

/// An attribute of a source.
struct Attribute {
    /// The ranges of the attribute, and of the headers of the blocks around it.
    ranges: Vec<Range<usize>>,
    /// The name and the tokens of the value.
    text: String,
    /// `true` if the value has no error.
    is_complete: bool,
}

/// The attributes of a source.
struct Attributes(Vec<Attribute>);

impl Attributes {
    /// Returns all attributes in source order.
    fn of(body: &Body) -> Vec<Attribute> {
        let mut attributes = Self(Vec::new());
        attributes.add(body, &[]);
        attributes.0.sort_by_key(|it| it.ranges[0].start);
        attributes.0
    }

    fn add(&mut self, body: &Body, headers: &[Range<usize>]) {
        let content = body.everything();
        for attribute in &content.attributes {
            let mut errors = Diagnostics::new();
            parsed(&format!("value = {}\n", attribute.expr.text()), &mut errors);
            self.0.push(Attribute {
                ranges: [&[attribute.place().span().range()], headers].concat(),
                text: named(&attribute.name, &attribute.expr),
                is_complete: !errors.has_errors(),
            });
            self.add_entries(&attribute.expr);
        }
        for block in &content.blocks {
            let header = block.type_place().span().to(block.header_place().span()).range();
            self.add(&block.body, &[headers, &[header]].concat());
        }
    }

    /// Adds the items of objects. A mended value can have lines as items that were attributes after it before.
    fn add_entries(&mut self, expr: &Expression) {
        for (key, value) in expr.as_map().into_iter().flatten() {
            self.0.push(Attribute {
                ranges: vec![key.span().range()],
                text: named(key.text(), &value),
                is_complete: false,
            });
            self.add_entries(&value);
        }
        expr.as_list().into_iter().flatten().for_each(|element| self.add_entries(&element));
    }
}

fn named(name: &str, value: &Expression) -> String {
    format!("{name} = {:?}", tokens(value.text()))
}
