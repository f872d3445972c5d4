//! The variables of a body with `dynamic` blocks, without evaluation.

use std::sync::LazyLock;

use super::{DYNAMIC, block_schema};
use crate::body::{
    Attribute, AttributeSchema, Block, BlockSchema, Body, BodySchema, Content, Label,
};
use crate::cty::Str;
use crate::cty::internal::{CollectVec, PushAll};
use crate::diag::Diagnostics;
use crate::expr::{Expression, Traversal};

/// Starts a walk for all variables that a body refers to: those of its attributes, and those of the collections,
/// labels and contents of its `dynamic` blocks (reference: `dynblock.WalkVariables`).
///
/// A walk is for programs that have schemas but no [`Spec`](crate::spec::Spec). With a spec, use
/// [`spec::variables`](crate::spec::variables). The walk reports no errors, because decoding does: in an invalid
/// body, the variables may be incomplete.
///
/// ```
/// use hcldyn::body::{AttributeSchema, BlockSchema, BodySchema};
/// use hcldyn::ext::dynblock;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, parse_body};
///
/// let text = "dynamic \"rule\" {\n  for_each = rules\n  content {\n    name = \"${rule.key}-${zone}\"\n  }\n}\n";
/// let body = parse_body(&Source::new("a.hcl", text), &mut Diagnostics::new());
/// let rule = BlockSchema { ty: "rule".into(), labels: vec![] };
/// let name = AttributeSchema { name: "name".into(), required: false };
///
/// let outside = dynblock::walk_variables(&body)
///     .visit(&BodySchema { blocks: vec![rule], ..BodySchema::default() });
/// assert_eq!(outside.variables[0].to_string(), "rules");
/// assert_eq!(outside.children[0].block_type(), Some("rule"));
///
/// let inside = outside.children[0].visit(&BodySchema { attributes: vec![name], ..BodySchema::default() });
/// let names: Vec<_> = inside.variables.iter().map(ToString::to_string).collect();
/// assert_eq!(names, ["zone"]);
/// ```
pub fn walk_variables(body: &Body) -> WalkedBody {
    WalkedBody::outermost(body, Wanted::All)
}

/// Starts a walk for the variables that must be known before the `dynamic` blocks of a body can be expanded: those
/// of collections and labels, at any depth (reference: `dynblock.WalkExpandVariables`).
///
/// ```
/// use hcldyn::ext::dynblock;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, parse_body};
///
/// let text = "dynamic \"rule\" {\n  for_each = rules\n  content {\n    name = zone\n  }\n}\n";
/// let body = parse_body(&Source::new("a.hcl", text), &mut Diagnostics::new());
/// let visited = dynblock::walk_expand_variables(&body).visit_all();
/// assert_eq!(visited.variables[0].to_string(), "rules");
/// ```
pub fn walk_expand_variables(body: &Body) -> WalkedBody {
    WalkedBody::outermost(body, Wanted::Expansion)
}

/// A body on a walk for variables.
#[derive(Clone, Debug)]
pub struct WalkedBody {
    body: Body,
    block_type: Option<Str>,
    /// The block of the body, if it is written as one.
    block: Option<Block>,
    /// The names of the iterators of enclosing `dynamic` blocks.
    iterators: Vec<Str>,
    wanted: Wanted,
}

/// The result of visiting a body.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Visited {
    /// The variables that the body itself mentions, without iterators. The `dynamic` blocks follow the attributes. A variable
    /// has an entry for each mention.
    pub variables: Vec<Traversal>,
    /// The bodies inside it, in source order: those of blocks, and those of the `content` of `dynamic` blocks.
    pub children: Vec<WalkedBody>,
}

/// The variables that a walk finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    All,
    Expansion,
}

/// The parts of a `dynamic` block. They are all optional, so that the variables of an invalid block are found too.
static HEADER: LazyLock<BodySchema> = LazyLock::new(|| {
    let attribute = |name| AttributeSchema { name: Str::new(name), required: false };
    BodySchema {
        attributes: ["for_each", "labels", "iterator"].map(attribute).into(),
        blocks: vec![BlockSchema { ty: Str::new("content"), labels: Vec::new() }],
        ..BodySchema::default()
    }
});

impl WalkedBody {
    fn outermost(body: &Body, wanted: Wanted) -> Self {
        let (block_type, block) = (None, None);
        Self { body: body.clone(), block_type, block, iterators: Vec::new(), wanted }
    }

    /// Returns the type of the body's block, or of the blocks that its `dynamic` block generates. The program uses
    /// it to choose the schema for the visit. Returns `None` for the body at the start of the walk.
    pub fn block_type(&self) -> Option<&str> {
        self.block_type.as_deref()
    }

    /// Returns the labels of the body's block.
    pub(crate) fn labels(&self) -> &[Label] {
        self.block.as_ref().map_or(&[], |block| &block.labels)
    }

    /// Returns the body with the labels of its block after the first `own` ones as a block inside it.
    #[must_use]
    pub(crate) fn with_labels_as_block(&self, own: usize) -> Self {
        let block = self.block.as_ref().map(|block| block.with_labels_as_block(own));
        let body = block.as_ref().map_or(&self.body, |block| &block.body).clone();
        Self { body, block, ..self.clone() }
    }

    /// Returns the body.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Visits the part of the body that the schema names. Each of its block types may be generated.
    pub fn visit(&self, schema: &BodySchema) -> Visited {
        let mut asked = schema.clone();
        if asked.block(&DYNAMIC).is_none() {
            asked.blocks.push(block_schema());
        }
        self.visit_content(self.body.only(&asked, &mut Diagnostics::new()))
    }

