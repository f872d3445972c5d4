//! The names that expressions see: variables, attributes of the file, functions, and attributes of targets.
//!
//! They are evaluated on demand, because the matrix of a target uses names, and defines the targets whose attributes are
//! names, too. A reference such as `target.app.tags` depends on one attribute, so that two targets can use attributes of
//! each other.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use hcldyn::cty::convert::convert;
use hcldyn::cty::{Str, Type, Value};
use hcldyn::diag::Diagnostic;
use hcldyn::ext::FunctionDefinition;
use hcldyn::ext::on_demand::{Definition, Names};
use hcldyn::{Diagnostics, EvalContext, Expression, HclDecode, Traversal};

use crate::language::{Block, Instance};
use crate::variable::{Given, VariableBlock};

/// The definitions of all files. The last one of each name counts.
#[derive(Default)]
pub(crate) struct Definitions {
    pub(crate) attributes: BTreeMap<Str, Expression>,
    pub(crate) variables: BTreeMap<String, Arc<VariableBlock>>,
    pub(crate) functions: BTreeMap<Str, FunctionDefinition>,
    pub(crate) groups: Vec<Block>,
    pub(crate) targets: Vec<Block>,
}

impl Definitions {
    /// Defines the names. The variables and functions of the library take precedence.
    pub(crate) fn names(&self, given: Given, library: &EvalContext) -> Names {
        let (names, given) = (Names::new(library.clone()), Arc::new(given));
        for (name, function) in &self.functions {
            if library.function(name).is_none() {
                names.define_function(name.clone(), function.clone());
            }
        }
        for (name, expr) in &self.attributes {
            names.define([name.clone()], Definition::of(expr));
        }
        for (name, variable) in &self.variables {
            names.define([name.as_str()], self.variable(variable, &given));
        }
        names
    }

    /// Defines a variable. An attribute of the same name is the default, and the variable's type is then ignored.
    fn variable(&self, variable: &Arc<VariableBlock>, given: &Arc<Given>) -> Definition {
        let (variable, given) = (Arc::clone(variable), Arc::clone(given));
        let attribute = self.attributes.get(variable.name.as_str());
        let default = attribute.or(variable.default.as_ref()).cloned();
        let is_typed = attribute.is_none();
        let references = default.as_ref().map(Expression::variables).unwrap_or_default();
        Definition::new(references, move |ctx, diags| {
            let default = default.as_ref().map(|it| it.value(ctx, diags));
            let constraint = variable.r#type.as_ref().filter(|_| is_typed);
            given.value(&variable, constraint, default, diags)
        })
    }

    /// Evaluates all variables, then their conditions. Reports functions that use undefined names.
    pub(crate) fn check(&self, names: &Names, diags: &mut Diagnostics) {
        for name in self.variables.keys() {
            names.value(&[name], diags);
        }
        for variable in self.variables.values() {
            for validation in &variable.validation {
                let ctx = names.context(&validation.references(), &names.base(), diags);
                validation.check(&variable.name, &variable.place, &ctx, diags);
            }
        }
        for reference in self.functions.values().flat_map(FunctionDefinition::references) {
            let root = reference.root();
            if !names.defines(&[root]) && names.base().variable(root).is_none() {
                let detail = format!("{root:?} is not a parameter, a variable or an attribute.");
                let place = reference.place().clone();
                diags.push(Diagnostic::error(place, "Unknown name", detail));
            }
        }
    }

    /// Evaluates the attributes that no expression uses, to find the errors in them.
    pub(crate) fn check_attributes(&self, names: &Names, diags: &mut Diagnostics) {
        for name in self.attributes.keys() {
            names.value(&[name], diags);
        }
    }
}

/// Defines the attributes of groups or targets, as they are written. They are null if they are not set. Of several blocks
/// with one name, the last one counts, but references in the others are a part of cycles, too.
pub(crate) fn define<T: HclDecode>(names: &Names, block_type: &str, blocks: &[Instance]) {
    let Type::Object(types) = T::spec().implied_type() else { return };
    let mut all_references: HashMap<_, Vec<Traversal>> = HashMap::new();
    for block in blocks {
        let define =
            |name: &str, definition| names.define([block_type, &block.name, name], definition);
        for (name, ty) in types.iter() {
            let (expr, ty) = (block.attribute(name), ty.clone());
            let references = all_references.entry((&block.name, name.clone())).or_default();
            references.extend(expr.as_ref().map(Expression::variables).unwrap_or_default());
            let definition = Definition::new(references.clone(), move |ctx, diags| {
                let Some(expr) = &expr else { return Value::null(ty.clone()) };
                convert(expr.value(ctx, diags), &ty).unwrap_or_else(|error| {
                    diags.push(Diagnostic::error(expr.place(), "Wrong type", error.to_string()));
                    Value::failed()
                })
            });
            define(name, definition.in_context(block.ctx.clone()));
        }
        let name = block.name.clone();
        define("name", Definition::new(Vec::new(), move |_, _| name.as_str().into()));
    }
}
