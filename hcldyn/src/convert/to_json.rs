//! Native syntax as JSON syntax.

use std::collections::HashSet;
use std::ops::Range;

use hcldyn_syntax::lexer::{Lexer, TokenKind};

use super::diags;
use super::json::Json;
use crate::body::{Block, Body, Content};
use crate::cty::{Kind, Str, Value};
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::{Place, Source};
use crate::syntax::json::MAX_JSON_SYNTAX_DEPTH;
use crate::syntax::native::{ends_with_heredoc, parse_body};
use crate::tree::{ExprId, ExprNode, Tree, UnaryOp};

/// Returns a source in native syntax as JSON syntax, which decodes to the same values. Reports syntax errors, and a block
/// that is too deep for JSON syntax, and returns `None` then.
///
/// Constants become JSON values, and other expressions strings that contain them: `port + 1` is `"${port + 1}"`. The
/// labels of blocks are levels of objects. Blocks of one type that follow each other share a property, whose name
/// repeats if blocks of other types are between them, because their order counts. Comments are lost: a property with the
/// name `//` is one only in some bodies, and a label or a part of a value elsewhere.
///
/// ```
/// use hcldyn::{Diagnostics, convert::to_json, source::Source};
///
/// let source = Source::new("a.hcl", "server \"web\" {\n  port  = base + 80\n  hosts = [\"a\"]\n}\n");
/// let json = to_json(&source, &mut Diagnostics::new()).unwrap();
/// let expected = r#"{
///   "server": {
///     "web": {
///       "port": "${base + 80}",
///       "hosts": ["a"]
///     }
///   }
/// }
/// "#;
/// assert_eq!(json, expected);
/// ```
pub fn to_json(source: &Source, diags: &mut Diagnostics) -> Option<String> {
    let native = diags.unless_errors(|diags| parse_body(source, diags))?;
    match body(&native) {
        Ok(json) => Some(json.text()),
        Err(place) => diags.fail(diags::too_deep(place)),
    }
}

/// Returns the items of a body in native syntax as the properties of an object.
///
/// # Errors
///
/// Fails with the header of a block that is too deep for JSON syntax.
pub(crate) fn body(native: &Body) -> Result<Json, Place> {
    body_within(native, MAX_JSON_SYNTAX_DEPTH - 1)
}

/// A property of a body.
enum Item {
    Attribute(Str, Json),
    /// Blocks of one type.
    Blocks(Vec<Block>),
}

/// Returns a body as an object, with a maximum number of levels inside it.
fn body_within(native: &Body, levels: usize) -> Result<Json, Place> {
    let Content { attributes, blocks, .. } = native.everything();
    let mut items = Vec::with_capacity(attributes.len() + blocks.len());
    for attribute in attributes {
        let json = node(attribute.expr.tree(), attribute.expr.node(), levels);
        items.push((attribute.name_span.start, Item::Attribute(attribute.name, json)));
    }
    let blocks = blocks.into_iter().map(|block| (block.type_span.start, Item::Blocks(vec![block])));
    items.extend(blocks);
    items.sort_by_key(|(start, _)| *start);
    let items = joined(items.into_iter().map(|(_, item)| item)).into_iter();
    items.map(|item| property(item, levels)).collect::<Result<_, _>>().map(Json::Object)
}

/// Joins blocks of one type that follow each other, apart from attributes between them.
fn joined(items: impl Iterator<Item = Item>) -> Vec<Item> {
    let mut joined: Vec<Item> = Vec::new();
    let mut last = None;
    for item in items {
        if let Item::Blocks(blocks) = item {
            match last.and_then(|last: usize| joined.get_mut(last)) {
                Some(Item::Blocks(all)) if all.iter().zip(&blocks).all(|(a, b)| a.ty == b.ty) => {
                    all.extend(blocks);
                }
                _ => {
                    last = Some(joined.len());
                    joined.push(Item::Blocks(blocks));
                }
            }
        } else {
            joined.push(item);
        }
    }
    joined
}

