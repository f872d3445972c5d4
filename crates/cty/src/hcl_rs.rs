//! Conversions to and from the values of `hcl-rs`, for programs that already use it (feature `hcl-rs`).

use hcl::{Map, Number as HclNumber};

use super::{Kind, Number, PathError, Step, Str, Type, Value};

/// Converts arrays to tuples and objects to objects, as if the value were written in HCL. A value that is nested more
/// than [`Value::MAX_DEPTH`] levels deep becomes unknown.
///
/// ```
/// use hcldyn::cty::Value;
///
/// let value = Value::from(hcl::value!({ ports = [80, 443] }));
/// let ports = Value::tuple(vec![80.into(), 443.into()]);
/// assert_eq!(value, Value::object([("ports", ports)]));
/// ```
impl From<hcl::Value> for Value {
    fn from(value: hcl::Value) -> Self {
        of_hcl_value(value, Self::MAX_DEPTH).unwrap_or_else(Self::dynamic)
    }
}

/// Returns a value that may be nested `levels` deep.
fn of_hcl_value(value: hcl::Value, levels: usize) -> Option<Value> {
    let inner = |value| of_hcl_value(value, levels.checked_sub(1)?);
    Some(match value {
        hcl::Value::Null => Value::null(Type::Dynamic),
        hcl::Value::Bool(value) => Value::bool(value),
        hcl::Value::Number(number) => Value::number(from_hcl_number(&number)),
        hcl::Value::String(text) => Value::string(text),
        hcl::Value::Array(elements) => {
            Value::tuple(elements.into_iter().map(inner).collect::<Option<_>>()?)
        }
        hcl::Value::Object(attributes) => {
            let named = |(name, value)| Some((name, inner(value)?));
            Value::object(attributes.into_iter().map(named).collect::<Option<Vec<_>>>()?)
        }
    })
}

/// Converts sequences of every kind to arrays, and maps and objects to objects. A number that is neither an `i64`,
/// a `u64` nor an `f64` becomes the nearest `f64`.
///
/// ```
/// use hcldyn::cty::{Type, Value};
///
/// let value = Value::tuple(vec![1.into(), Value::unknown(Type::Bool)]);
/// let error = hcl::Value::try_from(&value).unwrap_err();
/// assert_eq!(error.to_string(), "element 1: a value that is not known yet has no counterpart in hcl-rs");
/// ```
///
/// # Errors
///
/// Fails if a part of the value is unknown, marked, infinite or a capsule.
impl TryFrom<&Value> for hcl::Value {
    type Error = PathError;

    fn try_from(value: &Value) -> Result<Self, PathError> {
        let none = |what| Err(PathError::new(format!("{what} has no counterpart in hcl-rs")));
        match value.kind() {
            Kind::Null(_) => Ok(Self::Null),
            Kind::Bool(value) => Ok(Self::Bool(value)),
            Kind::Number(number) => match to_hcl_number(number) {
                Some(number) => Ok(Self::Number(number)),
                None => none("an infinite number"),
            },
            Kind::String(text) => Ok(Self::String(text.to_string())),
            Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => array(value.elements()),
            Kind::Map(map) => object(map.iter()),
            Kind::Object(attributes) => object(attributes.iter()),
            Kind::Unknown(..) => none("a value that is not known yet"),
            Kind::Capsule(_) => none("a value of the program's own"),
            Kind::Marked(..) => none("a marked value"),
        }
    }
}

fn array(elements: &[Value]) -> Result<hcl::Value, PathError> {
    let convert = |(index, element): (usize, &Value)| {
        hcl::Value::try_from(element).map_err(|error| error.under_index(index))
    };
    elements.iter().enumerate().map(convert).collect::<Result<_, _>>().map(hcl::Value::Array)
}

fn object<'a>(
    attributes: impl Iterator<Item = (&'a Str, &'a Value)>,
) -> Result<hcl::Value, PathError> {
    let convert = |(name, value): (&Str, &Value)| {
        let value = hcl::Value::try_from(value);
        let value = value.map_err(|error| error.under(Step::Attr(name.clone())))?;
        Ok((name.to_string(), value))
    };
    attributes.map(convert).collect::<Result<Map<_, _>, _>>().map(hcl::Value::Object)
}

fn from_hcl_number(number: &HclNumber) -> Number {
    let whole = number.as_i64().map(Number::from).or_else(|| number.as_u64().map(Number::from));
    // A number of `hcl-rs` is finite, so the fallback is never taken.
    whole.or_else(|| number.as_f64().and_then(Number::from_f64)).unwrap_or(Number::ZERO)
}

fn to_hcl_number(number: &Number) -> Option<HclNumber> {
    let whole = number.to_i64().map(HclNumber::from);
    let whole = whole.or_else(|| number.to_u64().map(HclNumber::from));
    whole.or_else(|| HclNumber::from_f64(number.to_f64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_round_trip() {
        let values = [
            hcl::value!({ a = [1, 2.5, "x", true, null], b = { c = {} } }),
            hcl::Value::from(u64::MAX),
            hcl::Value::from(i64::MIN),
        ];
        for value in values {
            assert_eq!(hcl::Value::try_from(&Value::from(value.clone())), Ok(value));
        }
    }

    #[test]
    fn infinity_has_no_counterpart() {
        let error = hcl::Value::try_from(&Value::number(Number::INFINITY)).unwrap_err();
        assert_eq!(error.message, "an infinite number has no counterpart in hcl-rs");
    }
}
