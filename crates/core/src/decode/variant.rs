//! Functions for the derive's code for enums.

use super::{DocsOptions, HclBlocks, diags};
use crate::diag::Diagnostics;
use crate::spec::{BlocksSpec, Decoded, OneOfSpec, Presence, Spec};

/// The name of a variant in HCL, and the spec of its body.
pub type VariantSpec = (&'static str, Spec);

/// Returns the spec of a variant's body. The decoded value also contains the position of the variant.
pub fn numbered(index: usize, spec: Spec) -> Spec {
    Spec::tuple([Spec::Literal(index.into()), spec])
}

fn all_numbered(variants: Box<[VariantSpec]>) -> impl Iterator<Item = VariantSpec> {
    let variants = variants.into_iter().enumerate();
    variants.map(|(index, (tag, spec))| (tag, numbered(index, spec)))
}

/// Returns the spec of a single block with one of the block types of an enum.
pub fn by_block_type<T: HclBlocks>(docs: DocsOptions) -> Spec {
    BlocksSpec::of_lazy_types(T::block_types()).required().with_docs(docs.item_docs()).into()
}

/// Returns the spec of a body in one of several forms, selected by the first label. The labels of a form follow it.
pub fn by_label(name: &'static str, docs: DocsOptions, variants: Box<[VariantSpec]>) -> Spec {
    let forms = all_numbered(variants).map(|(tag, spec)| (tag, spec.after_labels(1)));
    OneOfSpec::by_label(0, name, forms).with_docs(docs.item_docs()).into()
}

/// Returns the spec of a body in one of several forms, selected by an attribute.
pub fn by_attribute(name: &'static str, docs: DocsOptions, variants: Box<[VariantSpec]>) -> Spec {
    OneOfSpec::by_attribute(name, all_numbered(variants)).with_docs(docs.item_docs()).into()
}

/// Returns the decoded variant and its body. Returns `None` if no variant was decoded, which has been reported, or
/// if the variant is unknown, which is reported here.
pub fn variant(decoded: Decoded, diags: &mut Diagnostics) -> Option<(usize, Decoded)> {
    let Decoded { value, mut origin } = decoded;
    if origin.presence == Presence::Failed {
        return None;
    }
    let (value, _) = value.unmark();
    if !value.is_known() {
        return diags.fail(diags::unknown_block(origin.place));
    }
    let mut elements = value.into_elements().into_iter();
    let index = elements.next()?.as_number()?.to_usize()?;
    // The body gets the location of the variant: a block's location is more precise than that of its content.
    let body = origin.parts.last()?.clone();
    (origin.parts, origin.presence) = (body.parts, body.presence);
    Some((index, Decoded { value: elements.next()?, origin }))
}
