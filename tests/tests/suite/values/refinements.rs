//! Refinements of unknown values, compared with the reference: `tests/vectors/refinements.json`.

use hcldyn::cty::Inclusive::{No, Yes};
use hcldyn::cty::{Kind, Refiner, Value};
use hcldyn_tests::answers::{Answers, Different};
use hcldyn_tests::vectors::known_from_notation;

/// Cases with a deliberately different answer: the reason, the question and our answer.
const DIFFERENT: &Different = &[
    (
        "the bounds of the operands tell it",
        &[
            ("negate(number 1 to 5)", "number not null from -5 to -1"),
            ("negate(number above 1 below 5)", "number not null from -5 to -1"),
            ("negate(number from 3)", "number not null to -3"),
            ("negate(number below 0)", "number not null from 0"),
            ("negate(number -4 to 4 or null)", "number not null from -4 to 4"),
            ("less_than(0, number below 0)", "false"),
            ("less_than(number from 3, 3)", "false"),
            ("less_than(number below 0, 0)", "true"),
            ("greater_than(0, number below 0)", "true"),
            ("greater_than(3, number from 3)", "false"),
            ("greater_than(number below 0, 0)", "false"),
            ("less_than_or_equal(0, number below 0)", "false"),
            ("less_than_or_equal(3, number from 3)", "true"),
            ("less_than_or_equal(number 1 to 5, number below 0)", "false"),
            ("less_than_or_equal(number above 1 below 5, number below 0)", "false"),
            ("less_than_or_equal(number from 3, number below 0)", "false"),
            ("less_than_or_equal(number below 0, 0)", "true"),
            ("greater_than_or_equal(0, number below 0)", "true"),
            ("greater_than_or_equal(number from 3, 3)", "true"),
            ("greater_than_or_equal(number below 0, 0)", "false"),
            ("greater_than_or_equal(number below 0, number 1 to 5)", "false"),
            ("greater_than_or_equal(number below 0, number above 1 below 5)", "false"),
            ("greater_than_or_equal(number below 0, number from 3)", "false"),
        ],
    ),
    (
        "a null operand is an error unless the other one decides",
        &[
            ("and(bool, null bool)", "error"),
            ("and(bool not null, null bool)", "error"),
            ("and(null bool, bool)", "error"),
            ("and(null bool, bool not null)", "error"),
            ("or(bool, null bool)", "error"),
            ("or(bool not null, null bool)", "error"),
            ("or(null bool, bool)", "error"),
            ("or(null bool, bool not null)", "error"),
        ],
    ),
    (
        "a known operand decides whatever the other one is",
        &[("and(null bool, false)", "false"), ("or(null bool, true)", "true")],
    ),
    (
        "no length is the greatest",
        &[
            ("length(list)", "number not null from 0"),
            ("length(list not null)", "number not null from 0"),
            ("length(list of 2 and more or null)", "number not null from 2"),
            ("length(set)", "number not null from 0"),
            ("length(set not null)", "number not null from 0"),
            ("length(set of 2 and more or null)", "number not null from 2"),
            ("length(map)", "number not null from 0"),
            ("length(map not null)", "number not null from 0"),
            ("length(map of 2 and more or null)", "number not null from 2"),
        ],
    ),
    (
        "a set that is not wholly known has bounds to its length too",
        &[
            ("equals(set known a, set known c)", "false"),
            ("equals(set known c, set known a)", "false"),
            ("not_equal(set known a, set known c)", "true"),
            ("not_equal(set known c, set known a)", "true"),
            ("conversions(set known c, list(number))", "list(number) not null min 1 max 2"),
            ("conversions(set known c, list(string))", "list(string) not null min 1 max 2"),
            ("conversions(set known c, list(any))", "list(number) not null min 1 max 2"),
            ("ranges(set known c)", "1 to Some(2) elements"),
        ],
    ),
    (
        "the type tells how many attributes an object has",
        &[("length(object)", "1"), ("length(object not null)", "2")],
    ),
    (
        "the specification has this conversion",
        &[
            ("conversions(null list, tuple([number, string]))", "null(tuple([number, string]))"),
            ("conversions(list, tuple([number, string]))", "tuple([number, string])"),
            (
                "conversions(list not null, tuple([number, string]))",
                "tuple([number, string]) not null",
            ),
            (
                "conversions(list of 1 to 2, tuple([number, string]))",
                "tuple([number, string]) not null",
            ),
            (
                "conversions(list of 2 and more or null, tuple([number, string]))",
                "tuple([number, string])",
            ),
            ("conversions(list known c, tuple([number, string]))", r#"[1, "2"]"#),
            ("conversions(null set, tuple([number, string]))", "null(tuple([number, string]))"),
            ("conversions(set, tuple([number, string]))", "tuple([number, string])"),
            (
                "conversions(set not null, tuple([number, string]))",
                "tuple([number, string]) not null",
            ),
            (
                "conversions(set of 1 to 2, tuple([number, string]))",
                "tuple([number, string]) not null",
            ),
            ("conversions(set of 3, tuple([number, string]))", "tuple([number, string]) not null"),
            (
                "conversions(set of 2 and more or null, tuple([number, string]))",
                "tuple([number, string])",
            ),
            ("conversions(set known c, tuple([number, string]))", "[1, unknown(string)]"),
        ],
    ),
    (
        "what is said of the elements holds for a null collection, as bounds do for a null number",
        &[
            ("refine(null list, min_length 2)", "null(list(number))"),
            ("refine(null list, max_length 2)", "null(list(number))"),
            ("refine(null list, max_length 0)", "null(list(number))"),
            ("refine(null set, min_length 2)", "null(set(number))"),
            ("refine(null set, max_length 2)", "null(set(number))"),
            ("refine(null set, max_length 0)", "null(set(number))"),
            ("refine(null map, min_length 2)", "null(map(number))"),
            ("refine(null map, max_length 2)", "null(map(number))"),
            ("refine(null map, max_length 0)", "null(map(number))"),
        ],
    ),
];

#[test]
fn operations_keep_refinements() {
    answers().check_operations(1_900, |_, _, _| false);
}

#[test]
fn conversions_keep_refinements() {
    answers().check_conversions(600);
}

#[test]
fn values_are_refined_as_in_the_reference() {
    let answers = answers();
    answers.check("refine", 500, |case| {
        let refiner = answers.value(&case["value"]).clone().refine();
        let found = step(refiner, case["step"].as_str().unwrap()).finish().ok();
        answers.difference(found.as_ref(), &case["result"])
    });
}

#[test]
fn ranges_equal_those_of_the_reference() {
    let answers = answers();
    answers.check("ranges", 50, |case| {
        let range = answers.value(&case["value"]).range();
        let known = known_from_notation(&case["known"]);
        let bound =
            |bound: Option<_>| bound.map(|(number, inclusive)| (Clone::clone(number), inclusive));
        let found =
            (bound(range.lower()), bound(range.upper()), range.prefix(), range.min_length());
        let prefix = known.prefix.as_deref().unwrap_or_default();
        let expected = (known.lower, known.upper, prefix, known.min_length);
        let agrees = found == expected
            && range.max_length() == known.max_length
            && range.could_be_null() == (case["could_be_null"] == true);
        (!agrees).then(|| format!("{} to {:?} elements", range.min_length(), range.max_length()))
    });
}

/// Our answer may be known if the reference's is unknown. A known answer of the reference must be ours too,
/// except for an unknown value that could be null or of another type: the reference ignores this possibility.
#[test]
fn ranges_include_the_same_values_as_in_the_reference() {
    let answers = answers();
    answers.check("includes", 300, |case| {
        let (range, value) = (answers.value(&case["range"]), answers.value(&case["value"]));
        let found = range.range().includes(value);
        let open = case["includes"].is_null() || !value.is_known() && value.range().could_be_null();
        (found != case["includes"].as_bool() && !open).then(|| format!("{found:?}"))
    });
}

/// The answer for an unknown value holds for every value that it can become.
#[test]
fn ranges_include_all_later_values() {
    let answers = answers();
    let values = || answers.values.values();
    for (range, unknown) in values().flat_map(|a| values().map(move |b| (a.range(), b))) {
        let Some(told) = range.includes(unknown) else { continue };
        for value in values().filter(|it| unknown.range().includes(it) == Some(true)) {
            assert_eq!(range.includes(value), Some(told), "{range:?}: {unknown:?}: {value:?}");
        }
    }
}

fn answers() -> Answers {
    Answers::read("refinements.json", DIFFERENT, show)
}

/// Formats a value briefly: `number not null from 2`.
fn show(value: &Value) -> String {
    let Kind::Unknown(ty, known) = value.kind() else { return format!("{value:?}") };
    let known = known.cloned().unwrap_or_default();
    let mut words = vec![ty.to_string()];
    words.extend(known.not_null.then(|| "not null".to_owned()));
    let word = |inclusive, yes: &str, no: &str| {
        if inclusive == Yes { yes.to_owned() } else { no.to_owned() }
    };
    words.extend(
        known.lower.map(|(it, inclusive)| format!("{} {it}", word(inclusive, "from", "above"))),
    );
    words.extend(
        known.upper.map(|(it, inclusive)| format!("{} {it}", word(inclusive, "to", "below"))),
    );
    words.extend(known.prefix.map(|prefix| format!("{prefix:?}")));
    words.extend((known.min_length > 0).then(|| format!("min {}", known.min_length)));
    words.extend(known.max_length.map(|max| format!("max {max}")));
    words.join(" ")
}

fn step(refiner: Refiner, step: &str) -> Refiner {
    match step {
        "not_null" => refiner.not_null(),
        "null" => refiner.null(),
        "lower 3" => refiner.lower(3, Yes),
        "above 3" => refiner.lower(3, No),
        "upper 3" => refiner.upper(3, Yes),
        "below 3" => refiner.upper(3, No),
        "prefix ab-c" => refiner.prefix("ab-c"),
        "whole_prefix abc" => refiner.whole_prefix("abc"),
        "min_length 2" => refiner.min_length(2),
        "max_length 2" => refiner.max_length(2),
        "max_length 0" => refiner.max_length(0),
        _ => panic!("{step} is no step"),
    }
}
