//! What the derive's code for enums calls.

use super::{HclBlocks, diags};
use crate::diag::Diagnostics;
use crate::spec::{BlockTypesSpec, Decoded, OneOfSpec, Presence, Spec};

/// A name that is written for a variant, and the spec of its body.
pub type VariantSpec = (&'static str, Spec);

/// The spec of a variant's body, so that its position can be seen in what it decodes to.
pub fn numbered(index: usize, spec: Spec) -> Spec {
    Spec::tuple([Spec::Literal(index.into()), spec])
}

fn all_numbered(variants: Box<[VariantSpec]>) -> impl Iterator<Item = VariantSpec> {
    let variants = variants.into_iter().enumerate();
    variants.map(|(index, (tag, spec))| (tag, numbered(index, spec)))
}

/// The one block of one of the types that an enum has variants for.
pub fn by_block_type<T: HclBlocks>(docs: &'static str) -> Spec {
    let spec = BlockTypesSpec::lazy(T::block_types()).min_items(1);
    Spec::BlockOf(if docs.is_empty() { spec } else { spec.doc(docs) }.into())
}

/// A body in one of several forms, which its first label says. Labels of the forms come after that.
pub fn by_label(name: &'static str, docs: &'static str, variants: Box<[VariantSpec]>) -> Spec {
    let forms = all_numbered(variants).map(|(tag, spec)| (tag, spec.after_labels(1)));
    documented(OneOfSpec::by_label(0, name, forms), docs)
}

/// A body in one of several forms, which an attribute says.
pub fn by_attribute(name: &'static str, docs: &'static str, variants: Box<[VariantSpec]>) -> Spec {
    documented(OneOfSpec::by_attribute(name, all_numbered(variants)), docs)
}

fn documented(spec: OneOfSpec, docs: &'static str) -> Spec {
    if docs.is_empty() { spec.into() } else { spec.doc(docs).into() }
}

/// Which variant was decoded, and its body. `None` where none was, which was reported, or where it is not
/// known yet which it is, which is reported here.
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
    // The body stands where the whole does: a block says more of its place than what is in it.
    let body = origin.parts.last()?.clone();
    (origin.parts, origin.presence) = (body.parts, body.presence);
    Some((index, Decoded { value: elements.next()?, origin }))
}
