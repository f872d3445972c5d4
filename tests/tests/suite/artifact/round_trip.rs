//! Artifacts are read back as they were written.

use hcldyn::cty::msgpack::{from_msgpack, to_msgpack};
use hcldyn::cty::{CapsuleType, Descend, Mark, Path, Type, Value};
use hcldyn::load::artifact::{Artifact, ArtifactError};
use hcldyn::syntax::{Source, source_from_bytes};
use hcldyn::{Diagnostics, EvalContext};
use hcldyn_tests::notation::value_to_notation;
use proptest::prelude::*;

use super::{TEXT, planned, written};
use crate::support::random_values::typed_value;

fn values(artifact: &Artifact) -> Vec<(String, Value)> {
    artifact.values().map(|(name, value)| (name.to_owned(), value.clone())).collect()
}

#[test]
fn values_come_back_the_same() {
    for bytes in written(&planned()) {
        assert_eq!(values(&Artifact::from_bytes(&bytes).unwrap()), values(&planned()));
    }
}

/// All later versions must read the files of this version of the format. The reference reads them too.
#[test]
fn the_format_stays_as_it_is() {
    let json = include_bytes!("recorded/version-1.json").as_slice();
    let messagepack = include_bytes!("recorded/version-1.msgpack").as_slice();
    assert_eq!(written(&planned()), [json, messagepack]);
}

#[test]
fn sources_come_back_byte_for_byte() {
    for bytes in written(&planned()) {
        let artifact = Artifact::from_bytes(&bytes).unwrap();
        let sources = artifact.sources().iter().map(|it| (it.name(), it.text()));
        assert_eq!(sources.collect::<Vec<_>>(), [("a.hcl", TEXT), ("b.json", "{\"port\": 80}")]);
    }
}

#[test]
fn sources_are_parsed_to_the_same_body() {
    let artifact = Artifact::from_bytes(planned().to_msgpack().unwrap()).unwrap();
    let mut diags = Diagnostics::new();
    let attributes = artifact.body(&mut diags).just_attributes(&mut diags);
    let names: Vec<_> = attributes.iter().map(|it| it.name.to_string()).collect();
    assert_eq!(names, ["url", "port"]);
    assert!(diags.is_empty());
    attributes[0].expr.value(&EvalContext::new(), &mut diags);
    // The combining accent takes two bytes and no column.
    assert!(diags.to_string().starts_with("a.hcl:1:23: error: "), "{diags}");
}

/// The path to a part of a set contains the set's element.
#[test]
fn sets_of_sets_and_of_large_elements_come_back() {
    let deep =
        |innermost: Value| (0..100).fold(innermost, |value, _| Value::set(value.ty(), vec![value]));
    let numbers = Value::list(Type::Number, (0..50_000).map(Value::from).collect());
    let wide = Value::set(numbers.ty(), vec![numbers]);
    let artifact = Artifact::new()
        .with_value("known", deep(1.into()))
        .with_value("unknown", deep(Value::unknown(Type::Number)))
        .with_value("wide", Value::tuple(vec![wide, Value::from(1).mark(Mark::sensitive())]));
    for bytes in written(&artifact) {
        assert_eq!(values(&Artifact::from_bytes(&bytes).unwrap()), values(&artifact));
    }
}

#[test]
fn an_empty_artifact_comes_back() {
    for bytes in written(&Artifact::new()) {
        let artifact = Artifact::from_bytes(&bytes).unwrap();
        assert!(artifact.sources().is_empty() && artifact.values().len() == 0);
        let mut diags = Diagnostics::new();
        assert!(artifact.body(&mut diags).just_attributes(&mut diags).is_empty());
    }
}

