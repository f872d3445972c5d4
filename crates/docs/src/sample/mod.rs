//! Annotated samples of configurations.
//!
//! A sample is a configuration in native syntax with every attribute and block of a spec, each with its documentation
//! as a comment. Required items have a plausible value; optional ones are commented out, with their default:
//!
//! ```
//! use hcldyn::HclDecode;
//!
//! #[derive(HclDecode)]
//! struct Config {
//!     /// The name of the region.
//!     region: String,
//!     /// The folders to serve.
//!     #[hcl(block)]
//!     folder: Vec<Folder>,
//! }
//!
//! #[derive(HclDecode)]
//! struct Folder {
//!     #[hcl(label)]
//!     path: String,
//!     #[hcl(default = 60)]
//!     max_age: u16,
//! }
//!
//! let text = r#"
//! ## The name of the region.
//! region = "example"
//!
//! ## The folders to serve.
//! ## Any number of blocks.
//! ##folder "path" {
//! ##  # Must be a whole number from 0 to 65535.
//! ##  #max_age = 60
//! ##}
//! "#;
//! assert_eq!(hcldyn::docs::sample::<Config>(), text.trim_start());
//! ```
//!
//! A sample has at most 10,000 items, with blocks nested at most 60 levels deep. If the required items are more, the sample
//! is only a comment that says so.
//!
//! # Optional items
//!
//! A comment begins with `#` and a space, an item that is commented out with `#` alone. Removing this `#` from all lines
//! of an item makes it part of the configuration, which still decodes. The optional items in it are commented out in turn,
//! by a `#` of their own. Any choice of them decodes, unless the comment of an item names a condition:
//!
//! - `Requires "a".`: the item needs another one.
//! - `Not together with "a".`: the item excludes another one.
//! - `Instead of "a" above.`: another form of an item, which can't be written twice.
//! - `Instead of all items above.`: another form of the whole body.
//! - `All blocks "a" must have one form.`: another form of several blocks of a list, a set or a map.
//!
//! Blocks of a list, a set or a map must have values of one type, so an optional item of any type is written in all of
//! them, or in none.
//!
//! Hidden and deprecated items are left out, unless they are required. The value of a sensitive item is a placeholder. A
//! sample can't know the conditions that functions of the program check; an
//! example of the item that meets them makes the sample meet them too.

mod attributes;
pub(super) mod bodies;
mod merged;
mod paragraph;
pub(super) mod rules;
mod values;

use hcldyn_core::cty::value_spec::ValueSpec;
use hcldyn_core::spec::outline::{Outline, OutlineAttribute};
use hcldyn_core::syntax::format::format;

use self::attributes::Attribute;
use self::bodies::SampleWriter;
use self::paragraph::Paragraph;
use self::values::Values;
use crate::HclDecode;

/// Returns an annotated sample of a configuration that a type decodes. The [module](self) describes its form.
pub fn sample<T: HclDecode>() -> String {
    Sample::new(&T::spec().outline()).text()
}

/// An annotated sample of a configuration. The [module](self) describes its form.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::docs::sample::Sample;
/// use hcldyn::spec::{AttrSpec, Spec};
///
/// let host = AttrSpec::new("host", Type::String).required().doc("The name of the server.");
/// let port = Spec::from(AttrSpec::new("port", Type::Number)).or(Spec::Literal(80.into()));
/// let outline = Spec::object([("host", host.into()), ("port", port)]).outline();
///
/// let sample = Sample::new(&outline).without_docs();
/// assert_eq!(sample.text(), "host = \"example\"\n#port = 80\n");
/// assert_eq!(sample.required_only().text(), "host = \"example\"\n");
/// ```
#[derive(Clone, Debug)]
pub struct Sample<'o> {
    outline: &'o Outline,
    has_optional: bool,
    has_docs: bool,
}

impl<'o> Sample<'o> {
    /// Creates a sample with all items and their documentation.
    pub fn new(outline: &'o Outline) -> Self {
        Self { outline, has_optional: true, has_docs: true }
    }

    /// Leaves out optional items.
    #[must_use]
    pub fn required_only(mut self) -> Self {
        self.has_optional = false;
        self
    }

    /// Leaves out comments, except the conditions of items.
    #[must_use]
    pub fn without_docs(mut self) -> Self {
        self.has_docs = false;
        self
    }

    /// Returns the source text, in the layout of `hcldyn::syntax::format`. If the required items can't be written,
    /// it is a comment that says why.
    pub fn text(&self) -> String {
        match SampleWriter::new(self).root() {
            Ok(paragraphs) => format(&paragraph::body(&paragraphs, self)),
            Err(reason) => Paragraph::note(reason.in_words()).text(),
        }
    }

    /// Returns the value of an attribute.
    pub(super) fn value(&self, attribute: &OutlineAttribute) -> Option<String> {
        Some(Attribute::new(attribute, self)?.forms.swap_remove(0).source)
    }

    /// Returns a value of a spec.
    pub(super) fn value_of(&self, spec: &ValueSpec) -> Option<String> {
        let forms = Values::new(self, &[], false).forms(spec, None);
        forms.into_iter().next().map(|form| form.source)
    }

    /// Returns a paragraph without the parts that the options leave out.
    fn shown(&self, paragraph: &Paragraph) -> Option<Paragraph> {
        let mut shown = paragraph.clone();
        if !self.has_docs {
            shown.comment.retain(|part| rules::is_condition(part));
        }
        let is_left_out = !self.has_optional && !shown.is_active;
        let is_empty = shown.comment.is_empty() && shown.source.is_empty();
        (!is_left_out && !is_empty).then_some(shown)
    }
}
