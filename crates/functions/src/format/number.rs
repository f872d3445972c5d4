//! Numbers in the forms of format verbs (reference: Go's `fmt` and `math/big`).

use super::verb::Verb;
use hcldyn_cty::Number;

/// The default precision of `%e` and `%f`.
const DEFAULT_PRECISION: usize = 6;

/// The smallest exponent for which the shortest form is the scientific one.
const SHORTEST_PLAIN: i64 = 6;

/// Formats a whole number: `%b`, `%o`, `%d`, `%x` and `%X`.
pub(super) fn integer(verb: &Verb<'_>, number: &Number) -> Result<String, String> {
    let magnitude = number.scaled_magnitude(0).filter(|_| number.is_integer());
    let magnitude = magnitude.ok_or_else(|| format!("requires a whole number, not {number}"))?;
    let (mut digits, prefix) = match verb.form {
        'b' => (magnitude.to_digits_of_bits(1), "0b"),
        'o' => (magnitude.to_digits_of_bits(3), "0"),
        'x' => (magnitude.to_digits_of_bits(4), "0x"),
        'X' => (magnitude.to_digits_of_bits(4), "0X"),
        _ => (magnitude.to_decimal(), ""),
    };
    if verb.form == 'X' {
        digits.make_ascii_uppercase();
    }
    if let Some(precision) = verb.precision {
        if precision == 0 && magnitude.is_zero() {
            return Ok(String::new());
        }
        digits.insert_str(0, &"0".repeat(precision.saturating_sub(digits.len())));
    }
    // A whole number has no negative zero.
    let sign = sign(verb, number.is_negative());
    let prefix = if verb.sharp { prefix } else { "" };
    let zeros = verb.zero && !verb.minus && verb.precision.is_none();
    Ok(NumberLayout { sign, prefix, digits, zeros }.pad(verb))
}

/// Formats a number with a fraction: `%e`, `%E`, `%f`, `%g` and `%G`.
pub(super) fn decimal(verb: &Verb<'_>, number: &Number) -> String {
    let places = verb.precision.unwrap_or(DEFAULT_PRECISION);
    let digits = match verb.form {
        _ if number.is_infinite() => "Inf".to_owned(),
        'e' | 'E' => Scientific::rounded(number, places + 1).write(),
        'f' => fixed(number, places),
        _ => match verb.precision {
            None => unsigned_shortest(number),
            Some(precision) => general(number, precision.max(1)),
        },
    };
    let digits = match verb.form {
        'E' | 'G' if !number.is_infinite() => digits.to_uppercase(),
        _ => digits,
    };
    let sign = if number.is_infinite() && !is_negative(number) && !verb.space {
        "+"
    } else {
        sign(verb, is_negative(number))
    };
    let zeros = verb.zero && !number.is_infinite();
    NumberLayout { sign, prefix: "", digits, zeros }.pad(verb)
}

/// Returns the fewest digits that identify the number, with an exponent if it is large or small.
pub(super) fn shortest(number: &Number) -> String {
    if number.is_infinite() {
        return number.to_string();
    }
    let sign = if is_negative(number) { "-" } else { "" };
    format!("{sign}{}", unsigned_shortest(number))
}

fn unsigned_shortest(number: &Number) -> String {
    let scientific = Scientific::shortest(number);
    if (-4..SHORTEST_PLAIN).contains(&scientific.exponent) || number.is_zero() {
        number.to_string().trim_start_matches('-').to_owned()
    } else {
        scientific.write()
    }
}

/// Formats `%g` with a precision: at most that number of digits, without zeros at the end of a fraction.
fn general(number: &Number, precision: usize) -> String {
    let mut rounded = Scientific::rounded(number, precision);
    let significant = rounded.digits.trim_end_matches('0').len().max(1);
    rounded.digits.truncate(significant);
    let significant = significant as i64;
    let whole_digits = rounded.exponent + 1;
    let mut threshold = precision as i64;
    if threshold > significant && significant >= whole_digits {
        threshold = significant;
    }
    if (-4..threshold).contains(&rounded.exponent) || number.is_zero() {
        fixed(number, (significant - whole_digits).max(0) as usize)
    } else {
        rounded.write()
    }
}

