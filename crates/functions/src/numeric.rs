//! Functions on numbers.
//!
//! `log` and `pow` calculate with 53 bits, as in the reference; all others calculate exactly or at the precision of
//! their arguments. The last digit of `log` and `pow` may differ from Go's.

use super::Named;
use super::arguments::{count, number, text, wrong};
use hcldyn_cty::convert::convert;
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::internal::Magnitude;
use hcldyn_cty::work;
use hcldyn_cty::{Function, Number, Type, Value};

/// The number of bits of a whole number.
const INTEGER_BITS: u64 = 512;

pub(super) fn functions() -> Vec<Named> {
    vec![
        ("abs", abs()),
        ("ceil", of_number("The number, rounded up to a whole number.", Number::ceil)),
        ("floor", of_number("The number, rounded down to a whole number.", Number::floor)),
        ("log", log()),
        ("max", extreme("The greatest of the numbers.", |found, next| next > found)),
        ("min", extreme("The smallest of the numbers.", |found, next| next < found)),
        ("parseint", parseint()),
        ("pow", pow()),
        ("signum", of_number("-1, 0 or 1: the sign of the number.", Number::signum)),
        ("sum", sum()),
    ]
}

fn of_number(description: &'static str, operation: fn(&Number) -> Number) -> Function {
    Function::builder(description)
        .param(Parameter::new("number", Type::Number))
        .returning(Type::Number, move |args, _| Ok(operation(number(args, 0)?).into()))
}

/// The function `abs`. For an argument of unknown type, its result is an unknown number, as in the reference; those of
/// `ceil` and `floor` are of unknown type.
fn abs() -> Function {
    Function::builder("The absolute value of the number.")
        .param(Parameter::new("number", Type::Number).allow_dynamic())
        .returning(Type::Number, |args, _| Ok(number(args, 0)?.abs().into()))
}

fn log() -> Function {
    Function::builder("The logarithm of a number in a base.")
        .param(Parameter::new("number", Type::Number))
        .param(Parameter::new("base", Type::Number))
        .returning(Type::Number, |args, _| {
            let (value, base) = (number(args, 0)?, number(args, 1)?);
            let result = Number::from_f64(value.to_f64().ln() / base.to_f64().ln());
            result.map(Value::from).ok_or_else(|| {
                FunctionError::new(format!(
                    "the number must not be negative, and the base must be positive and not 1; they \
                     are {value} and {base}"
                ))
            })
        })
}

fn pow() -> Function {
    Function::builder("A number raised to a power.")
        .param(Parameter::new("number", Type::Number))
        .param(Parameter::new("power", Type::Number))
        .returning(Type::Number, |args, _| {
            let (value, power) = (number(args, 0)?, number(args, 1)?);
            let result = Number::from_f64(value.to_f64().powf(power.to_f64()));
            result.map(Value::from).ok_or_else(|| {
                FunctionError::new(format!(
                    "a negative number can only be raised to a whole power, so {value} can't be \
                     raised to {power}"
                ))
            })
        })
}

fn extreme(description: &'static str, replaces: fn(&Number, &Number) -> bool) -> Function {
    Function::builder(description)
        .variadic(Parameter::new("numbers", Type::Number).allow_dynamic())
        .returning(Type::Number, move |args, _| {
            if args.is_empty() {
                return Err(FunctionError::new("at least one number is required"));
            }
            let mut found = number(args, 0)?;
            for index in 1..args.len() {
                let next = number(args, index)?;
                if replaces(found, next) {
                    found = next;
                }
            }
            Ok(found.clone().into())
        })
}

fn sum() -> Function {
    Function::builder("The sum of the numbers of a list, set or tuple.")
        .param(Parameter::new("list", Type::Dynamic))
        .build(sum_type, |args, _| {
            let list = &args[0];
            if !list.is_wholly_known() {
                return Ok(Value::unknown(Type::Number));
            }
            if list.elements().is_empty() {
                return Err(FunctionError::must(0, "have at least one element"));
            }
            work::spend(list.elements().len() / 2);
            let mut total = Number::ZERO;
            for (index, element) in list.elements().iter().enumerate() {
                let next = convert_to_number(element, index)?;
                total =
                    total.add(&next).map_err(|error| FunctionError::at(0, error.to_string()))?;
            }
            Ok(total.into())
        })
}

fn sum_type(args: &[Value]) -> Result<Type, FunctionError> {
    if args[0].ty().is_sequence() {
        Ok(Type::Number)
    } else {
        Err(wrong(0, &args[0], "a list, set or tuple of numbers"))
    }
}

