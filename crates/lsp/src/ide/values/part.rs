//! The parts of an expression, and their values.

use std::cmp::Reverse;

use hcldyn_core::cty::{Marks, Type, Value};
use hcldyn_core::syntax::{Source, Span, parse_expression_at};
use hcldyn_core::{Diagnostics, EvalContext, Expression};
use hcldyn_syntax::event::Event;

use super::evaluated::took_too_long;
use super::guard::unless_panics;
use super::scope::{BodyScope, MAX_SCOPES};
use crate::ide::Snapshot;
use crate::ide::json::unescaped;
use crate::ide::names::{Names, parts_of};
use crate::ide::tree::LocalScope;
use crate::ide::workspace::File;

/// A part of the value of an attribute.
#[derive(Debug)]
pub(in crate::ide) struct Part<'f> {
    pub(in crate::ide) span: Span,
    pub(in crate::ide) event: Event,
    /// The `for` expressions whose variables it sees, the outermost first.
    loops: Vec<&'f LocalScope>,
    source: Source,
}

/// The value of an expression.
#[derive(Clone, Debug)]
pub(in crate::ide) enum Outcome {
    Value(Value),
    /// The evaluation reported errors.
    Failed,
    /// The evaluation was not finished in its time.
    TooLong,
    /// A function of the program panicked.
    Panicked,
}

/// The context of a part, and the marks of the collections around it.
#[derive(Clone)]
struct PartScope {
    ctx: EvalContext,
    marks: Marks,
    is_unknown: bool,
}

impl<'f> Part<'f> {
    /// Finds the innermost part at an offset inside the value of an attribute. A name with several parts, such as
    /// `local.site`, is one part.
    pub(in crate::ide) fn at(
        snapshot: &Snapshot,
        file: &'f File,
        value: Span,
        offset: usize,
    ) -> Option<Self> {
        let is_at = |span: Span| span.range().start <= offset && offset <= span.range().end;
        let parts = || {
            let parts = file.tree().parts.iter();
            parts.filter(move |(event, span)| is_part(event) && covers(value, *span))
        };
        let at = parts().filter(|(_, span)| is_at(*span));
        let (event, span) = *at.min_by_key(|(_, span)| span.range().len())?;
        if event == Event::Key {
            return None;
        }
        let source = readable(file);
        let steps = parts().filter(|(_, it)| event == Event::Variable && it.start == span.start);
        let (event, span) =
            name_of(snapshot, file, &source, steps.copied().collect()).unwrap_or((event, span));
        let mut loops: Vec<_> =
            file.tree().scopes.iter().filter(|it| covers(it.span, span)).collect();
        loops.sort_by_key(|it| (it.span.start, Reverse(it.span.end)));
        Some(Self { span, event, loops, source })
    }

    /// Returns `true` if the part sees the variables of a `for` expression.
    pub(in crate::ide) fn is_in_loop(&self) -> bool {
        !self.loops.is_empty()
    }

    /// Returns `true` for a template or a string.
    pub(in crate::ide) fn is_template(&self) -> bool {
        matches!(self.event, Event::TemplateEnd | Event::String { .. })
    }

    /// Returns `true` for a literal.
    pub(in crate::ide) fn is_literal(&self) -> bool {
        matches!(
            self.event,
            Event::Null | Event::True | Event::False | Event::Number | Event::String { .. }
        )
    }

    /// Returns the expression of the part by itself.
    pub(in crate::ide) fn expression(&self) -> Option<Expression> {
        parse_expression_at(&self.source.place(self.span), &mut Diagnostics::new())
    }

    /// Returns the values of the part in a scope: one, or the first ones in the iterations of the loops around it.
    pub(in crate::ide) fn values(&self, scope: &BodyScope) -> Vec<Outcome> {
        let Some(expr) = self.expression() else { return vec![Outcome::Failed] };
        let marks = scope.body.marks().cloned().unwrap_or_default();
        let whole =
            PartScope { ctx: scope.whole_context(), marks, is_unknown: scope.body.is_unknown() };
        let mut scopes = vec![whole];
        for around in &self.loops {
            let inner = scopes.iter().flat_map(|scope| self.iterations(around, scope));
            scopes = inner.take(MAX_SCOPES).collect();
        }
        scopes.iter().map(|scope| scope.value(&expr)).collect()
    }

