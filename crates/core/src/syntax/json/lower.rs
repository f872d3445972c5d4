//! The lowering of JSON values to expressions.

use std::ops::Range;
use std::sync::Arc;

use super::diags;
use super::document::{JsonKind, JsonValue, Property};
use super::escapes::Unescaped;
use crate::body::ByName;
use crate::cty::internal::InlineCache;
use crate::cty::{Number, Str, Type, Value};
use crate::diag::{Diagnostic, Diagnostics, delete_item};
use crate::expr::Expression;
use crate::source::{Source, Span};
use crate::syntax::diags::number_out_of_range;
use crate::syntax::native::fragment::{Fragment, parse_into};
use crate::tree::{ExprId, ExprNode, ObjectItem, Run, StepKind, TraversalStep, Tree};

/// An expression with its errors.
#[derive(Debug)]
pub(super) struct Lowered {
    expr: Expression,
    found: Vec<Diagnostic>,
}

impl Lowered {
    /// Returns the expression and reports its errors.
    pub(super) fn expression(&self, diags: &mut Diagnostics) -> Expression {
        self.found.iter().cloned().for_each(|diagnostic| diags.push(diagnostic));
        self.expr.clone()
    }
}

/// The meaning of strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strings {
    Templates,
    /// Each string is its own value.
    Literals,
}

/// Lowers a value to an expression.
pub(super) fn lower(source: &Source, value: &JsonValue, strings: Strings) -> Lowered {
    let mut tree = Tree::new(source.clone());
    tree.is_json = true;
    let mut lowering = Lowering { source, tree, found: Vec::new(), strings };
    let node = lowering.value(value);
    let expr = Expression::new(Arc::new(lowering.tree), node);
    Lowered { expr, found: lowering.found }
}

struct Lowering<'s> {
    source: &'s Source,
    tree: Tree,
    found: Vec<Diagnostic>,
    strings: Strings,
}

