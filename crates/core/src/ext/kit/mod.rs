//! Ready-made blocks for common needs: `variable` blocks with values from outside, `locals` and `output`.
//!
//! ```hcl
//! variable "zones" {
//!   type        = list(string)      # a type constraint; by default, any type
//!   default     = ["a"]             # a constant; without one, a value is required
//!   description = "Where to run."
//!   sensitive   = false             # true if messages and outputs hide the value
//!   nullable    = true              # true if null is a value; otherwise the default replaces it
//!   validation {
//!     condition     = length(var.zones) > 0
//!     error_message = "Name at least one zone."
//!   }
//! }
//!
//! locals {                          # separate values, in any order
//!   first = upper(var.zones[0])
//! }
//!
//! output "first" {
//!   value       = local.first
//!   description = "The first zone."
//!   sensitive   = false             # must be true for sensitive values
//!   depends_on  = [local.first]     # references to what must be known first; the value does not depend on it
//! }
//! ```
//!
//! [`Module::evaluate`] evaluates them, and returns the rest of the body with the context to decode it in:
//!
//! ```
//! use hcldyn::environment::Environment;
//! use hcldyn::ext::kit::{Inputs, Module};
//! use hcldyn::syntax::Source;
//! use hcldyn::{Diagnostics, EvalContext, HclDecode, functions, parse_body};
//!
//! #[derive(HclDecode)]
//! struct Config {
//!     host: String,
//! }
//!
//! let text = r#"
//!     host = "${local.name}.example.org"
//!     variable "name" { type = string }
//!     locals { name = lower(var.name) }
//! "#;
//! let mut diags = Diagnostics::new();
//! let body = parse_body(&Source::new("a.hcl", text), &mut diags);
//! let inputs = Inputs::new()
//!     .environment(Environment::with_prefix("APP_VAR_").variables(std::env::vars_os()))
//!     .argument("name=WEB");
//! let ctx = EvalContext::new().with_functions(functions::all());
//! let module = Module::evaluate(&body, &inputs, &ctx, &mut diags);
//! let config: Option<Config> = hcldyn::from_body(&module.rest, &module.context, &mut diags);
//! assert_eq!(config.unwrap().host, "web.example.org");
//! ```
//!
//! The rules are Terraform's, unless [`Inputs::dialect`] selects others. A `default` is a constant. A value from the
//! environment or the command line is a string if the variable has a primitive type or no `type`, and is parsed as an
//! expression for any other type, unless the program selects another [form](crate::environment::TextForm). A value for an
//! undeclared variable is an error on the command line, and a warning in a file or in the environment, since only names
//! that the program selects count there. Conditions see all variables. A condition that refers to other names, such as
//! local values, is checked once all names are known.
//!
//! [`Globals`] are for languages whose names have no prefix: `zones` in place of `var.zones`.
//!
//! A language with more kinds of blocks that define names adds them to [`definitions`]. It evaluates the
//! [graph](crate::ext::graph) of all of them with [`Variables::assign`] and [`value_of`].

mod assign;
mod blocks;
mod diags;
mod globals;
mod inputs;
pub(crate) mod known;
mod local;
mod output;
#[cfg(test)]
mod tests;
mod variable;

use std::collections::BTreeMap;

use self::assign::OpenCondition;
pub use self::globals::Globals;
pub use self::inputs::{Inputs, Missing};
pub use self::output::Output;
pub use self::variable::{ValueCondition, Variable, Variables};
use crate::body::Body;
use crate::cty::internal::{CollectVec, KeyMap};
use crate::cty::{Str, Value};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::graph::{BlockKind, Definitions, Node};
use crate::source::Place;
use crate::spec::Spec;
use crate::spec::language::Dialect;

/// The variables, locals and outputs of a body, evaluated.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Module {
    /// The outputs, in source order.
    pub outputs: Vec<Output>,
    /// The context for the rest of the body: that of the evaluation, with `var` and `local` if the body defines such
    /// names.
    pub context: EvalContext,
    /// The rest of the body.
    pub rest: Body,
}