    /// Visits all content of the body, for programs without a schema. In JSON, only a schema distinguishes blocks,
    /// so all items are attributes, including `dynamic` ones.
    ///
    /// ```
    /// use hcldyn::ext::dynblock;
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, parse_body};
    ///
    /// let text = "a = x\nb \"l\" {\n  c = y\n}\n";
    /// let body = parse_body(&Source::new("a.hcl", text), &mut Diagnostics::new());
    /// let outside = dynblock::walk_variables(&body).visit_all();
    /// assert_eq!(outside.variables[0].to_string(), "x");
    /// assert_eq!(outside.children[0].visit_all().variables[0].to_string(), "y");
    /// ```
    pub fn visit_all(&self) -> Visited {
        self.visit_content(self.body.everything())
    }

    fn visit_content(&self, content: Content) -> Visited {
        let mut visited = Visited { variables: Vec::new(), children: Vec::new() };
        if self.wanted == Wanted::All {
            visited.variables.push_all(
                content.attributes.iter().flat_map(Attribute::exprs).flat_map(|it| self.free(it)),
            );
        }
        for block in content.blocks {
            if block.ty == *DYNAMIC {
                self.visit_dynamic(&block, &mut visited);
            } else {
                let child = self.child(block.ty.clone(), block.body.clone());
                visited.children.push(Self { block: Some(block), ..child });
            }
        }
        visited
    }

    /// Visits all attributes of a body of free attributes, as with [`Body::just_attributes`].
    pub fn visit_attributes(&self) -> Vec<Traversal> {
        if self.wanted == Wanted::Expansion {
            return Vec::new();
        }
        let attributes = self.body.just_attributes(&mut Diagnostics::new());
        attributes.iter().flat_map(Attribute::exprs).flat_map(|expr| self.free(expr)).collect_vec()
    }

    /// Visits a `dynamic` block. Omits it if its `iterator` is not a name, because its iterators are then unknown.
    fn visit_dynamic(&self, dynamic: &Block, visited: &mut Visited) {
        let Some(ty) = dynamic.labels.first().map(|label| &label.value) else { return };
        let header = dynamic.body.only(&HEADER, &mut Diagnostics::new());
        let Some(iterator) = iterator(&header, ty) else { return };
        let inner = self.inside(iterator);
        // The labels see the elements, but the collection does not.
        let for_each = header.attribute("for_each").map(|it| self.free(&it.expr));
        let labels = header.attribute("labels").map(|it| inner.free(&it.expr));
        visited.variables.push_all(for_each.into_iter().chain(labels).flatten());
        let contents = header.blocks.into_iter();
        visited.children.push_all(contents.map(|content| inner.child(ty.clone(), content.body)));
    }

    /// Returns a copy with one more iterator in scope.
    fn inside(&self, iterator: Str) -> Self {
        let mut inner = self.clone();
        inner.iterators.push(iterator);
        inner
    }

    fn child(&self, block_type: Str, body: Body) -> Self {
        let (iterators, wanted) = (self.iterators.clone(), self.wanted);
        Self { body, block_type: Some(block_type), block: None, iterators, wanted }
    }

    /// Returns the variables of an expression that are not iterators.
    fn free(&self, expr: &Expression) -> Vec<Traversal> {
        let mut variables = expr.variables();
        variables.retain(|variable| !self.iterators.iter().any(|it| it == variable.root()));
        variables
    }
}

/// Returns the name of a `dynamic` block's iterator, from the same expressions as the reference accepts.
fn iterator(header: &Content, ty: &Str) -> Option<Str> {
    match header.attribute("iterator") {
        None => Some(ty.clone()),
        Some(attribute) => attribute.expr.as_traversal().map(|named| Str::new(named.root())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::EvalContext;
    use crate::source::Source;
    use crate::syntax::native::parse_body;

    fn body(text: &str) -> Body {
        parse_body(&Source::new("t", text), &mut Diagnostics::new())
    }

    /// Returns the variables of a body and of all bodies inside it.
    fn all(walked: &WalkedBody) -> Vec<String> {
        let visited = walked.visit_all();
        let inside = visited.children.iter().flat_map(all);
        visited.variables.iter().map(ToString::to_string).chain(inside).collect()
    }

    const TEXT: &str = "
        a = x
        b \"one\" \"two\" { c = y }
        b { c = z }
        dynamic \"d\" {
          for_each = l
          labels   = [d.key, m]
          content {
            e = d.value + n
          }
        }
    ";

    #[test]
    fn without_a_schema_blocks_with_any_labels_are_visited() {
        assert_eq!(all(&walk_variables(&body(TEXT))), ["x", "l", "m", "y", "z", "n"]);
        assert_eq!(all(&walk_expand_variables(&body(TEXT))), ["l", "m"]);
    }

    #[test]
    fn without_a_schema_items_of_earlier_requests_are_omitted() {
        let block = |ty| BlockSchema { ty: Str::new(ty), labels: Vec::new() };
        let taken = BodySchema { blocks: vec![block("b"), block("d")], ..BodySchema::default() };
        let expanded = super::super::expand(&body(TEXT), &EvalContext::new());
        assert_eq!(all(&walk_variables(&expanded)), ["x", "l", "m", "y", "z", "n"]);
        assert_eq!(all(&walk_variables(&expanded.remain(&taken))), ["x"]);
    }

    #[test]
    fn without_a_schema_merged_bodies_are_visited_in_order() {
        let merged = Body::merge(["a = x", "a = y\nb { c = z }"].map(body)).unwrap();
        assert_eq!(all(&walk_variables(&merged)), ["x", "y", "z"]);
    }
}
