//! Checks of decoded structs by the program.

use super::diags::place_of_name;
use crate::cty::{Mark, Path, Value};
use crate::diag::{Diagnostic, Diagnostics, Summary};
use crate::source::Place;
use crate::spec::{Decoded, Origin, Presence};

/// The source locations of a decoded struct and its fields, for a function that checks the struct and reports
/// errors. `#[hcl(validate = PATH)]` on a struct names such a function.
///
/// The summary of an error is a string, or a [`Code`](crate::diag::Code) of the program with its summary.
///
/// Fields are identified by their names in HCL. A field that is not written has the location where it would be
/// written.
///
/// ```
/// use hcldyn::{EvalContext, HclDecode, Validation};
///
/// #[derive(Debug, HclDecode)]
/// #[hcl(validate = check)]
/// struct Range {
///     first: u16,
///     last: u16,
/// }
///
/// fn check(range: &Range, validation: &mut Validation<'_>) {
///     if range.last < range.first {
///         let detail = format!("The last port must be at least the first one, {}.", range.first);
///         validation.error("last", "Empty range", detail);
///     } else if range.last == range.first {
///         validation.warning("last", "Range of one port", "One attribute would do.");
///     }
/// }
///
/// let mistakes = hcldyn::from_str::<Range>("first = 5\nlast  = 4", &EvalContext::new()).unwrap_err();
/// assert_eq!(
///     mistakes.to_string(),
///     "<text>:2:9: Empty range; The last port must be at least the first one, 5."
/// );
/// ```
#[derive(Debug)]
pub struct Validation<'a> {
    decoded: &'a Decoded,
    diags: &'a mut Diagnostics,
}

impl<'a> Validation<'a> {
    pub(super) fn new(decoded: &'a Decoded, diags: &'a mut Diagnostics) -> Self {
        Self { decoded, diags }
    }

    /// Returns the source location of the block: its header. For a whole file, returns the location where a
    /// missing item would be written.
    pub fn place(&self) -> &'a Place {
        &self.decoded.origin.place
    }

    /// Returns the source location of a field: an attribute's expression, a block's header, or a label. Returns
    /// the location of the block if the field does not exist.
    pub fn place_of(&self, field: &str) -> &'a Place {
        &self.origin_of(field).unwrap_or(&self.decoded.origin).place
    }

    /// Returns the origin of a field and its parts, or `None` if the field does not exist.
    pub fn origin_of(&self, field: &str) -> Option<&'a Origin> {
        self.origin_at(&Path::root().attr(field))
    }

    /// Returns the origin of a part of the struct at any depth, such as the second block of a field.
    pub fn origin_at(&self, path: &Path) -> Option<&'a Origin> {
        self.decoded.origin_of(path)
    }

    /// Returns `true` if a field is written and not null.
    pub fn is_set(&self, field: &str) -> bool {
        let is_null = || self.decoded.value.attribute(field).is_ok_and(|value| value.is_null());
        self.origin_of(field).is_some_and(|origin| {
            origin.presence == Presence::Present && !origin.is_default() && !is_null()
        })
    }

    /// Reports an error at a field, with the values of its variables. Decoding then does not return the struct.
    pub fn error(&mut self, field: &str, summary: impl Into<Summary>, detail: impl Into<String>) {
        let problem = Diagnostic::error(self.place_of_problem(field), summary, detail);
        self.push(problem.with_values(self.involved_values(field)));
    }

    /// Reports a warning at a field, with the values of its variables.
    pub fn warning(&mut self, field: &str, summary: impl Into<Summary>, detail: impl Into<String>) {
        let problem = Diagnostic::warning(self.place_of_problem(field), summary, detail);
        self.push(problem.with_values(self.involved_values(field)));
    }

    /// Reports any other diagnostic, for example at another source location or with related locations.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diags.push(diagnostic);
    }

    /// Returns the source location for errors in a field: the name of a sensitive field, so that its value is not
    /// shown.
    fn place_of_problem(&self, field: &str) -> Place {
        let is_marked =
            |value: Value| value.marks().is_some_and(|marks| marks.contains(&Mark::sensitive()));
        let is_sensitive = self.decoded.value.attribute(field).is_ok_and(is_marked);
        match self.origin_of(field).filter(|_| is_sensitive) {
            Some(origin) => place_of_name(origin),
            None => self.place_of(field).clone(),
        }
    }

    fn involved_values(&self, field: &str) -> Vec<String> {
        self.origin_of(field).map(Origin::involved_values).unwrap_or_default()
    }
}
