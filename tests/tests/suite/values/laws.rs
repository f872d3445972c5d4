//! Properties of all values and types.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};

use hcldyn::cty::convert::{can_convert, convert, convert_safely, unify, unify_safely};
use hcldyn::cty::{Descend, Mark, Number, Path, Refinement, Type, Value};
use proptest::collection::vec;
use proptest::prelude::*;

proptest! {
    #[test]
    fn conversion_is_idempotent(value in any_value(), wanted in any_type()) {
        if let Ok(once) = convert(value.clone(), &wanted) {
            prop_assert!(can_convert(&value.ty(), &wanted));
            prop_assert!(once.ty().conforms_to(&wanted), "{:?} to {}", once, wanted);
            prop_assert_eq!(convert(once.clone(), &wanted), Ok(once));
        }
    }

    #[test]
    fn a_safe_conversion_is_a_conversion(value in any_value(), wanted in any_type()) {
        if let Ok(safe) = convert_safely(value.clone(), &wanted) {
            prop_assert_eq!(convert(value, &wanted), Ok(safe));
        }
    }

    #[test]
    fn conversion_keeps_every_mark(value in any_value(), wanted in any_type()) {
        let marks = value.clone().unmark_deep().1;
        // An attribute that the target type lacks is dropped with its marks.
        let objects = format!("{wanted}").contains("object");
        if let Ok(converted) = convert(value, &wanted) && !objects {
            prop_assert_eq!(converted.unmark_deep().1, marks);
        }
    }

    #[test]
    fn unification_is_symmetric(a in any_type(), b in any_type()) {
        prop_assert_eq!(unify([&a, &b]), unify([&b, &a]));
        prop_assert_eq!(unify_safely([&a, &b]), unify_safely([&b, &a]));
    }

    #[test]
    fn both_types_convert_to_what_they_unify_to(a in any_type(), b in any_type()) {
        if let Some(common) = unify([&a, &b]) {
            prop_assert!(can_convert(&a, &common) && can_convert(&b, &common), "{}", common);
        }
    }

    #[test]
    fn the_order_of_values_is_total(a in any_value(), b in any_value(), c in any_value()) {
        prop_assert_eq!(a.total_cmp(&b), b.total_cmp(&a).reverse());
        let mut sorted = [&a, &b, &c];
        sorted.sort_by(|a, b| a.total_cmp(b));
        prop_assert_ne!(sorted[0].total_cmp(sorted[2]), Ordering::Greater);
        if a == b {
            prop_assert_eq!(a.total_cmp(&b), Ordering::Equal);
        }
    }

    #[test]
    fn a_set_does_not_depend_on_the_order_of_its_elements(
        (elements, shuffled) in vec(any_known(), 0..6)
            .prop_flat_map(|elements| (Just(elements.clone()), Just(elements).prop_shuffle())),
    ) {
        let set = |elements| Value::set(Type::Dynamic, elements);
        prop_assert_eq!(set(elements).total_cmp(&set(shuffled)), Ordering::Equal);
    }

    #[test]
    fn equal_values_have_equal_hashes(a in any_value(), b in any_value()) {
        prop_assert_eq!(hash(&a), hash(&a.clone()));
        if a == b {
            prop_assert_eq!(hash(&a), hash(&b));
        }
    }

    #[test]
    fn equality_of_the_language_is_symmetric_and_agrees_with_the_order(
        a in any_value(), b in any_value(),
    ) {
        prop_assert_eq!(a.equals(&b), b.equals(&a));
        if a.is_wholly_known() && b.is_wholly_known() && a.ty() == b.ty() {
            let equal = a.unmarked().equals(b.unmarked()).unmarked().as_bool();
            prop_assert_eq!(equal, Some(a.total_cmp(&b).is_eq()));
        }
    }

    #[test]
    fn a_walk_visits_every_part_once(value in any_value()) {
        let mut places = Vec::new();
        value.walk(|path, _| {
            places.push(path.clone());
            Descend::Into
        });
        prop_assert_eq!(places.len(), count_parts(&value));
        #[allow(clippy::mutable_key_type, reason = "what changes in a value is only a cached type")]
        let distinct: std::collections::HashSet<&Path> = places.iter().collect();
        // Unknown elements of a set are their own keys, so they are not distinct.
        if value.is_wholly_known() {
            prop_assert_eq!(distinct.len(), places.len());
        }
    }

    #[test]
    fn replacing_nothing_changes_nothing(value in any_value()) {
        prop_assert_eq!(value.clone().transform(|_, part| Ok::<_, ()>(part)), Ok(value));
    }

    #[test]
    fn marks_return_to_their_paths(value in any_value()) {
        let (plain, marks) = value.clone().unmark_deep_with_paths();
        prop_assert!(!plain.contains_marked());
        prop_assert_eq!(plain.mark_with_paths(&marks), value);
    }

    #[test]
    fn a_value_is_in_its_own_range(value in any_value()) {
        prop_assert_ne!(value.range().includes(&value), Some(false));
    }
}

