use super::*;
use crate::{CapsuleType, Mark, ObjectType, Shape, Str};

fn strings(texts: &[&str]) -> Value {
    Value::list(Type::String, texts.iter().map(|text| Value::from(*text)).collect())
}

fn error(value: Value, wanted: &Type) -> String {
    convert(value, wanted).unwrap_err().to_string()
}

/// `object({ rules = list(object({ port = number, note = optional(string) })) })`
fn rules() -> Type {
    let rule = ObjectType::new([
        (Str::new("port"), Type::Number, false),
        (Str::new("note"), Type::String, true),
    ]);
    Type::object([("rules", Type::list(Type::Object(rule.into())))])
}

#[test]
fn primitive_types() {
    assert_eq!(convert(true.into(), &Type::String), Ok("true".into()));
    assert_eq!(convert("0".into(), &Type::Bool), Ok(false.into()));
    assert_eq!(convert("1e3".into(), &Type::Number), Ok(1000.into()));
    assert_eq!(convert(1000.into(), &Type::String), Ok("1000".into()));
    assert_eq!(error("".into(), &Type::Number), "a number is required");
    assert_eq!(error(1.into(), &Type::Bool), "a bool is required, not a number");
    let message = "a bool is required; write \"true\" in lowercase";
    assert_eq!(error("True".into(), &Type::Bool), message);
}

#[test]
fn values_of_the_type_are_unchanged() {
    let list = strings(&["a"]);
    let before = list.elements().as_ptr();
    let list = convert(list, &Type::list(Type::String)).unwrap();
    let list = convert(list, &Type::list(Type::Dynamic)).unwrap();
    assert_eq!(list.elements().as_ptr(), before);
    let marked = list.mark(Mark::sensitive());
    assert_eq!(convert(marked.clone(), &Type::list(Type::String)), Ok(marked));
}

#[test]
fn an_object_gets_the_attributes_and_order_of_the_type() {
    let rule = Value::object([("port", Value::from("80")), ("more", true.into())]);
    let given = Value::object([("rules", Value::tuple(vec![rule]))]);
    let converted = convert(given, &rules()).unwrap();
    let rule = [("note", Value::null(Type::String)), ("port", 80.into())];
    assert_eq!(converted.as_object().unwrap().values()[0].elements(), [Value::object(rule)]);
    assert_eq!(converted.ty(), rules().without_optional());

    let kept = Shape::new(["b".into(), "a".into()]);
    let wanted = ObjectType::of_shape(kept, [Type::Bool, Type::Bool]);
    let given = Value::object([("a", Value::from(true)), ("b", false.into())]);
    let converted = convert(given, &Type::Object(wanted.into())).unwrap();
    assert_eq!(converted.as_object().unwrap().values(), [false, true].map(Value::from));
}

#[test]
fn an_error_has_a_path() {
    let rule = |port: Value| Value::object([("port", port)]);
    let given = |rule| Value::object([("rules", Value::tuple(vec![rule]))]);
    let message = "attribute \"rules\": element 0: attribute \"port\": a number is required";
    assert_eq!(error(given(rule("http".into())), &rules()), message);
    let message = "attribute \"rules\": element 0: the required attribute \"port\" is missing";
    assert_eq!(error(given(Value::object::<&str>([])), &rules()), message);
}

#[test]
fn tuples_need_the_exact_length() {
    let pair = Type::tuple([Type::String, Type::Number]);
    let converted = Value::tuple(vec!["1".into(), 2.into()]);
    assert_eq!(convert(strings(&["1", "2"]), &pair), Ok(converted));
    let message = "a tuple with exactly 2 elements is required, not one with 1";
    assert_eq!(error(strings(&["1"]), &pair), message);
}

#[test]
fn elements_of_any_type_get_one_type() {
    let any = Type::list(Type::Dynamic);
    let mixed = Value::tuple(vec![1.into(), "a".into(), Value::null(Type::Dynamic)]);
    let expected = vec!["1".into(), "a".into(), Value::null(Type::String)];
    assert_eq!(convert(mixed, &any), Ok(Value::list(Type::String, expected)));
    let nothing = Value::tuple(vec![1.into(), true.into()]);
    assert_eq!(error(nothing, &any), "all elements of a list must have the same type");
    // A null does not affect the common type of the others.
    let null_first = Value::tuple(vec![Value::null(Type::Dynamic), strings(&["a"])]);
    let texts = Type::list(Type::String);
    let expected = Value::list(texts.clone(), vec![Value::null(texts), strings(&["a"])]);
    assert_eq!(convert(null_first, &any), Ok(expected));
}

