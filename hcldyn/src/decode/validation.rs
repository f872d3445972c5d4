//! What a program says of a struct once it is decoded.

use std::borrow::Cow;

use super::diags::place_of_secret;
use crate::cty::{Mark, Path, Value};
use crate::diag::{Diagnostic, Diagnostics};
use crate::source::Place;
use crate::spec::{Decoded, Origin, Presence};

/// Where a decoded struct and its fields stand, for a function that checks the struct as a whole and
/// reports what is wrong. `#[hcl(validate = PATH)]` on a struct names such a function.
///
/// Fields go by their names in HCL. A field of which nothing is written stands where it would be.
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

    /// Where the block stands: its header. Of a whole file, where one more item would be written.
    pub fn place(&self) -> &'a Place {
        &self.decoded.origin.place
    }

    /// Where a field stands: an attribute's expression, a block's header, a label; the block as a whole
    /// where there is no field of this name.
    pub fn place_of(&self, field: &str) -> &'a Place {
        &self.origin_of(field).unwrap_or(&self.decoded.origin).place
    }

    /// Where a field comes from, with its parts; `None` where there is no field of this name.
    pub fn origin_of(&self, field: &str) -> Option<&'a Origin> {
        self.origin_at(&Path::root().attr(field))
    }

    /// Where a part of the struct comes from, at any depth: the second block of a field, say.
    pub fn origin_at(&self, path: &Path) -> Option<&'a Origin> {
        self.decoded.origin_of(path)
    }

    /// Whether something is written for a field: not where it has its default, nor where it is null.
    pub fn is_set(&self, field: &str) -> bool {
        let is_null = || self.decoded.value.attribute(field).is_ok_and(|value| value.is_null());
        self.origin_of(field).is_some_and(|origin| {
            origin.presence == Presence::Present && !origin.is_default() && !is_null()
        })
    }

    /// Reports an error at a field, with the values of the variables in it; the struct is then not made.
    pub fn error(
        &mut self,
        field: &str,
        summary: impl Into<Cow<'static, str>>,
        detail: impl Into<String>,
    ) {
        let problem = Diagnostic::error(self.place_of_problem(field), summary, detail);
        self.push(problem.with_values(self.involved_values(field)));
    }

    /// Reports a warning at a field, with the values of the variables in it.
    pub fn warning(
        &mut self,
        field: &str,
        summary: impl Into<Cow<'static, str>>,
        detail: impl Into<String>,
    ) {
        let problem = Diagnostic::warning(self.place_of_problem(field), summary, detail);
        self.push(problem.with_values(self.involved_values(field)));
    }

    /// Reports anything else: at another place, with more places that belong to it.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diags.push(diagnostic);
    }

    /// Where a field stands; the name of one that is sensitive, for in its value no more is told.
    fn place_of_problem(&self, field: &str) -> Place {
        let is_marked =
            |value: Value| value.marks().is_some_and(|marks| marks.contains(&Mark::sensitive()));
        let is_sensitive = self.decoded.value.attribute(field).is_ok_and(is_marked);
        match self.origin_of(field).filter(|_| is_sensitive) {
            Some(origin) => place_of_secret(origin),
            None => self.place_of(field).clone(),
        }
    }

    fn involved_values(&self, field: &str) -> Vec<String> {
        self.origin_of(field).map(Origin::involved_values).unwrap_or_default()
    }
}
