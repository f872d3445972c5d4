//! The items of a body in one selection of its forms.

use hcldyn_core::spec::outline::{
    Outline, OutlineAttribute, OutlineBlock, OutlineBody, OutlineChoice, OutlineForm,
};
use hcldyn_core::spec::{Rest, Rule, Tag};

/// The maximum number of forms inside each other.
const MAX_DEPTH: usize = 8;

/// A form for each choice of a body, and for the choices in these forms.
pub(super) type Selection<'o> = Vec<(&'o OutlineChoice, &'o OutlineForm)>;

/// The items of a body and of its selected forms.
#[derive(Debug, Default)]
pub(super) struct Merged<'o> {
    /// The selected forms.
    pub(super) selection: Selection<'o>,
    /// The attributes, each with its detail.
    pub(super) attributes: Vec<(&'o OutlineAttribute, Detail)>,
    /// The blocks, each with its detail.
    pub(super) blocks: Vec<(&'o OutlineBlock, Detail)>,
    pub(super) rules: Vec<&'o Rule>,
    pub(super) rest: Option<&'o Rest>,
}

/// The choice of the items that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// All items.
    Full,
    /// The items that must be written.
    Required,
}

/// Returns the selections of forms of a body: the first form of each choice, and then each other form once.
pub(super) fn selections<'o>(outline: &'o Outline, body: &'o OutlineBody) -> Vec<Selection<'o>> {
    selections_at(outline, body, 0)
}

fn selections_at<'o>(
    outline: &'o Outline,
    body: &'o OutlineBody,
    depth: usize,
) -> Vec<Selection<'o>> {
    let mut all: Vec<Selection<'o>> = vec![Vec::new()];
    for choice in body.choices.iter().filter(|_| depth < MAX_DEPTH) {
        let mut options = Vec::new();
        for form in &choice.forms {
            let body = outline.body(form.body);
            if body.docs.is_hidden && choice.forms.len() > 1 {
                continue;
            }
            for inner in selections_at(outline, body, depth + 1) {
                let mut option = vec![(choice, form)];
                option.extend(inner);
                options.push(option);
            }
        }
        let Some(first) = options.first() else { continue };
        let others: Vec<_> =
            options[1..].iter().map(|option| [all[0].as_slice(), option].concat()).collect();
        for selection in &mut all {
            selection.extend_from_slice(first);
        }
        all.extend(others);
    }
    all
}

impl<'o> Merged<'o> {
    /// Returns the items of a body in a selection of its forms. The items that another selection has too, which was written
    /// before, are `known`, and only written again if they must be.
    pub(super) fn new(
        outline: &'o Outline,
        body: &'o OutlineBody,
        selection: &Selection<'o>,
        detail: Detail,
        known: Option<&Selection<'o>>,
    ) -> Self {
        let mut merged = Self { selection: selection.clone(), ..Self::default() };
        merged.add(body, if known.is_some() { Detail::Required } else { detail });
        for (_, form) in selection {
            let is_known = known
                .is_some_and(|known| known.iter().any(|(_, other)| std::ptr::eq(*other, *form)));
            let detail = if is_known { Detail::Required } else { detail };
            merged.add(outline.body(form.body), detail);
        }
        merged
    }

    fn add(&mut self, body: &'o OutlineBody, detail: Detail) {
        for attribute in &body.attributes {
            self.add_attribute(attribute, detail);
        }
        for block in &body.blocks {
            let is_known = |(known, _): &(&OutlineBlock, _)| {
                known
                    .types
                    .iter()
                    .any(|ty| block.types.iter().any(|it| it.names.name == ty.names.name))
            };
            if !self.blocks.iter().any(is_known) {
                self.blocks.push((block, detail));
            }
        }
        self.rules.extend(&body.rules);
        self.rest = self.rest.or(body.rest.as_ref());
    }

    /// Adds an attribute. One that several specs read is written once, for the spec that requires it.
    fn add_attribute(&mut self, attribute: &'o OutlineAttribute, detail: Detail) {
        let name = &attribute.names.name;
        let is_tag = |(choice, _): &(&OutlineChoice, _)| matches!(&choice.tag, Tag::Attribute(tag) if tag == name);
        if self.selection.iter().any(is_tag) {
            return;
        }
        match self.attributes.iter_mut().find(|(known, _)| known.names.name == *name) {
            Some(known) if attribute.is_required && !known.0.is_required => {
                *known = (attribute, detail);
            }
            Some(_) => {}
            None => self.attributes.push((attribute, detail)),
        }
    }
}
