//! The blocks that define functions.

use super::{FunctionDefinition, diags};
use crate::body::{Block, BlockSchema, Body, BodySchema};
use crate::cty::Str;
use crate::cty::internal::NameMap;
use crate::diag::Diagnostics;

/// The blocks of a type that define functions, and their options. [`decode_functions`](super::decode_functions) describes
/// the blocks.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::ext::FunctionBlocks;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_body};
///
/// let text = "
///     function \"last\" {
///       params = [first]
///       result = first
///     }
///     function \"last\" {
///       params = []
///       others = items
///       result = items[length(items) - 1]
///     }
///     port = last(80, 8080)
/// ";
/// let mut diags = Diagnostics::new();
/// let body = parse_body(&Source::new("<example>", text), &mut diags);
/// let blocks = FunctionBlocks::new("function").variadic_param("others").last_wins();
/// let (mut functions, rest) = blocks.read(&body, &mut diags);
/// let (name, last) = functions.remove(0);
/// let library = EvalContext::new().with_functions(hcldyn::functions::all());
/// let ctx = library.child().with_function(name, last.into_function(move || library.clone()));
/// let port = &rest.just_attributes(&mut diags)[0];
/// assert_eq!(port.expr.value(&ctx, &mut diags), Value::from(8080));
/// assert!(diags.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct FunctionBlocks {
    block_type: Str,
    variadic_param: Str,
    last_wins: bool,
    allows_null: bool,
}

impl FunctionBlocks {
    /// Creates the blocks of a type.
    pub fn new(block_type: impl Into<Str>) -> Self {
        let variadic_param = "variadic_param".into();
        Self { block_type: block_type.into(), variadic_param, last_wins: false, allows_null: false }
    }

    /// Sets the attribute with the name of the tuple of all further arguments, which is `variadic_param` by default.
    #[must_use]
    pub fn variadic_param(self, attribute: impl Into<Str>) -> Self {
        Self { variadic_param: attribute.into(), ..self }
    }

    /// Lets a function be defined several times: the last definition counts, and the others are not read. By default, a second
    /// definition is an error.
    #[must_use]
    pub fn last_wins(self) -> Self {
        Self { last_wins: true, ..self }
    }

    /// Lets arguments be null. By default, a null argument is an error.
    ///
    /// ```
    /// use hcldyn::ext::FunctionBlocks;
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let text = "port = or(null, 80)\nfunction \"or\" {\n  params = [a, b]\n  result = a == null ? b : a\n}\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let (mut functions, rest) = FunctionBlocks::new("function").allow_null().read(&body, &mut diags);
    /// let (name, or) = functions.remove(0);
    /// let ctx = EvalContext::new().with_function(name, or.into_function(EvalContext::new));
    /// let port = &rest.just_attributes(&mut diags)[0];
    /// assert_eq!(port.expr.value(&ctx, &mut diags), 80.into());
    /// assert!(diags.is_empty());
    /// ```
    #[must_use]
    pub fn allow_null(self) -> Self {
        Self { allows_null: true, ..self }
    }

    /// Reads the blocks of a body. Returns the definitions by their names, in source order, and a body of the remaining items.
    /// An invalid block is reported and omitted.
    pub fn read(
        &self,
        body: &Body,
        diags: &mut Diagnostics,
    ) -> (Vec<(Str, FunctionDefinition)>, Body) {
        let (blocks, rest) = self.blocks(body, diags);
        let mut definitions = Vec::new();
        for (name, block) in blocks {
            definitions.extend(self.decode(&block, diags).map(|it| (name, it)));
        }
        (definitions, rest)
    }

    /// Returns the block of each function, and a body of the remaining items. Reports names that are defined twice.
    pub(super) fn blocks(&self, body: &Body, diags: &mut Diagnostics) -> (Vec<(Str, Block)>, Body) {
        let block = BlockSchema { ty: self.block_type.clone(), labels: vec!["name".into()] };
        let schema = BodySchema { blocks: vec![block], ..BodySchema::default() };
        let (content, rest) = body.partial_content(&schema, diags);
        let mut blocks: Vec<(Str, Block)> = Vec::with_capacity(content.blocks.len());
        let mut defined: NameMap<usize> = NameMap::default();
        for block in content.blocks {
            let [label] = block.labels.as_slice() else { continue };
            let name = label.value.clone();
            match defined.get(&name) {
                Some(first) if self.last_wins => blocks[*first].1 = block,
                Some(first) => diags.push(diags::defined_twice(&block, &blocks[*first].1)),
                None => {
                    defined.insert(name.clone(), blocks.len());
                    blocks.push((name, block));
                }
            }
        }
        (blocks, rest)
    }

    /// Reads a block. Returns `None` after reporting an error.
    pub(super) fn decode(
        &self,
        block: &Block,
        diags: &mut Diagnostics,
    ) -> Option<FunctionDefinition> {
        let definition = FunctionDefinition::decode(&block.body, &self.variadic_param, diags)?;
        Some(FunctionDefinition { allows_null: self.allows_null, ..definition })
    }
}
