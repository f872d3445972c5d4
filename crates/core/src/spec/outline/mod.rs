//! Everything that a spec says about configurations, as plain data.
//!
//! A [`Spec`] is made to decode: it nests specs of one body, builds parts of itself on first use, and may contain itself.
//! An [`Outline`] is made to be read, by programs that write documents, samples or schemas. It has one [`OutlineBody`] for
//! each body, with its labels, attributes and blocks in the order of the spec. A block refers to the body of its content by
//! a [`BodyId`], so that blocks may contain blocks of their own type.
//!
//! ```
//! use hcldyn::HclDecode;
//! use hcldyn::spec::outline::OutlineContent;
//!
//! /// A file server.
//! #[derive(HclDecode)]
//! struct Config {
//!     /// The folders to serve.
//!     #[hcl(block)]
//!     folder: Vec<Folder>,
//! }
//!
//! #[derive(HclDecode)]
//! struct Folder {
//!     /// The path that clients see.
//!     #[hcl(label)]
//!     path: String,
//!     #[hcl(default = 60)]
//!     max_age: u32,
//! }
//!
//! let outline = Config::spec().outline();
//! assert_eq!(outline.root().docs.text.as_deref(), Some("A file server."));
//!
//! let folder = &outline.root().blocks[0];
//! assert_eq!((folder.options.count.min, folder.options.count.max), (0, None));
//! let OutlineContent::Body(id) = folder.types[0].content else { panic!("the block has a body") };
//! let body = outline.body(id);
//! assert_eq!(body.labels[0].name, *"path");
//! assert_eq!(body.attributes[0].default.as_ref().unwrap().to_string(), "60");
//! ```

pub(crate) mod body;
mod default;
mod diff;
mod gather;
mod item;

use self::body::in_order;
pub use self::body::{OutlineBody, OutlineChoice, OutlineForm, OutlineLabel};
pub use self::default::OutlineDefault;
pub use self::diff::{ChangeEffect, OutlineChange};
use self::gather::Builder;
pub use self::item::{
    AttributeEvaluation, OutlineAttribute, OutlineBlock, OutlineBlockType, OutlineContent,
};
use super::Spec;

/// Everything that a spec says about configurations: its bodies, which refer to each other by [`BodyId`].
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    bodies: Vec<OutlineBody>,
}

/// The identity of a body in its outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BodyId(usize);

impl Spec {
    /// Returns everything that the spec says about configurations, as plain data.
    pub fn outline(&self) -> Outline {
        Outline { bodies: Builder::build(self) }
    }
}

impl Outline {
    /// Returns the body that the spec decodes.
    pub fn root(&self) -> &OutlineBody {
        self.body(BodyId::ROOT)
    }

    /// Returns a body.
    ///
    /// # Panics
    ///
    /// Panics if the identity is that of a body in a larger outline.
    pub fn body(&self, id: BodyId) -> &OutlineBody {
        &self.bodies[id.0]
    }

    /// Returns all bodies with their identities, the root first. Each body follows one that refers to it.
    pub fn bodies(&self) -> impl ExactSizeIterator<Item = (BodyId, &OutlineBody)> {
        self.bodies.iter().enumerate().map(|(index, body)| (BodyId(index), body))
    }

    /// Returns the labels of blocks of a type in the order of writing: the labels of the key, then the labels that the body
    /// reads. A label that no spec names has a name such as `label 2`.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec};
    ///
    /// let port = AttrSpec::new("port", Type::Number).into();
    /// let outline = Spec::from(BlocksSpec::new("server", port).map("name")).outline();
    /// let server = &outline.root().blocks[0];
    /// assert_eq!(outline.labels_of(server, &server.types[0])[0].name, "name");
    /// ```
    pub fn labels_of(&self, block: &OutlineBlock, ty: &OutlineBlockType) -> Vec<OutlineLabel> {
        let own = match ty.content {
            OutlineContent::Body(id) => self.body(id).labels.as_slice(),
            OutlineContent::Attributes(_) => &[],
        };
        in_order(&block.key, own)
    }
}

impl BodyId {
    /// The identity of the body that the spec decodes.
    pub const ROOT: Self = Self(0);
}
