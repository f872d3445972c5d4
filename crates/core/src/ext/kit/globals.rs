//! Variables, attributes and functions whose names have no prefix.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::assign::GivenValues;
use super::{Inputs, Variable, Variables, diags};
use crate::body::{BlockSchema, Body, BodySchema};
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::diag::Diagnostics;
use crate::environment::Environment;
use crate::expr::{EvalContext, Expression};
use crate::ext::on_demand::{Definition, Names};
use crate::ext::{FunctionBlocks, FunctionDefinition};

/// The names of a language without prefixes, as in Docker's Bake: `variable` blocks, the attributes of its files, and functions.
///
/// ```hcl
/// variable "tag" {
///   type    = string
///   default = "v${version}"        # any expression; otherwise the block is that of the kit
/// }
/// version = 1 + 2
/// function "image" {
///   params = [name]
///   result = "example.org/${name}:${tag}"
/// }
/// ```
///
/// They are [evaluated on demand](super::super::on_demand), so that a program can add names of its own:
///
/// ```
/// use hcldyn::environment::{Environment, TextForm};
/// use hcldyn::ext::FunctionBlocks;
/// use hcldyn::ext::kit::{Globals, Inputs};
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_body};
///
/// let files = [
///     ("a.hcl", "variable \"zones\" {\n  type    = list(string)\n  default = [main]\n}\nmain = \"eu\"\n"),
///     ("b.hcl", "function \"in\" {\n  params = [zone]\n  result = contains(zones, zone)\n}\nmain = \"us\"\n"),
/// ];
/// let mut diags = Diagnostics::new();
/// let mut globals = Globals::new(FunctionBlocks::new("function"));
/// for (name, text) in files {
///     globals.add(&parse_body(&Source::new(name, text), &mut diags), &mut diags);
/// }
/// let ctx = EvalContext::new().with_functions(hcldyn::functions::all());
/// let names = globals.define(&Inputs::new(), &ctx, &mut diags);
/// let zones = names.value(&["zones"], &mut diags).unwrap();
/// assert_eq!(zones.elements(), ["us".into()]);
///
/// let environment = globals.environment("").form(TextForm::Csv).variables([("zones", "a,b")]);
/// let names = globals.define(&Inputs::new().environment(environment), &ctx, &mut diags);
/// assert_eq!(names.value(&["zones"], &mut diags).unwrap().elements().len(), 2);
/// globals.check(&names, &mut diags);
/// assert!(diags.is_empty(), "{diags}");
/// ```
///
/// # Rules
///
/// - If a name is defined several times, the last definition counts. An attribute with the name of a variable is its default.
/// - Variables and functions of the context take precedence.
/// - A value from outside for a variable without a type is converted to the type of its default.
/// - Conditions see all names, the variable itself as `zones`.
#[derive(Clone, Debug)]
pub struct Globals {
    blocks: FunctionBlocks,
    attributes: BTreeMap<Str, Expression>,
    variables: BTreeMap<Str, Global>,
    functions: BTreeMap<Str, FunctionDefinition>,
}

/// A variable and its default.
#[derive(Clone, Debug)]
struct Global {
    variable: Arc<Variable>,
    default: Option<Expression>,
}

impl Globals {
    /// Creates globals without names. `functions` are the blocks that define functions.
    pub fn new(functions: FunctionBlocks) -> Self {
        Self {
            blocks: functions,
            attributes: BTreeMap::new(),
            variables: BTreeMap::new(),
            functions: BTreeMap::new(),
        }
    }

    /// Adds the definitions of a file: all its attributes, and `variable` blocks and functions. Reports other blocks.
    pub fn add(&mut self, body: &Body, diags: &mut Diagnostics) {
        let (functions, rest) = self.blocks.read(body, diags);
        self.functions.extend(functions);
        let block = BlockSchema { ty: "variable".into(), labels: vec!["name".into()] };
        let schema = BodySchema { blocks: vec![block], ..BodySchema::default() };
        let (content, rest) = rest.partial_content(&schema, diags);
        for block in content.blocks {
            let Some(name) = block.labels.first().map(|label| label.value.clone()) else {
                continue;
            };
            let (variable, default) = Variable::read_without_default(name.clone(), &block, diags);
            self.variables.insert(name, Global { variable: Arc::new(variable), default });
        }
        for attribute in rest.just_attributes(diags) {
            self.attributes.insert(attribute.name, attribute.expr);
        }
    }

