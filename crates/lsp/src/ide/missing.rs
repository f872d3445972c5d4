//! The action that adds everything that a body must have.

use std::ops::Range;

use hcldyn_core::cty::value_spec::{ValueSpec, VariantSelector};
use hcldyn_core::cty::{Kind, Str, Type, Value};
use hcldyn_core::spec::ValueRule;
use hcldyn_core::spec::outline::{
    Outline, OutlineAttribute, OutlineBlock, OutlineBlockType, OutlineContent,
};
use hcldyn_core::syntax::to_hcl;

use super::cursor::Header;
use super::outline::{Scope, ScopeItem, labels_of};
use super::tree::Item;
use super::workspace::File;
use super::{FileEdit, Snapshot};

/// The maximum number of required blocks inside each other.
const MAX_DEPTH: usize = 8;

/// The maximum number of lines, and of placeholders in one value. A spec can require its own blocks inside them.
const MAX_LINES: usize = 500;
const MAX_PLACEHOLDERS: usize = 100;

impl Snapshot {
    /// Returns the edit that adds all missing required attributes and blocks to the body at an offset, with placeholder
    /// values; `None` if none are missing, or the body has no end.
    pub fn add_missing(&self, file: &str, offset: usize) -> Option<FileEdit> {
        let file = self.file(file)?;
        let around = blocks_at(file, offset);
        let headers: Vec<_> = around.iter().map(|item| header(file, item)).collect();
        let scope = Scope::inside(file.language.outline.as_ref()?, &headers)?;
        let items = around.last().map_or(Some(&file.tree().items), |block| block.items.as_ref())?;
        let written: Vec<_> = items.iter().map(|item| file.source.slice(item.name)).collect();
        let is_missing = |item: &ScopeItem<'_>| {
            item.is_required() && !item.names().all().any(|name| written.contains(&name.as_str()))
        };
        let missing: Vec<_> = scope.items().filter(is_missing).collect();
        if missing.is_empty() {
            return None;
        }
        let block = around.last().copied();
        let (mut range, indent) = gap(file, block)?;
        let mut text = Text { outline: scope.outline, is_json: file.is_json(), lines: Vec::new() };
        text.items(missing, indent + usize::from(!around.is_empty() || file.is_json()));
        let before = &file.text()[..range.start];
        let separator = if file.is_json() && !items.is_empty() { "," } else { "" };
        let mut line =
            if before.is_empty() || before.ends_with('\n') { "" } else { "\n" }.to_owned();
        if let Some(inside) = block.and_then(|block| inside_of_line(file, block)) {
            let items = file.text()[inside.clone()].trim();
            line = format!("\n{}{items}\n", "  ".repeat(indent + 1));
            range.start = inside.start;
        }
        let end = if range.end < file.text().len() { "  ".repeat(indent) } else { String::new() };
        let text = format!("{separator}{line}{}\n{end}", text.lines.join("\n"));
        Some(FileEdit { file: file.source.name().to_owned(), range, text })
    }
}

/// Returns the blocks around an offset, the outermost first.
fn blocks_at(file: &File, offset: usize) -> Vec<&Item> {
    let (mut items, mut around) = (&file.tree().items, Vec::new());
    let is_around = |item: &&Item| {
        let range = item.span.range();
        item.items.is_some() && range.start <= offset && offset <= range.end
    };
    while let Some(block) = items.iter().find(is_around) {
        around.push(block);
        items = block.items.as_ref().unwrap_or(items);
    }
    around
}

pub(super) fn header<'f>(file: &'f File, item: &Item) -> Header<'f> {
    let labels = item.labels.iter().map(|label| file.source.slice(*label).trim_matches('"'));
    Header { ty: file.source.slice(item.name), labels: labels.collect() }
}

/// Returns the whitespace at the end of a body, and the number of indentations of the line of its block.
fn gap(file: &File, block: Option<&Item>) -> Option<(Range<usize>, usize)> {
    let text = file.text();
    let end = match block {
        Some(block) => block.span.range().end.checked_sub(1)?,
        None if file.is_json() => text.rfind('}')?,
        None => return Some((text.len()..text.len(), 0)),
    };
    let is_closed = text.get(end..)?.starts_with('}');
    let line =
        block.map_or(0, |it| text[..it.name.range().start].rfind('\n').map_or(0, |at| at + 1));
    let spaces = text[line..].bytes().take_while(|byte| *byte == b' ').count();
    let start = text[..end].trim_end().len();
    is_closed.then_some((start..end, spaces / 2))
}

/// Returns the range between the braces of a block in native syntax on one line, unless it is empty. Such a block can have
/// only one item.
fn inside_of_line(file: &File, block: &Item) -> Option<Range<usize>> {
    let header = block.header().range().end;
    let start = header + file.text()[header..].find('{')? + 1;
    let range = start..block.span.range().end.checked_sub(1)?;
    let inside = file.text().get(range.clone())?;
    let is_line = !file.is_json() && !inside.contains('\n') && !inside.trim().is_empty();
    is_line.then_some(range)
}

