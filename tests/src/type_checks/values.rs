//! The variables of random expressions, and random values of their types.

use hcldyn::cty::{Type, Value};

use crate::random::Random;

/// The type of a site.
pub(super) fn site() -> Type {
    Type::object([("name", Type::String), ("port", Type::Number)])
}

/// The variables with their declared types.
pub(super) fn variables() -> Vec<(&'static str, Type)> {
    vec![
        ("num", Type::Number),
        ("count", Type::Number),
        ("name", Type::String),
        ("flag", Type::Bool),
        ("names", Type::list(Type::String)),
        ("numbers", Type::list(Type::Number)),
        ("ids", Type::set(Type::String)),
        ("ports", Type::map(Type::Number)),
        ("site", site()),
        ("sites", Type::list(site())),
        ("by_name", Type::map(site())),
        ("pair", Type::tuple([Type::String, Type::Number])),
        ("anything", Type::Dynamic),
    ]
}

/// A random value of a type.
pub(super) fn random(ty: &Type, random: &mut Random, depth: usize) -> Value {
    if random.percent(8) {
        return Value::null(ty.clone());
    }
    let count = if random.percent(25) { 0 } else { 1 + random.below(3) };
    match ty {
        Type::Bool => Value::from(random.percent(50)),
        Type::Number => Value::from(*random.pick(&[0_i64, 1, 2, 3, -1, 80])),
        Type::String => Value::from(*random.pick(&["a", "b", "", "1", "2", "true", "name"])),
        Type::List(element) => {
            let elements = (0..count).map(|_| self::random(element, random, depth + 1)).collect();
            Value::list(Type::clone(element), elements)
        }
        Type::Set(element) => {
            let elements = (0..count).map(|_| self::random(element, random, depth + 1)).collect();
            Value::set(Type::clone(element), elements)
        }
        Type::Map(element) => {
            let names = ["a", "b", "name"].into_iter().take(count);
            let entries = names.map(|name| (name.into(), self::random(element, random, depth + 1)));
            Value::map(Type::clone(element), entries.collect())
        }
        Type::Tuple(elements) => {
            let elements = elements.iter().map(|it| self::random(it, random, depth + 1));
            Value::tuple(elements.collect::<Vec<_>>())
        }
        Type::Object(object) => {
            let attributes =
                object.iter().map(|(name, ty)| (name.clone(), self::random(ty, random, depth + 1)));
            Value::object(attributes.collect::<Vec<_>>())
        }
        _ if depth > 3 => Value::from(1),
        _ => {
            let variables = variables();
            let (_, ty) = random.pick(&variables[..variables.len() - 1]);
            self::random(ty, random, depth + 1)
        }
    }
}
