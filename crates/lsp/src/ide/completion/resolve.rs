//! The documentation of completions, which is only computed for those that a user looks at.

use hcldyn_core::cty::Function;
use hcldyn_core::cty::value_spec::ObjectAttribute;
use hcldyn_core::spec::outline::{Outline, OutlineAttribute, OutlineBlock, OutlineBlockType};
use hcldyn_docs::entry;

use super::{CompletionKind, Site, candidates};
use crate::ide::Snapshot;
use crate::ide::hover::signature;

/// The documentation of a completion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CompletionDocs {
    /// The type, in a few words.
    pub detail: String,
    /// The description in Markdown.
    pub markdown: String,
}

/// The source of the documentation of a completion.
pub(super) enum Docs<'s> {
    None,
    Text(String),
    Attribute(&'s OutlineAttribute),
    Block(&'s Outline, &'s OutlineBlock, &'s OutlineBlockType),
    /// A key of an object.
    Part(Box<ObjectAttribute>),
    Function(&'s Function),
}

impl Snapshot {
    /// Returns the documentation of a completion at an offset; `None` if it is not offered there.
    pub fn completion_docs(
        &self,
        file: &str,
        offset: usize,
        label: &str,
        kind: CompletionKind,
    ) -> Option<CompletionDocs> {
        let site = Site::new(self, self.file(file)?, offset);
        let candidates = candidates(&site);
        let is_wanted =
            |completion: &super::Completion| completion.label == label && completion.kind == kind;
        let found = candidates.into_iter().find(|it| is_wanted(&it.completion))?;
        Some(found.docs.written(label))
    }
}

impl Docs<'_> {
    fn written(&self, label: &str) -> CompletionDocs {
        let (detail, markdown) = match self {
            Self::None => Default::default(),
            Self::Text(text) => (String::new(), text.clone()),
            Self::Attribute(it) => (entry::type_of(it), entry::attribute(it)),
            Self::Block(outline, block, ty) => {
                ("block".to_owned(), entry::block(outline, block, ty))
            }
            Self::Part(attribute) => (String::new(), entry::part(attribute)),
            Self::Function(function) => {
                (signature(label, function), function.description().to_owned())
            }
        };
        CompletionDocs { detail, markdown }
    }
}
