//! The names of the sensitive attributes of a spec.

use std::sync::Arc;

use super::nested::SeenSpecs;
use super::{NestedSpec, Spec, SpecView, Tag};
use crate::cty::Str;
use crate::diag::{Diagnostics, NamesSensitive, SensitiveNames};
use crate::dynblock;

impl Spec {
    /// Hides what is written for the sensitive attributes of the spec, at any depth, in all that is shown of
    /// `diags`: in every source, whether it can be parsed and is decoded or not. Attributes count that are
    /// called by one of the names, or so much like it that it may be meant, and all that blocks of such a
    /// type hold. A problem in what is hidden keeps its place and summary alone.
    ///
    /// Decoding does so already. Without it, it is for a program that parses texts and reports before it
    /// decodes them.
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
    /// let report = Report::new(&diags, Style::Plain).to_string();
    /// assert!(report.contains("user { pin = (sensitive)") && !report.contains("12"));
    /// ```
    pub fn hide_sensitive(&self, diags: &mut Diagnostics) {
        diags.hide_by(Arc::new(self.clone()));
    }

    /// Returns whether an attribute is sensitive, in the body or in any block in it.
    pub(super) fn has_sensitive(&self) -> bool {
        self.any_sensitive(&mut SeenSpecs::new())
    }

    fn any_sensitive(&self, seen: &mut SeenSpecs) -> bool {
        let mut nested =
            |nested: &NestedSpec| seen.insert(nested.id()) && nested.spec().any_sensitive(seen);
        matches!(self, Self::Attr(attr) if attr.sensitive)
            || self.block_types().into_iter().any(|(_, body)| body.is_some_and(&mut nested))
            || self.children().into_iter().any(|child| child.any_sensitive(seen))
    }

    /// Adds what texts that the spec decodes may hold. Specs may have parts in common, which are gone
    /// through once.
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
                for (ty, nested) in blocks.types {
                    names.add_other(ty);
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
