//! The types and defaults of variables.

use hcldyn::cty::{Type, Value};
use hcldyn::ext::typeexpr::{TypeConstraint, type_constraint_with_defaults};
use hcldyn::{Diagnostics, EvalContext, Expression};

use crate::diags;
use crate::folder::{Declared, ModuleFolder};
use crate::language::Variable;

/// A variable with its type and its default.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) ty: TypeConstraint,
    /// The default, in the type of the variable.
    pub(super) default: Option<Value>,
    /// `true` if the declaration is invalid, which was reported.
    pub(super) is_broken: bool,
}

/// Reads the types and defaults of the variables of a folder, and reports errors.
pub(super) fn prepare(folder: &ModuleFolder, diags: &mut Diagnostics) -> Vec<Prepared> {
    folder.variables.iter().map(|variable| Prepared::of(variable, diags)).collect()
}

impl Prepared {
    fn of(variable: &Declared<Variable>, diags: &mut Diagnostics) -> Self {
        let content = &variable.content;
        let errors = diags.error_count();
        let ty = match &content.r#type {
            Some(expr) => constraint(expr, diags),
            None => Type::Dynamic.into(),
        };
        let mut prepared = Self { ty, default: None, is_broken: diags.error_count() > errors };
        if let Some(default) = content.default.as_ref().filter(|_| !prepared.is_broken) {
            if content.sensitive {
                diags.hide(&default.place());
            }
            let value = default.value(&EvalContext::new(), diags);
            prepared.is_broken = diags.error_count() > errors;
            if !prepared.is_broken {
                prepared.set_default(variable, default, value, diags);
            }
        }
        if name_is_reserved(&variable.name) {
            diags.push(diags::reserved_name(variable.place.clone(), &variable.name));
        }
        prepared
    }

    fn set_default(
        &mut self,
        variable: &Declared<Variable>,
        default: &Expression,
        value: Value,
        diags: &mut Diagnostics,
    ) {
        let place = default.place();
        if value.is_null() && !variable.content.nullable {
            self.is_broken = true;
            return diags.push(diags::null_default(place, &variable.name));
        }
        match self.ty.convert(value) {
            Ok(value) => self.default = Some(value),
            Err(error) => {
                self.is_broken = true;
                diags.push(diags::wrong_default(place, &variable.name, &error.to_string()));
            }
        }
    }

    /// Returns the unknown value of the variable.
    pub(super) fn unknown(&self) -> Value {
        if self.is_broken { Value::failed() } else { Value::unknown(self.ty.ty.without_optional()) }
    }
}

/// Returns a type constraint. The words `list` and `map` alone have elements of any type.
fn constraint(expr: &Expression, diags: &mut Diagnostics) -> TypeConstraint {
    match expr.as_keyword().as_deref() {
        Some("list") => Type::list(Type::Dynamic).into(),
        Some("map") => Type::map(Type::Dynamic).into(),
        _ => type_constraint_with_defaults(expr, diags),
    }
}

/// Returns `true` if a variable cannot have a name, since it is an argument of `module` blocks.
fn name_is_reserved(name: &str) -> bool {
    let reserved = [
        "source",
        "version",
        "providers",
        "count",
        "for_each",
        "lifecycle",
        "depends_on",
        "locals",
    ];
    reserved.contains(&name)
}