fn property(item: Item, levels: usize) -> Result<(String, Json), Place> {
    Ok(match item {
        Item::Attribute(name, value) => (name.to_string(), value),
        Item::Blocks(blocks) => {
            let ty = blocks.first().map(|block| block.ty.to_string()).unwrap_or_default();
            (ty, by_label(blocks, 0, levels)?)
        }
    })
}

/// Returns blocks with equal first labels as an object by their next label. If that changed their order, or if they
/// have no further label, the result is an array.
fn by_label(blocks: Vec<Block>, depth: usize, levels: usize) -> Result<Json, Place> {
    let mut groups: Vec<(Option<Str>, Vec<Block>)> = Vec::new();
    let (mut known, mut in_array) = (HashSet::new(), false);
    let count = blocks.len();
    let Some(header) = blocks.first().map(Block::header_place) else {
        return Ok(Json::Array(Vec::new()));
    };
    for block in blocks {
        let label = block.labels.get(depth).map(|label| label.value.clone());
        match groups.last_mut() {
            Some((last, group)) if *last == label => group.push(block),
            _ => {
                in_array |= label.is_none() || !known.insert(label.clone());
                groups.push((label, vec![block]));
            }
        }
    }
    // Each object and each array is a level.
    let needed = if in_array && count > 1 { 2 } else { 1 };
    let inside = levels.checked_sub(needed).ok_or(header)?;
    let (mut parts, mut properties) = (Vec::new(), Vec::new());
    for (label, group) in groups {
        match label {
            Some(label) => {
                let property = (label.to_string(), by_label(group, depth + 1, inside)?);
                if in_array {
                    parts.push(Json::Object(vec![property]));
                } else {
                    properties.push(property);
                }
            }
            None => {
                for block in group {
                    parts.push(body_within(&block.body, inside)?);
                }
            }
        }
    }
    Ok(match (in_array, parts.len()) {
        (false, _) => Json::Object(properties),
        (true, 1) => parts.swap_remove(0),
        (true, _) => Json::Array(parts),
    })
}

/// Returns an expression in native syntax as JSON syntax.
pub(crate) fn expression(expr: &Expression) -> Json {
    node(expr.tree(), expr.node(), MAX_JSON_SYNTAX_DEPTH)
}

/// Returns an expression as JSON: its parts, as far as it consists of constructors and constants, and up to a number of
/// levels.
fn node(tree: &Tree, id: ExprId, levels: usize) -> Json {
    match tree.node(id) {
        ExprNode::Literal(value) => literal(value).unwrap_or_else(|| source_form(tree, id)),
        ExprNode::Tuple(_) | ExprNode::Object { .. } => levels
            .checked_sub(1)
            .and_then(|inside| constructor(tree, id, inside))
            .unwrap_or_else(|| source_form(tree, id)),
        ExprNode::Template(_) | ExprNode::Wrap(_) => {
            template(tree, id).map_or_else(|| source_form(tree, id), Json::String)
        }
        ExprNode::Unary { op: UnaryOp::Negate, operand, .. } => match tree.node(*operand) {
            ExprNode::Literal(value) if value.as_number().is_some() => {
                let number = value.as_number().map(ToString::to_string).unwrap_or_default();
                Json::Word(format!("-{number}"))
            }
            _ => source_form(tree, id),
        },
        ExprNode::Join(_)
        | ExprNode::Parens(_)
        | ExprNode::Key(_)
        | ExprNode::Traversal { .. }
        | ExprNode::Relative { .. }
        | ExprNode::Index { .. }
        | ExprNode::Splat { .. }
        | ExprNode::Item
        | ExprNode::Unary { .. }
        | ExprNode::Binary { .. }
        | ExprNode::Conditional { .. }
        | ExprNode::For(_)
        | ExprNode::Call(_)
        | ExprNode::JsonString { .. }
        | ExprNode::Error(_) => source_form(tree, id),
    }
}

fn literal(value: &Value) -> Option<Json> {
    Some(match value.kind() {
        Kind::Null(_) => Json::Word("null".to_owned()),
        Kind::Bool(value) => Json::Word(value.to_string()),
        Kind::Number(number) if !number.is_infinite() => Json::Word(number.to_string()),
        Kind::String(text) => Json::String(escaped(text)),
        _ => return None,
    })
}

