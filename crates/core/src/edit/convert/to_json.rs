//! Native syntax as JSON syntax.

use std::ops::Range;

use hcldyn_syntax::lexer::{Lexer, TokenKind};

use super::json::Json;
use super::{bodies, diags};
use crate::cty::internal::{CollectVec, sort_by};
use crate::cty::{Kind, Str, Value};
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::Source;
use crate::syntax::json::MAX_JSON_SYNTAX_DEPTH;
use crate::syntax::native::{ends_with_heredoc, parse_body};
use crate::tree::{ExprId, ExprNode, ObjectItem, Tree, UnaryOp};

/// Returns a source in native syntax as JSON syntax, which decodes to the same values. Reports syntax errors, and a block
/// that is too deep for JSON syntax, and returns `None` then.
///
/// Constants become JSON values, and other expressions strings that contain them: `port + 1` is `"${port + 1}"`. The
/// labels of blocks are levels of objects, and blocks of one type share a property. No object has two properties with
/// the same name, so every reader of JSON finds all items. The order of blocks stays: if an object would change it, because
/// blocks of one type surround blocks of another, or because a label comes back, an array of objects has its place.
/// Comments are lost: a property with the name `//` is one only in some bodies, and a label or a part of a value elsewhere.
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::edit::convert::to_json;
/// use hcldyn::syntax::Source;
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
///
/// let source = Source::new("b.hcl", "read {}\nsort {}\nread {}\n");
/// let json = to_json(&source, &mut Diagnostics::new()).unwrap();
/// let words: String = json.split_whitespace().collect();
/// assert_eq!(words, r#"[{"read":{},"sort":{}},{"read":{}}]"#);
/// ```
pub fn to_json(source: &Source, diags: &mut Diagnostics) -> Option<String> {
    let native = diags.unless_errors(|diags| parse_body(source, diags))?;
    match bodies::body(&native) {
        Ok(json) => Some(json.text()),
        Err(place) => diags.fail(diags::too_deep(place)),
    }
}

/// Returns an expression in native syntax as JSON syntax.
pub fn expression(expr: &Expression) -> Json {
    node(expr.tree(), expr.node(), MAX_JSON_SYNTAX_DEPTH)
}

/// Returns an expression as JSON: its parts, as far as it consists of constructors and constants, and up to a number of
/// levels.
pub(super) fn node(tree: &Tree, id: ExprId, levels: usize) -> Json {
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
        Kind::String(text) => Json::String(literal_text(text)?),
        _ => return None,
    })
}

/// Returns a string as the content of a JSON string, unless it would be misread.
fn literal_text(text: &str) -> Option<String> {
    Some(escaped(text)).filter(|content| !is_misread(content))
}

/// The key of an object.
struct Key {
    /// The content of the JSON string.
    content: String,
    /// The value, or the start of the value of a key that is only known after evaluation.
    start: Str,
    is_constant: bool,
}

impl Key {
    fn constant(content: String, value: &Value) -> Option<Self> {
        Some(Self { content, start: value.as_str()?.into(), is_constant: true })
    }

    fn computed(content: String, start: &str) -> Self {
        // Later characters may combine with the last one.
        let base = start.char_indices().rfind(|(_, last)| last.is_ascii());
        let start = base.map_or("", |(end, _)| &start[..end]);
        Self { content, start: start.into(), is_constant: false }
    }
}

/// Returns a tuple as an array and an object as one, with a maximum number of levels inside it. Returns `None` if the
/// key of an object is an expression without a name, or if two keys may be equal: in native syntax the last one counts,
/// in JSON syntax they are an error.
fn constructor(tree: &Tree, id: ExprId, levels: usize) -> Option<Json> {
    match tree.node(id) {
        ExprNode::Tuple(elements) => {
            let elements = tree.list(*elements).iter();
            Some(Json::Array(elements.map(|element| node(tree, *element, levels)).collect_vec()))
        }
        ExprNode::Object { items, .. } => {
            let items = tree.items(*items);
            let keys = items.iter().map(|item| key(tree, item.key)).collect::<Option<Vec<_>>>()?;
            if may_have_equal(&keys) {
                return None;
            }
            let properties = keys.into_iter().zip(items);
            let property =
                |(key, item): (Key, &ObjectItem)| (key.content, node(tree, item.value, levels));
            Some(Json::Object(properties.map(property).collect_vec()))
        }
        _ => None,
    }
}