/// The lines of items with placeholder values.
struct Text<'o> {
    outline: &'o Outline,
    is_json: bool,
    lines: Vec<String>,
}

impl<'o> Text<'o> {
    fn items(&mut self, items: Vec<ScopeItem<'o>>, depth: usize) {
        let count = items.len();
        for (index, item) in items.into_iter().enumerate() {
            match item {
                ScopeItem::Attribute(attribute) => {
                    let (name, value) = (&attribute.names.name, placeholder(attribute));
                    let line = if self.is_json {
                        format!("\"{name}\": {value}")
                    } else {
                        format!("{name} = {value}")
                    };
                    self.line(depth, &line);
                }
                ScopeItem::Block(block, ty) => self.block(block, ty, depth),
            }
            if let Some(last) = self.lines.last_mut().filter(|_| self.is_json && index + 1 < count)
            {
                last.push(',');
            }
        }
    }

    fn block(&mut self, block: &'o OutlineBlock, ty: &'o OutlineBlockType, depth: usize) {
        let labels = labels_of(self.outline, block, ty);
        let name = ty.names.name.as_str();
        let inside = match ty.content {
            OutlineContent::Body(id) if depth < MAX_DEPTH && self.lines.len() < MAX_LINES => {
                let body = self.outline.body(id);
                let attributes = body.attributes.iter().map(ScopeItem::Attribute);
                let blocks = body.blocks.iter();
                let blocks = blocks.filter_map(|it| Some(ScopeItem::Block(it, it.types.first()?)));
                attributes.chain(blocks).filter(|it| it.is_required()).collect()
            }
            _ => Vec::new(),
        };
        let labels: Vec<_> = labels.iter().map(|label| format!("\"{}\"", label.name)).collect();
        let (open, close) = if self.is_json {
            let open: String = labels.iter().map(|label| format!("{{ {label}: ")).collect();
            (format!("\"{name}\": {open}{{"), "}".to_owned() + &" }".repeat(labels.len()))
        } else {
            let labels: String = labels.iter().map(|label| format!(" {label}")).collect();
            (format!("{name}{labels} {{"), "}".to_owned())
        };
        self.line(depth, &open);
        self.items(inside, depth + 1);
        self.line(depth, &close);
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.lines.push("  ".repeat(depth) + text);
    }
}

/// Returns a value of the type of an attribute, in syntax that is both native and JSON.
fn placeholder(attribute: &OutlineAttribute) -> String {
    let ruled = attribute.rules.iter().find_map(|rule| match rule {
        ValueRule::OneOf(values) => values.first().and_then(written),
        ValueRule::Range { min: Some(min), .. } => Some(min.to_string()),
        ValueRule::Duration => Some("\"1s\"".to_owned()),
        _ => None,
    });
    ruled.unwrap_or_else(|| of_value(&attribute.value, MAX_DEPTH, &mut 0))
}

fn written(value: &Value) -> Option<String> {
    match value.kind() {
        Kind::String(_) | Kind::Number(_) | Kind::Bool(_) => Some(to_hcl(value)),
        _ => None,
    }
}

/// Returns a placeholder for a value whose parts are at most `depth` levels deep, and adds the number of its parts.
fn of_value(spec: &ValueSpec, depth: usize, count: &mut usize) -> String {
    let mut inside = |spec: &ValueSpec| {
        *count += 1;
        if depth == 0 || *count > MAX_PLACEHOLDERS {
            return "null".to_owned();
        }
        of_value(spec, depth - 1, count)
    };
    match &*spec.resolved() {
        ValueSpec::Object(object) => {
            let required = object.attributes().iter().filter(|it| !it.optional);
            let items: Vec<_> = required
                .map(|it| format!("{}: {}", quoted(&it.names.name), inside(&it.spec)))
                .collect();
            format!("{{{}}}", items.join(", "))
        }
        ValueSpec::Tuple(tuple) => {
            let elements: Vec<_> = tuple.elements().iter().map(inside).collect();
            format!("[{}]", elements.join(", "))
        }
        ValueSpec::Variants(variants) => {
            let is_keyword = matches!(variants.selector(), VariantSelector::Keyword { .. });
            let mut keywords = variants.variants().iter().filter(|it| it.keyword || is_keyword);
            let first = keywords.find(|it| !it.other && it.names.deprecation.is_none());
            first.map_or_else(|| "null".to_owned(), |it| quoted(&it.names.name))
        }
        spec => of_type(&spec.ty()).to_owned(),
    }
}

fn quoted(text: &Str) -> String {
    to_hcl(&text.clone().into())
}

fn of_type(ty: &Type) -> &'static str {
    match ty {
        Type::String => "\"\"",
        Type::Number => "0",
        Type::Bool => "false",
        Type::List(_) | Type::Set(_) | Type::Tuple(_) => "[]",
        Type::Map(_) | Type::Object(_) => "{}",
        _ => "null",
    }
}