/// Formats a number with a fixed number of digits after the point.
fn fixed(number: &Number, places: usize) -> String {
    let digits = scaled_digits(number, places as i64);
    let digits = format!("{digits:0>width$}", width = places + 1);
    match digits.split_at(digits.len() - places) {
        (whole, "") => whole.to_owned(),
        (whole, fraction) => format!("{whole}.{fraction}"),
    }
}

/// The first digit, a point, the other digits, and the exponent of ten.
struct Scientific {
    digits: String,
    exponent: i64,
}

impl Scientific {
    fn shortest(number: &Number) -> Self {
        let text = number.to_string();
        let (whole, fraction) = text.trim_start_matches('-').split_once('.').unwrap_or((&text, ""));
        let whole = whole.trim_start_matches(['-', '0']);
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0');
        let leading_zeros = all.len() - digits.len();
        let exponent = whole.len() as i64 - leading_zeros as i64 - 1;
        match digits.trim_end_matches('0') {
            "" => Self { digits: "0".to_owned(), exponent: 0 },
            digits => Self { digits: digits.to_owned(), exponent },
        }
    }

    /// Rounds the number to `count` digits.
    fn rounded(number: &Number, count: usize) -> Self {
        if number.is_zero() {
            return Self { digits: "0".repeat(count), exponent: 0 };
        }
        // The shortest form may have been rounded up to, or down from, a power of ten.
        let exponent = Self::shortest(number).exponent;
        let candidates = [exponent, exponent - 1, exponent + 1].into_iter();
        let rounded = candidates.map(|exponent| Self {
            digits: scaled_digits(number, count as i64 - 1 - exponent),
            exponent,
        });
        let mut fitting = rounded.skip_while(|rounded| rounded.digits.len() != count);
        fitting.next().unwrap_or(Self { digits: "0".repeat(count), exponent })
    }

    fn write(&self) -> String {
        let (first, rest) = self.digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        let sign = if self.exponent < 0 { '-' } else { '+' };
        format!("{first}{point}{rest}e{sign}{:02}", self.exponent.unsigned_abs())
    }
}

/// The parts of a printed number. Padding goes between the prefix and the digits.
struct NumberLayout<'a> {
    sign: &'a str,
    prefix: &'a str,
    digits: String,
    zeros: bool,
}

impl NumberLayout<'_> {
    fn pad(&self, verb: &Verb<'_>) -> String {
        let Self { sign, prefix, digits, zeros } = self;
        let length = sign.len() + prefix.len() + digits.len();
        let missing = verb.width.saturating_sub(length);
        match (zeros, verb.minus) {
            (true, _) => format!("{sign}{prefix}{}{digits}", "0".repeat(missing)),
            (false, true) => format!("{sign}{prefix}{digits}{}", " ".repeat(missing)),
            (false, false) => format!("{}{sign}{prefix}{digits}", " ".repeat(missing)),
        }
    }
}

fn sign(verb: &Verb<'_>, negative: bool) -> &'static str {
    match negative {
        true => "-",
        false if verb.plus => "+",
        false if verb.space => " ",
        false => "",
    }
}

/// Returns `true` if the number is printed with a minus sign, which includes negative zero.
fn is_negative(number: &Number) -> bool {
    number.is_negative() || number.is_zero() && number.to_string().starts_with('-')
}

/// Returns the digits of the number × 10^`power`, rounded to a whole number.
fn scaled_digits(number: &Number, power: i64) -> String {
    // Numbers and precisions are limited far below an overflow.
    let power = i32::try_from(power).unwrap_or(i32::MAX);
    number.scaled_magnitude(power).map(|magnitude| magnitude.to_decimal()).unwrap_or_default()
}
