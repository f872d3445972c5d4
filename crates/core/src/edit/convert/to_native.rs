//! JSON syntax as native syntax.

use std::collections::{BTreeMap, BTreeSet};

use hcldyn_syntax::lexer::is_name;

use super::diags;
use crate::body::{Attribute, AttributeSchema, Block, BlockSchema, Body, BodySchema};
use crate::cty::Str;
use crate::cty::internal::{CollectVec, sort_by_key};
use crate::cty::value_spec::Unexpected;
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::ext::dynblock::{self, DYNAMIC};
use crate::source::Source;
use crate::spec::Spec;
use crate::syntax::json::{joined_elements, native_text, parse_json_body};
use crate::syntax::native::{NewItem, body_text};

/// Returns a source in JSON syntax as native syntax, which decodes to the same values. Reports errors, and returns `None`
/// then.
///
/// In JSON, only a spec distinguishes blocks from attributes. Items that the spec does not name, or all items without
/// a spec, become attributes; one that several objects of an array contain has a list of its blocks. A string that is one interpolation becomes the expression in it: `"${port + 1}"` is
/// `port + 1`. Comments (properties named `//`) are lost.
///
/// ```
/// use hcldyn::Diagnostics;
/// use hcldyn::cty::Type;
/// use hcldyn::edit::convert::to_native;
/// use hcldyn::spec::{AttrSpec, BlocksSpec, Spec};
/// use hcldyn::syntax::Source;
///
/// let text = r#"{ "server": { "web": { "port": "${base + 80}" } } }"#;
/// let source = Source::new("a.json", text);
/// let port: Spec = AttrSpec::new("port", Type::Number).into();
/// let spec: Spec = BlocksSpec::new("server", port).map("name").into();
/// let native = to_native(&source, Some(&spec), &mut Diagnostics::new()).unwrap();
/// assert_eq!(native, "server \"web\" {\n  port = base + 80\n}\n");
///
/// let native = to_native(&source, None, &mut Diagnostics::new()).unwrap();
/// assert_eq!(native, "server = {\n  web = {\n    port = base + 80\n  }\n}\n");
/// ```
pub fn to_native(source: &Source, spec: Option<&Spec>, diags: &mut Diagnostics) -> Option<String> {
    let known = spec.map_or(Known::Nothing, |spec| Known::Body(spec.clone()));
    diags.unless_errors(|diags| {
        let body = parse_json_body(source, diags);
        body_text(items(&body, &known, diags))
    })
}

/// The spec of a body.
enum Known {
    Nothing,
    Body(Spec),
    /// A `dynamic` block, whose content has the spec.
    Generator(Option<Spec>),
}

impl Known {
    /// Returns the schema of a body with some items, without required ones. All items without a spec are attributes,
    /// except the joined ones.
    fn schema_of(&self, items: &[Attribute]) -> BodySchema {
        let mut schema = match self {
            Self::Nothing => BodySchema::default(),
            Self::Body(spec) => spec.implied_schema(),
            Self::Generator(_) => {
                let content = BlockSchema { ty: Str::new(CONTENT), labels: Vec::new() };
                BodySchema { blocks: vec![content], ..BodySchema::default() }
            }
        };
        let is_known = schema.block(&DYNAMIC).is_some() || schema.attribute(&DYNAMIC).is_some();
        if matches!(self, Self::Body(_)) && !is_known {
            schema.blocks.push(dynblock::block_schema());
        }
        let single = items.iter().filter(|item| joined_elements(&item.expr).is_none());
        let mut names: BTreeSet<Str> = single.map(|item| item.name.clone()).collect();
        let attributes = schema.attributes.iter().map(|known| &known.name);
        for name in attributes.chain(schema.blocks.iter().map(|known| &known.ty)) {
            names.remove(name);
        }
        let attribute = |name| AttributeSchema { name, required: false };
        schema.attributes.iter_mut().for_each(|attribute| attribute.required = false);
        schema.attributes.extend(names.into_iter().map(attribute));
        schema.unexpected = Unexpected::Ignore;
        schema
    }

    /// Returns the spec of the body of a block. `types` are the specs of all blocks.
    fn inside(&self, block: &Block, types: &BTreeMap<Str, Spec>) -> Self {
        match self {
            Self::Nothing => Self::Nothing,
            Self::Generator(content) => content.clone().map_or(Self::Nothing, Self::Body),
            Self::Body(_) => match types.get(&block.ty) {
                Some(spec) => Self::Body(spec.clone()),
                None => {
                    let target = block.labels.first().and_then(|label| types.get(&label.value));
                    Self::Generator(target.cloned())
                }
            },
        }
    }
}

/// Returns the items of a body, in the order of the source.
fn items(body: &Body, known: &Known, diags: &mut Diagnostics) -> Vec<NewItem> {
    let types = match known {
        Known::Body(spec) => spec.child_block_types(),
        Known::Nothing | Known::Generator(_) => BTreeMap::new(),
    };
    let mut joined = body.everything().attributes;
    let schema = known.schema_of(&joined);
    let is_known = |name: &str| schema.attribute(name).is_some() || schema.block(name).is_some();
    joined.retain(|item| !is_known(&item.name));
    let content = body.content(&schema, diags);
    let mut all = Vec::new();
    for attribute in content.attributes.into_iter().chain(joined) {
        let start = attribute.name_span.start;
        all.extend(converted(attribute, diags).map(|item| (start, item)));
    }
    for block in content.blocks {
        let body = items(&block.body, &known.inside(&block, &types), diags);
        let labels = block.labels.into_iter().map(|label| label.value).collect_vec();
        // The blocks of an array have one name.
        let start = block.header_span.start;
        all.push((start, NewItem::Block { ty: block.ty, labels, body }));
    }
    sort_by_key(&mut all, |(start, _)| *start);
    all.into_iter().map(|(_, item)| item).collect_vec()
}

/// The type of the block in a `dynamic` block.
const CONTENT: &str = "content";

fn converted(attribute: Attribute, diags: &mut Diagnostics) -> Option<NewItem> {
    if !is_name(&attribute.name) {
        return diags.fail(diags::not_a_name(attribute.name_place(), &attribute.name));
    }
    // A syntax error was reported.
    let expr = match joined_elements(&attribute.expr) {
        Some(elements) => {
            let elements = elements.iter().map(Expression::text).collect_vec();
            native_text(&format!("[{}]", elements.join(", ")))?
        }
        None => native_text(attribute.expr.text())?,
    };
    Some(NewItem::Attribute { name: attribute.name, expr, is_sensitive: false })
}
