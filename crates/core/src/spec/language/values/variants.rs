//! `variants`: a value in one of several forms.

use std::sync::LazyLock;

use super::{TYPE, ValueKind, arguments};
use crate::cty::value_spec::{ValueSpec, ValueVariant, VariantSelector, VariantsSpec};
use crate::cty::{Str, Type};
use crate::spec::language::argument::{Word, Words};
use crate::spec::language::block_body::{BlockBody, NestedBlock};
use crate::spec::language::diags;
use crate::spec::language::grammar::{argument, named};
use crate::spec::language::kinds::{ALIASES, DEPRECATED, FORMER_NAMES, docs};
use crate::spec::language::read::{Read, SpecReader, UniqueNames};
use crate::spec::language::site::SpecSite;
use crate::spec::{Deprecation, ObjectSpec, Spec, SpecStep};

pub(super) const VARIANTS: ValueKind = ValueKind { name: "variants", body, read };

/// The type of the blocks for the variants.
const VARIANT: &str = "variant";

/// The selector of a variant, apart from an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SelectedBy {
    Keyword,
    Form,
}

impl Words for SelectedBy {
    const WORDS: &'static [(&'static str, Self)] =
        &[("keyword", Self::Keyword), ("form", Self::Form)];
}

static VARIANT_BODY: LazyLock<Spec> = LazyLock::new(|| {
    let own = [
        argument::<bool>("keyword"),
        argument::<bool>("other"),
        argument::<Vec<Str>>(ALIASES),
        argument::<Vec<Str>>(FORMER_NAMES),
        argument::<Str>(DEPRECATED),
    ];
    ObjectSpec::new(own.into_iter().chain(docs()).chain(arguments(TYPE))).into()
});

fn body() -> ObjectSpec {
    let own = [
        argument::<Word<SelectedBy>>("by"),
        argument::<Str>("attribute"),
        argument::<bool>("ignore_case"),
        (VARIANT, named(VARIANT, "name")),
    ];
    ObjectSpec::new(own.into_iter().chain(docs()))
        .at_most_one_of(["by", "attribute"])
        .at_most_one_of(["ignore_case", "attribute"])
}

fn read(reader: &mut SpecReader<'_>, block: &BlockBody) -> Option<Read<ValueSpec>> {
    let selector = selector(reader, block);
    let mut site = SpecSite::new(block.place.clone());
    let mut names = UniqueNames::new("variant");
    let mut variants = Vec::new();
    for written in block.blocks(VARIANT) {
        let Some((name, place)) = &written.label else { continue };
        let (variant, inside) = variant(reader, &written, name, &selector);
        if names.add(name, place.clone(), reader) {
            variants.push(variant);
            site.add(SpecStep::Form(name.clone()), inside);
        }
    }
    if variants.is_empty() && block.is_complete {
        reader.diags.push(diags::nothing_to_choose(block, VARIANT));
    }
    let variants = VariantsSpec::new(selector, variants).with_docs(reader.docs(block));
    let spec = ValueSpec::Variants(variants.into());
    Some(Read { spec, site })
}

fn selector(reader: &mut SpecReader<'_>, block: &BlockBody) -> VariantSelector {
    if let Some(attribute) = block.get("attribute", reader) {
        return VariantSelector::Attribute(attribute);
    }
    match block.get("by", reader) {
        Some(Word(SelectedBy::Form)) => VariantSelector::Form,
        Some(Word(SelectedBy::Keyword)) | None => {
            VariantSelector::Keyword { ignore_case: block.is_set("ignore_case", reader) }
        }
    }
}

fn variant(
    reader: &mut SpecReader<'_>,
    written: &NestedBlock,
    name: &Str,
    selector: &VariantSelector,
) -> (ValueVariant, SpecSite) {
    let block = written.open(&VARIANT_BODY, reader);
    let Read { spec, site } = reader.value(TYPE, &block);
    let mut variant = ValueVariant::new(name.clone(), spec);
    variant.other = block.is_set("other", reader);
    let is_keyword = matches!(selector, VariantSelector::Keyword { .. });
    variant.keyword = is_keyword && !variant.other || block.is_set("keyword", reader);
    if (is_keyword || variant.keyword) && !block.has_value(TYPE) {
        variant.spec = Type::String.into();
    }
    variant.names.aliases = block.get(ALIASES, reader).unwrap_or_default();
    variant.names.former_names = block.get(FORMER_NAMES, reader).unwrap_or_default();
    let advice = block.get::<Str>(DEPRECATED, reader);
    variant.names.deprecation = advice.map(|advice| Deprecation::new(None, Some(advice)));
    variant.docs = reader.docs(&block);
    (variant, site)
}
