//! Blocks that expressions refer to.

use std::collections::BTreeSet;

use super::diags;
use crate::body::{AttributeSchema, Block, Body, BodySchema};
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Value};
use crate::diag::{Diagnostics, Severity};
use crate::expr::{EvalContext, Traversal};
use crate::ext::dynblock::{self, Expansion};
use crate::ext::graph::{BlockKind, Definitions, Evaluator, Node};
use crate::limits::work;
use crate::source::Place;
use crate::spec::{Leniency, Spec, TypeOfBlocks};

/// The types of blocks that expressions refer to.
pub(super) struct ReferencedTypes {
    types: Vec<(Str, TypeOfBlocks)>,
    leniency: Leniency,
}

/// The blocks that `dynamic` blocks generate.
struct Generated {
    blocks: Vec<Block>,
    /// The types of blocks that could not all be generated with their labels.
    incomplete: BTreeSet<Str>,
    /// The value of the names of these types.
    value: Value,
}

impl ReferencedTypes {
    /// Finds the types in the spec of a body. A type that the spec does not have is an error in the program.
    pub(super) fn new(
        names: &[Str],
        (spec, leniency): (&Spec, Leniency),
        body: &Body,
        diags: &mut Diagnostics,
    ) -> Self {
        let mut types = Vec::new();
        for name in names {
            match spec.blocks_of_type(name) {
                Some(found) => types.push((name.clone(), found)),
                None => diags.push(diags::unknown_type(body.missing_item_place(), name)),
            }
        }
        Self { types, leniency }
    }

    /// Evaluates the blocks of a body that define names, those of `others` included, in the order of their references.
    /// Returns a context with all names, and the errors in their definitions.
    pub(super) fn evaluate(
        &self,
        body: &Body,
        others: Definitions,
        evaluator: &mut dyn Evaluator,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> (EvalContext, Diagnostics) {
        let definitions = self.add_to(others);
        let Generated { blocks, incomplete, value } =
            self.generated(body, &definitions, ctx, evaluator);
        let mut found = diags.another();
        let graph = definitions.graph_with(body, blocks, &mut found);
        let mut context = graph.evaluate_by(evaluator, ctx, diags).context_of_all();
        // Any name may be among the blocks that could not be generated, for one of the reported reasons.
        let value = if diags.has_errors() { Value::failed() } else { value };
        for ty in incomplete {
            context.set_variable(ty, value.clone());
        }
        // After the work has ended, names may be undefined only because their blocks were not generated.
        let found = if work::is_used_up() { diags.another() } else { found };
        (context, found)
    }

    fn get(&self, ty: &str) -> Option<&TypeOfBlocks> {
        self.types.iter().find(|(known, _)| *known == *ty).map(|(_, found)| found)
    }

    /// Returns the definitions with those of the types.
    pub(super) fn add_to(&self, definitions: Definitions) -> Definitions {
        self.types.iter().fold(definitions, |definitions, (ty, found)| {
            let labels = found.labels.iter().map(Str::as_str).collect_vec();
            let given = found.spec().and_then(Spec::as_repeated).map(|(it, _)| it.variables());
            let given: Vec<_> = given.into_iter().flatten().collect();
            let kind = BlockKind::new(ty, &labels).defines(&[ty]).scope(&given);
            definitions.block(match found.spec() {
                Some(spec) => kind.spec(spec.clone()),
                None => kind,
            })
        })
    }

    /// Returns the value of a block of one of the types. The decoding of the whole body reports its errors.
    pub(super) fn value_of(&self, node: &Node, ctx: &EvalContext) -> Option<Value> {
        let found = self.get(node.block_type()?)?;
        Some(found.decode(node.block()?, ctx, self.leniency, &mut Diagnostics::of_attempt()))
    }

    /// Generates the blocks of the `dynamic` blocks for one of the types. Their collections and labels may refer to
    /// other names, but not to generated blocks.
    fn generated(
        &self,
        body: &Body,
        definitions: &Definitions,
        ctx: &EvalContext,
        evaluator: &mut dyn Evaluator,
    ) -> Generated {
        let mut found =
            Generated { blocks: Vec::new(), incomplete: BTreeSet::new(), value: Value::dynamic() };
        let mut attempt = Diagnostics::of_attempt();
        let schema = BodySchema { blocks: vec![dynblock::block_schema()], ..BodySchema::default() };
        let mut dynamic = body.only(&schema, &mut attempt).blocks;
        dynamic.retain(|block| {
            block.labels.first().is_some_and(|label| self.get(&label.value).is_some())
        });
        if dynamic.is_empty() {
            return found;
        }
        let graph = definitions.graph(body, &mut attempt);
        let needed = graph.needed_for(&header_variables(&dynamic));
        let mut needed = Needed { nodes: &needed, evaluator };
        let values = graph.evaluate_by(&mut needed, ctx, &mut attempt);
        let expansion = Expansion::new(&values.context_of_all());
        for block in &dynamic {
            match expansion.generate(block, &mut attempt) {
                Some(blocks) if blocks.iter().all(|block| self.is_complete(block)) => {
                    found.blocks.extend(blocks);
                }
                _ => found.incomplete.extend(block.labels.first().map(|it| it.value.clone())),
            }
        }
        found.value = if attempt.has_errors() { Value::failed() } else { Value::dynamic() };
        found
    }

    /// Returns `true` if a generated block is known and has the labels that its name needs.
    fn is_complete(&self, block: &Block) -> bool {
        let has_labels = |ty: &TypeOfBlocks| block.labels.len() >= ty.labels.len();
        !block.body.is_unknown() && self.get(&block.ty).is_some_and(has_labels)
    }
}

/// An evaluation of some of the nodes of a graph. The others are unknown.
struct Needed<'a> {
    /// `true` for each node that is needed.
    nodes: &'a [bool],
    evaluator: &'a mut dyn Evaluator,
}

impl Evaluator for Needed<'_> {
    fn value_of(
        &mut self,
        node: &Node,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        if !self.nodes[node.index()] {
            return Some(Value::dynamic());
        }
        self.evaluator.value_of(node, ctx, diags)
    }

    fn end_level(&mut self, diags: &mut Diagnostics) -> Vec<(usize, Value)> {
        self.evaluator.end_level(diags)
    }
}

/// Returns the variables in the collections and labels of `dynamic` blocks.
fn header_variables(dynamic: &[Block]) -> Vec<Traversal> {
    let attribute = |name: &str| AttributeSchema { name: name.into(), required: false };
    let attributes = ["for_each", "labels"].map(attribute).into();
    let schema = BodySchema { attributes, ..BodySchema::default() };
    let headers = dynamic.iter().map(|it| it.body.only(&schema, &mut Diagnostics::of_attempt()));
    headers.flat_map(|it| it.attributes).flat_map(|it| it.expr.variables()).collect_vec()
}

/// Adds the errors in the definitions of names that the decoding has not reported at the same location.
pub(super) fn add_unreported(found: Diagnostics, diags: &mut Diagnostics) {
    let errors = diags.iter().filter(|it| it.severity == Severity::Error);
    let reported = errors.filter_map(|it| it.place().cloned()).collect_vec();
    let overlaps = |a: &Place, b: &Place| {
        let (first, second) = (a.span(), b.span());
        a.source() == b.source() && first.start < second.end && second.start < first.end
    };
    diags.append(found.filter_map(|error| {
        let is_reported =
            error.place().is_some_and(|place| reported.iter().any(|other| overlaps(place, other)));
        (!is_reported).then_some(error)
    }));
}