fn convert_to_number(element: &Value, index: usize) -> Result<Number, FunctionError> {
    let converted = convert(element.clone(), &Type::Number).ok();
    converted.as_ref().and_then(Value::as_number).cloned().ok_or_else(|| {
        let found = element.describe();
        FunctionError::must(0, format!("contain only numbers, but element {index} is {found}"))
    })
}

fn parseint() -> Function {
    Function::builder("The whole number that a string represents in a base from 2 to 62.")
        .param(Parameter::new("number", Type::Dynamic))
        .param(Parameter::new("base", Type::Number))
        .build(
            |args| match args[0].ty() {
                Type::String | Type::Dynamic => Ok(Type::Number),
                _ => Err(wrong(0, &args[0], "a string")),
            },
            |args, _| parse_integer(text(args, 0)?, count(args, 1)?).map(Value::from),
        )
}

fn parse_integer(text: &str, base: usize) -> Result<Number, FunctionError> {
    let Some(base) = u8::try_from(base).ok().filter(|base| (2..=62).contains(base)) else {
        return Err(FunctionError::must(1, format!("be from 2 to 62, not {base}")));
    };
    let no_integer = || {
        let text = Value::from(text).describe();
        FunctionError::must(0, format!("be a whole number in base {base}, not {text}"))
    };
    let (sign, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => ("-", digits),
        [b'+', digits @ ..] | digits => ("", digits),
    };
    if digits.is_empty() {
        return Err(no_integer());
    }
    let digits = digits.iter().map(|byte| digit(*byte, base)).collect::<Option<Vec<u8>>>();
    let digits = digits.ok_or_else(no_integer)?;
    let leading = digits.iter().take_while(|digit| **digit == 0).count();
    let magnitude = match digits[leading..] {
        [] => return Ok(Number::ZERO),
        // Each digit of base 2 or more has at least one bit, so a longer number is too large.
        ref digits if digits.len() as u64 > INTEGER_BITS => None,
        ref digits => Some(Magnitude::from_radix(digits, base)),
    };
    let magnitude = magnitude.filter(|magnitude| magnitude.bits() <= INTEGER_BITS);
    let text = magnitude.map(|magnitude| format!("{sign}{}", magnitude.to_decimal()));
    let number = text.and_then(|text| Number::parse(&text).ok());
    number.ok_or_else(|| {
        FunctionError::must(0, format!("be a whole number of at most {INTEGER_BITS} bits"))
    })
}

/// Returns the value of a digit. Up to base 36, letters are case-insensitive; beyond, upper case follows lower
/// case.
fn digit(byte: u8, base: u8) -> Option<u8> {
    let digit = match byte {
        b'0'..=b'9' => byte - b'0',
        b'a'..=b'z' => byte - b'a' + 10,
        b'A'..=b'Z' if base <= 36 => byte - b'A' + 10,
        b'A'..=b'Z' => byte - b'A' + 36,
        _ => return None,
    };
    (digit < base).then_some(digit)
}

#[cfg(test)]
mod tests {
    use crate::testing::{call, error, numbers};
    use hcldyn_cty::{Type, Value};

    #[test]
    fn signs_and_sums() {
        assert_eq!(call("abs", [Value::from(-3)]), 3.into());
        let unknown = Value::unknown(Type::Number).refine_not_null();
        assert_eq!(call("abs", [Value::dynamic()]), unknown);
        assert_eq!(call("signum", [Value::from(-3)]), (-1).into());
        assert_eq!(call("sum", [numbers([1, 2, 4])]), 7.into());
        assert_eq!(
            error("sum", [Value::list(Type::Number, vec![])]),
            "must have at least one element"
        );
    }

    #[test]
    fn calls_without_a_result_are_errors() {
        assert!(error("log", [Value::from(-1), 10.into()]).ends_with("they are -1 and 10"));
        let half = call("tonumber", [Value::from("0.5")]);
        assert!(
            error("pow", [Value::from(-1), half])
                .contains("to a whole power, so -1 can't be raised to 0.5")
        );
        assert_eq!(error("max", []), "at least one number is required");
    }

    #[test]
    fn integers_in_other_bases() {
        assert_eq!(call("parseint", [Value::from("-ff"), 16.into()]), (-255).into());
        assert_eq!(call("parseint", [Value::from("Z"), 62.into()]), 61.into());
        let message = error("parseint", [Value::from("12"), 2.into()]);
        assert_eq!(message, r#"must be a whole number in base 2, not "12""#);
        let huge = "z".repeat(1_000_000);
        assert!(error("parseint", [Value::from(huge), 36.into()]).contains("at most 512 bits"));
    }
}
