//! Sinks of programs that show values: secrets are kept out of these, and not only out of reports.

use std::ops::Range;
use std::sync::Arc;

use super::{Diagnostics, SensitiveNames};
use crate::cty::{Mark, Step, Value};
use crate::source::Source;

impl Diagnostics {
    /// Makes graphs mark the values of the sensitive attributes of all specs that the sink knows. Without this call, only
    /// decoding marks them, and a definition such as `{ password = "x" }` has no mark.
    pub(crate) fn set_marks_secrets(&mut self) {
        if let Some(hidden) = &mut self.hidden {
            Arc::make_mut(hidden).mark_values();
        }
    }

    /// Creates an empty sink that hides and marks the same secrets.
    pub(crate) fn another_with_secrets(&self) -> Self {
        Self { hidden: self.hidden.clone(), ..self.another() }
    }

    /// Returns the value of a name in which the attributes with the names of sensitive ones are marked, if the sink marks
    /// them.
    pub(crate) fn marked(&self, name: Option<&str>, value: Value) -> Value {
        let names = self.hidden.as_ref().and_then(|hidden| hidden.marked_names());
        let Some(names) = names else { return value };
        if name.is_some_and(|name| names.is_of_secret(name)) {
            return value.mark(Mark::sensitive());
        }
        let marked = value.clone().transform(|path, part| {
            let is_secret = match path.steps().last() {
                Some(Step::Attr(name)) => names.is_of_secret(name),
                Some(Step::Index(key)) => key.as_str().is_some_and(|name| names.is_of_secret(name)),
                None => false,
            };
            Ok::<_, ()>(if is_secret { part.mark(Mark::sensitive()) } else { part })
        });
        marked.unwrap_or(value)
    }

    /// Hides the values of attributes with certain names in one source.
    pub(crate) fn hide_names_in(&mut self, source: &Source, names: SensitiveNames) {
        let hidden = Arc::make_mut(self.hidden.get_or_insert_default());
        let is_new = hidden.add_names_in(source, names);
        self.hide_in_kept(is_new);
    }

    /// Returns the ranges of a source that no report shows, sorted and without overlaps.
    pub(crate) fn hidden_ranges(&mut self, source: &Source) -> Vec<Range<usize>> {
        let Some(hidden) = &mut self.hidden else { return Vec::new() };
        let hidden = Arc::make_mut(hidden);
        hidden.search(source);
        hidden.ranges(source)
    }
}

/// Makes the graphs that report to a sink mark the values of the sensitive attributes of the specs that it knows.
pub fn mark_secrets(diags: &mut Diagnostics) {
    diags.set_marks_secrets();
}

/// Returns the ranges of a source that no report to a sink shows, sorted and without overlaps.
pub fn hidden_ranges(diags: &mut Diagnostics, source: &Source) -> Vec<Range<usize>> {
    diags.hidden_ranges(source)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cty::Type;
    use crate::cty::internal::CollectVec;
    use crate::spec::{AttrSpec, Spec};

    fn sink() -> Diagnostics {
        let pin: Spec = AttrSpec::new("pin", Type::String).sensitive().into();
        let mut diags = Diagnostics::new();
        pin.hide_sensitive(&mut diags);
        diags.set_marks_secrets();
        diags
    }

    #[test]
    fn attributes_are_marked_by_their_names() {
        let user = |pin: Value| Value::object([("name", Value::from("a")), ("pin", pin)]);
        let users = |pin| Value::tuple(vec![user(pin)]);
        let marked = sink().marked(None, users(Value::from(1)));
        assert_eq!(marked, users(Value::from(1).mark(Mark::sensitive())));
        let map = Value::map(Type::Number, vec![("pin".into(), Value::from(1))]);
        assert!(sink().another_with_secrets().marked(None, map.clone()).contains_marked());
        assert!(sink().marked(Some("pin"), 1.into()).is_marked());
        assert_eq!(Diagnostics::new().marked(Some("pin"), map.clone()), map);
    }

    #[test]
    fn hidden_ranges_are_known_without_a_diagnostic() {
        let source = Source::new("a.hcl", "user { pin = 12 }");
        let ranges = sink().hidden_ranges(&source);
        assert_eq!(ranges.iter().map(|it| (it.start, it.end)).collect_vec(), [(13, 15)]);
        assert!(Diagnostics::new().hidden_ranges(&source).is_empty());
    }
}