    /// Returns the scopes of the iterations of a loop.
    fn iterations(&self, around: &LocalScope, scope: &PartScope) -> Vec<PartScope> {
        let place = self.source.place(around.collection);
        let collection = parse_expression_at(&place, &mut Diagnostics::new());
        let outcome = collection.map(|it| scope.value(&it));
        let Some(Outcome::Value(collection)) = outcome else { return Vec::new() };
        let names: Vec<_> = around.names.iter().map(|span| self.source.slice(*span)).collect();
        let bind = |key: Value, value: Value| {
            let mut inner = scope.clone();
            inner.ctx = inner.ctx.child();
            // The second name hides an equal first one.
            let values = [key, value];
            for (name, value) in names.iter().zip(&values[2 - names.len().min(2)..]) {
                inner.ctx.set_variable(*name, value.clone().with_marks_of(&collection));
            }
            inner.marks.extend(collection.marks().into_iter().flatten().cloned());
            inner
        };
        if !collection.is_known() {
            let (key, value) = hcldyn_core::internal::unknown_entry(&collection.ty());
            return vec![bind(key, value)];
        }
        let entries = collection.entries().take(MAX_SCOPES);
        entries.map(|entry| bind(entry.key(), entry.value().into_owned())).collect()
    }
}

impl PartScope {
    fn value(&self, expr: &Expression) -> Outcome {
        if self.is_unknown {
            return Outcome::Value(Value::unknown(Type::Dynamic).with_marks(&self.marks));
        }
        match value_of(expr, &self.ctx) {
            Outcome::Value(value) => Outcome::Value(value.with_marks(&self.marks)),
            other => other,
        }
    }
}

/// Evaluates an expression.
pub(in crate::ide) fn value_of(expr: &Expression, ctx: &EvalContext) -> Outcome {
    let mut diags = Diagnostics::new();
    let Some(value) = unless_panics(|| expr.value(ctx, &mut diags)) else {
        return Outcome::Panicked;
    };
    if took_too_long(&diags) {
        Outcome::TooLong
    } else if diags.has_errors() || value.is_failed() {
        Outcome::Failed
    } else {
        Outcome::Value(value)
    }
}

/// Returns the part that is a whole name of the configuration, among a variable and the steps into it.
fn name_of(
    snapshot: &Snapshot,
    file: &File,
    source: &Source,
    mut steps: Vec<(Event, Span)>,
) -> Option<(Event, Span)> {
    let is_step = |event: Event| {
        matches!(
            event,
            Event::Variable | Event::Attr { .. } | Event::LegacyIndex { .. } | Event::Index
        )
    };
    steps.retain(|(event, _)| is_step(*event));
    steps.sort_by_key(|(_, span)| span.end);
    let traversal = |span: Span| {
        let expr = parse_expression_at(&source.place(span), &mut Diagnostics::new());
        expr.and_then(|expr| expr.as_traversal())
    };
    let longest = steps.iter().rev().find_map(|(_, span)| traversal(*span))?;
    let path: Vec<_> = parts_of(&longest).collect();
    let (_, length) = Names::around(snapshot, file).prefix_of(&path)?;
    steps.into_iter().nth(length - 1)
}

/// Returns `true` for a whole expression.
fn is_part(event: &Event) -> bool {
    !matches!(
        event,
        Event::Attribute { .. }
            | Event::Label { .. }
            | Event::BlockStart { .. }
            | Event::BlockEnd
            | Event::Unreadable
            | Event::TemplateStart(_)
            | Event::Text { .. }
            | Event::Interpolation(_)
            | Event::If(_)
            | Event::Else(_)
            | Event::EndIf(_)
            | Event::ForDirective { .. }
            | Event::EndFor(_)
            | Event::Error { .. }
    )
}

fn covers(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Returns the source, in JSON syntax with templates that can be parsed in it.
fn readable(file: &File) -> Source {
    if file.is_json() {
        return Source::new(file.source.name(), unescaped(file.text()));
    }
    file.source.clone()
}
