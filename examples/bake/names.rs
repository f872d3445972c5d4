//! The names that expressions see: variables, attributes of the file, functions, and attributes of targets.
//!
//! A value is evaluated when the first expression refers to it, and then kept. A reference such as `target.app.tags`
//! depends on one attribute, so that two targets can use attributes of each other. The graph of
//! [`hcldyn::ext::graph`] has one node for each block, and each name once, whereas here a later definition replaces an
//! earlier one.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use hcldyn::cty::Step;
use hcldyn::cty::function::{FunctionError, Parameter};
use hcldyn::cty::{Function, Str, Type, Value};
use hcldyn::diag::Diagnostic;
use hcldyn::syntax::Place;
use hcldyn::{Diagnostics, EvalContext, Expression, Traversal};

use crate::language::{FunctionBlock, Instance, attribute_type};
use crate::variable::{Given, VariableBlock};

/// The definitions of all files. The last one of each name counts.
#[derive(Default)]
pub(crate) struct Definitions {
    pub(crate) attributes: BTreeMap<Str, Expression>,
    pub(crate) variables: BTreeMap<String, VariableBlock>,
    pub(crate) functions: BTreeMap<String, FunctionBlock>,
}

/// The names with their values, as far as they are evaluated.
pub(crate) struct Names {
    definitions: Definitions,
    given: Given,
    /// The functions, and the variables of the program.
    base: EvalContext,
    /// The values by name; `None` during the evaluation.
    values: Mutex<HashMap<String, Option<Value>>>,
    /// The blocks that expressions can refer to, once they are known.
    pub(crate) blocks: OnceLock<BTreeMap<&'static str, Vec<Instance>>>,
}

impl Names {
    /// Creates names without values. A library function takes precedence over one of the definitions.
    pub(crate) fn new(definitions: Definitions, given: Given, library: EvalContext) -> Arc<Self> {
        Arc::new_cyclic(|names| {
            let functions = definitions.functions.iter();
            let functions = functions.filter(|(name, _)| library.function(name).is_none());
            let functions = functions.map(|(name, it)| (name.as_str(), it.function(names.clone())));
            let base = library.clone().with_functions(functions);
            let (values, blocks) = (Mutex::default(), OnceLock::new());
            Self { definitions, given, base, values, blocks }
        })
    }

    /// Evaluates all variables, then their conditions. Reports functions that use undefined names.
    pub(crate) fn check(&self, diags: &mut Diagnostics) {
        for (name, variable) in &self.definitions.variables {
            self.value(name, &variable.place, diags);
        }
        for condition in self.definitions.variables.values().flat_map(|it| &it.validation) {
            condition.check(&self.context_for(&condition.references(), &self.base, diags), diags);
        }
        for function in self.definitions.functions.values() {
            for reference in function.result.variables() {
                let root = reference.root();
                if !function.has_parameter(root) && !self.defines(root) {
                    let detail =
                        format!("{root:?} is not a parameter, a variable or an attribute.");
                    diags.push(Diagnostic::error(
                        reference.place().clone(),
                        "Unknown name",
                        detail,
                    ));
                }
            }
        }
    }

    /// Evaluates the attributes that no expression uses, to find the errors in them.
    pub(crate) fn check_attributes(&self, diags: &mut Diagnostics) {
        for (name, expr) in &self.definitions.attributes {
            self.value(name, &expr.place(), diags);
        }
    }

    fn defines(&self, name: &str) -> bool {
        let Definitions { attributes, variables, .. } = &self.definitions;
        attributes.contains_key(name)
            || variables.contains_key(name)
            || self.base.variable(name).is_some()
    }

    /// Returns the value of a variable or an attribute. Returns `None` for any other name.
    fn value(&self, name: &str, place: &Place, diags: &mut Diagnostics) -> Option<Value> {
        if self.base.variable(name).is_some() || !self.defines(name) {
            return None;
        }
        let attribute = self.definitions.attributes.get(name);
        Some(self.once(name.to_owned(), place, diags, |diags| {
            let Some(variable) = self.definitions.variables.get(name) else {
                return attribute
                    .map_or(Value::failed(), |it| self.evaluate(it, &self.base, diags));
            };
            // An attribute of the same name is the default, and the variable's type is then ignored.
            let default = attribute.or(variable.default.as_ref());
            let default = default.map(|it| self.evaluate(it, &self.base, diags));
            let constraint = variable.r#type.as_ref().filter(|_| attribute.is_none());
            self.given.value(name, variable, constraint, default, diags)
        }))
    }

