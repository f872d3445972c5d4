//! The scopes of the expressions in a body: one for each iteration of the `dynamic` blocks, and each instance of the
//! repeated blocks, around it.

use std::cell::OnceCell;

use hcldyn_core::body::{Attribute, Block, BlockSchema, Body, BodySchema};
use hcldyn_core::cty::value_spec::ScopeVariable;
use hcldyn_core::cty::{Str, Value};
use hcldyn_core::ext::dynblock::Expansion;
use hcldyn_core::ext::repetition::{BlockInstances, InstanceVariables, Repetition};
use hcldyn_core::spec::outline::AttributeEvaluation;
use hcldyn_core::syntax::Span;
use hcldyn_core::{Diagnostics, EvalContext};
use hcldyn_syntax::event::Event;

use super::guard::unless_panics;
use crate::ide::cursor::Header;
use crate::ide::functions;
use crate::ide::outline::{Scope, ScopeItem};
use crate::ide::tree::Item;
use crate::ide::workspace::File;

/// The attribute with the variables of a matrix, and the one with the names of the instances.
const MATRIX: &str = "matrix";
const MATRIX_NAME: &str = "name";

/// The maximum number of scopes that are looked at.
pub(in crate::ide) const MAX_SCOPES: usize = 5;

/// The items around an offset: blocks, the outermost first, and an attribute.
#[derive(Debug)]
pub(in crate::ide) struct Site<'f> {
    pub(in crate::ide) blocks: Vec<&'f Item>,
    pub(in crate::ide) attribute: Option<&'f Item>,
}

/// The scopes of a body.
#[derive(Debug)]
pub(in crate::ide) struct Scopes {
    /// The first of them, at least one unless the body is never evaluated.
    pub(in crate::ide) first: Vec<BodyScope>,
    /// The number of all of them.
    pub(in crate::ide) count: usize,
    /// `true` if the body is one of several, or may be.
    pub(in crate::ide) is_repeated: bool,
}

/// A body with the variables that its expressions see.
#[derive(Clone, Debug)]
pub(in crate::ide) struct BodyScope {
    pub(in crate::ide) body: Body,
    /// The context, without the iterators of the body.
    pub(in crate::ide) ctx: EvalContext,
    /// The attributes in source order.
    attributes: OnceCell<Vec<Attribute>>,
}

impl<'f> Site<'f> {
    /// Finds the items around an offset.
    pub(in crate::ide) fn of(file: &'f File, offset: usize) -> Self {
        let mut site = Self { blocks: Vec::new(), attribute: None };
        let mut items = &file.tree().items;
        while let Some(item) = items.iter().find(|it| contains(it, offset)) {
            match &item.items {
                None => {
                    site.attribute = Some(item);
                    break;
                }
                Some(inside) => {
                    site.blocks.push(item);
                    items = inside;
                }
            }
        }
        site
    }

    /// Returns `true` if the innermost block is a `dynamic` block itself.
    pub(in crate::ide) fn in_dynamic(&self, file: &File) -> bool {
        self.blocks
            .last()
            .is_some_and(|block| file.source.slice(block.name).trim_matches('"') == "dynamic")
    }

    /// Returns the headers of the blocks.
    pub(in crate::ide) fn headers(&self, file: &'f File) -> Vec<Header<'f>> {
        let text = |span| file.source.slice(span);
        let label = |span| text(span).trim_matches('"');
        let header = |item: &&Item| Header {
            ty: text(item.name),
            labels: item.labels.iter().map(|span| label(*span)).collect(),
        };
        self.blocks.iter().map(header).collect()
    }
}

fn contains(item: &Item, offset: usize) -> bool {
    let range = item.span.range();
    range.start <= offset && offset <= range.end
}

impl Scopes {
    /// Returns the scopes of the body inside blocks of a file.
    pub(in crate::ide) fn inside(file: &File, blocks: &[&Item], ctx: &EvalContext) -> Self {
        Self::entering(file, blocks, ctx, |_| true)
    }

    /// Returns the scopes of an attribute inside blocks of a file. One that repeats the innermost block does not see its
    /// instances.
    pub(in crate::ide) fn of_attribute(
        file: &File,
        blocks: &[&Item],
        name: &str,
        ctx: &EvalContext,
    ) -> Self {
        let last = blocks.last().map(|block| block.span);
        let sees_instances = |block: &Item| !is_repeating(name) || Some(block.span) != last;
        Self::entering(file, blocks, ctx, sees_instances)
    }

