//! Evaluation in several processes: artifacts, and the changes that a later process may make.

mod check;
mod damage;
mod decoder;
mod peer;
mod round_trip;

use hcldyn::cty::{Inclusive, Mark, Number, Type, Value};
use hcldyn::load::artifact::Artifact;
use hcldyn::syntax::Source;

/// A string that normalization would change: an "e" with a combining accent.
const TEXT: &str = "url = \"https://caf\u{65}\u{301}/${id}\"\n";

/// Returns an artifact with values of many kinds.
fn planned() -> Artifact {
    let id = Value::unknown(Type::String).refine().not_null().whole_prefix("i-").finish().unwrap();
    let port = Value::unknown(Type::Number).refine().lower(1, Inclusive::Yes).finish().unwrap();
    let zones = Value::set(Type::String, vec!["a".into(), id.clone()]);
    let user = Value::object([
        ("name", Value::from("root")),
        ("password", Value::from("hunter2").mark(Mark::sensitive())),
        ("token", Value::unknown(Type::String).mark(Mark::sensitive())),
    ]);
    let server = Value::object([
        ("id", id),
        ("ports", Value::list(Type::Number, vec![80.into(), port])),
        ("most", Value::number(Number::INFINITY)),
        ("users", Value::map(user.ty(), vec![("0".into(), user)])),
        ("zones", zones.mark(Mark::new("of the cloud"))),
        ("later", Value::dynamic()),
    ]);
    Artifact::new()
        .with_source(Source::new("a.hcl", TEXT))
        .with_source(Source::new("b.json", "{\"port\": 80}"))
        .with_value("server", server)
        .with_value("a \"b\"", Value::null(Type::Bool))
}

/// Writes the artifact in both forms.
fn written(artifact: &Artifact) -> [Vec<u8>; 2] {
    [artifact.to_json().unwrap(), artifact.to_msgpack().unwrap()]
}
