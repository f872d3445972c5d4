//! `variable` blocks, and values for them from the command line and the environment.

use std::collections::BTreeMap;

use hcldyn::cty::{Str, Type, Value, json};
use hcldyn::diag::Diagnostic;
use hcldyn::ext::kit::ValueCondition;
use hcldyn::ext::typeexpr::TypeConstraint;
use hcldyn::syntax::Place;
use hcldyn::{Diagnostics, Expression, HclDecode};

use crate::entry::{csv, csv_by, parse_bool};

/// A variable. Its value comes from outside, or else from its default.
#[derive(HclDecode)]
#[hcl(unknown = "ignore")]
pub(crate) struct VariableBlock {
    #[hcl(label)]
    pub(crate) name: String,
    pub(crate) r#type: Option<TypeConstraint>,
    pub(crate) default: Option<Expression>,
    #[hcl(block)]
    pub(crate) validation: Vec<ValueCondition>,
    #[hcl(range)]
    pub(crate) place: Place,
    #[hcl(name = "description")]
    _description: Option<String>,
}

/// The values for variables from outside.
pub(crate) struct Given {
    /// The values of the command line, which take precedence.
    pub(crate) arguments: BTreeMap<String, String>,
    pub(crate) environment: BTreeMap<String, String>,
}

impl Given {
    /// Returns the value of a variable. Without a default, one without a type is an empty string.
    pub(crate) fn value(
        &self,
        variable: &VariableBlock,
        constraint: Option<&TypeConstraint>,
        default: Option<Value>,
        diags: &mut Diagnostics,
    ) -> Value {
        let name = variable.name.as_str();
        let is_typed = constraint.is_some();
        let value = match (self.text(name, is_typed), constraint, default) {
            (Some((text, true)), Some(constraint), _) => {
                json::from_json(text, &constraint.ty).map_err(|error| error.to_string())
            }
            (Some((text, _)), Some(constraint), _) => parse(text, &constraint.ty),
            (Some((text, _)), None, default) => {
                let default = default.filter(|it| !it.is_null()).unwrap_or_else(|| "".into());
                if default.is_failed() { Ok(default) } else { parse_scalar(text, &default.ty()) }
            }
            (None, Some(constraint), Some(default)) => {
                constraint.convert(default).map_err(|error| error.to_string())
            }
            (None, Some(constraint), None) => Ok(Value::null(constraint.ty.clone())),
            (None, None, default) => Ok(default.unwrap_or_else(|| "".into())),
        };
        value.unwrap_or_else(|error| {
            let detail = format!("Invalid value for the variable {name:?}: {error}.");
            diags.push(Diagnostic::error(variable.place.clone(), "Invalid value", detail));
            Value::failed()
        })
    }

    /// Returns the text for a variable, and `true` if it is JSON. A variable with a type prefers JSON.
    fn text(&self, name: &str, is_typed: bool) -> Option<(&str, bool)> {
        let find = |name: &str| self.arguments.get(name).or_else(|| self.environment.get(name));
        let plain = || Some((find(name)?.as_str(), false));
        let json = || Some((find(&format!("{name}_JSON"))?.as_str(), true));
        if is_typed { json().or_else(plain) } else { plain().or_else(json) }
    }
}

/// Parses a value of a type: one line of CSV for a collection.
fn parse(text: &str, ty: &Type) -> Result<Value, String> {
    let elements = |ty: &Type| {
        let texts = csv(text)?;
        texts.iter().map(|text| parse_scalar(text, ty)).collect::<Result<Vec<_>, _>>()
    };
    match ty {
        Type::List(element) => Ok(Value::list((**element).clone(), elements(element)?)),
        Type::Set(element) => Ok(Value::set((**element).clone(), elements(element)?)),
        Type::Tuple(types) => {
            let texts = csv(text)?;
            if texts.len() != types.len() {
                return Err(format!("{} elements are required", types.len()));
            }
            let values = texts.iter().zip(types.iter()).map(|(text, ty)| parse_scalar(text, ty));
            Ok(Value::tuple(values.collect::<Result<_, _>>()?))
        }
        Type::Map(element) => {
            let pair = |field: &String| match &csv_by(field, ':')?[..] {
                [key, value] => Ok((Str::new(key), parse_scalar(value, element)?)),
                _ => Err(format!("{field:?} is not a key and a value")),
            };
            let pairs = csv(text)?.iter().map(pair).collect::<Result<_, String>>()?;
            Ok(Value::map((**element).clone(), pairs))
        }
        ty => parse_scalar(text, ty),
    }
}

/// Parses a string, a number or a bool.
fn parse_scalar(text: &str, ty: &Type) -> Result<Value, String> {
    match ty {
        Type::String => Ok(text.into()),
        Type::Number => {
            let number = text.parse().ok().filter(|it: &f64| it.is_finite());
            let number = number.and_then(|it| Value::try_from(it).ok());
            number.ok_or_else(|| format!("{text:?} is not a number"))
        }
        Type::Bool => Ok(parse_bool(text)?.into()),
        ty => Err(format!("a string can't be converted to {}", ty.friendly_name())),
    }
}
