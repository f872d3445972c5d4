//! The values of attributes after their expressions.

use super::{HintKind, Hints, MAX_TOO_LONG};
use crate::ide::tree::Item;
use crate::ide::values::{
    Outcome, PANICKED, Scopes, Site, TOO_LONG, is_evaluated, is_plain, is_repeating, shown,
    value_of,
};

/// The maximum number of bytes of a value.
const MAX_VALUE: usize = 60;

impl<'a> Hints<'a> {
    /// Adds the value of an attribute, or the first of its values in several scopes.
    pub(super) fn add_value(&mut self, item: &'a Item, scopes: &Scopes) {
        let name = self.file.source.slice(item.name).trim_matches('"');
        let site = Site { blocks: self.blocks.clone(), attribute: Some(item) };
        let is_of_labels = name == "labels" && site.in_dynamic(self.file);
        if is_of_labels || !is_evaluated(self.file, &site, name) {
            return;
        }
        let own = is_repeating(name)
            .then(|| self.share(|| Scopes::of_attribute(self.file, &self.blocks, name, &self.ctx)));
        let scopes = own.as_ref().unwrap_or(scopes);
        let exprs = scopes.first.iter().map(|scope| (scope, scope.attribute(item)));
        let exprs = exprs.filter_map(|(scope, it)| Some((scope, &it?.expr)));
        let exprs: Vec<_> = exprs.collect();
        let Some((_, first)) = exprs.first() else { return };
        if is_plain(first) {
            return;
        }
        let range = first.span().range();
        if self.evaluated.is_secret(&self.file.source, &range) {
            return self.push(range.end, " = (sensitive)".to_owned(), HintKind::Value);
        }
        let is_tried = self.too_long < MAX_TOO_LONG;
        let outcomes: Vec<_> = self.share(|| {
            let values = exprs.iter().map(|(scope, expr)| value_of(expr, &scope.ctx));
            if is_tried { values.collect() } else { vec![Outcome::TooLong] }
        });
        let outcomes: Vec<_> = outcomes.into_iter().map(|it| self.evaluated.outcome(it)).collect();
        if outcomes.iter().any(|it| matches!(it, Outcome::Panicked)) {
            return self.push(range.end, format!(" {PANICKED}"), HintKind::Value);
        }
        if outcomes.iter().any(|it| matches!(it, Outcome::TooLong)) {
            self.too_long += 1;
            return self.push(range.end, format!(" {TOO_LONG}"), HintKind::Value);
        }
        if let Some(text) = text(&outcomes, scopes.count) {
            self.push(range.end, format!(" = {text}"), HintKind::Value);
        }
    }
}

/// Returns the text of one or several values; `None` if one is not known.
fn text(outcomes: &[Outcome], count: usize) -> Option<String> {
    let most = MAX_VALUE / outcomes.len().max(1);
    let each = |outcome: &Outcome| match outcome {
        Outcome::Value(value) if value.is_known() => Some(shown::line(value, most)),
        _ => None,
    };
    let mut texts = outcomes.iter().map(each).collect::<Option<Vec<_>>>()?;
    if texts.windows(2).all(|pair| pair[0] == pair[1]) && outcomes.len() == count {
        texts.truncate(1);
    }
    if outcomes.len() < count {
        texts.push("…".to_owned());
    }
    Some(texts.join(" | ")).filter(|text| !text.is_empty())
}