impl Module {
    /// Reads the variables of a body, gives them their values, and evaluates locals and outputs in `ctx`. Errors
    /// are reported, and the failed values are unknown.
    pub fn evaluate(
        body: &Body,
        inputs: &Inputs,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Self {
        let _work = ctx.limits().open_budget();
        let definitions = definitions_of(inputs.dialect);
        let mut evaluation = Evaluation::start(body, inputs, ctx, diags);
        let graph = definitions.graph(body, diags);
        let values = graph.evaluate(ctx, diags, |node, ctx, diags| {
            evaluation.value_of(node, ctx, diags).unwrap_or_else(Value::dynamic)
        });
        let (context, rest) = (values.context_of_all(), body.remain(&definitions.schema()));
        evaluation.check(&context, diags);
        Self { outputs: evaluation.into_outputs(), context, rest }
    }
}

/// An evaluation of the kit's blocks.
pub(crate) struct Evaluation {
    /// The values of the variables.
    var: Value,
    /// The conditions that refer to other names than variables.
    open: Vec<OpenCondition>,
    /// The outputs by the index of their node.
    outputs: BTreeMap<usize, Output>,
    /// The names of the outputs that failed.
    pub(crate) failed: Vec<Str>,
    /// The locations of the outputs by their names.
    places: KeyMap<Str, Place>,
    /// `true` for a module that a block uses.
    is_used: bool,
}

impl Evaluation {
    /// Gives the variables of a body their values.
    pub(crate) fn start(
        body: &Body,
        inputs: &Inputs,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Self {
        let variables = Variables::read(body, inputs.dialect, ctx, diags);
        if inputs.dialect == Dialect::Packer {
            local::hide_sensitive(body, diags);
        }
        let (var, open) = variables.assign_first(inputs, ctx, diags);
        Self {
            var,
            open,
            outputs: BTreeMap::new(),
            failed: Vec::new(),
            places: KeyMap::default(),
            is_used: inputs.caller.is_some(),
        }
    }

    /// Returns the value of a node of the kit. Returns `None` after reporting an error, and for any other node.
    pub(crate) fn value_of(
        &mut self,
        node: &Node,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        match node.block_type()? {
            "output" => {
                let evaluate = if self.is_used { Output::of_module } else { Output::of };
                match evaluate(node, ctx, diags) {
                    Some(output) => self.add_output(node, output, diags),
                    None => self.failed.extend(node.label(0).map(Str::new)),
                }
                None
            }
            "variables" => {
                let name = node.name().and_then(|name| name.parts().last());
                name.and_then(|name| self.var.get(name)).cloned()
            }
            "local" => local::value_of(node, ctx, diags),
            _ => value_of(node, &self.var, ctx, diags),
        }
    }

    /// Adds an output, unless another one has its name.
    fn add_output(&mut self, node: &Node, output: Output, diags: &mut Diagnostics) {
        let place = node.place();
        match self.places.get(&output.name) {
            Some(before) => {
                diags.push(diags::repeated_output(place, &output.name, before.clone()));
            }
            None => {
                self.places.insert(output.name.clone(), place);
                self.outputs.insert(node.index(), output);
            }
        }
    }

    /// Checks the conditions of variables that refer to other names, which the context has.
    pub(crate) fn check(&self, ctx: &EvalContext, diags: &mut Diagnostics) {
        self.open.iter().for_each(|it| it.check(ctx, diags));
    }

    /// Returns the outputs, in source order.
    pub(crate) fn into_outputs(self) -> Vec<Output> {
        self.outputs.into_values().collect_vec()
    }
}

impl Inputs {
    /// Returns the definitions of the kit's blocks in the dialect.
    pub(crate) fn definitions(&self) -> Definitions {
        definitions_of(self.dialect)
    }

    /// Returns the specs of the kit's blocks in the dialect.
    pub(crate) fn block_specs(&self) -> Vec<Spec> {
        blocks::specs(self.dialect)
    }
}

/// Returns the definitions of the kit's blocks in the dialect of Terraform: `var.NAME` and `local.NAME`. Outputs define
/// nothing.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::ext::kit::{Inputs, Output, Variables, definitions, value_of};
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_body};
///
/// let text = r#"
///     variable "zone" {
///       default = "eu"
///     }
///     locals {
///       host = "web.${var.zone}"
///     }
///     output "host" {
///       value = local.host
///     }
/// "#;
/// let mut diags = Diagnostics::new();
/// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
/// let ctx = EvalContext::new();
/// let variables = Variables::of(&body, &mut diags).assign(&Inputs::new(), &ctx, &mut diags);
///
/// let graph = definitions().graph(&body, &mut diags);
/// let mut outputs = Vec::new();
/// graph.evaluate(&ctx, &mut diags, |node, ctx, diags| {
///     outputs.extend(Output::of(node, ctx, diags));
///     value_of(node, &variables, ctx, diags).unwrap_or_else(Value::dynamic)
/// });
/// assert_eq!(outputs[0].value, "web.eu".into());
/// ```
pub fn definitions() -> Definitions {
    Definitions::new()
        .block(BlockKind::new("variable", &["name"]).defines(&["var"]).spec(variable::spec()))
        .block(BlockKind::new("locals", &[]).attributes_define(&["local"]))
        .block(BlockKind::new("output", &["name"]).spec(Output::spec()).ordered_by("depends_on"))
}

fn definitions_of(dialect: Dialect) -> Definitions {
    match dialect {
        Dialect::Terraform => definitions(),
        Dialect::Packer => definitions()
            .block(BlockKind::new("variables", &[]).attributes_define(&["var"]))
            .block(BlockKind::new("local", &["name"]).defines(&["local"]).spec(local::spec())),
    }
}

/// Returns the value of a node of the kit: of a variable, from the object `var` of [`Variables::assign`], of a local
/// value, or of an output. Returns `None` after reporting an invalid output, and for any other node, such as one of the
/// blocks that only [`Dialect::Packer`] has.
pub fn value_of(
    node: &Node,
    var: &Value,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Option<Value> {
    match node.block_type()? {
        "variable" => Some(var.get(node.label(0)?).cloned().unwrap_or_else(Value::dynamic)),
        "locals" => Some(node.expr()?.value(ctx, diags)),
        "output" => Some(Output::of(node, ctx, diags)?.value),
        _ => None,
    }
}