fn may_have_equal(keys: &[Key]) -> bool {
    let mut starts = keys.iter().map(|key| (&*key.start, key.is_constant)).collect_vec();
    // The starts that begin with another one follow it.
    sort_by(&mut starts, Ord::cmp);
    starts.windows(2).any(|pair| {
        let [(first, is_constant), (second, _)] = [pair[0], pair[1]];
        if is_constant { first == second } else { second.starts_with(first) }
    })
}

fn key(tree: &Tree, id: ExprId) -> Option<Key> {
    match tree.node(id) {
        ExprNode::Key(name) => Key::constant(escaped(name), &name.clone().into()),
        ExprNode::Literal(value) => match value.kind() {
            Kind::String(text) => {
                let content = literal_text(text).unwrap_or_else(|| interpolated(tree, id));
                Key::constant(content, value)
            }
            Kind::Number(number) => {
                let text = number.to_string();
                Key::constant(text.clone(), &text.into())
            }
            _ => None,
        },
        ExprNode::Parens(inner) | ExprNode::Wrap(inner) => match tree.node(*inner) {
            // Not a computed key, so that it can be compared with others.
            ExprNode::Literal(_) => key(tree, *inner),
            _ => Some(Key::computed(interpolated(tree, *inner), "")),
        },
        ExprNode::Template(parts) => {
            let start = match tree.list(*parts).first().map(|part| tree.node(*part)) {
                Some(ExprNode::Literal(value)) => value.as_str().unwrap_or_default(),
                _ => "",
            };
            template(tree, id).map(|content| Key::computed(content, start))
        }
        _ => None,
    }
}

/// Returns a template as the content of a JSON string. Returns `None` if it has directives, whose parts are not in the
/// tree, if it would be misread, or if nothing is left of its text: an interpolation alone keeps the type of its value.
fn template(tree: &Tree, id: ExprId) -> Option<String> {
    if let ExprNode::Wrap(inner) = tree.node(id) {
        return Some(interpolated(tree, *inner));
    }
    let ExprNode::Template(parts) = tree.node(id) else { return None };
    let expressions = interpolations(tree.source.slice(tree.span(id)))?;
    let start = tree.span(id).start;
    let (mut content, mut text, mut has_text) = (String::new(), String::new(), false);
    for part in tree.list(*parts) {
        let offset = tree.span(*part).start.saturating_sub(start);
        let following = expressions.partition_point(|range| range.end <= offset);
        let is_text = expressions.get(following).is_none_or(|range| offset < range.start);
        match tree.node(*part) {
            ExprNode::Literal(value) if is_text => {
                text.push_str(value.as_str()?);
                has_text |= !text.is_empty();
            }
            // A `$` before it would make it an escape.
            _ if !is_text && !text.ends_with(['$', '%']) => {
                content.extend([escaped(&text), interpolated(tree, *part)]);
                text.clear();
            }
            _ => return None,
        }
    }
    content.push_str(&escaped(&text));
    (has_text || expressions.len() > 1).then_some(content).filter(|content| !is_misread(content))
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

/// Returns `true` if the reference implementation reads the content of a JSON string as another template: it drops a
/// byte-order mark at the start, and takes template sequences after a lone carriage return as literal text.
fn is_misread(content: &str) -> bool {
    let is_lone = |at: usize| !content[at..].starts_with("\r\n");
    let first = content.match_indices('\r').map(|(at, _)| at).find(|at| is_lone(*at));
    let follows = |at: usize| content[at..].contains("${") || content[at..].contains("%{");
    content.starts_with('\u{feff}') || first.is_some_and(follows)
}

/// Returns a string in the form in which templates contain it.
fn escaped(text: &str) -> String {
    text.replace("${", "$${").replace("%{", "%%{")
}
