//! The variables that decoding a body by a spec needs.

use std::borrow::Cow;
use std::cell::OnceCell;

use hcldyn_syntax::parser::MAX_BLOCK_NESTING;

use super::{AttrSpec, BlockContent, NestedSpec, Spec};
use crate::body::{AttributeSchema, Body, BodySchema};
use crate::cty::Str;
use crate::cty::internal::{CollectVec, KeySet, NameSet};
use crate::diag::Diagnostics;
use crate::expr::{Traversal, captured_variables, custom_decoder};
use crate::ext::dynblock::{self, WalkedBody};
#[cfg(feature = "specfile")]
use crate::ext::inheritance::Inheritance;
use crate::source::Place;

/// Returns the variables that decoding a body by a spec needs: those in the attributes of the spec, in the body and
/// its blocks; in the collections, labels and contents of `dynamic` blocks; and in expressions of the spec itself.
/// Iterators are not among them. Neither are words in expressions that are captured without their context, such as
/// types (reference: `hcldec.Variables` and `dynblock.VariablesHCLDec`).
///
/// Each mention in the source has one entry. For each body, the order is: its attributes, its `dynamic` blocks, the
/// content of its blocks. Blocks of every type of the spec may be generated, since the body may be given to
/// [`dynblock::expand`] before it is decoded. [`Rest::Body`](super::Rest::Body) decodes nothing, so the items it captures need no
/// variables.
///
/// Nothing is evaluated or reported. In an invalid body, the variables may be incomplete, and decoding reports the
/// errors.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::spec::{AttrSpec, BlocksSpec, Rest, Spec, expand_variables, variables};
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, parse_body};
///
/// let text = "
///     name = local.name
///     dynamic \"port\" {
///       for_each = var.ports
///       content {
///         number = port.value + var.offset
///       }
///     }
/// ";
/// let body = parse_body(&Source::new("a.hcl", text), &mut Diagnostics::new());
/// let port = Spec::object([("number", AttrSpec::new("number", Type::Number).into())]);
/// let spec = Spec::object([
///     ("name", AttrSpec::new("name", Type::String).into()),
///     ("ports", BlocksSpec::new("port", port).list().dynamic().into()),
/// ]);
///
/// let all: Vec<_> = variables(&body, &spec).iter().map(ToString::to_string).collect();
/// assert_eq!(all, ["local.name", "var.ports", "var.offset"]);
/// let first: Vec<_> = expand_variables(&body, &spec).iter().map(ToString::to_string).collect();
/// assert_eq!(first, ["var.ports"]);
/// ```
pub fn variables(body: &Body, spec: &Spec) -> Vec<Traversal> {
    collect(&dynblock::walk_variables(body), spec)
}

/// Returns the variables that must be known before the `dynamic` blocks of a body can be expanded: those of
/// collections and labels, at any depth. With their values in the context, [`dynblock::expand`] and the number of
/// blocks of each type are final, whatever else is unknown (reference: `dynblock.ExpandVariablesHCLDec`).
///
/// The order is that of [`variables`].
pub fn expand_variables(body: &Body, spec: &Spec) -> Vec<Traversal> {
    collect(&dynblock::walk_expand_variables(body), spec)
}

fn collect(walked: &WalkedBody, spec: &Spec) -> Vec<Traversal> {
    let mut found = FoundVariables::default();
    found.walk(walked, &Plan::new(spec));
    found.variables
}

/// The variables found so far. Each mention counts once, although two specs may read one body, and an expanded body
/// shows the same content for each element.
#[derive(Default)]
struct FoundVariables {
    variables: Vec<Traversal>,
    places: KeySet<Place>,
    /// The number of blocks that enclose the body.
    levels: usize,
    /// The variables that repeated blocks around the body give.
    given: Vec<&'static str>,
}

impl FoundVariables {
    fn walk(&mut self, walked: &WalkedBody, plan: &Plan<'_>) {
        let visited = if plan.is_open { walked.visit_all() } else { walked.visit(&plan.schema) };
        let captured = plan.captured_in(walked);
        let is_captured = |variable: &Traversal| captured.contains(variable.place());
        self.add(visited.variables.into_iter().filter(|it| !is_captured(it)).collect_vec());
        self.add(plan.variables.clone());
        self.levels += 1;
        for child in &visited.children {
            let ty = child.block_type();
            let is_data = |ty| plan.is_open || plan.schema.attribute(ty).is_some();
            if ty.map_or(plan.is_open, |ty| is_data(ty) && plan.schema.block(ty).is_none()) {
                self.walk_all(child);
            }
            for wanted in plan.children.iter().filter(|wanted| ty == Some(wanted.ty.as_str())) {
                match wanted.plan() {
                    // Its items may be labels, or items of its spec.
                    _ if plan.lacks_labels(child, wanted) => self.walk_all(child),
                    Some(inner) => {
                        let around = self.given.len();
                        self.given.extend(&inner.given);
                        self.walk(&plan.with_nested_labels(child, wanted, self.levels), inner);
                        self.given.truncate(around);
                    }
                    None => self.add(child.visit_attributes()),
                }
            }
        }
        self.levels -= 1;
    }

    fn walk_all(&mut self, walked: &WalkedBody) {
        let visited = walked.visit_all();
        self.add(visited.variables);
        visited.children.iter().for_each(|child| self.walk_all(child));
    }

    fn add(&mut self, variables: Vec<Traversal>) {
        let needed = |it: &Traversal| !self.given.iter().any(|given| it.root() == *given);
        let new =
            variables.into_iter().filter(|it| needed(it) && self.places.insert(it.place().clone()));
        self.variables.extend(new);
    }
}

