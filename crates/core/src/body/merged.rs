//! Several bodies merged into one, such as those of several files.

use std::sync::Arc;

use super::{
    Attribute, Body, BodySchema, BodySource, Content, LayerId, Suggestions, TreeBody, diags,
    layers::Combined,
};
use crate::cty::internal::{CollectVec, PushAll};
use crate::diag::Diagnostics;
use crate::source::{Place, Source, Span};
use crate::tree::Tree;

impl Body {
    /// Merges several bodies into one, such as those of the files of one configuration. The result has the
    /// attributes and blocks of the first body, then those of the second, and so on. An attribute may be set in
    /// only one of the bodies, and an item that a schema requires may be in any of them. Returns `None` for an empty
    /// iterator; use [`Body::empty`] in that case (reference: `hcl.MergeBodies`, `hcl.MergeFiles`).
    ///
    /// Missing items are reported in the first body.
    ///
    /// ```
    /// use hcldyn::body::Body;
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, parse_body};
    ///
    /// let mut diags = Diagnostics::new();
    /// let files = [("a.hcl", "port = 80\n"), ("b.hcl", "host = \"x\"\nport = 81\n")];
    /// let bodies = files.map(|(name, text)| parse_body(&Source::new(name, text), &mut diags));
    /// let body = Body::merge(bodies).unwrap();
    /// assert_eq!(body.just_attributes(&mut diags).len(), 2);
    /// let problem = "b.hcl:2:1: error: Duplicate attribute; The attribute \"port\" is already set at a.hcl:1:1. \
    ///                Set it in one place only.";
    /// assert_eq!(diags.to_string(), problem);
    /// ```
    pub fn merge(bodies: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut parts = Vec::new();
        for body in bodies {
            match body.source_as::<Merged>() {
                Some(merged) if merged.layers.is_empty() => {
                    parts.push_all(merged.parts.iter().map(|part| body.scope_body(part.clone())));
                }
                _ => parts.push(body),
            }
        }
        match parts.len() {
            0 | 1 => parts.pop(),
            _ => Some(Self::new(Merged { parts, layers: Vec::new() })),
        }
    }

    /// Merges the bodies of several layers, in the order of the layers. A later layer overrides the attributes of the
    /// earlier ones, and its blocks are combined with theirs as the schema says.
    pub(crate) fn layered(bodies: impl IntoIterator<Item = (LayerId, Self)>) -> Option<Self> {
        let (layers, mut parts) = bodies.into_iter().unzip_vec();
        match parts.len() {
            0 | 1 => parts.pop(),
            _ if layers.windows(2).all(|pair| pair[0] == pair[1]) => Self::merge(parts),
            _ => Some(Self::new(Merged { parts, layers })),
        }
    }

    /// Creates a body without content and without a source, such as that of an empty directory. Missing items are
    /// reported for `input` as a whole (reference: `hcl.EmptyBody`).
    ///
    /// ```
    /// use hcldyn::body::Body;
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, decode};
    /// use hcldyn::{Diagnostics, EvalContext};
    ///
    /// let mut diags = Diagnostics::new();
    /// let body = Body::merge([]).unwrap_or_else(|| Body::empty("conf.d"));
    /// let spec = AttrSpec::new("port", Type::Number).required().into();
    /// decode(&body, &spec, &EvalContext::new(), &mut diags);
    /// let problem = "conf.d: error: Missing attribute; The required attribute \"port\" is not set.";
    /// assert_eq!(diags.to_string(), problem);
    /// ```
    pub fn empty(input: impl Into<String>) -> Self {
        let mut tree = Tree::new(Source::without_text(input));
        let body = tree.add_body(Vec::new(), Vec::new(), Span::default());
        TreeBody::body(&Arc::new(tree), body)
    }

    /// Creates the body of a source that could not be read, which has been reported. Its content is unknown.
    pub(crate) fn unread(source: Source) -> Self {
        let mut tree = Tree::new(source);
        let body = tree.add_body(Vec::new(), Vec::new(), Span::default());
        tree.set_incomplete(body);
        TreeBody::body(&Arc::new(tree), body)
    }
}

/// Several merged bodies.
#[derive(Debug)]
struct Merged {
    /// At least two bodies. Without layers, they are not merged bodies without layers themselves.
    parts: Vec<Body>,
    /// The layers of the bodies, in ascending order; empty if there is only one layer.
    layers: Vec<LayerId>,
}

