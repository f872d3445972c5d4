//! The spec of labels.

use super::docs_methods::docs_methods;
use crate::cty::value_spec::ItemDocs;
use crate::cty::{Str, Type};

/// The spec of a label, or of all labels from an index.
#[derive(Clone, Debug)]
pub struct LabelSpec {
    pub(in crate::spec) position: LabelPosition,
    pub(in crate::spec) name: Str,
    pub(in crate::spec) docs: ItemDocs,
}

/// The labels that a spec reads from the block around its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LabelPosition {
    /// The label at an index, from 0.
    At(usize),
    /// All labels from an index, from 0. There may be none.
    From(usize),
    /// The last label of the key under which the block is found.
    Key,
}

impl LabelPosition {
    /// Returns the index of the first label, unless it is that of a key.
    pub(in crate::spec) fn first_index(self) -> Option<usize> {
        match self {
            Self::At(index) | Self::From(index) => Some(index),
            Self::Key => None,
        }
    }
}

impl LabelSpec {
    /// The maximum number of labels of a block.
    pub(in crate::spec) const MAX_LABELS: usize = 256;

    /// Returns the spec of the label at an index, from 0. `name` is its name in messages. In a
    /// [map](super::BlocksSpec::map), the labels of the key are not counted.
    pub fn new(index: usize, name: impl Into<Str>) -> Self {
        Self::at(LabelPosition::At(index), name)
    }

    /// Returns the spec of all labels from an index, from 0, as a list of strings. The block may have any number of
    /// further labels, or none. In JSON syntax there are none, since labels are levels of objects there.
    ///
    /// ```
    /// use hcldyn::spec::{BlocksSpec, LabelSpec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let spec = BlocksSpec::new("route", LabelSpec::from_index(0, "segments").into()).into();
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "route \"users\" \"new\" {}"), &mut diags);
    /// let value = decode(&body, &spec, &EvalContext::new(), &mut diags);
    /// assert_eq!(value.elements(), ["users".into(), "new".into()]);
    /// ```
    pub fn from_index(index: usize, name: impl Into<Str>) -> Self {
        Self::at(LabelPosition::From(index), name)
    }

    /// Returns the spec of the label that is the block's key: in a [map](super::BlocksSpec::map), the last
    /// label of the key, elsewhere the first label of the block, before the labels of other specs.
    ///
    /// ```
    /// use hcldyn::spec::{BlocksSpec, LabelSpec, decode};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let spec = BlocksSpec::new("server", LabelSpec::key("name").into()).map("name").into();
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "server \"web\" {}"), &mut diags);
    /// let value = decode(&body, &spec, &EvalContext::new(), &mut diags);
    /// assert_eq!(value.get("web"), Some(&"web".into()));
    /// ```
    pub fn key(name: impl Into<Str>) -> Self {
        Self::at(LabelPosition::Key, name)
    }

    fn at(position: LabelPosition, name: impl Into<Str>) -> Self {
        Self { position, name: name.into(), docs: ItemDocs::default() }
    }

    /// Returns the position of the label.
    pub fn position(&self) -> LabelPosition {
        self.position
    }

    /// Returns the type of the values.
    pub(in crate::spec) fn ty(&self) -> Type {
        match self.position {
            LabelPosition::At(_) | LabelPosition::Key => Type::String,
            LabelPosition::From(_) => Type::list(Type::String),
        }
    }

    /// Returns the name of the label in messages.
    pub fn name(&self) -> &Str {
        &self.name
    }
}

docs_methods!(LabelSpec);
