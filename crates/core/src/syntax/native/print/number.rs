//! Numbers as source text.

use crate::cty::Number;

/// The maximum number of digits of a number without an exponent, unless the exponent would make it longer.
const MAX_PLAIN_DIGITS: usize = 21;

/// Returns a finite number in decimal notation. Long ones have an exponent if they are shorter with it.
pub(super) fn number_text(number: &Number) -> String {
    let plain = number.to_string();
    if plain.len() <= MAX_PLAIN_DIGITS {
        return plain;
    }
    let short = with_exponent(&plain);
    // Some numbers round differently in the two notations.
    let is_equal = || Number::parse(&short).is_ok_and(|read| read == *number);
    if short.len() < plain.len() && is_equal() { short } else { plain }
}

/// Returns a plain decimal with one digit before the point, and an exponent.
fn with_exponent(plain: &str) -> String {
    let (sign, digits) = plain.strip_prefix('-').map_or(("", plain), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    let significant = all.trim_start_matches('0');
    let leading = all.len() - significant.len();
    let exponent = whole.len() as i64 - leading as i64 - 1;
    let (first, rest) = significant.split_at(significant.len().min(1));
    let point = if rest.trim_end_matches('0').is_empty() { "" } else { "." };
    let rest = rest.trim_end_matches('0');
    format!("{sign}{first}{point}{rest}e{exponent}")
}
