//! Ready blocks for the common case: `variable` blocks with values from outside, `locals` and `output`.
//!
//! ```hcl
//! variable "zones" {
//!   type        = list(string)      # a type constraint; any type if left out
//!   default     = ["a"]             # a constant; without one a value must be given
//!   description = "Where to run."
//!   sensitive   = false             # whether messages and outputs hide the value
//!   nullable    = true              # whether null is a value; otherwise the default is in its place
//!   validation {
//!     condition     = length(var.zones) > 0
//!     error_message = "Name at least one zone."
//!   }
//! }
//!
//! locals {                          # each a value of its own, in whatever order
//!   first = upper(var.zones[0])
//! }
//!
//! output "first" {
//!   value       = local.first
//!   description = "The first zone."
//!   sensitive   = false             # must be true of what is made of sensitive values
//! }
//! ```
//!
//! [`Module::evaluate`] does all of it, and leaves a program with the rest of the body and the context to
//! decode it in:
//!
//! ```
//! use hcldyn::kit::{Inputs, Module};
//! use hcldyn::{Diagnostics, EvalContext, HclDecode, functions, parse_body, source::Source};
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
//!     .environment(std::env::vars_os(), |name| name.strip_prefix("APP_VAR_"))
//!     .argument("name=WEB");
//! let ctx = EvalContext::new().with_functions(functions::all());
//! let module = Module::evaluate(&body, &inputs, &ctx, &mut diags);
//! let config: Option<Config> = hcldyn::from_body(&module.rest, &module.context, &mut diags);
//! assert_eq!(config.unwrap().host, "web.example.org");
//! ```
//!
//! As in Terraform, a `default` is a constant, a text from outside files is taken as it is for a primitive type
//! and read as an expression for any other, and a value on the command line for a variable that does not exist
//! is an error, in a file a warning; in the environment it is a warning too, since only names that the program
//! picks count. Conditions see all variables.
//!
//! A language with more kinds of blocks that define names adds them to [`definitions`], and evaluates the
//! [graph](crate::graph) of all with [`Variables::assign`] and [`value_of`].

mod assign;
mod diags;
mod inputs;
mod output;
#[cfg(test)]
mod tests;
mod variable;

use std::collections::BTreeMap;

pub use self::inputs::{Inputs, Missing};
pub use self::output::Output;
pub use self::variable::{Variable, Variables};
use crate::body::Body;
use crate::cty::Value;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::graph::{BlockKind, Definitions, Node};
use crate::limits::work;

/// The variables, locals and outputs of a body, evaluated.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Module {
    /// The outputs, in source order.
    pub outputs: Vec<Output>,
    /// The context that they were evaluated in, and inside it `var` and `local`.
    pub context: EvalContext,
    /// What else the body holds.
    pub rest: Body,
}

impl Module {
    /// Reads the variables of a body, gives them their values, and evaluates locals and outputs. `ctx` is what
    /// their expressions see besides. Problems are reported, and what has no value because of them is unknown.
    pub fn evaluate(
        body: &Body,
        inputs: &Inputs,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Self {
        let _work = work::Budget::open(ctx.limits().work);
        let definitions = definitions();
        let var = Variables::of(body, diags).assign(inputs, ctx, diags);
        let graph = definitions.graph(body, diags);
        let mut outputs = BTreeMap::new();
        let values = graph.evaluate(ctx, diags, |node, ctx, diags| match node.block_type() {
            Some("output") => {
                let output = Output::of(node, ctx, diags);
                outputs.extend(output.map(|output| (node.index(), output)));
                Value::dynamic()
            }
            _ => value_of(node, &var, ctx, diags).unwrap_or_else(Value::dynamic),
        });
        let rest = body.remain(&definitions.schema());
        Self { outputs: outputs.into_values().collect(), context: values.context_of_all(), rest }
    }
}

/// What the blocks of the kit define: `var.NAME` and `local.NAME`. Outputs define nothing.
pub fn definitions() -> Definitions {
    Definitions::new()
        .block(BlockKind::new("variable", &["name"]).defines(&["var"]).spec(variable::spec()))
        .block(BlockKind::new("locals", &[]).attributes_define(&["local"]))
        .block(BlockKind::new("output", &["name"]).spec(Output::spec()))
}

/// The value of a node that is one of the kit's: of a variable, of which `var` has the values
/// ([`Variables::assign`]), of a local value, or of an output. `None` of any other.
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
