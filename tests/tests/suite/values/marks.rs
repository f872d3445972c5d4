//! Marks through every operation, compared with the reference: `tests/vectors/marks.json`.

use hcldyn::cty::{Descend, Inclusive, Kind, Mark, Marks, Number, Path, Step, Value};
use hcldyn::functions;
use hcldyn_tests::answers::{Answers, Different};
use hcldyn_tests::vectors::{cases, read, revealed, value_from_notation};
use serde_json::Value as Json;

/// Cases with a deliberately different answer: the reason, the question and our answer.
const DIFFERENT: &Different = &[
    (
        "the specification has this conversion",
        &[
            ("conversions(list, tuple([number, string]))", r#"[1, marked("2", {Mark(a)})]"#),
            (
                "conversions(list b, tuple([number, string]))",
                r#"marked([1, marked("2", {Mark(a)})], {Mark(b)})"#,
            ),
            ("conversions(list plain, tuple([number, string]))", r#"[1, "2"]"#),
            (
                "conversions(set, tuple([number, string]))",
                r#"marked([1, "2"], {Mark(a), Mark(b)})"#,
            ),
            ("conversions(set plain, tuple([number, string]))", r#"[1, "2"]"#),
            (
                "conversions(null list a, tuple([number, string]))",
                "marked(null(tuple([number, string])), {Mark(a)})",
            ),
            (
                "conversions(unknown list b, tuple([number, string]))",
                "marked(unknown(tuple([number, string])), {Mark(b)})",
            ),
        ],
    ),
    (
        "the bounds of the operands tell it",
        &[
            (
                "negate(number 1 to 5 b)",
                "marked(unknown(number, not null from -5 to -1), {Mark(b)})",
            ),
            ("less_than(number 1 to 5 b, 1)", "marked(false, {Mark(b)})"),
            ("less_than(number 1 to 5 b, 1 a)", "marked(false, {Mark(a), Mark(b)})"),
            ("greater_than(1, number 1 to 5 b)", "marked(false, {Mark(b)})"),
            ("greater_than(1 a, number 1 to 5 b)", "marked(false, {Mark(a), Mark(b)})"),
            ("less_than_or_equal(1, number 1 to 5 b)", "marked(true, {Mark(b)})"),
            ("less_than_or_equal(1 a, number 1 to 5 b)", "marked(true, {Mark(a), Mark(b)})"),
            ("greater_than_or_equal(number 1 to 5 b, 1)", "marked(true, {Mark(b)})"),
            ("greater_than_or_equal(number 1 to 5 b, 1 a)", "marked(true, {Mark(a), Mark(b)})"),
        ],
    ),
    (
        "no length is the greatest",
        &[
            ("length(dynamic b)", "marked(unknown(number, not null from 0), {Mark(b)})"),
            ("length(unknown list b)", "marked(unknown(number, not null from 0), {Mark(b)})"),
        ],
    ),
    (
        "a known operand decides whatever the other one is",
        &[
            ("and(null bool b, false b)", "marked(false, {Mark(b)})"),
            ("or(null bool b, true)", "marked(true, {Mark(b)})"),
            ("or(null bool b, true a)", "marked(true, {Mark(a), Mark(b)})"),
        ],
    ),
    (
        "a part of what is not known is not known",
        &[
            ("parts(dynamic b, k)", "marked(unknown(any), {Mark(b)})"),
            ("parts(dynamic b, missing)", "marked(unknown(any), {Mark(b)})"),
            ("parts(dynamic b, 0)", "marked(unknown(any), {Mark(b)})"),
            ("parts(dynamic b, 1 a)", "marked(unknown(any), {Mark(a), Mark(b)})"),
            ("parts(dynamic b, 9)", "marked(unknown(any), {Mark(b)})"),
            ("parts(dynamic b, text k)", "marked(unknown(any), {Mark(b)})"),
            ("parts(dynamic b, text k b)", "marked(unknown(any), {Mark(b)})"),
            ("parts(dynamic b, number a)", "marked(unknown(any), {Mark(a), Mark(b)})"),
            ("parts(dynamic b, text b)", "marked(unknown(any), {Mark(b)})"),
            ("parts(tuple, number a)", "marked(unknown(any), {Mark(a)})"),
            ("parts(tuple b, number a)", "marked(unknown(any), {Mark(a), Mark(b)})"),
            ("parts(nested, number a)", "marked(unknown(any), {Mark(a)})"),
        ],
    ),
];

#[test]
fn operations_carry_marks() {
    // In the reference, an unknown operand hides that the other one is null.
    answers().check_operations(900, |a, b, found| {
        found.is_none() && (a.is_null() || b.is_some_and(Value::is_null))
    });
}

#[test]
fn conversions_carry_marks() {
    answers().check_conversions(400);
}

#[test]
fn parts_have_the_marks_of_the_whole() {
    let (answers, keys) = (answers(), answers().named("keys"));
    answers.check("parts", 300, |case| {
        let step = match case["attr"].as_str() {
            Some(name) => Step::Attr(name.into()),
            None => Step::Index(keys[case["key"].as_str().unwrap()].clone()),
        };
        let found = Path::from(step.clone()).apply(answers.value(&case["value"])).ok();
        // The reference loses marks if the collection or the key is unknown. An unknown collection then hides
        // that the key is null.
        match (found, step) {
            (None, Step::Index(key)) if key.is_null() => None,
            (Some(found), _)
                if !found.is_known()
                    && case["result"]["marks"].is_null()
                    && !case["result"].is_null() =>
            {
                answers.difference(Some(found.unmarked()), &case["result"])
            }
            (found, _) => answers.difference(found.as_ref(), &case["result"]),
        }
    });
}

#[test]
fn marks_have_the_same_paths_as_in_the_reference() {
    let answers = answers();
    answers.check("paths", 30, |case| {
        let value = answers.value(&case["value"]);
        let (plain, mut marks) = value.clone().unmark_deep_with_paths();
        assert_eq!(plain.clone().mark_with_paths(&marks), *value);
        let mut expected: Vec<_> = case["marks"].as_array().unwrap().iter().map(marks_at).collect();
        for places in [&mut marks, &mut expected] {
            places.sort_by_key(|(path, _)| path.to_string());
        }
        let mut walked = Vec::new();
        value.walk(|path, _| {
            walked.push(path.clone());
            Descend::Into
        });
        let steps: Vec<Path> = case["walked"].as_array().unwrap().iter().map(path).collect();
        let agrees = marks == expected && walked == steps;
        answers
            .difference(Some(&plain), &case["plain"])
            .or((!agrees).then(|| format!("{marks:?}, {walked:?}")))
    });
}

fn answers() -> Answers {
    Answers::read("marks.json", DIFFERENT, show)
}

fn marks_at(node: &Json) -> (Path, Marks) {
    let marks = node["marks"].as_array().unwrap().iter();
    (path(&node["path"]), marks.map(|mark| Mark::new(mark.as_str().unwrap())).collect())
}

fn path(steps: &Json) -> Path {
    let step = |step: &Json| match step.as_str() {
        Some(name) => Step::Attr(name.into()),
        None => Step::Index(value_from_notation(step).unwrap()),
    };
    steps.as_array().unwrap().iter().map(step).collect()
}

/// Formats a value briefly.
fn show(value: &Value) -> String {
    match value.kind() {
        Kind::Marked(value, marks) => format!("marked({}, {marks:?})", show(value)),
        Kind::Unknown(ty, Some(known)) => {
            let bound = |name: &str, bound: &Option<(Number, Inclusive)>| {
                bound.as_ref().map_or(String::new(), |(bound, _)| format!(" {name} {bound}"))
            };
            let (lower, upper) = (bound("from", &known.lower), bound("to", &known.upper));
            format!("unknown({ty}, not null{lower}{upper})")
        }
        _ => revealed(value),
    }
}

/// Functions whose result omits the marks of unused arguments: an unneeded default, or a null among maps.
const FINER: &[&str] = &["lookup", "merge"];

#[test]
fn functions_carry_the_marks_of_their_arguments() {
    let file = read("functions.json");
    let mut lost = Vec::new();
    for case in cases(&file, "cases", 800) {
        let name = case["fn"].as_str().unwrap();
        let Some((_, function)) = functions::all().find(|(other, _)| *other == name) else {
            continue;
        };
        let args: Vec<Value> = case["args"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| value_from_notation(it).unwrap())
            .collect();
        for position in 0..args.len() {
            let mut marked = args.clone();
            marked[position] = args[position].clone().mark(Mark::new("carried"));
            let (Ok(plain), Ok(result)) = (function.call(args.clone()), function.call(marked))
            else {
                continue;
            };
            let (result, marks) = result.unmark_deep();
            if !marks.contains(&Mark::new("carried")) && !FINER.contains(&name) {
                lost.push(format!("{name}({args:?}): argument {position}"));
            }
            if result != plain.unmark_deep().0 {
                lost.push(format!(
                    "{name}({args:?}): argument {position} changes the result to {result:?}"
                ));
            }
        }
    }
    assert!(lost.is_empty(), "{}:\n{}", lost.len(), lost.join("\n"));
}
