//! Paths as JSON: `["disks", 0, "id"]`.
//!
//! A string can name an attribute or be the key of a map; only the value decides.

use serde_json::Value as Json;

use crate::cty::{Kind, Path, Step, Value};

/// Returns a path as JSON. A path into a set has no JSON form, since the key of an element is the element
/// itself.
pub(super) fn to_json(path: &Path) -> Json {
    let step = |step: &Step| match step {
        Step::Attr(name) => Json::from(name.as_str()),
        Step::Index(key) => match key.as_number() {
            Some(position) => Json::from(position.to_usize()),
            None => Json::from(key.as_str()),
        },
    };
    path.steps().iter().map(step).collect()
}

/// Returns the path that `address` describes in `value`; `None` if the value has no such part.
pub(super) fn from_json(address: &Json, value: &Value) -> Option<Path> {
    let (mut path, mut part) = (Path::root(), value.clone());
    for step in address.as_array()? {
        let step = match (part.unmarked().kind(), step) {
            (Kind::Object(_), Json::String(name)) => Step::Attr(name.as_str().into()),
            (Kind::Map(_), Json::String(key)) => Step::Index(key.as_str().into()),
            (_, Json::Number(position)) => Step::Index(position.as_u64()?.into()),
            _ => return None,
        };
        let next = Path::from(step.clone());
        part = next.apply(&part).ok()?;
        path = path.then(step);
    }
    Some(path)
}