    /// Returns an environment without values, whose items are the variables. The name of its variables is that of the item and
    /// a suffix, such as `_JSON`, which may be empty.
    ///
    /// The [example](Self) uses it. Other variables of the environment are left out.
    pub fn environment(&self, suffix: &str) -> Environment {
        let items = self.variables.keys().map(|name| (format!("{name}{suffix}"), name.clone()));
        let items: BTreeMap<String, Str> = items.collect();
        Environment::of_items(Arc::new(move |name: &str| items.get(name).map(Str::to_string)))
    }

    /// Defines the names, to be evaluated in a context. Values for undeclared variables are reported.
    pub fn define(&self, inputs: &Inputs, ctx: &EvalContext, diags: &mut Diagnostics) -> Names {
        let names = Names::new(ctx.clone());
        for (name, function) in &self.functions {
            if ctx.function(name).is_none() {
                names.define_function(name.clone(), function.clone());
            }
        }
        for (name, expr) in &self.attributes {
            names.define([name.clone()], Definition::of(expr));
        }
        let declared = self.variables.values().map(|it| Variable::clone(&it.variable));
        let declared = Variables::of_declared(declared.collect_vec());
        let given = declared.given(inputs, ctx.limits(), diags);
        let inputs = Arc::new(inputs.clone());
        for ((name, global), given) in self.variables.iter().zip(given) {
            let default = self.attributes.get(name).or(global.default.as_ref()).cloned();
            names.define([name.clone()], global.definition(default, given, &inputs));
        }
        names
    }

    /// Evaluates all variables and attributes to find their errors, checks the conditions, and reports functions that refer to
    /// undefined names.
    ///
    /// ```
    /// use hcldyn::ext::FunctionBlocks;
    /// use hcldyn::ext::kit::{Globals, Inputs};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let mut diags = Diagnostics::new();
    /// let mut globals = Globals::new(FunctionBlocks::new("function"));
    /// globals.add(&parse_body(&Source::new("a.hcl", "port = base + 1\n"), &mut diags), &mut diags);
    /// let names = globals.define(&Inputs::new(), &EvalContext::new(), &mut diags);
    /// assert!(diags.is_empty());
    /// globals.check(&names, &mut diags);
    /// assert!(diags.to_string().starts_with("a.hcl:1:8: error: "));
    /// ```
    pub fn check(&self, names: &Names, diags: &mut Diagnostics) {
        for name in self.variables.keys().chain(self.attributes.keys()) {
            names.value(&[name], diags);
        }
        for Global { variable, .. } in self.variables.values() {
            for validation in &variable.validations {
                let ctx = names.context(&validation.references(), &names.base(), diags);
                validation.check(&variable.name, &variable.place, &ctx, diags);
            }
        }
        let ctx = names.base();
        for reference in self.functions.values().flat_map(FunctionDefinition::references) {
            let root = reference.root();
            if !names.defines(&[root]) && ctx.variable(root).is_none() {
                diags.push(diags::undefined_in_function(reference.place().clone(), root));
            }
        }
    }
}

impl Global {
    fn definition(
        &self,
        default: Option<Expression>,
        given: GivenValues,
        inputs: &Arc<Inputs>,
    ) -> Definition {
        let (variable, inputs) = (Arc::clone(&self.variable), Arc::clone(inputs));
        let references = default.as_ref().map(Expression::variables).unwrap_or_default();
        Definition::new(references, move |ctx, found| {
            variable.assign_in(ctx, default.as_ref(), given.clone(), &inputs, found)
        })
    }
}