    fn entering(
        file: &File,
        blocks: &[&Item],
        ctx: &EvalContext,
        sees_instances: impl Fn(&Item) -> bool,
    ) -> Self {
        let whole = BodyScope::new(file.body().clone(), ctx.clone());
        let mut scopes = Self { first: vec![whole], count: 1, is_repeated: false };
        let mut blocks = blocks.iter().copied().peekable();
        while let Some(item) = blocks.next() {
            let is_content = |it: &&Item| file.source.slice(it.name) == "content";
            if functions::is_function(file, item) {
                scopes.first.clear();
            }
            let is_dynamic = file.source.slice(item.name) == "dynamic";
            scopes = if is_dynamic && blocks.next_if(is_content).is_some() {
                scopes.generated(item)
            } else {
                let repeated = (!is_dynamic && sees_instances(item)).then_some(file);
                scopes.entered(item, repeated.filter(|file| has_repetition(file, item)))
            };
        }
        scopes
    }

    /// Returns the scopes of the labels of a `dynamic` block, which see its iterator, given those around it.
    pub(in crate::ide) fn generated(self, dynamic: &Item) -> Self {
        self.replaced(|scope, found| {
            let Some(block) = block_of(&scope.body, dynamic) else { return 0 };
            let expansion = Expansion::new(&scope.ctx);
            let generate = || expansion.generate(&block, &mut Diagnostics::new());
            let blocks = unless_panics(generate).flatten().unwrap_or_default();
            let count = blocks.len();
            let bodies = blocks.into_iter().take(MAX_SCOPES).map(|block| block.body);
            found.extend(bodies.map(|body| BodyScope::new(body, scope.ctx.clone())));
            count
        })
    }

    /// Returns the scopes inside a block, which may be repeated if its file is given.
    fn entered(self, item: &Item, repeated_in: Option<&File>) -> Self {
        let mut is_repeated = self.is_repeated;
        let scopes = self.replaced(|scope, found| {
            let Some(Block { body, .. }) = block_of(&scope.body, item) else { return 0 };
            let Some(file) = repeated_in else {
                found.push(BodyScope::new(body, scope.ctx.clone()));
                return 1;
            };
            let all = || instances(file, item, &body, &scope.ctx);
            let all = unless_panics(all).unwrap_or_default();
            let count = all.len();
            for variables in all.into_iter().take(MAX_SCOPES) {
                is_repeated |= !variables.is_empty();
                let mut ctx = scope.ctx.clone();
                if !variables.is_empty() {
                    ctx = ctx.child();
                }
                for (name, value) in variables {
                    ctx.set_variable(name, value);
                }
                found.push(BodyScope::new(body.clone(), ctx));
            }
            count
        });
        Self { is_repeated, ..scopes }
    }

    /// Replaces each scope with those inside it. Of the scopes that are not looked at, the same number is assumed.
    fn replaced(self, mut inside: impl FnMut(&BodyScope, &mut Vec<BodyScope>) -> usize) -> Self {
        let (mut first, mut count) = (Vec::new(), 0);
        for scope in &self.first {
            count += inside(scope, &mut first);
        }
        let others = self.count - self.first.len();
        count += others * (count / self.first.len().max(1));
        first.truncate(MAX_SCOPES);
        Self { first, count, is_repeated: true }
    }
}

impl Scopes {
    /// Returns the scopes with unknown values for the variables that the program adds to an expression.
    pub(in crate::ide) fn with_unknown(mut self, variables: &[ScopeVariable]) -> Self {
        if variables.is_empty() {
            return self;
        }
        for scope in &mut self.first {
            scope.ctx = scope.ctx.child();
            for ScopeVariable { name, value } in variables {
                let unknown = Value::unknown(value.ty().without_optional());
                scope.ctx.set_variable(name.clone(), unknown);
            }
        }
        self
    }
}

impl BodyScope {
    fn new(body: Body, ctx: EvalContext) -> Self {
        Self { body, ctx, attributes: OnceCell::new() }
    }

    /// Returns the attribute of an item of the body.
    pub(in crate::ide) fn attribute(&self, item: &Item) -> Option<&Attribute> {
        let name = |attribute: &Attribute| attribute.name_place().span();
        let attributes = self.attributes.get_or_init(|| {
            let mut attributes = self.body.everything().attributes;
            attributes.sort_by_key(|attribute| name(attribute).start);
            attributes
        });
        let after = attributes.partition_point(|it| name(it).start <= item.name.start);
        let found = attributes[..after].last()?;
        (item.name.end <= name(found).end).then_some(found)
    }

