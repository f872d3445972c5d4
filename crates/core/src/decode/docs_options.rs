//! The documentation of an item in a derive.

use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{ComputedDefault, ItemDocs};
use crate::cty::{Str, Value};
use crate::expr::ClosureScope;

/// The documentation of a field, a variant or a type in a derive, as plain data.
#[derive(Clone, Copy, Debug)]
pub struct DocsOptions {
    /// The doc comment, or an empty string.
    pub text: &'static str,
    /// A title in place of the name.
    pub title: Option<&'static str>,
    /// The version of the program that introduced the item.
    pub since: Option<&'static str>,
    /// Examples, as source text of HCL.
    pub examples: &'static [&'static str],
    /// Descriptions of the conditions that a function checks.
    pub conditions: &'static [&'static str],
    /// A default that only the program knows, in words.
    pub default: Option<&'static str>,
    /// A default that only the program knows, as a value.
    pub computed_default: Option<fn() -> Option<Value>>,
    /// The variables of an expression that the program evaluates later.
    pub scope: Option<fn() -> ClosureScope>,
    /// `true` if documents leave the item out.
    pub hide: bool,
    /// `true` if a change of the item needs a restart.
    pub restart: bool,
}

impl DocsOptions {
    /// No documentation.
    pub const NONE: Self = Self {
        text: "",
        title: None,
        since: None,
        examples: &[],
        conditions: &[],
        default: None,
        computed_default: None,
        scope: None,
        hide: false,
        restart: false,
    };

    /// Returns the documentation as part of a spec.
    pub fn item_docs(&self) -> ItemDocs {
        let mut docs = ItemDocs::default();
        docs.text = (!self.text.is_empty()).then(|| self.text.into());
        docs.title = self.title.map(Str::from);
        docs.since = self.since.map(Str::from);
        docs.examples = self.examples.iter().map(|example| Str::from(*example)).collect_vec();
        docs.conditions =
            self.conditions.iter().map(|condition| Str::from(*condition)).collect_vec();
        docs.default = self.default.map(Str::from);
        docs.computed_default = self.computed_default.map(ComputedDefault);
        docs.variables = self.scope.map(|scope| scope().into_variables()).unwrap_or_default();
        docs.is_hidden = self.hide;
        docs.needs_restart = self.restart;
        docs
    }
}
