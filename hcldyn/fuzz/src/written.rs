//! Encoding of values and structs.

use std::convert::Infallible;

use hcldyn::cty::{Kind, Value};
use hcldyn::edit::Document;
use hcldyn::spec::{Encoder, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, HclDecode, HclEncode, parse_body, to_string};

use crate::context;
use crate::random_spec::{SPEC_BYTES, random_spec};

/// Decodes a source by a spec and encodes the value. That must decode to an equal value.
pub fn encode(bytes: &[u8]) {
    let Some((chosen, text)) = bytes.split_at_checked(SPEC_BYTES) else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let spec = random_spec(chosen);
    if spec.check().is_err() {
        return;
    }
    let ctx = context::known();
    let Some(value) = decoded(text, &spec, &ctx) else { return };
    let encoder = Encoder::new().reveal_sensitive();
    // Unknown and infinite values have no source form.
    let Ok(written) = encoder.encode(&value, &spec) else { return };
    let again = decoded(&written, &spec, &ctx);
    let again = again.unwrap_or_else(|| panic!("{written} does not decode"));
    assert_eq!(plain(again), plain(value), "{written}");
}

/// Returns a value without marks, and with the types that its source form has if the spec allows any type: a collection is
/// written as a tuple or an object.
fn plain(value: Value) -> Value {
    let plain = value.unmark_deep().0.transform(|_, part| {
        let elements = || part.elements().to_vec();
        Ok::<_, Infallible>(match part.kind() {
            Kind::List(_) | Kind::Set(_) => Value::tuple(elements()),
            Kind::Map(map) => Value::object(map.keys().iter().cloned().zip(elements())),
            _ => part,
        })
    });
    let Ok(plain) = plain;
    plain
}

fn decoded(text: &str, spec: &Spec, ctx: &EvalContext) -> Option<Value> {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("fuzz", text), &mut diags);
    let value = decode(&body, spec, ctx, &mut diags);
    (!diags.has_errors()).then_some(value)
}

#[derive(HclDecode, HclEncode)]
struct Config {
    a: Option<String>,
    #[hcl(default = 1)]
    b: u8,
    c: Option<Vec<u8>>,
    d: Option<std::collections::BTreeMap<String, Value>>,
    #[hcl(block)]
    block: Vec<Block>,
    #[hcl(blocks)]
    steps: Vec<Step>,
    #[hcl(block)]
    name: std::collections::BTreeMap<String, Block>,
}

#[derive(HclDecode, HclEncode)]
struct Block {
    a: Option<Value>,
    #[hcl(block)]
    c: Vec<Inner>,
}

#[derive(HclDecode, HclEncode)]
struct Inner {
    #[hcl(label)]
    key: String,
    b: Option<bool>,
}

#[derive(HclDecode, HclEncode)]
enum Step {
    Copy(Inner),
    Move(Inner),
}

/// Decodes two sources, separated by a zero byte, and updates the first one to the struct of the second one.
pub fn update(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Some((before, after)) = text.split_once('\0') else { return };
    let ctx = context::known();
    let Ok(mut document) = before.parse::<Document>() else { return };
    if hcldyn::from_str::<Config>(before, &ctx).is_err() {
        return;
    }
    let Ok(config) = hcldyn::from_str::<Config>(after, &ctx) else { return };
    let Ok(expected) = to_string(&config) else { return };
    if let Err(error) = config.update(&mut document, &ctx) {
        return assert!(before.contains("dynamic"), "{error}\n{before}\n---\n{after}");
    }
    let text = document.to_string();
    let again = hcldyn::from_str::<Config>(&text, &ctx).unwrap_or_else(|it| panic!("{text}\n{it}"));
    assert_eq!(to_string(&again).ok(), Some(expected), "{before}\n---\n{text}");
    config.update(&mut document, &ctx).expect("nothing differs");
    assert_eq!(document.to_string(), text, "an update without differences changed the document");
}
