//! The names of the sensitive attributes of a spec.

use std::collections::HashSet;
use std::ptr;
use std::sync::Arc;

use super::{NestedSpec, Spec, SpecItem, Tag};
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

    /// Adds what texts that the spec decodes may hold. Specs may have parts in common, which are gone
    /// through once.
    fn add_names(&self, names: &mut SensitiveNames, seen: &mut HashSet<*const NestedSpec>) {
        match self {
            Self::Object(object) => {
                object.specs.iter().for_each(|spec| spec.add_names(names, seen));
            }
            Self::Tuple(tuple) => tuple.specs.iter().for_each(|spec| spec.add_names(names, seen)),
            Self::Attr(attr) if attr.sensitive => {
                attr.item.names().for_each(|name| names.add_sensitive(name));
            }
            Self::Attr(attr) => add_others(&attr.item, names),
            Self::Default(specs) => {
                specs.primary.add_names(names, seen);
                specs.default.add_names(names, seen);
            }
            Self::Block(block) => {
                add_others(&block.item, names);
                block.nested.add_names(names, seen);
            }
            Self::BlockList(blocks) | Self::BlockTuple(blocks) | Self::BlockSet(blocks) => {
                add_others(&blocks.item, names);
                blocks.nested.add_names(names, seen);
            }
            Self::BlockMap(blocks) | Self::BlockObject(blocks) => {
                add_others(&blocks.item, names);
                blocks.nested.add_names(names, seen);
            }
            Self::BlockOf(blocks) | Self::BlocksOf(blocks) => {
                for (ty, nested) in &blocks.types {
                    names.add_other(ty);
                    nested.add_names(names, seen);
                }
            }
            Self::BlockAttrs(attrs) => add_others(&attrs.item, names),
            Self::OneOf(one_of) => {
                if let Tag::Attribute(name) = &one_of.tag {
                    names.add_other(name);
                }
                one_of.specs().for_each(|spec| spec.add_names(names, seen));
            }
            Self::Wrapped(wrapped) => wrapped.spec.add_names(names, seen),
            Self::Literal(_) | Self::Expr(_) | Self::Label(_) | Self::Remain => {}
        }
    }
}

impl NestedSpec {
    fn add_names(&self, names: &mut SensitiveNames, seen: &mut HashSet<*const Self>) {
        if seen.insert(ptr::from_ref(self)) {
            self.spec().add_names(names, seen);
        }
    }
}

impl NamesSensitive for Spec {
    fn sensitive_names(&self) -> SensitiveNames {
        let mut names = SensitiveNames::default();
        for name in dynblock::NAMES {
            names.add_other(&Str::new(name));
        }
        self.add_names(&mut names, &mut HashSet::new());
        names
    }

    fn identity(&self) -> Option<usize> {
        match self {
            Self::Object(object) => Some(Arc::as_ptr(object).addr()),
            _ => None,
        }
    }
}

fn add_others(item: &SpecItem, names: &mut SensitiveNames) {
    item.names().for_each(|name| names.add_other(name));
}