impl Merged {
    /// Requests content from each body and combines it.
    fn gathered(
        &self,
        schema: &BodySchema,
        diags: &mut Diagnostics,
        ask: fn(&Body, &BodySchema, &mut Diagnostics) -> Content,
    ) -> Content {
        let mut asked = schema.clone();
        asked.attributes.iter_mut().for_each(|attribute| attribute.required = false);
        let missing_item = self.missing_item_place();
        let (mut combined, mut is_complete, mut mislabeled) =
            (Combined::default(), true, Vec::new());
        let mut suggestions = Suggestions::default();
        for (index, part) in self.parts.iter().enumerate() {
            let content = ask(part, &asked, diags);
            combined.add(self.layer(index), content.attributes, content.blocks);
            is_complete &= content.is_complete;
            mislabeled.push_all(content.mislabeled);
            suggestions.append(&content.suggestions);
        }
        let (attributes, blocks) = combined.finish(schema, diags);
        let content =
            Content { attributes, blocks, missing_item, is_complete, mislabeled, suggestions };
        self.report_missing(schema, &content, diags);
        content
    }

    fn layer(&self, index: usize) -> LayerId {
        self.layers.get(index).copied().unwrap_or_default()
    }

    /// Joins the contents of the bodies, one after the other.
    fn joined(&self, parts: Vec<Content>) -> Content {
        let is_complete = parts.iter().all(|part| part.is_complete);
        let mut combined = Combined::default();
        for (index, part) in parts.into_iter().enumerate() {
            combined.add(self.layer(index), part.attributes, part.blocks);
        }
        // Nothing is reported here, so that attributes of one layer are all kept.
        let (attributes, blocks) = if self.layers.is_empty() {
            combined.all()
        } else {
            combined.finish(&BodySchema::default(), &mut Diagnostics::of_attempt())
        };
        Content { is_complete, ..Content::new(attributes, blocks, self.missing_item_place()) }
    }

    /// Reports required items that no body contains, unless a body could not be read completely.
    fn report_missing(&self, schema: &BodySchema, found: &Content, diags: &mut Diagnostics) {
        let missing = found.missing(schema);
        if missing.is_empty() || !self.parts.iter().all(is_read) {
            return;
        }
        for name in missing {
            let (first, count) = (self.missing_item_place(), self.parts.len());
            diags.push(if self.layers.is_empty() {
                diags::missing_in_all(first, name, count)
            } else {
                diags::missing_attribute(first, name, None)
            });
        }
    }
}

impl BodySource for Merged {
    fn content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        self.gathered(schema, diags, Body::content)
    }

    fn partial_content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        self.gathered(schema, diags, Body::only)
    }

    fn remain(&self, schema: &BodySchema) -> Body {
        let parts = self.parts.iter().map(|part| part.remain(schema)).collect_vec();
        Body::new(Self { parts, layers: self.layers.clone() })
    }

    fn just_attributes(&self, diags: &mut Diagnostics) -> Vec<Attribute> {
        let mut combined = Combined::default();
        for (index, part) in self.parts.iter().enumerate() {
            combined.add(self.layer(index), part.just_attributes(diags), Vec::new());
        }
        combined.finish(&BodySchema::default(), diags).0
    }

    fn everything(&self) -> Content {
        self.joined(self.parts.iter().map(Body::everything).collect_vec())
    }

    fn everything_expanded(&self, diags: &mut Diagnostics) -> Content {
        let parts = self.parts.iter().map(|part| part.everything_expanded(diags)).collect_vec();
        self.joined(parts)
    }

    fn span(&self) -> Span {
        self.parts[0].span()
    }

    fn missing_item_place(&self) -> Place {
        let files = self.layers.iter().position(|layer| layer.is_files);
        self.parts[files.unwrap_or_default()].missing_item_place()
    }

    fn inner(&self) -> &[Body] {
        &self.parts
    }

    fn layers(&self) -> &[LayerId] {
        &self.layers
    }
}

/// Returns `true` if everything in the body could be read, as a request for an empty schema shows.
fn is_read(body: &Body) -> bool {
    body.only(&BodySchema::default(), &mut Diagnostics::new()).is_complete
}
