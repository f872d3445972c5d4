//! The parts of a body that its specs write.

use crate::cty::Str;
use crate::cty::internal::KeyMap;
use crate::syntax::native::{NewExpr, NewItem};

/// The items of a body, and the labels of the block around it.
pub(super) struct BodyParts<E> {
    pub(super) items: Vec<NewItem<E>>,
    /// The indices of the attributes in the items.
    attributes: KeyMap<Str, usize>,
    /// The labels after the key.
    labels: Vec<Option<Str>>,
    /// The label that is the key of the block.
    key: Option<Str>,
}

impl<E> Default for BodyParts<E> {
    fn default() -> Self {
        let (items, labels) = (Vec::new(), Vec::new());
        Self { items, attributes: KeyMap::default(), labels, key: None }
    }
}

impl<E: NewExpr> BodyParts<E> {
    pub(super) fn has_labels(&self) -> bool {
        self.key.is_some() || !self.labels.is_empty()
    }

    /// Sets the label at an index, or the key. Returns `false` if it already has another value.
    pub(super) fn set_label(&mut self, index: Option<usize>, label: &Str) -> bool {
        let place = match index {
            None => &mut self.key,
            Some(index) => {
                if self.labels.len() <= index {
                    self.labels.resize(index + 1, None);
                }
                &mut self.labels[index]
            }
        };
        place.get_or_insert_with(|| label.clone()) == label
    }

    /// Adds an attribute. Returns `false` if it is already set to another value.
    pub(super) fn set_attribute(&mut self, name: &Str, expr: E, is_sensitive: bool) -> bool {
        let next = self.items.len();
        let index = *self.attributes.get_or_insert(name.clone(), next);
        if let Some(set) = self.items.get(index) {
            return matches!(set, NewItem::Attribute { expr: set, .. } if *set == expr);
        }
        self.items.push(NewItem::Attribute { name: name.clone(), expr, is_sensitive });
        true
    }

    /// Returns the block of this body. Its first labels are the key by which its map contains it.
    ///
    /// # Errors
    ///
    /// Fails with a clause if a label is missing, or if the key is another one than the map's.
    pub(super) fn into_block(
        self,
        ty: Str,
        key: &[Str],
        has_key: bool,
    ) -> Result<NewItem<E>, &'static str> {
        let mut labels = key.to_vec();
        match (self.key, key.last()) {
            (Some(own), None) => labels.push(own),
            (Some(own), Some(last)) if own != *last => {
                return Err("the label differs from the key of the map");
            }
            (None, None) if has_key => return Err("the label that is the key is missing"),
            (None, _) | (Some(_), Some(_)) => {}
        }
        let own: Option<Vec<_>> = self.labels.into_iter().collect();
        labels.extend(own.ok_or("a label is missing")?);
        Ok(NewItem::Block { ty, labels, body: self.items })
    }
}
