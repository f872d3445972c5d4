//! The value at an offset.

use std::ops::Range;

use hcldyn_core::cty::Value;
use hcldyn_core::{EvalContext, Expression};

use super::part::{Outcome, Part, value_of};
use super::scope::{BodyScope, MAX_SCOPES, Scopes, Site, is_evaluated, variables_of};
use super::waiting;
use crate::ide::Snapshot;
use crate::ide::tree::Item;
use crate::ide::workspace::File;

/// The value of an expression, or its values in several scopes.
#[derive(Debug)]
pub(in crate::ide) struct ValueAt {
    /// The range of the expression.
    pub(in crate::ide) range: Range<usize>,
    /// `true` if the expression is, or is in, a sensitive part of the source.
    pub(in crate::ide) is_secret: bool,
    /// The first values.
    pub(in crate::ide) outcomes: Vec<Outcome>,
    /// The number of all values, if it is known.
    pub(in crate::ide) count: Option<usize>,
    /// `true` if the expression has a value for each iteration, even if there is only one.
    pub(in crate::ide) is_repeated: bool,
    /// The names that an unknown value waits for.
    pub(in crate::ide) waits_for: Vec<String>,
    /// The name of the attribute.
    pub(in crate::ide) attribute: String,
}

impl ValueAt {
    /// Creates the value of a name.
    pub(in crate::ide) fn of_name(value: Value, range: Range<usize>) -> Self {
        Self {
            range,
            is_secret: false,
            outcomes: vec![Outcome::Value(value)],
            count: Some(1),
            is_repeated: false,
            waits_for: Vec::new(),
            attribute: String::new(),
        }
    }
}

/// The expression of an attribute with its scopes.
struct Evaluable<'f> {
    expr: Expression,
    /// The part to evaluate; `None` for the whole expression.
    part: Option<Part<'f>>,
    scopes: Scopes,
    /// `true` if the expression is evaluated in other scopes than those of its body.
    is_of_labels: bool,
    item: &'f Item,
}

impl Snapshot {
    /// Returns the value of the innermost expression at an offset, or of the attribute whose name is there. A literal is its
    /// own value, so there is none.
    pub(in crate::ide) fn value_at(&self, file: &File, offset: usize) -> Option<ValueAt> {
        let site = Site::of(file, offset);
        let evaluated = self.evaluated(file);
        let ctx = evaluated.answering(&self.cancellation);
        ctx.limits().clone().share(|| {
            let found = Evaluable::find(self, file, &site, offset, &ctx)?;
            let range = found.range();
            let is_secret = evaluated.is_secret(&file.source, &range);
            let outcomes = found.outcomes().into_iter().map(|it| evaluated.outcome(it));
            let outcomes: Vec<_> = outcomes.collect();
            let is_unknown =
                |it: &Outcome| matches!(it, Outcome::Value(it) if !it.is_wholly_known());
            let waits_for = if outcomes.iter().any(is_unknown) {
                waiting::names(self, file, &found.expression()?, &found.context()?)
            } else {
                Vec::new()
            };
            let is_in_loop = found.part.as_ref().is_some_and(Part::is_in_loop);
            Some(ValueAt {
                range,
                is_secret,
                outcomes,
                count: (!is_in_loop).then_some(found.scopes.count),
                is_repeated: is_in_loop || found.scopes.is_repeated,
                waits_for,
                attribute: attribute_name(file, found.item).to_owned(),
            })
        })
    }
}

impl<'f> Evaluable<'f> {
    fn find(
        snapshot: &Snapshot,
        file: &'f File,
        site: &Site<'f>,
        offset: usize,
        ctx: &EvalContext,
    ) -> Option<Self> {
        let item = site.attribute?;
        let name = attribute_name(file, item);
        if !is_evaluated(file, site, name) {
            return None;
        }
        let around = Scopes::of_attribute(file, &site.blocks, name, ctx);
        let expr = around.first.first()?.attribute(item)?.expr.clone();
        let is_of_labels = name == "labels" && site.in_dynamic(file);
        let scopes = match &*site.blocks {
            [outer @ .., dynamic] if is_of_labels => {
                Scopes::inside(file, outer, ctx).generated(dynamic)
            }
            _ => around.with_unknown(variables_of(file, site, name)),
        };
        let span = expr.span();
        let is_inside = span.range().start <= offset && offset <= span.range().end;
        let part = Part::at(snapshot, file, span, offset).filter(|_| is_inside);
        // A key of an object is not an expression.
        if is_inside && part.is_none() && !file.is_json() {
            return None;
        }
        // In JSON syntax, only the parts of templates are expressions.
        let part = part.filter(|part| part.span != span && !(file.is_json() && part.is_template()));
        let is_literal = match &part {
            Some(part) => part.is_literal(),
            None => is_plain(&expr),
        };
        (!is_literal).then_some(Self { expr, part, scopes, is_of_labels, item })
    }

    fn range(&self) -> Range<usize> {
        self.part.as_ref().map_or(self.expr.span(), |part| part.span).range()
    }

    fn expression(&self) -> Option<Expression> {
        self.part.as_ref().map_or_else(|| Some(self.expr.clone()), Part::expression)
    }

    fn context(&self) -> Option<EvalContext> {
        self.scopes.first.first().map(BodyScope::whole_context)
    }

    fn outcomes(&self) -> Vec<Outcome> {
        let values = self.scopes.first.iter().flat_map(|scope| match &self.part {
            Some(part) => part.values(scope),
            None if self.is_of_labels => vec![value_of(&self.expr, &scope.whole_context())],
            None => {
                let expr = scope.attribute(self.item).map(|it| &it.expr);
                expr.map(|expr| value_of(expr, &scope.ctx)).into_iter().collect()
            }
        });
        values.take(MAX_SCOPES).collect()
    }
}

fn attribute_name<'f>(file: &'f File, item: &Item) -> &'f str {
    file.source.slice(item.name).trim_matches('"')
}

/// Returns `true` for a literal, and for a list or an object of literals.
pub(in crate::ide) fn is_plain(expr: &Expression) -> bool {
    if let Some(elements) = expr.as_list() {
        return elements.iter().all(is_plain);
    }
    if let Some(items) = expr.as_map() {
        let is_name = |key: &Expression| key.as_literal().is_some() || key.as_keyword().is_some();
        return items.iter().all(|(key, value)| is_name(key) && is_plain(value));
    }
    expr.as_literal().is_some()
}
