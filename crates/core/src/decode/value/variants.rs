//! Enums: their specs, and the variants of their values.

use crate::cty::internal::unsuitable;
use crate::cty::value_spec::{ValueSpec, ValueVariant, VariantSelector, VariantsSpec};
use crate::cty::{FromValueError, Kind, Number, Str, Type, Value, ValueOrigin};
use crate::decode::DocsOptions;
use crate::decode::field_options::item_names;
use crate::diag::{did_you_mean, list_choices};

/// The options of a variant in a derive, as plain data.
#[derive(Clone, Copy, Debug)]
pub struct VariantOptions {
    /// The name in HCL.
    pub name: &'static str,
    /// Other names, which are never suggested.
    pub aliases: &'static [&'static str],
    /// Former names, which cause a warning.
    pub former_names: &'static [&'static str],
    /// Advice for a deprecated variant.
    pub deprecated: Option<&'static str>,
    /// The documentation.
    pub docs: DocsOptions,
    /// `true` if the variant takes every value that selects no other one.
    pub other: bool,
    /// `true` for a variant without content, whose value is its name.
    pub keyword: bool,
}

/// Returns a variant with the spec of its content.
pub fn value_variant(options: &VariantOptions, spec: ValueSpec) -> ValueVariant {
    let mut variant = ValueVariant::new(options.name, spec);
    variant.names =
        item_names(options.name, options.aliases, options.former_names, options.deprecated);
    variant.docs = options.docs.item_docs();
    variant.other = options.other;
    variant.keyword = options.keyword;
    variant
}

/// Returns the spec of the content of a keyword.
pub fn keyword() -> ValueSpec {
    Type::String.into()
}

/// Returns the spec of an enum.
pub fn variants(
    selector: VariantSelector,
    variants: Box<[ValueVariant]>,
    docs: DocsOptions,
) -> ValueSpec {
    let spec = VariantsSpec::new(selector, variants).with_docs(docs.item_docs());
    ValueSpec::Variants(spec.into())
}

/// Returns the position of the variant of a converted value, and its content.
pub fn variant_of<'v>(
    value: &'v Value,
    spec: &ValueSpec,
) -> Result<(usize, &'v Value), FromValueError> {
    let ValueSpec::Variants(variants) = spec else { return Ok((0, value)) };
    if let VariantSelector::Keyword { .. } = variants.selector() {
        let choices = || list_choices(variants.offered().map(Str::as_str));
        let Some(text) = value.as_str() else { return Err(unsuitable(value, &choices())) };
        return match variants.named(text) {
            Some((position, _)) => Ok((position, value)),
            None => {
                let suggestion = did_you_mean(text, variants.offered().map(Str::as_str));
                let message = format!("{} is required, not {text:?}. {suggestion}", choices());
                Err(FromValueError::new(message.trim_end()))
            }
        };
    }
    let unexpected = || unsuitable(value, "a value in one of the forms of the type");
    match value.kind() {
        Kind::Tuple(tuple) => match tuple.elements() {
            [position, content] => {
                let position = position.as_number().and_then(Number::to_usize);
                Ok((position.ok_or_else(unexpected)?, content))
            }
            _ => Err(unexpected()),
        },
        _ => Err(unexpected()),
    }
}

/// Returns the origin of the content of a variant.
pub fn origin_of_content(origin: &dyn ValueOrigin) -> &dyn ValueOrigin {
    origin.of_element(1)
}
