//! The names of the sensitive attributes of a spec.

use std::sync::Arc;

use super::nested::SeenSpecs;
use super::{BlockContent, Rest, Spec};
use crate::cty::Str;
use crate::cty::internal::KeySet;
use crate::cty::value_spec::{AttributeKind, ObjectAttribute, ValueSpec, VariantSelector};
use crate::diag::{Diagnostics, NamesSensitive, SensitiveNames};
use crate::ext::dynblock;

impl Spec {
    /// Hides the source text of the sensitive attributes of the spec in all reports of `diags`, at any depth and in
    /// every source, parsed or not. An attribute counts if its name is, or is similar to, one of the names of a
    /// sensitive attribute, or of a sensitive attribute of an object in a value. So does the whole content of blocks of
    /// such a type. A value that cannot be read to its end hides the rest of its block. A diagnostic inside hidden text
    /// keeps only its location and summary.
    ///
    /// Decoding does this itself. The method is for programs that parse and report before they decode.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::diag::{Report, Style};
    /// use hcldyn::spec::{AttrSpec, Spec};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, parse_body};
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
        self.any_sensitive(&mut SeenSpecs::default())
    }

    fn any_sensitive(&self, seen: &mut SeenSpecs) -> bool {
        let index = self.index();
        index.attributes.iter().any(|attr| attr.sensitive)
            || index.rest.iter().any(|rest| match rest {
                Rest::Attributes(element) => element.has_sensitive(),
                Rest::Body | Rest::Data(_) => false,
            })
            || index.block_types().any(|(_, content)| content.any_sensitive(seen))
    }

    /// Adds the names in the sources that the spec decodes. A spec that several others share is visited once.
    fn add_names(&self, names: &mut SensitiveNames, seen: &mut SeenSpecs) {
        let index = self.index();
        for attr in &index.attributes {
            for name in attr.names.all() {
                match (attr.is_secret, attr.sensitive) {
                    (true, _) => names.add_sensitive(name),
                    (false, true) => names.add_with_parts(name),
                    (false, false) => names.add_other(name),
                }
            }
            add_names_in(&attr.value, names, &mut KeySet::default());
        }
        index
            .choices
            .iter()
            .filter_map(|choice| choice.tag.attribute())
            .for_each(|it| names.add_other(it));
        for rest in &index.rest {
            match rest {
                Rest::Attributes(element) => add_names_in(element, names, &mut KeySet::default()),
                Rest::Body | Rest::Data(_) => {}
            }
        }
        for (ty, content) in index.block_types() {
            content.add_names(ty, names, seen);
        }
    }
}

impl BlockContent {
    /// Returns `true` if an attribute is sensitive, in the blocks or in any block in them.
    pub(super) fn has_sensitive(&self) -> bool {
        self.any_sensitive(&mut SeenSpecs::default())
    }

    fn any_sensitive(&self, seen: &mut SeenSpecs) -> bool {
        match self {
            Self::Body(nested) => seen.insert(nested.id()) && nested.spec().any_sensitive(seen),
            Self::Attributes(value) => value.has_sensitive(),
        }
    }

    /// Adds the names in blocks of a type.
    fn add_names(&self, ty: &Str, names: &mut SensitiveNames, seen: &mut SeenSpecs) {
        match self {
            Self::Body(nested) => {
                names.add_other(ty);
                if seen.insert(nested.id()) {
                    nested.spec().add_names(names, seen);
                }
            }
            Self::Attributes(value) => {
                if value.has_sensitive() {
                    names.add_sensitive(ty);
                } else {
                    names.add_other(ty);
                }
                add_names_in(value, names, &mut KeySet::default());
            }
        }
    }
}

/// The secrets in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SecretsIn {
    None,
    /// Attributes of objects, which have names.
    Attributes,
    /// The whole value, or parts without names.
    Whole,
}

/// Returns the secrets in the values of a spec.
pub(super) fn secrets_in(value: &ValueSpec) -> SecretsIn {
    if !value.has_sensitive() {
        return SecretsIn::None;
    }
    secrets_of(value, &mut KeySet::default())
}

fn secrets_of(value: &ValueSpec, seen: &mut KeySet<usize>) -> SecretsIn {
    let in_attribute = |attribute: &ObjectAttribute, seen: &mut KeySet<usize>| {
        let found = secrets_of(&attribute.spec, seen);
        match (attribute.sensitive, found, attribute.kind) {
            (true, ..) | (_, SecretsIn::Whole, AttributeKind::Single) => SecretsIn::Attributes,
            (false, found, _) => found,
        }
    };
    match value {
        // The attributes of a type are not sensitive by name.
        _ if value.plain_ty().is_some() && value.has_sensitive() => SecretsIn::Whole,
        _ if value.plain_ty().is_some() => SecretsIn::None,
        ValueSpec::Lazy(lazy) if seen.insert(lazy.id()) => secrets_of(&lazy.spec(), seen),
        ValueSpec::Object(object) => {
            let found = object.attributes().iter().map(|it| in_attribute(it, seen));
            found.max().unwrap_or(SecretsIn::None)
        }
        _ => {
            let found = value.parts().into_iter().map(|part| secrets_of(part, seen));
            found.max().unwrap_or(SecretsIn::None)
        }
    }
}

/// Adds the names of the attributes of objects in a value.
fn add_names_in(value: &ValueSpec, names: &mut SensitiveNames, seen: &mut KeySet<usize>) {
    match value {
        ValueSpec::Lazy(lazy) if seen.insert(lazy.id()) => {
            add_names_in(&lazy.spec(), names, seen);
        }
        ValueSpec::Object(object) => {
            object.attributes().iter().for_each(|attribute| add_attribute(attribute, names));
        }
        ValueSpec::Variants(variants) => {
            if let VariantSelector::Attribute(name) = variants.selector() {
                names.add_other(name);
            }
        }
        _ => {}
    }
    // The names inside a type are left out, so that a misspelled sensitive name stays hidden if it equals one of them.
    if value.plain_ty().is_none() {
        value.parts().into_iter().for_each(|part| add_names_in(part, names, seen));
    }
}

fn add_attribute(attribute: &ObjectAttribute, names: &mut SensitiveNames) {
    if attribute.kind != AttributeKind::Single {
        return;
    }
    let found = secrets_in(&attribute.spec);
    for name in attribute.names.all() {
        match found {
            _ if attribute.sensitive => names.add_sensitive(name),
            SecretsIn::Whole => names.add_sensitive(name),
            SecretsIn::Attributes => names.add_with_parts(name),
            SecretsIn::None => names.add_other(name),
        }
    }
}

impl NamesSensitive for Spec {
    fn sensitive_names(&self) -> SensitiveNames {
        let mut names = SensitiveNames::default();
        for name in dynblock::NAMES {
            names.add_other(&Str::new(name));
        }
        self.add_names(&mut names, &mut SeenSpecs::default());
        names
    }

    fn identity(&self) -> Option<usize> {
        let Self::Object(object) = self else { return None };
        Some(Arc::as_ptr(object).addr())
    }
}