    /// Returns the context with the iterators of the body, for parts of its expressions.
    pub(in crate::ide) fn whole_context(&self) -> EvalContext {
        let mut ctx = self.ctx.child();
        for (name, value) in self.body.iterators() {
            ctx.set_variable(name, value);
        }
        ctx
    }
}

/// Returns `true` if the expressions of a block may refer to its instance.
fn has_repetition(file: &File, item: &Item) -> bool {
    let text = file.source.slice(item.span);
    let is_matrix = |it: &Item| it.items.is_none() && text_of_name(file, it) == MATRIX;
    ["each.", "count."].iter().any(|variable| text.contains(variable))
        || item.items.iter().flatten().any(is_matrix)
}

/// Returns `true` for an attribute that repeats its block.
pub(in crate::ide) fn is_repeating(name: &str) -> bool {
    ["for_each", "count", MATRIX].contains(&name)
}

fn text_of_name<'f>(file: &'f File, item: &Item) -> &'f str {
    file.source.slice(item.name).trim_matches('"')
}

/// Returns `true` if an expression in a block refers to a variable.
fn refers_to(file: &File, item: &Item, name: &str) -> bool {
    let inside = |span: Span| item.span.start <= span.start && span.end <= item.span.end;
    let parts = file.tree().parts.iter();
    let mut variables = parts.filter(|(event, _)| *event == Event::Variable);
    variables.any(|(_, span)| inside(*span) && file.source.slice(*span) == name)
}

/// Returns the block of an item in a body.
pub(in crate::ide) fn block_of(body: &Body, item: &Item) -> Option<Block> {
    let is_meant = |block: &Block| {
        let place = block.type_place();
        let (found, wanted) = (place.span(), item.name);
        found.start <= wanted.start && wanted.end <= found.end
    };
    let found = body.everything().blocks.into_iter().find(is_meant);
    found.or_else(|| {
        // In JSON syntax, only a schema makes a property a block.
        let name = body.missing_item_place().source().slice(item.name).trim_matches('"').to_owned();
        let labels = (0..item.labels.len()).map(|index| Str::from(format!("label {index}")));
        let schema = BlockSchema { ty: name.into(), labels: labels.collect() };
        let schema = BodySchema { blocks: vec![schema], ..BodySchema::default() };
        let (content, _) = body.partial_content(&schema, &mut Diagnostics::new());
        content.blocks.into_iter().find(|block| {
            let span = block.body.missing_item_place().span();
            is_meant(block) && item.span.start <= span.start && span.start <= item.span.end
        })
    })
}

/// Returns `true` if the attribute of a site has a value that decoding evaluates.
pub(in crate::ide) fn is_evaluated(file: &File, site: &Site<'_>, name: &str) -> bool {
    let is_type = name == "type"
        && site.blocks.last().is_some_and(|block| file.source.slice(block.name) == "variable");
    if is_type || name == "iterator" && site.in_dynamic(file) {
        return false;
    }
    let Some(outline) = &file.language.outline else { return true };
    let scope = Scope::inside(outline, &site.headers(file));
    match scope.and_then(|scope| scope.item(name)) {
        Some(ScopeItem::Attribute(attribute)) => {
            matches!(
                attribute.evaluation,
                AttributeEvaluation::Value | AttributeEvaluation::Deferred
            )
        }
        _ => true,
    }
}

/// Returns the variables that the program adds to the expression of an attribute, which it evaluates later.
pub(in crate::ide) fn variables_of<'f>(
    file: &'f File,
    site: &Site<'f>,
    name: &str,
) -> &'f [ScopeVariable] {
    let outline = file.language.outline.as_ref();
    let scope = outline.and_then(|outline| Scope::inside(outline, &site.headers(file)));
    match scope.and_then(|scope| scope.item(name)) {
        Some(ScopeItem::Attribute(attribute)) => &attribute.docs.variables,
        _ => &[],
    }
}

/// Returns the variables of each instance of a block: unknown ones if the instances are not known. A block that is not
/// repeated has one instance without variables. So has one with a matrix whose variables it does not use, which may be any
/// attribute.
fn instances(file: &File, item: &Item, body: &Body, ctx: &EvalContext) -> Vec<InstanceVariables> {
    let repetition = Repetition::new().for_each("for_each").count("count");
    let has_matrix = body.attribute(MATRIX).is_some();
    let repetition = if has_matrix { repetition.matrix(MATRIX, MATRIX_NAME) } else { repetition };
    let all = match repetition.instances(body, ctx, &mut Diagnostics::new()) {
        BlockInstances::Counted(all) => all,
        BlockInstances::Keyed(all) => all.into_iter().map(|(_, variables)| variables).collect(),
        BlockInstances::Unknown(variables) | BlockInstances::Failed(variables) => vec![variables],
        _ => vec![InstanceVariables::new()],
    };
    let is_used =
        |variables: &InstanceVariables| variables.iter().any(|it| refers_to(file, item, &it.0));
    if has_matrix && !all.iter().take(1).all(is_used) {
        vec![InstanceVariables::new()]
    } else {
        all
    }
}
