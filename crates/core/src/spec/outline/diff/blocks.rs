//! Blocks.

use super::bodies::labels;
use super::conditions::may_need;
use super::{ChangeEffect, Comparison};
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::ItemNames;
use crate::spec::outline::{Outline, OutlineBlock, OutlineBlockType, OutlineBody, OutlineContent};
use crate::spec::{BlockCollection, OtherForms};

impl Comparison<'_> {
    /// Compares the blocks of two bodies.
    pub(super) fn blocks(&mut self, old: &OutlineBody, new: &OutlineBody) {
        for block in &old.blocks {
            self.block(block, old, new);
        }
        for block in &new.blocks {
            let known = old.blocks.iter().any(|it| has_target(it, block));
            for ty in &block.types {
                let is_known =
                    old.blocks.iter().flat_map(|it| &it.types).any(|it| is_target(it, ty));
                if !is_known {
                    self.added(ty, !known && block.is_required(), old);
                }
            }
        }
    }

    fn added(&mut self, ty: &OutlineBlockType, is_required: bool, old: &OutlineBody) {
        let is_breaking = is_required || old.rest.is_some();
        let effect = if is_breaking { ChangeEffect::Breaking } else { ChangeEffect::Compatible };
        let property = if is_required { "required block" } else { "block" };
        let name = ty.names.name.to_string();
        self.under(format!(".{name}"), |it| it.push(effect, property, None, Some(name)));
    }

    /// Compares blocks with those that accept their types.
    fn block(&mut self, old: &OutlineBlock, before: &OutlineBody, after: &OutlineBody) {
        let targets = targets(old, after);
        for ty in &old.types {
            self.under(format!(".{}", ty.names.name), |it| {
                it.lost_names(ty, &targets, after);
                for target in &targets {
                    for other in target.types.iter().filter(|other| is_target(ty, other)) {
                        it.names(&ty.names, &other.names);
                        it.content(old, ty, target, other);
                    }
                }
            });
        }
        let first = old.types.first().map_or("", |ty| ty.names.name.as_str());
        self.under(format!(".{first}"), |it| match targets.as_slice() {
            [] => {}
            [target] => {
                let is_target = |other: &&OutlineBlock| {
                    self::targets(other, after).iter().any(|it| std::ptr::eq(*it, *target))
                };
                let others = before.blocks.iter().filter(is_target).count();
                if others > 1
                    && (target.options.count.max.is_some()
                        || target.collection != BlockCollection::Tuple)
                {
                    it.push(ChangeEffect::Breaking, "blocks counted together", None, None);
                }
                it.options(old, target);
            }
            _ => it.push(ChangeEffect::Breaking, "blocks counted together", None, None),
        });
    }

    /// Adds the names of a block type that no blocks have any longer.
    fn lost_names(
        &mut self,
        ty: &OutlineBlockType,
        targets: &[&OutlineBlock],
        after: &OutlineBody,
    ) {
        let accepted = |name: &crate::cty::Str| {
            let mut all = targets.iter().flat_map(|target| &target.types);
            all.any(|other| other.names.all().any(|it| it == name))
        };
        for name in ty.names.all().filter(|name| !accepted(name)) {
            let is_attribute =
                after.attributes.iter().any(|it| it.names.all().any(|it| it == name));
            let is_needed = |target: &&OutlineBlock| {
                let mut types = target.types.iter();
                target.is_required() || types.any(|ty| may_need(after, &ty.names.name))
            };
            let is_breaking = is_attribute || targets.iter().any(is_needed);
            let effect =
                if is_breaking { ChangeEffect::Breaking } else { self.rest_effect(None, after) };
            let property = if *name == ty.names.name { "block" } else { "alias" };
            self.push(effect, property, Some(name.to_string()), None);
        }
    }

    fn content(
        &mut self,
        old: &OutlineBlock,
        old_ty: &OutlineBlockType,
        new: &OutlineBlock,
        new_ty: &OutlineBlockType,
    ) {
        let (before, after) =
            (total_labels(self.old, old, old_ty), total_labels(self.new, new, new_ty));
        self.label_counts(before, after);
        let outer = self.is_unified;
        self.is_unified = outer || is_unified(new.collection);
        match (&old_ty.content, &new_ty.content) {
            (OutlineContent::Body(old), OutlineContent::Body(new)) => self.bodies(*old, *new),
            (OutlineContent::Attributes(old), OutlineContent::Attributes(new)) => {
                self.value_types(old, new);
            }
            (OutlineContent::Body(_), OutlineContent::Attributes(_))
            | (OutlineContent::Attributes(_), OutlineContent::Body(_)) => {
                self.push(ChangeEffect::Breaking, "content", None, None);
            }
        }
        self.is_unified = outer;
    }

    /// Compares the options of all blocks together.
    fn options(&mut self, old: &OutlineBlock, new: &OutlineBlock) {
        let (before, after) = (old.options.count.min, new.options.count.min);
        let effect = if before < after { ChangeEffect::Breaking } else { ChangeEffect::Compatible };
        self.differ(effect, "minimum number of blocks", Some(&before), Some(&after));
        let (before, after) = (old.options.count.max, new.options.count.max);
        let is_lower = after.is_some_and(|new| before.is_none_or(|old| old > new));
        let effect = if is_lower { ChangeEffect::Breaking } else { ChangeEffect::Compatible };
        let (before, after) = (before.as_ref(), after.as_ref());
        self.differ(effect, "maximum number of blocks", before, after);
        self.collection(old.collection, new.collection);
        if old.key.len() == new.key.len() && old.key != new.key {
            self.push(ChangeEffect::Compatible, "names of the labels", None, None);
        }
        self.permission("dynamic", old.options.is_dynamic, new.options.is_dynamic);
        for (name, form) in [
            ("or_attr", OtherForms::OR_ATTR),
            ("labels_as_blocks", OtherForms::LABELS_AS_BLOCKS),
            ("merge", OtherForms::MERGE),
        ] {
            self.permission(name, old.forms.contains(form), new.forms.contains(form));
        }
        self.defaults(ChangeEffect::Behavior, old.default.as_ref(), new.default.as_ref());
        if old.options.layering != new.options.layering {
            self.push(ChangeEffect::Behavior, "layers", None, None);
        }
        if old.is_transformed != new.is_transformed {
            self.push(ChangeEffect::Behavior, "transformation", None, None);
        }
        self.docs(&old.docs, &new.docs);
    }

    fn collection(&mut self, old: BlockCollection, new: BlockCollection) {
        let is_distinct = |it| {
            matches!(
                it,
                BlockCollection::Map { is_grouped: false }
                    | BlockCollection::Object { is_grouped: false }
            )
        };
        let is_single = old == BlockCollection::Single;
        let is_narrower = !is_single
            && (is_unified(new) && !is_unified(old) || is_distinct(new) && !is_distinct(old));
        let effect = if is_narrower { ChangeEffect::Breaking } else { ChangeEffect::Behavior };
        let (old, new) = (collection_text(old), collection_text(new));
        self.differ(effect, "collection", Some(&old), Some(&new));
    }
}

