//! The places of items in several documents.

use crate::body::{Body, Content};
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::edit::ItemPath;
use crate::source::Place;

/// The place of an item: the index of a document, and the path in it.
#[derive(Clone, Debug)]
pub(super) struct At {
    pub(super) document: usize,
    pub(super) path: ItemPath,
}

impl At {
    /// Returns the place of an attribute of this body.
    pub(super) fn attribute(&self, name: Str) -> Self {
        Self { document: self.document, path: self.path.clone().name(name) }
    }

    /// Returns the place of a block of this body.
    pub(super) fn block(&self, ty: &Str, index: usize) -> Self {
        Self { document: self.document, path: self.path.clone().name(ty.clone()).index(index) }
    }
}

/// The content of a body, which may be in several documents.
pub(super) struct Contents {
    pub(super) parts: Vec<(At, Content)>,
    /// The index of the part to which items without neighbours are added.
    main: usize,
    /// `true` for a block on a single line.
    is_on_line: bool,
}

impl Contents {
    /// Returns the content of all documents.
    pub(super) fn of_documents<'b>(
        bodies: impl IntoIterator<Item = &'b Body>,
        main: usize,
    ) -> Self {
        let part = |(document, body): (usize, &Body)| {
            (At { document, path: ItemPath::root() }, body.everything())
        };
        Self {
            parts: bodies.into_iter().enumerate().map(part).collect_vec(),
            main,
            is_on_line: false,
        }
    }

    /// Returns the content of a block.
    pub(super) fn of_block(at: At, body: &Body) -> Self {
        let source = body.missing_item_place().source().clone();
        let is_on_line = !source.text().is_empty() && !source.slice(body.span()).contains('\n');
        Self { parts: vec![(at, body.everything())], main: 0, is_on_line }
    }

    /// Returns the body to which items without neighbours are added.
    pub(super) fn main(&self) -> &At {
        &self.parts[self.main].0
    }

    /// Returns `true` if that body is a block on a single line.
    pub(super) fn is_on_line(&self) -> bool {
        self.is_on_line
    }

    /// Returns the location of items without neighbours.
    pub(super) fn missing_item(&self) -> Place {
        self.parts[self.main].1.missing_item.clone()
    }
}