    /// Evaluates an expression in a context with the names that it refers to.
    fn evaluate(&self, expr: &Expression, base: &EvalContext, diags: &mut Diagnostics) -> Value {
        expr.value(&self.context_for(&expr.variables(), base, diags), diags)
    }

    /// Returns a child of a context with the values of some references. Other names, which may be undefined, are left to
    /// the evaluation: `try` handles them.
    pub(crate) fn context_for(
        &self,
        references: &[Traversal],
        base: &EvalContext,
        diags: &mut Diagnostics,
    ) -> EvalContext {
        let mut ctx = base.child();
        let mut blocks: BTreeMap<&str, BTreeMap<Str, BTreeMap<Str, Value>>> = BTreeMap::new();
        for reference in references.iter().filter(|it| base.variable(it.root()).is_none()) {
            let root = reference.root();
            if let Some(value) = self.value(root, reference.place(), diags) {
                ctx.set_variable(root, value);
            } else if let [Step::Attr(label), Step::Attr(name), ..] = reference.steps()
                && let Some(value) = self.attribute(reference, label, name, diags)
            {
                let of_type = blocks.entry(root).or_default();
                of_type.entry(label.clone()).or_default().insert(name.clone(), value);
            }
        }
        for (block_type, labels) in blocks {
            let objects = labels.into_iter().map(|(label, it)| (label, Value::object(it)));
            ctx.set_variable(block_type, Value::object(objects));
        }
        ctx
    }

    /// Returns the value of an attribute of a block, as it is written; null if it is not set.
    fn attribute(
        &self,
        reference: &Traversal,
        label: &str,
        name: &str,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        let root = reference.root();
        let block = self.blocks.get()?.get(root)?.iter().rev().find(|it| it.name == *label)?;
        if name == "name" {
            return Some(block.name.as_str().into());
        }
        let ty = attribute_type(name)?;
        let key = format!("{root}.{label}.{name}");
        Some(self.once(key, reference.place(), diags, |diags| {
            let Some(expr) = block.attribute(name) else { return Value::null(ty) };
            let value = self.evaluate(&expr, &block.body.context(), diags);
            hcldyn::cty::convert::convert(value, &ty).unwrap_or_else(|error| {
                diags.push(Diagnostic::error(expr.place(), "Wrong type", error.to_string()));
                Value::failed()
            })
        }))
    }

    /// The functions, and the variables of the program.
    pub(crate) fn base(&self) -> &EvalContext {
        &self.base
    }

    /// Returns a value that is evaluated once. Reports a value that depends on itself.
    fn once(
        &self,
        key: String,
        place: &Place,
        diags: &mut Diagnostics,
        evaluate: impl FnOnce(&mut Diagnostics) -> Value,
    ) -> Value {
        let values = || self.values.lock().unwrap_or_else(PoisonError::into_inner);
        let known = values().get(&key).cloned();
        match known {
            Some(Some(value)) => return value,
            Some(None) => {
                let detail = format!("The value of {key} depends on itself.");
                diags.push(Diagnostic::error(place.clone(), "Reference cycle", detail));
                return Value::failed();
            }
            None => {}
        }
        values().insert(key.clone(), None);
        let value = evaluate(diags);
        values().insert(key, Some(value.clone()));
        value
    }
}

impl FunctionBlock {
    fn has_parameter(&self, name: &str) -> bool {
        self.params.iter().chain(&self.variadic_params).any(|it| **it == *name)
    }

    /// Creates the function. Its result is evaluated in a context with the parameters.
    fn function(&self, names: Weak<Names>) -> Function {
        let (params, rest) = (self.params.clone(), self.variadic_params.clone());
        let result = self.result.clone();
        let parameter = |name: &Str| Parameter::new(name.to_string(), Type::Dynamic);
        let builder = Function::builder("A function of the definition.").may_return_null();
        let builder = params.iter().fold(builder, |builder, name| builder.param(parameter(name)));
        let builder = rest.iter().fold(builder, |builder, name| builder.variadic(parameter(name)));
        builder.returning(Type::Dynamic, move |args, _| {
            let names = names.upgrade().ok_or_else(|| FunctionError::new("it is not defined"))?;
            let mut ctx = names.base.child();
            for (name, arg) in params.iter().zip(args) {
                ctx.set_variable(name.clone(), arg.clone());
            }
            if let Some(name) = &rest {
                ctx.set_variable(name.clone(), Value::tuple(args[params.len()..].to_vec()));
            }
            let mut diags = Diagnostics::new();
            let value = names.evaluate(&result, &ctx, &mut diags);
            if diags.has_errors() { Err(FunctionError::new(diags.to_string())) } else { Ok(value) }
        })
    }
}
