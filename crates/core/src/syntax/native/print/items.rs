//! New bodies in native syntax.

use hcldyn_syntax::format::format;

use super::written::{Unwritable, captured_text, value_text};
use super::{Layout, Printer};
use crate::body::{Body, Content};
use crate::cty::internal::{CollectVec, sort_by_key};
use crate::cty::{Path, Str, Value};
use crate::expr::Expression;

/// An attribute or a block to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NewItem<E = String> {
    Attribute { name: Str, expr: E, is_sensitive: bool },
    Block { ty: Str, labels: Vec<Str>, body: Vec<Self> },
}

/// The form in which a new attribute holds its value.
pub(crate) trait NewExpr: Clone + PartialEq {
    /// Returns the form of a value.
    ///
    /// # Errors
    ///
    /// Returns each part without such a form.
    fn of_value(value: &Value) -> Result<Self, Vec<(Path, Unwritable)>>;

    /// Returns the form of a captured expression.
    ///
    /// # Errors
    ///
    /// Fails if it has none.
    fn of_expression(expr: &Expression) -> Result<Self, Unwritable>;

    /// Returns the number of bytes that the form takes.
    fn len(&self) -> usize;
}

/// The source text.
impl NewExpr for String {
    fn of_value(value: &Value) -> Result<Self, Vec<(Path, Unwritable)>> {
        value_text(value)
    }

    fn of_expression(expr: &Expression) -> Result<Self, Unwritable> {
        captured_text(expr)
    }

    fn len(&self) -> usize {
        self.len()
    }
}

/// Returns the source of a body, in the layout of the formatter. An empty line is before each block that is not the
/// first item of its body, and after each block that is not the last one.
pub(crate) fn body_text(items: Vec<NewItem>) -> String {
    let mut text = String::new();
    push_items(items, &mut text);
    format(&text)
}

/// Appends items, and drops each of them: many small items take more memory than their source.
fn push_items(items: Vec<NewItem>, text: &mut String) {
    let mut is_after_block = false;
    for (rank, item) in items.into_iter().enumerate() {
        let is_block = matches!(item, NewItem::Block { .. });
        if rank > 0 && (is_block || is_after_block) {
            text.push('\n');
        }
        push_item(item, text);
        is_after_block = is_block;
    }
}

fn push_item(item: NewItem, text: &mut String) {
    match item {
        NewItem::Attribute { name, expr, .. } => {
            text.extend([&*name, " = ", &*expr, "\n"]);
        }
        NewItem::Block { ty, labels, body } => {
            text.push_str(&ty);
            for label in &labels {
                text.push(' ');
                push_quoted(label, text);
            }
            if body.is_empty() {
                return text.push_str(" {}\n");
            }
            text.push_str(" {\n");
            push_items(body, text);
            text.push_str("}\n");
        }
    }
}

/// Appends a string in quotes.
pub(crate) fn push_quoted(string: &str, text: &mut String) {
    let mut printer = Printer::new(Layout::Line);
    printer.quoted(string);
    text.push_str(&printer.text);
}

/// Appends the literal text of a template in quotes. `$${` and `%%{` are already escaped in it.
#[cfg(any(feature = "hcl-rs", feature = "json"))]
pub(crate) fn push_template_text(literal: &str, text: &mut String) {
    for c in literal.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c => text.push(c),
        }
    }
}

/// Returns the items of a body as they are in its source.
///
/// # Errors
///
/// Fails if an expression has no source form.
pub(crate) fn rest_items<E: NewExpr>(body: &Body) -> Result<Vec<NewItem<E>>, Unwritable> {
    let Content { attributes, blocks, .. } = body.everything();
    let mut items = Vec::with_capacity(attributes.len() + blocks.len());
    for attribute in attributes {
        let expr = E::of_expression(&attribute.expr)?;
        let name = attribute.name;
        items.push((attribute.name_span, NewItem::Attribute { name, expr, is_sensitive: false }));
    }
    for block in blocks {
        let body = rest_items(&block.body)?;
        let labels = block.labels.into_iter().map(|label| label.value).collect_vec();
        items.push((block.type_span, NewItem::Block { ty: block.ty, labels, body }));
    }
    sort_by_key(&mut items, |(span, _)| span.start);
    Ok(items.into_iter().map(|(_, item)| item).collect_vec())
}