/// The file does not depend on the order in which values were added.
#[test]
fn values_are_in_the_order_of_their_names() {
    let one = Artifact::new().with_value("a", 1.into()).with_value("b", 2.into());
    let two = Artifact::new().with_value("b", 2.into()).with_value("a", 1.into());
    assert_eq!(written(&one), written(&two));
    let names: Vec<_> = two.values().map(|(name, _)| name).collect();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn values_without_a_written_form_are_reported() {
    let socket = Value::capsule(&CapsuleType::new("socket"), 7);
    let artifact = Artifact::new().with_value("x", Value::tuple(vec![socket]));
    for error in [artifact.to_json().unwrap_err(), artifact.to_msgpack().unwrap_err()] {
        assert!(error.to_string().starts_with("value \"x\": "), "{error}");
        assert!(std::error::Error::source(&error).is_some());
    }
    let source = source_from_bytes("a.hcl", *b"a = \xff\n", &mut Diagnostics::new()).unwrap();
    let artifact = Artifact::new().with_source(source);
    assert_eq!(artifact.to_json(), Err(ArtifactError::NotUtf8("a.hcl".to_owned())));
    assert_eq!(artifact.to_msgpack(), Err(ArtifactError::NotUtf8("a.hcl".to_owned())));
}

/// Marks random parts of a value; a set only as a whole.
fn marked(value: Value, chances: &[bool]) -> Value {
    let mut places = Vec::new();
    let mut chances = chances.iter().cycle();
    value.walk(|path, _| {
        if *chances.next().unwrap() {
            places.push((path.clone(), [Mark::sensitive(), Mark::new("é")].into()));
        }
        Descend::Into
    });
    value.mark_with_paths(&places)
}

proptest! {
    #[test]
    fn random_values_come_back_the_same(
        (ty, value) in typed_value(),
        chances in proptest::collection::vec(proptest::bool::weighted(0.2), 7),
        text in "\\PC{0,20}",
    ) {
        // The wire forms drop negative zero and the precision of a number.
        let value = from_msgpack(to_msgpack(&value, &ty).unwrap(), &ty).unwrap();
        let value = marked(value, &chances);
        let source = Source::new(text.clone(), text.clone());
        let artifact = Artifact::new().with_source(source).with_value(text.clone(), value.clone());
        for (form, bytes) in written(&artifact).into_iter().enumerate() {
            let again = Artifact::from_bytes(&bytes).unwrap();
            let read = again.value(&text).unwrap();
            prop_assert_eq!(value_to_notation(read), value_to_notation(&value));
            prop_assert_eq!(again.sources()[0].text(), &text);
            prop_assert_eq!(again.sources()[0].name(), &text);
            prop_assert!(written(&again)[form] == bytes);
        }
    }
}

#[test]
fn marks_are_found_by_their_paths() {
    let artifact = Artifact::from_bytes(planned().to_json().unwrap()).unwrap();
    let (_, marks) = artifact.value("server").unwrap().clone().unmark_deep_with_paths();
    let users = Path::root().attr("users").index("0");
    let paths: Vec<_> = marks.into_iter().map(|(path, _)| path).collect();
    assert_eq!(
        paths,
        [users.clone().attr("password"), users.attr("token"), Path::root().attr("zones")]
    );
}

/// The reader requires all elements of a list to have one type, so the writer checks this.
#[test]
fn values_that_cannot_be_read_back_are_not_written() {
    let element = |value: Value| Value::object([("a", value)]);
    let list = |elements: [Value; 2]| {
        let list =
            Value::list(Type::object([("a", Type::Dynamic)]), elements.map(element).to_vec());
        Artifact::new().with_value("x", list)
    };
    let several = list([1.into(), "a".into()]);
    let expected = "value \"x\": all elements of a list, set or map must have the same type";
    assert_eq!(several.to_json().unwrap_err().to_string(), expected);
    assert_eq!(several.to_msgpack().unwrap_err().to_string(), expected);
    for bytes in written(&list([1.into(), 2.into()])) {
        let read = Artifact::from_bytes(&bytes).unwrap();
        assert_eq!(read.value("x").unwrap().elements()[1], element(2.into()));
    }
}
