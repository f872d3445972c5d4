//! The names of the sensitive attributes of a spec.

use std::sync::Arc;

use super::nested::SeenSpecs;
use super::{NestedSpec, Spec, SpecView, Tag};
use crate::cty::Str;
use crate::diag::{Diagnostics, NamesSensitive, SensitiveNames};
use crate::dynblock;

impl Spec {
    /// Hides the source text of the sensitive attributes of the spec in all reports of `diags`, at any depth and in
    /// every source, parsed or not. An attribute counts if its name is, or is similar to, one of the names of a
    /// sensitive attribute. So does the whole content of blocks of such a type. A diagnostic inside hidden text
    /// keeps only its location and summary.
    ///
    /// Decoding does this itself. The method is for programs that parse and report before they decode.
    ///
    /// ```
    /// use hcldyn::diag::{Report, Style};
    /// use hcldyn::spec::{AttrSpec, Spec};
    /// use hcldyn::{Diagnostics, Type, parse_body, source::Source};
    ///
    /// let pin: Spec = AttrSpec::new("pin", Type::String).sensitive().into();
    /// let mut diags = Diagnostics::new();
    /// parse_body(&Source::new("a.hcl", "user { pin = 12 34 }"), &mut diags);
    /// pin.hide_sensitive(&mut diags);
    /// let report = Report::new(&diags).style(Style::Plain).to_string();
    /// assert!(report.contains("user { pin = (sensitive)") && !report.contains("12"));
    /// ```
    pub fn hide_sensitive(&self, diags: &mut Diagnostics) {
        diags.hide_by(Arc::new(self.clone()));
    }

    /// Returns `true` if an attribute is sensitive, in the body or in any block in it.
    pub(super) fn has_sensitive(&self) -> bool {
        self.any_sensitive(&mut SeenSpecs::new())
    }

    fn any_sensitive(&self, seen: &mut SeenSpecs) -> bool {
        let mut nested =
            |nested: &NestedSpec| seen.insert(nested.id()) && nested.spec().any_sensitive(seen);
        let is_sensitive = match self {
            Self::Attr(attr) => attr.sensitive,
            Self::BlockAttrs(attrs) => attrs.value.has_sensitive(),
            Self::RemainAttrs(element) => element.has_sensitive(),
            _ => false,
        };
        is_sensitive
            || self.block_types().into_iter().any(|(_, body)| body.is_some_and(&mut nested))
            || self.children().into_iter().any(|child| child.any_sensitive(seen))
    }

    /// Adds the names in the sources that the spec decodes. A spec that several others share is visited once.
    fn add_names(&self, names: &mut SensitiveNames, seen: &mut SeenSpecs) {
        match self.view() {
            SpecView::Attr(attr) if attr.sensitive => {
                attr.item.names().for_each(|name| names.add_sensitive(name));
            }
            SpecView::Attr(attr) => attr.item.names().for_each(|name| names.add_other(name)),
            SpecView::OneOf(one_of) => {
                if let Tag::Attribute(name) = &one_of.tag {
                    names.add_other(name);
                }
            }
            SpecView::Blocks(blocks) => {
                let is_sensitive = matches!(self, Self::BlockAttrs(it) if it.value.has_sensitive());
                for (ty, nested) in blocks.types {
                    if is_sensitive {
                        names.add_sensitive(ty);
                    } else {
                        names.add_other(ty);
                    }
                    if let Some(nested) = nested.filter(|nested| seen.insert(nested.id())) {
                        nested.spec().add_names(names, seen);
                    }
                }
            }
            SpecView::Object(_)
            | SpecView::Tuple(_)
            | SpecView::Default(_)
            | SpecView::Wrapped(_) => {}
            SpecView::Label(_) | SpecView::Constant(_) | SpecView::Rest { .. } => {}
        }
        for child in self.children() {
            child.add_names(names, seen);
        }
    }
}

impl NamesSensitive for Spec {
    fn sensitive_names(&self) -> SensitiveNames {
        let mut names = SensitiveNames::default();
        for name in dynblock::NAMES {
            names.add_other(&Str::new(name));
        }
        self.add_names(&mut names, &mut SeenSpecs::new());
        names
    }

    fn identity(&self) -> Option<usize> {
        let Self::Object(object) = self else { return None };
        Some(Arc::as_ptr(object).addr())
    }
}
