//! Bodies.

use super::values::Acceptance;
use super::{ChangeEffect, Comparison};
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{ItemNames, Unexpected};
use crate::spec::outline::{BodyId, OutlineBody, OutlineChoice};
use crate::spec::{DataForm, LabelPosition, Rest, Tag};

impl Comparison<'_> {
    /// Compares two bodies, once.
    pub(super) fn bodies(&mut self, old: BodyId, new: BodyId) {
        if !self.seen.insert((old, new, self.is_unified)) {
            return;
        }
        let (old, new) = (self.old.body(old), self.new.body(new));
        self.docs(&old.docs, &new.docs);
        self.attributes(old, new);
        self.blocks(old, new);
        self.choices(old, new);
        self.rules(old, new, |name| renamed(old, new, name));
        self.rest(old, new);
        self.unexpected(old, new);
    }

    fn choices(&mut self, old: &OutlineBody, new: &OutlineBody) {
        for choice in &old.choices {
            match new.choices.iter().find(|it| it.tag == choice.tag) {
                Some(other) => self.forms(choice, other),
                None => self.push(ChangeEffect::Breaking, "forms", Some(tag(choice)), None),
            }
        }
        for choice in &new.choices {
            if !old.choices.iter().any(|it| it.tag == choice.tag) {
                self.push(ChangeEffect::Breaking, "forms", None, Some(tag(choice)));
            }
        }
    }

    fn forms(&mut self, old: &OutlineChoice, new: &OutlineChoice) {
        self.docs(&old.docs, &new.docs);
        for form in &old.forms {
            match new.forms.iter().find(|it| it.tag == form.tag) {
                Some(other) => {
                    self.under(format!("[{}]", form.tag), |it| {
                        let labels = |outline: &super::Outline, id| labels(outline.body(id));
                        let (before, after) =
                            (labels(it.old, form.body), labels(it.new, other.body));
                        it.label_counts(before, after);
                        it.bodies(form.body, other.body);
                    });
                }
                None => {
                    let form = Some(form.tag.to_string());
                    self.push(ChangeEffect::Breaking, "form", form, None);
                }
            }
        }
        for form in new.forms.iter().filter(|it| !old.forms.iter().any(|old| old.tag == it.tag)) {
            self.push(ChangeEffect::Compatible, "form", None, Some(form.tag.to_string()));
        }
    }

    /// Compares the numbers of labels, each with `true` if any number of labels may follow.
    pub(super) fn label_counts(&mut self, old: (usize, bool), new: (usize, bool)) {
        if old == new {
            return;
        }
        // Only the permission to write further labels is harmless.
        let is_wider = old.0 == new.0 && new.1;
        let effect = if is_wider { ChangeEffect::Compatible } else { ChangeEffect::Breaking };
        let text = |(count, has_more): (usize, bool)| {
            Some(format!("{count}{}", if has_more { " or more" } else { "" }))
        };
        self.push(effect, "number of labels", text(old), text(new));
    }

    fn rest(&mut self, old: &OutlineBody, new: &OutlineBody) {
        let is_same = match (&old.rest, &new.rest) {
            (Some(Rest::Attributes(old)), Some(Rest::Attributes(new))) => old.is_same(new),
            (old, new) => old == new,
        };
        if is_same {
            return;
        }
        let effect = match (&old.rest, &new.rest) {
            (None, _) => ChangeEffect::Compatible,
            (Some(Rest::Attributes(old)), Some(Rest::Attributes(new))) => {
                let is_accepted = Acceptance::default().accepts(old, new)
                    && !(self.is_unified && new.ty().has_dynamic());
                if is_accepted { ChangeEffect::Behavior } else { ChangeEffect::Breaking }
            }
            (Some(Rest::Attributes(_) | Rest::Data(_)), Some(Rest::Body)) => ChangeEffect::Behavior,
            (Some(Rest::Attributes(_) | Rest::Data(_)), Some(Rest::Data(_)))
                if !self.is_unified =>
            {
                ChangeEffect::Behavior
            }
            (_, None) => self.rest_effect(None, new),
            _ => ChangeEffect::Breaking,
        };
        let (old, new) = (old.rest.as_ref().map(rest_text), new.rest.as_ref().map(rest_text));
        self.push(effect, "remaining items", old, new);
    }

    fn unexpected(&mut self, old: &OutlineBody, new: &OutlineBody) {
        let word = |unexpected: Unexpected| match unexpected {
            Unexpected::Deny => "deny",
            Unexpected::Warn => "warn",
            Unexpected::Ignore => "ignore",
        };
        // With a rest, no item is unexpected.
        let is_stricter = new.unexpected == Unexpected::Deny && new.rest.is_none();
        let effect = if is_stricter { ChangeEffect::Breaking } else { ChangeEffect::Compatible };
        let (old, new) = (word(old.unexpected), word(new.unexpected));
        self.differ(effect, "unexpected items", Some(&old), Some(&new));
    }
}

/// Returns the number of labels that a body reads, with `true` if any number may follow.
pub(super) fn labels(body: &OutlineBody) -> (usize, bool) {
    let own = body.labels.iter().map(|label| match label.position {
        LabelPosition::At(index) => index + 1,
        LabelPosition::From(index) => index,
        LabelPosition::Key => 0,
    });
    let tags = body.choices.iter().map(|choice| match choice.tag {
        Tag::Label { index, .. } => index + 1,
        Tag::Attribute(_) => 0,
    });
    let has_more = body.labels.iter().any(|label| matches!(label.position, LabelPosition::From(_)));
    (own.chain(tags).max().unwrap_or(0), has_more)
}

/// Returns the current name of an item, if the new body accepts its name.
fn renamed(old: &OutlineBody, new: &OutlineBody, name: &Str) -> Str {
    let own: Vec<&ItemNames> = names(old).filter(|names| names.name == *name).collect_vec();
    let mut accepting = names(new).filter(|names| names.all().any(|it| it == name));
    match (own.as_slice(), accepting.next()) {
        ([_], Some(names)) => names.name.clone(),
        _ => name.clone(),
    }
}

fn names(body: &OutlineBody) -> impl Iterator<Item = &ItemNames> {
    let blocks = body.blocks.iter().flat_map(|block| &block.types).map(|ty| &ty.names);
    body.attributes.iter().map(|attribute| &attribute.names).chain(blocks)
}

fn tag(choice: &OutlineChoice) -> String {
    match &choice.tag {
        Tag::Label { index, name } => format!("by label {index}, {name}"),
        Tag::Attribute(name) => format!("by {name}"),
    }
}

fn rest_text(rest: &Rest) -> String {
    match rest {
        Rest::Attributes(value) => format!("attributes of type {}", super::values::describe(value)),
        Rest::Data(DataForm::Tuples) => "decoded as data".to_owned(),
        Rest::Data(DataForm::Merged) => "decoded as merged data".to_owned(),
        Rest::Body => "captured".to_owned(),
    }
}