impl Lowering<'_> {
    fn value(&mut self, value: &JsonValue) -> ExprId {
        match &value.kind {
            JsonKind::Null => self.word(Value::null(Type::Dynamic), value.span),
            JsonKind::Bool(word) => self.word(Value::bool(*word), value.span),
            JsonKind::Number => self.number(value.span),
            JsonKind::String => self.string(value.span),
            JsonKind::Array(elements) => {
                let elements: Vec<_> = elements.iter().map(|it| self.value(it)).collect();
                let elements = self.tree.add_list(elements);
                self.tree.add_node(ExprNode::Tuple(elements), value.span)
            }
            JsonKind::Object(properties) => self.object(properties, value.span),
        }
    }

    /// Lowers `null`, `true` or `false`, which are always values and never keywords.
    fn word(&mut self, value: Value, span: Span) -> ExprId {
        let value = self.tree.add_node(ExprNode::Literal(value), span);
        self.tree.add_node(ExprNode::JsonString { value, spelled: None }, span)
    }

    fn number(&mut self, span: Span) -> ExprId {
        match Number::parse(self.source.slice(span)) {
            Ok(number) => self.tree.add_node(ExprNode::Literal(Value::number(number)), span),
            Err(_) => {
                self.found.push(number_out_of_range(self.tree.place(span)));
                self.tree.add_node(ExprNode::Error(Run::EMPTY), span)
            }
        }
    }

    /// Lowers an object. Its keys are templates. If two keys are equal, the first one wins.
    fn object(&mut self, properties: &[Property], span: Span) -> ExprId {
        let firsts = ByName::new(properties, |property| &property.name);
        let mut items = Vec::with_capacity(properties.len());
        for property in properties {
            if let Some(first) = firsts.get(&property.name)
                && first.name_span != property.name_span
            {
                let second = property.name_span;
                let places = (self.tree.place(second), self.tree.place(first.name_span));
                let item = self.tree.place(second.to(property.value.span));
                let fix = delete_item("Delete the second property", &item);
                let error = diags::repeated_key(places, &property.name);
                self.found.push(error.with_fix(fix));
                continue;
            }
            let key = self.string(property.name_span);
            items.push(ObjectItem { key, value: self.value(&property.value) });
        }
        let items = self.tree.add_items(items);
        self.tree.add_object(items, span)
    }

    /// Lowers a string to a template, and also to the expression that it spells, if there is one.
    fn string(&mut self, span: Span) -> ExprId {
        // An invalid string was reported when the source was read.
        let Ok(unescaped) = Unescaped::new(self.source.slice(span), span.start) else {
            return self.tree.add_node(ExprNode::Error(Run::EMPTY), span);
        };
        if self.strings == Strings::Literals {
            let value = Value::string(&*unescaped.text);
            return self.tree.add_node(ExprNode::Literal(value), span);
        }
        let value = self.template(&unescaped, span);
        match self.spelled(&unescaped) {
            None => value,
            spelled => self.tree.add_node(ExprNode::JsonString { value, spelled }, span),
        }
    }

    fn template(&mut self, unescaped: &Unescaped<'_>, span: Span) -> ExprId {
        let text = &*unescaped.text;
        if !text.contains("${") && !text.contains("%{") {
            return self.tree.add_node(ExprNode::Literal(Value::string(text)), span);
        }
        let mut found = Diagnostics::new();
        let node = self.read(unescaped, Fragment::Template, &mut found);
        let in_source = |span| self.source.place(unescaped.in_source(span));
        let found = found.iter().cloned().map(|problem| problem.moved(in_source));
        self.found.extend(found);
        match node {
            Some(node) => {
                self.tree.set_span(node, span);
                node
            }
            None => self.tree.add_node(ExprNode::Error(Run::EMPTY), span),
        }
    }

    /// Returns the variable with its steps, or the call, that a string spells.
    fn spelled(&mut self, unescaped: &Unescaped<'_>) -> Option<ExprId> {
        match &*unescaped.text {
            text if is_path(text) => Some(self.path(unescaped)),
            text if may_spell(text) => {
                self.read(unescaped, Fragment::Expression, &mut Diagnostics::new())
            }
            _ => None,
        }
    }

    /// Reads names separated by dots without the parser, because most strings that spell an expression are such
    /// names.
    fn path(&mut self, unescaped: &Unescaped<'_>) -> ExprId {
        let mut start = 0;
        let mut names = unescaped.text.split('.').map(|name| {
            let end = start + name.len() as u32;
            // The span includes the dot before the name.
            let span = Span::new(start.saturating_sub(1), end);
            start = end + 1;
            (Str::new(name), unescaped.in_source(span))
        });
        // Splitting always returns at least one part.
        let (root, root_span) = names.next().unwrap_or_else(|| (Str::new(""), Span::default()));
        let steps = names.map(|(name, span)| TraversalStep {
            kind: StepKind::Attr(name),
            cache: InlineCache::default(),
            span,
        });
        let steps: Vec<_> = steps.collect();
        let span = steps.last().map_or(root_span, |last| root_span.to(last.span));
        let steps = self.tree.add_steps(steps);
        let root = self.tree.add_name(root);
        self.tree.add_node(ExprNode::Traversal { root, cache: InlineCache::default(), steps }, span)
    }

    /// Parses the content of a string in native syntax. Removes its nodes from the tree after an error.
    fn read(
        &mut self,
        unescaped: &Unescaped<'_>,
        form: fn(Range<usize>) -> Fragment,
        diags: &mut Diagnostics,
    ) -> Option<ExprId> {
        if let Some(node) = self.read_in_place(unescaped, form) {
            return Some(node);
        }
        let before = self.tree.checkpoint();
        let text = Source::new(self.source.name(), &*unescaped.text);
        let node = parse_into(&mut self.tree, &text, form(0..unescaped.text.len()), diags);
        match node {
            Some(_) => self.tree.move_spans(before, &|span| unescaped.in_source(span)),
            None => self.tree.rewind(before),
        }
        node
    }

    /// Parses a string without escapes as a part of the source, unless there is anything to report: messages are about
    /// the content of the string only.
    fn read_in_place(
        &mut self,
        unescaped: &Unescaped<'_>,
        form: fn(Range<usize>) -> Fragment,
    ) -> Option<ExprId> {
        let range = unescaped.range()?;
        let before = self.tree.checkpoint();
        let mut found = Diagnostics::new();
        let node = parse_into(&mut self.tree, self.source, form(range), &mut found);
        let node = node.filter(|_| found.is_empty());
        match node {
            Some(_) => self.tree.keep(before),
            None => self.tree.rewind(before),
        }
        node
    }
}

/// Returns `true` if a string consists of names separated by dots, without keywords.
fn is_path(text: &str) -> bool {
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.ends_with(|c: char| c.is_ascii_alphanumeric())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
            && !["true", "false", "null", "for", "if", "in"].contains(&name)
    };
    text.split('.').all(is_name)
}

/// Returns `true` if a string looks like a variable or a call: a name, followed by nothing or by a character that
/// can follow a name.
fn may_spell(text: &str) -> bool {
    let text = text.trim();
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '-' || !c.is_ascii();
    let rest = text.trim_start_matches(is_name);
    let starts_name = text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let rest = rest.trim_start();
    starts_name
        && (rest.is_empty()
            || rest.starts_with(['.', '[', '(', '#', '/'])
            || rest.starts_with("::"))
}
