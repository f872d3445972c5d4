//! The attributes that a configuration does not set.

use hcldyn::cty::{Mark, Type, Value};

use super::document::{Attribute, Block, Nesting};

/// Returns the object of a body with all attributes: one that is null is unknown if the provider computes it, and a write-only
/// one is null. The recursion is bounded by the depth of the schema.
pub(super) fn complete(block: &Block, arguments: &Value) -> Value {
    if arguments.is_failed() || !arguments.is_known() {
        return arguments.clone();
    }
    let attributes = block.attributes.iter().map(|(name, attribute)| {
        let written = arguments.get(name).filter(|value| !value.is_null());
        (name.as_str(), self::attribute(attribute, written))
    });
    let blocks = block.block_types.iter().map(|(name, nested)| {
        let written = arguments.get(name).cloned().unwrap_or_else(Value::dynamic);
        let inner = |value: &Value| complete(&nested.block, value);
        let value = match nested.nesting_mode {
            _ if !written.is_known() || written.is_null() => written,
            Nesting::Single | Nesting::Group => inner(&written),
            Nesting::List | Nesting::Set => {
                Value::tuple(written.elements().iter().map(inner).collect())
            }
            Nesting::Map => Value::object(written.entries().filter_map(|entry| {
                let key = entry.key().unmarked().as_str()?.to_owned();
                Some((key, inner(&entry.value())))
            })),
        };
        (name.as_str(), value)
    });
    Value::object(attributes.chain(blocks)).with_marks_of(arguments)
}

/// Returns the value of an attribute.
fn attribute(attribute: &Attribute, written: Option<&Value>) -> Value {
    let ty = attribute.ty.as_ref().and_then(|ty| Type::from_json(ty.to_string()).ok());
    let ty = ty.unwrap_or(Type::Dynamic);
    let value = match written {
        _ if attribute.write_only => Value::null(ty),
        Some(value) => value.clone(),
        None if attribute.computed => Value::unknown(ty),
        None => Value::null(ty),
    };
    if attribute.sensitive { value.mark(Mark::sensitive()) } else { value }
}
