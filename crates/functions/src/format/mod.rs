//! `format` and `formatlist`: strings from a format string.

mod number;
mod verb;

use self::verb::{Piece, pieces};
use super::Named;
use super::arguments::text;
use super::limits::{check_bytes, check_elements, check_work};
use hcldyn_cty::function::{Cause, FunctionBuilder, FunctionError, Parameter};
use hcldyn_cty::work;
use hcldyn_cty::{Function, Kind, Refinement, Type, Value};

/// The work of a verb, or of the text between two verbs.
const STEPS_PER_PIECE: usize = 4;

pub(super) fn functions() -> Vec<Named> {
    vec![("format", format()), ("formatlist", formatlist())]
}

fn format() -> Function {
    formatting("The format string with its verbs replaced by the values, each in its verb's form.")
        .returning(Type::String, |args, _| {
            let format = text(args, 0)?;
            if args[1..].iter().all(Value::is_wholly_known) {
                return expand(format, &args[1..]).map(Value::from);
            }
            // The text before the first verb is known.
            let prefix = format.split('%').next().unwrap_or_default();
            Ok(Value::unknown_refined(Type::String, Refinement::not_null().with_prefix(prefix)))
        })
}

fn formatlist() -> Function {
    formatting(
        "The results of `format` for the first elements of all lists, the second elements, and so on.",
    )
    .returning(Type::list(Type::String), |args, ty| {
        let format = text(args, 0)?;
        let Some(count) = iterations(&args[1..])? else { return Ok(Value::unknown(ty.clone())) };
        check_elements(count.saturating_mul(args.len()))?;
        let mut texts = Vec::new();
        let mut bytes = 0;
        for index in 0..count {
            let values: Vec<_> = args[1..].iter().map(|arg| nth(arg, index)).collect();
            if !values.iter().all(Value::is_wholly_known) {
                let known = Refinement::not_null();
                texts.push(Value::unknown_refined(Type::String, known));
                continue;
            }
            let text = expand(format, &values).map_err(|mut error| {
                if let Cause::Reason(reason) = &mut error.cause {
                    *reason = format!("element {index}: {reason}");
                }
                error
            })?;
            bytes += text.len();
            check_bytes(bytes)?;
            texts.push(text.into());
        }
        Ok(Value::list(Type::String, texts))
    })
}

fn formatting(description: &'static str) -> FunctionBuilder {
    let values = Parameter::new("values", Type::Dynamic);
    Function::builder(description)
        .param(Parameter::new("format", Type::String))
        .variadic(values.allow_null().allow_unknown().allow_dynamic())
}

/// Returns the number of strings that `formatlist` formats: the length of the lists, or 1 if there are none. `None`
/// if it is unknown.
fn iterations(args: &[Value]) -> Result<Option<usize>, FunctionError> {
    let mut known = true;
    let mut found: Option<(usize, usize)> = None;
    for (arg, argument) in args.iter().zip(1..) {
        if !is_list(arg) {
            known &= !matches!(arg.kind(), Kind::Unknown(Type::Dynamic, _));
            continue;
        }
        known &= arg.is_known();
        let length = arg.length().and_then(|length| length.as_number()?.to_usize());
        match (length, found) {
            (None, _) => known = false,
            (Some(length), None) => found = Some((argument, length)),
            (Some(length), Some((first, wanted))) if length != wanted => {
                let message = format!(
                    "have as many elements as argument {}, which has {wanted}, not {length}",
                    first + 1
                );
                return Err(FunctionError::must(argument, message));
            }
            _ => {}
        }
    }
    Ok(known.then(|| found.map_or(1, |(_, length)| length)))
}

fn is_list(value: &Value) -> bool {
    value.ty().is_sequence() && !value.is_null()
}

fn nth(arg: &Value, index: usize) -> Value {
    if is_list(arg) {
        arg.elements().get(index).cloned().unwrap_or(Value::dynamic())
    } else {
        arg.clone()
    }
}

