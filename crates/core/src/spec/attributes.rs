//! The attributes of a written body and of its blocks, with the places at which missing ones would be written.

use super::{BlockContent, SettingOptions, Spec};
use crate::body::Body;
use crate::cty::Str;
use crate::diag::Diagnostics;
use crate::source::Place;

/// An attribute that a body may have.
pub(crate) struct PossibleAttribute<'a> {
    /// The types and labels of the blocks around the attribute, outermost first, and its name.
    pub(crate) path: &'a [Str],
    /// The location at which the attribute would be written if it is missing.
    pub(crate) missing_item: &'a Place,
    /// The options about the sources of the value.
    pub(crate) setting: Option<&'a SettingOptions>,
}

/// A function that is called for each attribute.
type Visit<'v> = &'v mut dyn FnMut(PossibleAttribute<'_>);

impl Spec {
    /// Visits the attributes that a body and its written blocks may have, those of a body before those of its blocks.
    /// Blocks that `dynamic` blocks generate are left out.
    pub(crate) fn visit_attributes(&self, body: &Body, visit: Visit<'_>) {
        self.visit_attributes_at(&mut Vec::new(), body, visit);
    }

    fn visit_attributes_at(&self, path: &mut Vec<Str>, body: &Body, visit: Visit<'_>) {
        let (index, missing_item) = (self.index(), body.missing_item_place());
        let attributes = index.attributes.iter().map(|it| (&it.names.name, it.setting.as_deref()));
        let tags = index.choices.iter().filter_map(|choice| choice.tag.attribute());
        for (name, setting) in attributes.chain(tags.map(|name| (name, None))) {
            path.push(name.clone());
            visit(PossibleAttribute { path, missing_item: &missing_item, setting });
            path.pop();
        }
        let content = body.only(&self.implied_schema(), &mut Diagnostics::of_attempt());
        for (ty, inner) in index.block_types() {
            let BlockContent::Body(nested) = inner else { continue };
            for block in content.blocks_of_type(ty) {
                let outer = path.len();
                path.push(ty.clone());
                path.extend(block.labels.iter().map(|label| label.value.clone()));
                nested.spec().visit_attributes_at(path, &block.body, visit);
                path.truncate(outer);
            }
        }
    }
}