fn hash(value: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn count_parts(value: &Value) -> usize {
    1 + value.unmarked().elements().iter().map(count_parts).sum::<usize>()
}

/// Few values of each kind, so that equal ones are common.
fn any_leaf() -> impl Strategy<Value = Value> {
    let prefix = Refinement::not_null().with_prefix("a-");
    let text = Value::unknown_refined(Type::String, prefix);
    let literal = |text: &str| text.parse::<Number>().map_or(Value::dynamic(), Value::number);
    prop_oneof![
        4 => any_scalar(),
        1 => Just(Value::null(Type::Number)),
        1 => Just(Value::unknown(Type::Number)),
        1 => Just(text),
        1 => Just(Value::dynamic()),
        1 => Just(literal("0.1")),
        1 => Just(Value::null(Type::Dynamic)),
    ]
}

fn any_scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        (0..4i32).prop_map(Value::from),
        "[ab1]".prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::from("true")),
        Just(Value::try_from(0.1f64).unwrap_or(Value::dynamic())),
    ]
}

fn any_known() -> BoxedStrategy<Value> {
    any_scalar().prop_recursive(3, 12, 3, compound).boxed()
}

fn any_value() -> BoxedStrategy<Value> {
    let parts = any_leaf().prop_recursive(3, 16, 3, |inner| {
        let marked = (inner.clone(), "[mn]").prop_map(|(value, mark)| value.mark(Mark::new(&mark)));
        prop_oneof![3 => compound(inner), 1 => marked]
    });
    parts.boxed()
}

/// Structures of any values, and collections of scalars that convert to one type.
fn compound(inner: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let collection = |ty: fn(Type) -> Type| {
        move |elements: Vec<Value>| {
            let wanted = ty(Type::String);
            convert(Value::tuple(elements), &wanted).unwrap_or(Value::null(wanted))
        }
    };
    let numbers = vec(0..4i32, 0..3).prop_map(|numbers| {
        Value::set(Type::Number, numbers.into_iter().map(Value::from).collect())
    });
    let compound = prop_oneof![
        vec(inner.clone(), 0..3).prop_map(Value::tuple),
        vec(("[abc]", inner), 0..3).prop_map(Value::object),
        vec(any_scalar(), 0..3).prop_map(collection(Type::list)),
        vec(any_scalar(), 0..3).prop_map(collection(Type::set)),
        numbers,
    ];
    compound.boxed()
}

fn any_type() -> impl Strategy<Value = Type> {
    let leaf =
        prop_oneof![Just(Type::Dynamic), Just(Type::Bool), Just(Type::Number), Just(Type::String),];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(Type::list),
            inner.clone().prop_map(Type::set),
            inner.clone().prop_map(Type::map),
            vec(inner.clone(), 0..3).prop_map(Type::tuple),
            vec(("[abc]", inner), 0..3).prop_map(Type::object),
        ]
    })
}