/// Expands a format string with wholly known values. The first value is argument 1 of the call.
fn expand(format: &str, values: &[Value]) -> Result<String, FunctionError> {
    let mut out = String::new();
    let mut used = 0;
    for piece in pieces(format) {
        work::spend(STEPS_PER_PIECE);
        check_work()?;
        match piece? {
            Piece::Text(text) => out.push_str(text),
            Piece::Verb(verb) => {
                let value = values.get(verb.value - 1).ok_or_else(|| {
                    let (wanted, given) = (verb.value, values.len());
                    let plural = if given == 1 { "" } else { "s" };
                    FunctionError::new(format!(
                        "{verb} requires value {wanted}, but the call has {given} value{plural}"
                    ))
                })?;
                let text = verb
                    .apply(value)
                    .map_err(|reason| FunctionError::at(verb.value, format!("{verb} {reason}")))?;
                out.push_str(&text);
                used = used.max(verb.value);
            }
        }
        check_bytes(out.len())?;
    }
    if used < values.len() {
        Err(FunctionError::at(used + 1, "the format string does not use it").with_help("remove it"))
    } else {
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{call, error, strings};
    use hcldyn_cty::{Number, Type, Value};

    fn format(format: &str, value: impl Into<Value>) -> Value {
        call("format", [Value::from(format), value.into()])
    }

    fn number(text: &str) -> Value {
        Number::parse(text).unwrap().into()
    }

    /// The expected strings come from Go's `fmt`.
    #[test]
    fn verbs_format_numbers() {
        assert_eq!(format("%05.1f", number("2.25")), "002.2".into());
        assert_eq!(format("%-8.1f|", number("2.75")), "2.8     |".into());
        assert_eq!(format("%.3e", number("999999")), "1.000e+06".into());
        assert_eq!(format("%E", number("0.00012")), "1.200000E-04".into());
        assert_eq!(format("%g", number("0.00001234")), "1.234e-05".into());
        assert_eq!(format("%.3g", number("1234567")), "1.23e+06".into());
        assert_eq!(format("%.3g", number("1.2")), "1.2".into());
        assert_eq!(format("%+d", 7), "+7".into());
        assert_eq!(format("%#x", 255), "0xff".into());
        assert_eq!(format("%08b", 10), "00001010".into());
        assert_eq!(format("%.4d", -7), "-0007".into());
        assert_eq!(format("%v", number("1000000")), "1e+06".into());
        assert_eq!(format("%f", Number::INFINITY), "+Inf".into());
    }

    #[test]
    fn verbs_format_strings() {
        assert_eq!(format("%.0s", "abc"), "".into());
        assert_eq!(format("%5s", "e\u{301}"), "    é".into());
        assert_eq!(format("%q", "a\"b"), r#""a\"b""#.into());
        assert_eq!(format("%#v", Value::null(Type::String)), "null".into());
        assert_eq!(format("%[1]s %[1]s", "a"), "a a".into());
    }

    #[test]
    fn values_that_do_not_fit_are_named() {
        assert_eq!(
            error("format", [Value::from("%d"), number("1.5")]),
            "`%d` at byte 0 requires a whole number, not 1.5"
        );
        assert_eq!(
            error("format", [Value::from("a %s %s"), "x".into()]),
            "`%s` at byte 5 requires value 2, but the call has 1 value"
        );
        assert_eq!(
            error("format", [Value::from("plain"), 1.into()]),
            "the format string does not use it; remove it"
        );
        let lists = [Value::from("%s%s"), strings(["a"]), strings(["a", "b"])];
        assert_eq!(
            error("formatlist", lists),
            "must have as many elements as argument 2, which has 1, not 2"
        );
    }

    #[test]
    fn widths_are_limited() {
        let message = error("format", [Value::from("%1000000000d"), 1.into()]);
        assert_eq!(message, "`%1000000000d` at byte 0 has a width or precision of more than 1000");
        let message = error("format", [Value::from("%99999999999999999999d"), 1.into()]);
        assert!(message.ends_with("more than 1000"), "{message}");
        let huge = "%[18446744073709551615]s";
        assert!(error("format", [Value::from(huge), 1.into()]).contains("the call has 1"));
        let long = "x".repeat(1 << 20);
        let message = error("format", [Value::from("%[1]s".repeat(100)), long.into()]);
        assert!(message.contains("more than"), "{message}");
    }
}