/// The items that a spec reads in each of the bodies it decodes.
struct Plan<'a> {
    /// The schema, without the attributes that are captured but never evaluated.
    schema: BodySchema,
    /// `true` if items that the schema does not name are decoded as data.
    is_open: bool,
    /// The attributes with parts that capture expressions, which no other spec evaluates.
    capturing: Vec<&'a AttrSpec>,
    /// The variables in the spec's own expressions.
    variables: Vec<Traversal>,
    /// The variables that the instances of a repeated block see.
    given: Vec<&'static str>,
    /// The attributes by which a block inherits from others. References to these are not evaluated.
    #[cfg(feature = "specfile")]
    inheritance: Option<Inheritance<'a>>,
    children: Vec<Child<'a>>,
}

/// Blocks that a spec reads.
struct Child<'a> {
    ty: &'a Str,
    content: &'a BlockContent,
    /// The plan for their bodies, made for the first such block and used for all of them.
    plan: OnceCell<Box<Plan<'a>>>,
}

impl<'a> Plan<'a> {
    fn new(spec: &'a Spec) -> Self {
        let index = spec.index();
        // Two specs may read one attribute, and only one of them may evaluate it.
        let (mut captured, mut evaluated) = (NameSet::default(), NameSet::default());
        let mut capturing: Vec<&AttrSpec> = Vec::new();
        for &attr in &index.attributes {
            if attr.captures_parts {
                capturing.push(attr);
                continue;
            }
            let names = if is_evaluated(attr) { &mut evaluated } else { &mut captured };
            names.extend(attr.names.all().cloned());
        }
        capturing.retain(|attr| !attr.names.all().any(|name| evaluated.contains(name)));
        let mut schema = spec.implied_schema();
        let is_only_captured = |name: &Str| captured.contains(name) && !evaluated.contains(name);
        schema.attributes.retain(|attribute| !is_only_captured(&attribute.name));
        Self {
            schema,
            is_open: index.rest.iter().any(|rest| rest.is_evaluated()),
            capturing,
            variables: index.expressions.iter().flat_map(|it| it.variables()).collect_vec(),
            given: given(spec),
            #[cfg(feature = "specfile")]
            inheritance: spec.inheritance(),
            children: index
                .block_types()
                .map(|(ty, content)| Child::new(ty, content))
                .collect_vec(),
        }
    }

    /// Returns the locations of the variables in captured parts of the attributes of a body.
    fn captured_in(&self, walked: &WalkedBody) -> KeySet<Place> {
        let (body, mut found) = (walked.body(), Vec::new());
        #[cfg(feature = "specfile")]
        if let (Some(inheritance), Some(ty)) = (self.inheritance, walked.block_type()) {
            found = inheritance.references(ty, walked.labels().len(), body);
        }
        for attr in &self.capturing {
            let names = attr
                .names
                .all()
                .map(|name| AttributeSchema { name: name.clone(), required: false });
            let schema = BodySchema { attributes: names.collect_vec(), ..BodySchema::default() };
            for attribute in body.only(&schema, &mut Diagnostics::new()).attributes {
                captured_variables(&attr.value, &attribute.expr, &mut found);
            }
        }
        found.iter().map(|variable| variable.place().clone()).collect()
    }
}

impl Plan<'_> {
    /// Returns `true` if a block has fewer labels than its schema names.
    fn lacks_labels(&self, walked: &WalkedBody, child: &Child<'_>) -> bool {
        let labels = walked.labels();
        let label = |index: usize| labels.get(index).map(|label| label.value.clone());
        let names =
            self.schema.block(child.ty).and_then(|known| self.schema.labels_of(known, label));
        names.is_some_and(|names| labels.len() < names.len())
    }

    /// Returns the body of a block with the labels that its spec does not read as blocks inside it. `levels` blocks
    /// enclose it.
    fn with_nested_labels<'w>(
        &self,
        walked: &'w WalkedBody,
        child: &Child<'_>,
        levels: usize,
    ) -> Cow<'w, WalkedBody> {
        let labels = walked.labels();
        let is_nesting = !labels.is_empty()
            && self.schema.has_more_labels(child.ty)
            && child.content.labels().is_some_and(|labels| labels.more.is_none());
        let known = self.schema.block(child.ty).filter(|_| is_nesting);
        let label = |index: usize| labels.get(index).map(|label| label.value.clone());
        match known.and_then(|known| self.schema.labels_of(known, label)) {
            // Decoding reports more labels.
            Some(own) if levels + labels.len() <= MAX_BLOCK_NESTING as usize => {
                Cow::Owned(walked.with_labels_as_block(own.len()))
            }
            _ => Cow::Borrowed(walked),
        }
    }
}

impl<'a> Child<'a> {
    fn new(ty: &'a Str, content: &'a BlockContent) -> Self {
        Self { ty, content, plan: OnceCell::new() }
    }

    fn plan(&self) -> Option<&Plan<'a>> {
        let nested = self.content.nested().map(NestedSpec::spec)?;
        Some(self.plan.get_or_init(|| Box::new(Plan::new(nested))))
    }
}

/// Returns the variables that the instances of a repeated block see.
fn given(spec: &Spec) -> Vec<&'static str> {
    #[cfg(feature = "specfile")]
    if let Some((repetition, _)) = spec.as_repeated() {
        return repetition.variables().collect();
    }
    let _ = spec;
    Vec::new()
}

/// Returns `true` if decoding evaluates the attribute, or captures it with its context.
fn is_evaluated(attr: &AttrSpec) -> bool {
    let decoder = attr.decoder.as_ref().or_else(|| custom_decoder(&attr.ty));
    decoder.is_none_or(|decoder| !decoder.takes_syntax())
}
