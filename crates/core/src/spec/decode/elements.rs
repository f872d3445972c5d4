//! Decoded blocks that become the elements of a collection.

use super::BodyContent;
use crate::cty::internal::{CollectVec, sort_by};
use crate::cty::{Marks, Str, Type, Value, convert};
use crate::diag::Diagnostics;
use crate::expr::difference;
use crate::spec::{Origin, Presence, diags};

/// Values and their origins, in the same order.
#[derive(Default)]
pub(super) struct Elements {
    pub(super) values: Vec<Value>,
    pub(super) origins: Vec<Origin>,
}

impl Elements {
    pub(super) fn with_capacity(count: usize) -> Self {
        Self { values: Vec::with_capacity(count), origins: Vec::with_capacity(count) }
    }

    pub(super) fn push(&mut self, value: Value, origin: Origin) {
        self.values.push(value);
        self.origins.push(origin);
    }

    pub(super) fn take_values(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.values)
    }

    /// Converts all elements to one type and returns it. Returns `None` if they have none in common, which is
    /// reported. Nothing is converted if the spec allows only one type: `is_exact` is `true` for the type of the spec.
    pub(super) fn unify(
        &mut self,
        ty: &Str,
        (element, is_exact): (Type, bool),
        diags: &mut Diagnostics,
    ) -> Option<Type> {
        if is_exact || self.values.is_empty() {
            return Some(element);
        }
        let types = self.values.iter().map(Value::ty).collect_vec();
        let Some(common) = convert::common_type(&types) else {
            let difference = self.difference();
            let place = self.origins[0].place.clone();
            return diags.fail(diags::types_differ(place, ty, difference.as_deref()));
        };
        // The common type may contain names of a marked value, which an error about another value would print.
        let is_marked = self.values.iter().any(Value::contains_marked);
        let mut converted = Vec::with_capacity(self.values.len());
        for (value, origin) in self.take_values().into_iter().zip(&self.origins) {
            match convert::convert(value, &common) {
                Ok(value) => converted.push(value),
                Err(error) => {
                    let error = (!is_marked).then_some(&error);
                    diags.push(diags::type_differs(origin.place.clone(), ty, error));
                }
            }
        }
        let all = converted.len() == self.origins.len();
        self.values = converted;
        all.then_some(common)
    }

    /// Returns the reason that an element has no common type with the first one, as a clause.
    fn difference(&self) -> Option<String> {
        let (first, others) = self.values.split_first()?;
        let other = others.iter().find(|other| {
            let types = [first.ty(), other.ty()];
            convert::common_type(&types).is_none()
        })?;
        Some(difference(&first.shown_type(), &other.shown_type()))
    }

    /// Sorts the elements like a set and removes repeated ones, with their origins. Returns the marks of the
    /// elements, which a set carries as a whole.
    pub(super) fn sort_as_set(&mut self) -> Marks {
        let mut marks = Marks::new();
        let values = self.take_values().into_iter();
        let unmarked = values.map(|value| value.unmark_deep_into(&mut marks));
        let mut pairs = unmarked.zip(std::mem::take(&mut self.origins)).collect_vec();
        sort_by(&mut pairs, |a, b| a.0.total_cmp(&b.0));
        pairs.dedup_by(|a, b| a.0.is_wholly_known() && a.0 == b.0);
        (self.values, self.origins) = pairs.into_iter().unzip_vec();
        marks
    }

    /// Returns the origin of the collection: its first block or, if it is empty, the location where a block would be.
    pub(super) fn origin(self, presence: Presence, content: &BodyContent<'_>) -> Origin {
        let place =
            self.origins.first().map_or(&content.missing_item, |first| &first.place).clone();
        content.origin(place, presence, self.origins)
    }
}
