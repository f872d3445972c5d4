//! Values as text or bytes.

use clap::ValueEnum;
use hcldyn::Diagnostics;
use hcldyn::cty::json::{to_json, to_present_json};
use hcldyn::cty::msgpack::to_msgpack;
use hcldyn::cty::{Kind, Str, Type, Value, WireError};
use hcldyn::syntax::{Place, to_hcl_within, type_to_hcl};

use crate::diags;
use hcldyn::cli::json::printable;

/// The maximum length of the text of a value, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// The form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ResultFormat {
    /// JSON on one line.
    Json,
    /// MessagePack, as the reference's go-cty writes it.
    #[value(name = "msgpack")]
    MessagePack,
    /// An HCL expression.
    Hcl,
}

/// The treatment of attributes and elements of maps that are null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nulls {
    Kept,
    Dropped,
}

/// Returns a value as lines of HCL. A text that is too long is reported at the expression.
pub(crate) fn printed(value: &Value, expr: Place, diags: &mut Diagnostics) -> Option<String> {
    let text = to_hcl_within(value, MAX_BYTES);
    if text.is_none() {
        diags.push(diags::too_long_to_print(expr, MAX_BYTES));
    }
    text.map(|text| text + "\n")
}

/// Returns the value without its type. Fails with the reason that it cannot be written.
pub(crate) fn untyped(
    value: &Value,
    format: ResultFormat,
    nulls: Nulls,
) -> Result<Vec<u8>, String> {
    match format {
        ResultFormat::Json => {
            let text = match nulls {
                Nulls::Kept => to_json(value, &value.ty()),
                Nulls::Dropped => to_present_json(value),
            };
            json(text)
        }
        ResultFormat::MessagePack => to_msgpack(value, &value.ty()).map_err(unwritable),
        ResultFormat::Hcl => hcl(value, nulls),
    }
}

/// Returns the value with its type.
pub(crate) fn typed(value: &Value, format: ResultFormat, nulls: Nulls) -> Result<Vec<u8>, String> {
    match format {
        ResultFormat::Json => json(match nulls {
            Nulls::Kept => to_json(value, &Type::Dynamic),
            Nulls::Dropped => typed_without_nulls(value),
        }),
        ResultFormat::MessagePack => to_msgpack(value, &Type::Dynamic).map_err(unwritable),
        ResultFormat::Hcl => {
            let ty = type_to_hcl(&value.shown_type());
            let comment: Vec<_> = ty.lines().map(|line| format!("# {line}\n")).collect();
            Ok([comment.concat().into_bytes(), hcl(value, nulls)?].concat())
        }
    }
}

/// Returns the JSON of the value with its type. As in the reference, the keys are sorted, and a null value is left
/// out.
fn typed_without_nulls(value: &Value) -> Result<String, WireError> {
    let ty = value.ty();
    if !value.is_null() {
        let value = to_present_json(value)?;
        return Ok(format!("{{\"type\":{},\"value\":{value}}}", ty.to_json()?));
    }
    match ty {
        Type::Dynamic => Ok("null".to_owned()),
        ty => Ok(format!("{{\"type\":{}}}", ty.to_json()?)),
    }
}

/// Returns the value as plain data, without nulls in objects and maps. Null elements of lists stay.
fn without_nulls(value: &Value) -> Value {
    let present = |(name, value): (&Str, &Value)| {
        (!value.is_null()).then(|| (name.clone(), without_nulls(value)))
    };
    match value.kind() {
        Kind::Object(object) => Value::object(object.iter().filter_map(present)),
        Kind::Map(map) => Value::object(map.iter().filter_map(present)),
        Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => {
            Value::tuple(value.elements().iter().map(without_nulls).collect())
        }
        _ => value.clone(),
    }
}

fn json(text: Result<String, WireError>) -> Result<Vec<u8>, String> {
    text.map(json_line).map_err(unwritable)
}

/// Returns JSON text as a line without unprintable characters.
pub(crate) fn json_line(text: String) -> Vec<u8> {
    let mut text = printable(text);
    text.push('\n');
    text.into_bytes()
}

fn hcl(value: &Value, nulls: Nulls) -> Result<Vec<u8>, String> {
    let text = match nulls {
        Nulls::Kept => to_hcl_within(value, MAX_BYTES),
        Nulls::Dropped => to_hcl_within(&without_nulls(value), MAX_BYTES),
    };
    let too_long = || format!("the result has more than {MAX_BYTES} bytes");
    text.map(|text| (text + "\n").into_bytes()).ok_or_else(too_long)
}

fn unwritable(error: WireError) -> String {
    format!("the result can't be written: {error}")
}