/// Returns a tuple as an array and an object as one, with a maximum number of levels inside it. Returns `None` if the
/// key of an object is an expression without a name or occurs twice: in native syntax the last one counts, in JSON
/// syntax it is an error.
fn constructor(tree: &Tree, id: ExprId, levels: usize) -> Option<Json> {
    match tree.node(id) {
        ExprNode::Tuple(elements) => {
            let elements = tree.list(*elements).iter();
            Some(Json::Array(elements.map(|element| node(tree, *element, levels)).collect()))
        }
        ExprNode::Object { items, .. } => {
            let items = tree.items(*items);
            let mut properties: Vec<(String, Json)> = Vec::with_capacity(items.len());
            let mut known = HashSet::with_capacity(items.len());
            for item in items {
                let name = key(tree, item.key)?;
                if !known.insert(name.clone()) {
                    return None;
                }
                properties.push((name, node(tree, item.value, levels)));
            }
            Some(Json::Object(properties))
        }
        _ => None,
    }
}

fn key(tree: &Tree, id: ExprId) -> Option<String> {
    match tree.node(id) {
        ExprNode::Key(name) => Some(escaped(name)),
        ExprNode::Literal(value) => match value.kind() {
            Kind::String(text) => Some(escaped(text)),
            Kind::Number(number) => Some(number.to_string()),
            _ => None,
        },
        ExprNode::Template(_) | ExprNode::Wrap(_) => template(tree, id),
        ExprNode::Parens(inner) => Some(interpolated(tree, *inner)),
        _ => None,
    }
}

/// Returns a template as the content of a JSON string. Returns `None` if it has directives, whose parts are not in the
/// tree.
fn template(tree: &Tree, id: ExprId) -> Option<String> {
    if let ExprNode::Wrap(inner) = tree.node(id) {
        return Some(interpolated(tree, *inner));
    }
    let ExprNode::Template(parts) = tree.node(id) else { return None };
    let expressions = interpolations(tree.source.slice(tree.span(id)))?;
    let start = tree.span(id).start;
    let mut content = String::new();
    for part in tree.list(*parts) {
        let offset = tree.span(*part).start.saturating_sub(start);
        let following = expressions.partition_point(|range| range.end <= offset);
        let is_text = expressions.get(following).is_none_or(|range| offset < range.start);
        match tree.node(*part) {
            ExprNode::Literal(value) if is_text => content.push_str(&escaped(value.as_str()?)),
            // A `$` before it would make it an escape.
            _ if !is_text && !content.ends_with(['$', '%']) => {
                content.push_str(&interpolated(tree, *part));
            }
            _ => return None,
        }
    }
    Some(content)
}

/// Returns the ranges of the expressions in a template. Returns `None` if it has directives.
fn interpolations(template: &str) -> Option<Vec<Range<u32>>> {
    let (mut ranges, mut depth) = (Vec::new(), 0_usize);
    let (mut first, mut start) = (0, 0);
    for token in Lexer::new(template) {
        match token.kind {
            TokenKind::Directive if depth == 0 => return None,
            TokenKind::Directive | TokenKind::Interpolation => {
                if depth == 0 {
                    first = token.end;
                }
                depth += 1;
            }
            TokenKind::SequenceEnd => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    ranges.push(first..start);
                }
            }
            _ => {}
        }
        start = token.end;
    }
    Some(ranges)
}

/// Returns an expression as a string that contains it.
fn source_form(tree: &Tree, id: ExprId) -> Json {
    Json::String(interpolated(tree, id))
}

fn interpolated(tree: &Tree, id: ExprId) -> String {
    let text = tree.source.slice(tree.span(id));
    let line_break = if ends_with_heredoc(text) { "\n" } else { "" };
    format!("${{{text}{line_break}}}")
}

/// Returns a string in the form in which templates contain it.
fn escaped(text: &str) -> String {
    text.replace("${", "$${").replace("%{", "%%{")
}