/// Returns the number of labels of blocks of a type, with `true` if any number may follow.
fn total_labels(outline: &Outline, block: &OutlineBlock, ty: &OutlineBlockType) -> (usize, bool) {
    let OutlineContent::Body(id) = ty.content else { return (block.key.len(), false) };
    let body = outline.body(id);
    let (count, has_more) = labels(body);
    let has_key = block.key.is_empty()
        && body.labels.iter().any(|label| label.position == crate::spec::LabelPosition::Key);
    (block.key.len() + usize::from(has_key) + count, has_more)
}

/// Returns `true` if all blocks of a collection get one type.
fn is_unified(collection: BlockCollection) -> bool {
    matches!(collection, BlockCollection::List | BlockCollection::Set | BlockCollection::Map { .. })
}

fn collection_text(collection: BlockCollection) -> &'static str {
    match collection {
        BlockCollection::Single => "one block",
        BlockCollection::List => "list",
        BlockCollection::Tuple => "tuple",
        BlockCollection::Set => "set",
        BlockCollection::Map { is_grouped: false } => "map",
        BlockCollection::Map { is_grouped: true } => "map of lists",
        BlockCollection::Object { is_grouped: false } => "object",
        BlockCollection::Object { is_grouped: true } => "object of tuples",
    }
}

/// Returns the blocks that accept a type of other ones, or only those with equal types.
fn targets<'a>(old: &OutlineBlock, after: &'a OutlineBody) -> Vec<&'a OutlineBlock> {
    let names = |block: &OutlineBlock| -> Vec<_> {
        block.types.iter().map(|ty| ty.names.name.clone()).collect_vec()
    };
    let equal = after.blocks.iter().find(|it| names(it) == names(old));
    match equal {
        Some(equal) => vec![equal],
        None => after.blocks.iter().filter(|it| has_target(old, it)).collect_vec(),
    }
}

fn has_target(old: &OutlineBlock, new: &OutlineBlock) -> bool {
    old.types.iter().any(|ty| new.types.iter().any(|other| is_target(ty, other)))
}

/// Returns `true` if a block type accepts one of the names of another one.
fn is_target(old: &OutlineBlockType, new: &OutlineBlockType) -> bool {
    let accepts = |names: &ItemNames, name| names.all().any(|it| it == name);
    old.names.all().any(|name| accepts(&new.names, name))
}