#[test]
fn unknown_values_keep_their_refinements() {
    let tuple = Value::unknown(Type::tuple([Type::String, Type::Number]));
    let set = convert(tuple.clone().refine_not_null(), &Type::set(Type::Dynamic)).unwrap();
    let expected = Refinement::not_null().with_length(1, Some(2));
    assert_eq!(set, Value::unknown_refined(Type::set(Type::String), expected));
    let list = convert(tuple, &Type::list(Type::String)).unwrap();
    let expected = Refinement::default().with_length(2, Some(2));
    assert_eq!(list, Value::unknown_refined(Type::list(Type::String), expected));
    // Unknown elements of a set may be equal.
    let elements = vec![Value::unknown(Type::Number), 1.into()];
    let list = convert(Value::set(Type::Number, elements), &Type::list(Type::String)).unwrap();
    let expected = Refinement::not_null().with_length(1, Some(2));
    assert_eq!(list, Value::unknown_refined(Type::list(Type::String), expected));
}

#[test]
fn converted_types_have_no_optional_attributes() {
    let wanted = rules();
    let bare = wanted.without_optional();
    let map = Value::null(Type::map(Type::list(Type::map(Type::String))));
    assert_eq!(convert(map, &wanted), Ok(Value::null(bare.clone())));
    assert_eq!(convert(Value::dynamic(), &wanted), Ok(Value::unknown(bare.clone())));
    assert_eq!(convert(Value::null(wanted.clone()), &wanted), Ok(Value::null(bare.clone())));
    let empty = convert(Value::tuple(vec![]), &Type::list(wanted)).unwrap();
    assert_eq!(empty, Value::list(bare, vec![]));
}

#[test]
fn marks_stay_on_parts_and_move_from_elements_to_sets() {
    let marked = || Value::from(1).mark(Mark::sensitive());
    let list = convert(Value::tuple(vec![marked()]), &Type::list(Type::String)).unwrap();
    assert!(!list.is_marked() && list.elements()[0].is_marked());
    let set = convert(Value::tuple(vec![marked()]), &Type::set(Type::String)).unwrap();
    assert_eq!(set, Value::set(Type::String, vec!["1".into()]).mark(Mark::sensitive()));
}

#[test]
fn capsules_convert_to_nothing_else() {
    let ty = CapsuleType::new("handle");
    let handle = Value::capsule(&ty, 1u8);
    assert!(convert(handle.clone(), &Type::Capsule(ty)).is_ok());
    assert_eq!(error(handle, &Type::String), "a string is required, not a handle");
}

#[test]
fn many_different_types_unify_in_time() {
    let types: Vec<Type> =
        (0..200_000).map(|i| if i % 2 == 0 { Type::Number } else { Type::String }).collect();
    assert_eq!(unify(&types), Some(Type::String));
    let objects: Vec<Type> =
        (0..20_000).map(|i| Type::object([(format!("a{i}"), Type::Number)])).collect();
    assert_eq!(unify(&objects), Some(Type::map(Type::Number)));
    let set = Type::set(Type::String);
    let primitive = |number: usize| [Type::Bool, Type::Number, Type::String][number % 3].clone();
    let tuple = |number| Type::tuple((0..9).map(|place| primitive(number / 3usize.pow(place))));
    let tuples: Vec<_> = (0..3usize.pow(9)).map(tuple).collect();
    let in_turns = tuples.iter().flat_map(|tuple| [tuple, &set]);
    assert_eq!(unify(in_turns), Some(set.clone()));
}

#[test]
fn an_error_does_not_reveal_a_marked_string() {
    let advice = |value: Value| convert(value, &Type::Bool).unwrap_err().message;
    assert_eq!(advice("TRUE".into()), "a bool is required; write \"true\" in lowercase");
    let marked = || Value::from("TRUE").mark(Mark::sensitive());
    assert_eq!(advice(marked()), "a bool is required");
    let list = Value::tuple(vec![marked()]);
    let error = convert(list, &Type::list(Type::Bool)).unwrap_err();
    assert_eq!(error.to_string(), "element 0: a bool is required");
    // Marks of a set's elements are on the set. Keys of a marked map are not shown either.
    let set = Value::set(Type::String, vec![marked()]);
    let error = convert(set, &Type::set(Type::Bool)).unwrap_err();
    assert_eq!(error.to_string(), "a set of bools is required");
    let map = |value| Value::map(Type::Dynamic, vec![("key".into(), value)]);
    let error = convert(map(1.into()).mark(Mark::sensitive()), &Type::map(Type::Bool)).unwrap_err();
    assert_eq!(error.to_string(), "a bool is required, not a number");
}
