//! Bodies that show bodies that show bodies.

use super::{Attribute, Body, BodySchema, BodySource, Content, Suggestions, diags};
use crate::diag::Diagnostics;
use crate::source::Place;

/// How often a body can be shown in another way. Whatever is asked of it may thus be asked of the body that it shows.
const MAX_VIEWS: usize = 64;

/// A source, and how many others it is shown by on top of each other.
#[derive(Debug)]
pub(super) struct Layered<S: ?Sized> {
    pub(super) views: usize,
    pub(super) source: S,
}

/// What stands for a body that is shown in too many ways. Nobody knows what is in it, and each question says so.
#[derive(Debug)]
struct Overlaid {
    place: Place,
}

impl Body {
    pub(crate) fn new(source: impl BodySource) -> Self {
        let views = source.shown().iter().map(|body| body.source.views + 1).max().unwrap_or(0);
        match views <= MAX_VIEWS {
            true => Self::of_layer(Layered { views, source }),
            false => {
                let source = Overlaid { place: source.missing_item_place() };
                Self::of_layer(Layered { views: 0, source })
            }
        }
    }
}

impl Overlaid {
    fn reported(&self, diags: &mut Diagnostics) -> Content {
        diags.push(diags::too_many_views(self.place.clone(), MAX_VIEWS));
        self.nothing()
    }

    fn nothing(&self) -> Content {
        Content {
            attributes: Vec::new(),
            blocks: Vec::new(),
            missing_item: self.place.clone(),
            is_complete: false,
            meant: Suggestions::default(),
        }
    }
}

impl BodySource for Overlaid {
    fn content(&self, _: &BodySchema, diags: &mut Diagnostics) -> Content {
        self.reported(diags)
    }

    fn partial_content(&self, _: &BodySchema, diags: &mut Diagnostics) -> Content {
        self.reported(diags)
    }

    fn remain(&self, _: &BodySchema) -> Body {
        Body::new(Self { place: self.place.clone() })
    }

    fn just_attributes(&self, diags: &mut Diagnostics) -> Vec<Attribute> {
        self.reported(diags).attributes
    }

    fn everything(&self) -> Content {
        self.nothing()
    }

    fn missing_item_place(&self) -> Place {
        self.place.clone()
    }
}
