//! The values of a configuration, one for each item that has one.

use super::changes::{ValuePart, keyed_blocks, named_blocks, push_labels, push_name};
use super::{BlockCollection, BlockContent, BlocksSpec, Decoded, Origin, Presence, Rest, Spec};
use crate::cty::{Str, Value};

/// An item of a configuration with its value.
pub(crate) struct DecodedItem {
    /// The path, as in [`Change`](super::Change).
    pub(crate) path: String,
    pub(crate) value: Value,
    pub(crate) origin: Origin,
}

impl Spec {
    /// Returns the attributes that have a value, and other items with one, in the order of the spec. Labels are part of
    /// the paths.
    pub(crate) fn decoded_items(&self, decoded: &Decoded) -> Vec<DecodedItem> {
        let mut walk = ItemWalk { path: String::new(), found: Vec::new() };
        walk.visit(self, ValuePart::of(decoded));
        walk.found
    }
}

/// A walk through a decoded value, at one item.
struct ItemWalk {
    path: String,
    found: Vec<DecodedItem>,
}

impl ItemWalk {
    fn visit(&mut self, spec: &Spec, part: ValuePart<'_>) {
        match spec {
            Spec::Object(object) => self.each(&object.specs, part),
            Spec::Tuple(tuple) => self.each(&tuple.specs, part),
            Spec::Default(specs) => self.visit(&specs.primary, part),
            Spec::Wrapped(wrapped) if wrapped.step.keeps_type() => self.visit(&wrapped.spec, part),
            Spec::Wrapped(wrapped) => match wrapped.spec.names() {
                Some(names) => self.at(&names.name, |it| it.push(part)),
                None => self.push(part),
            },
            Spec::Attr(attr) => self.at(&attr.names.name, |it| it.push(part)),
            Spec::Blocks(blocks) => self.blocks(blocks, part),
            Spec::OneOf(_) | Spec::Rest(Rest::Attributes(_) | Rest::Data(_)) => {
                self.attributes(part);
            }
            Spec::Label(_) | Spec::Literal(_) | Spec::Expr(_) | Spec::Rest(Rest::Body) => {}
        }
    }

    fn each(&mut self, specs: &[Spec], part: ValuePart<'_>) {
        let parts = part.elements();
        if parts.len() != specs.len() {
            return self.push(part);
        }
        for (spec, part) in specs.iter().zip(parts) {
            self.visit(spec, part);
        }
    }

    fn blocks(&mut self, blocks: &BlocksSpec, part: ValuePart<'_>) {
        let Some(only) = blocks.only() else {
            let names: Vec<_> = blocks.types.iter().map(|ty| ty.names.name.as_str()).collect();
            return self.at(&names.join("|"), |it| it.push(part));
        };
        let content = &only.content;
        self.at(&only.names.name, |it| match blocks.collection {
            _ if !part.value.is_known() => it.push(part),
            BlockCollection::Single if part.is_null() => {}
            BlockCollection::Single => it.block(content, part),
            BlockCollection::List | BlockCollection::Tuple | BlockCollection::Set => {
                it.labelled(content, named_blocks(content, part));
            }
            BlockCollection::Map { is_grouped } | BlockCollection::Object { is_grouped } => {
                it.labelled(content, keyed_blocks(part, blocks.key.len(), is_grouped));
            }
        });
    }

    fn labelled(&mut self, content: &BlockContent, blocks: Vec<(Vec<Str>, ValuePart<'_>)>) {
        for (labels, part) in blocks {
            let end = self.path.len();
            push_labels(&mut self.path, &labels);
            self.block(content, part);
            self.path.truncate(end);
        }
    }

    fn block(&mut self, content: &BlockContent, part: ValuePart<'_>) {
        match content {
            // The instances of a repeated block are one value.
            BlockContent::Body(nested) if is_plain(part) => self.visit(nested.spec(), part),
            BlockContent::Body(_) => self.push(part),
            BlockContent::Attributes(_) => self.attributes(part),
        }
    }

    /// Visits attributes of any names.
    fn attributes(&mut self, part: ValuePart<'_>) {
        let Some(named) = part.named() else { return self.push(part) };
        for ((name, _), part) in named.iter().zip(part.elements()) {
            self.at(name, |it| it.push(part));
        }
    }

    /// Adds an item, unless it is not set and has no default.
    fn push(&mut self, part: ValuePart<'_>) {
        if part.is_null() && part.origin.presence != Presence::Present {
            return;
        }
        let path = if self.path.is_empty() { ".".to_owned() } else { self.path.clone() };
        let (value, origin) = (part.value.clone(), part.origin.clone());
        self.found.push(DecodedItem { path, value, origin });
    }

    fn at(&mut self, name: &str, visit: impl FnOnce(&mut Self)) {
        let end = self.path.len();
        push_name(&mut self.path, name);
        visit(self);
        self.path.truncate(end);
    }
}

/// Returns `true` if a value is that of one block.
fn is_plain(part: ValuePart<'_>) -> bool {
    #[cfg(feature = "specfile")]
    return part.origin.repeated().is_none();
    #[cfg(not(feature = "specfile"))]
    {
        let _ = part;
        true
    }
}
