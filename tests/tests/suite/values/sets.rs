//! Sets compared with the reference: `tests/vectors/sets.json`.
//!
//! Compound elements have our own order: the reference orders them by a hashed string, hcldyn by their parts.
//! Therefore the vectors are compared as sets, and the order only of elements without parts.

use hcldyn::cty::{Kind, Type, Value};
use hcldyn::functions;
use hcldyn_tests::vectors::{agrees, cases, read, same_fully, value_from_notation};
use serde_json::Value as Json;

#[test]
fn sets_have_the_same_elements_as_in_the_reference() {
    check("sets", 20, |_, case| {
        let set = set_of(case);
        let primitive = set.ty().element().is_some_and(Type::is_primitive);
        let order: Vec<Value> = case["set"]["v"].as_array().unwrap().iter().map(value).collect();
        let found = set.unmarked().elements();
        let in_order =
            found.len() == order.len() && found.iter().zip(&order).all(|(a, b)| same_fully(a, b));
        if primitive && !in_order {
            return Some(format!("{found:?}"));
        }
        compare(Some(&set), &case["set"]).or(compare(set.length().as_ref(), &case["length"]))
    });
}

#[test]
fn operations_on_sets_equal_those_of_the_reference() {
    check("operations", 400, |sets, case| {
        let (a, b) = (&sets[index(&case["a"])], &sets[index(&case["b"])]);
        let found = match case["op"].as_str().unwrap() {
            "equals" => return equality_difference(a, b, &case["result"]),
            name => functions::all()
                .find(|(other, _)| *other == name)
                .and_then(|(_, function)| function.call(vec![a.clone(), b.clone()]).ok()),
        };
        compare(found.as_ref(), &case["result"])
    });
}

/// [`Value::equals`] documents two differences: known elements make sets unequal even if other elements are
/// unknown, and elements with unknown parts may turn out to be equal.
fn equality_difference(a: &Value, b: &Value, expected: &Json) -> Option<String> {
    let found = a.equals(b);
    let expected = value(expected);
    let told_apart = !expected.is_known() && found.unmarked().as_bool() == Some(false);
    let parts = has_unknown_parts(a);
    let may_be_equal = (parts || has_unknown_parts(b)) && !found.is_known();
    let agrees = same_fully(&found, &expected) || told_apart || may_be_equal;
    (!agrees || found.marks() != expected.marks()).then(|| format!("{found:?}"))
}

/// A membership that the reference leaves unknown is not certain here either.
#[test]
fn membership_equals_that_of_the_reference() {
    check("members", 300, |sets, case| {
        let Kind::Set(set) = sets[index(&case["set"])].unmarked().kind() else { panic!("no set") };
        let found = set.contains(value(&case["value"]).unmarked());
        let expected = case["result"]["v"] == true;
        (found != expected).then(|| found.to_string())
    });
}

/// Checks a section. `difference` returns our answer if it differs from the reference's.
fn check(section: &str, least: usize, difference: impl Fn(&[Value], &Json) -> Option<String>) {
    let file = read("sets.json");
    let sets: Vec<Value> = cases(&file, "sets", 20).iter().map(set_of).collect();
    let mut wrong = Vec::new();
    for case in cases(&file, section, least) {
        let question = question(section, &sets, case);
        if let Some(found) = difference(&sets, case) {
            wrong.push(format!("{question}: {found}, not {}", case["result"]));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Formats a case in one line: `setunion(set([1]), set([2]))`.
fn question(section: &str, sets: &[Value], case: &Json) -> String {
    let set = |name: &str| case[name].as_u64().map(|index| format!("{:?}", sets[index as usize]));
    let element = || value_from_notation(&case["value"]).map(|element| format!("{element:?}"));
    let args = [set("a"), set("b"), set("set"), element()];
    let name = case["op"].as_str().unwrap_or(section);
    format!("{name}({})", args.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

fn set_of(case: &Json) -> Value {
    let elements: Vec<Value> = case["elements"].as_array().unwrap().iter().map(value).collect();
    let ty = elements[0].ty();
    Value::set(ty, elements)
}

fn value(node: &Json) -> Value {
    value_from_notation(node).unwrap()
}

fn index(node: &Json) -> usize {
    node.as_u64().unwrap() as usize
}

fn compare(found: Option<&Value>, expected: &Json) -> Option<String> {
    (!agrees(found, expected))
        .then(|| found.map_or("error".to_owned(), |found| format!("{found:?}")))
}

fn has_unknown_parts(set: &Value) -> bool {
    set.unmarked().elements().iter().any(|it| it.is_known() && !it.is_wholly_known())
}
