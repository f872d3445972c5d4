//! Small specs with their schemas.

use hcldyn_core::cty::value_spec::ValueSpec;
use hcldyn_core::cty::{Type, Value};
use hcldyn_core::spec::{AttrSpec, BlocksSpec, LabelSpec, ObjectSpec, OneOfSpec, Spec, ValueRule};
use serde_json::{Value as Json, json};

use super::{of_configuration, of_value};

fn attr(name: &str, ty: Type) -> AttrSpec {
    AttrSpec::new(name, ty)
}

fn definitions(spec: &Spec) -> Json {
    let mut schema: Json = serde_json::from_str(&of_configuration(&spec.outline())).unwrap();
    schema["definitions"].take()
}

/// Returns the schema of the only property of a configuration.
fn property(spec: impl Into<Spec>) -> Json {
    let definitions = definitions(&spec.into());
    let named = definitions.get("configuration_items").unwrap_or(&definitions["configuration"]);
    named["properties"].as_object().unwrap().values().next().unwrap().clone()
}

#[test]
fn attributes_accept_templates() {
    let template = r"[$%]\{";
    assert_eq!(
        property(attr("a", Type::String)),
        json!({ "type": ["string", "number", "boolean", "null"] })
    );
    let bools = json!({
        "type": ["boolean", "string", "null"],
        "pattern": r"[$%]\{|^(?:true|false|1|0)$",
        "patternErrorMessage": "Expected true or false."
    });
    assert_eq!(property(attr("a", Type::Bool)), bools);
    assert_eq!(
        property(attr("a", Type::map(Type::Bool))),
        json!({
            "type": ["object", "string", "null"],
            "pattern": template,
            "patternErrorMessage": "Expected an object, or a template that makes one.",
            "additionalProperties": bools
        })
    );
    let tuple = property(attr("a", Type::tuple([Type::Bool, Type::Dynamic])));
    assert_eq!(tuple["prefixItems"], json!([bools, true]));
    assert_eq!((&tuple["items"], &tuple["minItems"]), (&json!(true), &json!(2)));
    assert_eq!(property(AttrSpec::new("a", ValueSpec::integer(1, 9)))["type"][0], "integer");
}

/// The reference lets a default have another type than the value it replaces.
#[test]
fn decoded_defaults_of_other_types() {
    let of_default = |default: Value| {
        let spec =
            Spec::object([("a", Spec::from(attr("a", Type::Number)).or(Spec::Literal(default)))]);
        let schema: Json = serde_json::from_str(&of_value(&spec)).unwrap();
        schema["properties"]["a"].clone()
    };
    let number = json!({ "type": ["number", "null"] });
    assert_eq!(of_default(Value::from(1)), number);
    let either = json!({ "anyOf": [number, { "type": ["string", "null"] }] });
    assert_eq!(of_default(Value::from("none")), either);
}

#[test]
fn names_and_documentation() {
    let spec = attr("a", Type::Dynamic).alias("b").former_name("c").required();
    let spec = Spec::from(spec.doc("An item.").since("1.2").title("A").example("[1]"));
    let all = definitions(&spec);
    let shown = json!({ "title": "A", "description": "An item.\n\nSince 1.2.",
        "markdownDescription": "An item.\n\nSince 1.2.", "examples": [[1]] });
    assert_eq!(all["configuration_items"]["properties"]["a"], shown);
    let former = &all["configuration_items"]["properties"]["c"];
    assert_eq!((&former["deprecated"], &former["doNotSuggest"]), (&json!(true), &json!(true)));
    assert!(former["markdownDescription"].as_str().unwrap().ends_with("Use `a` instead."));
    let required = json!([{ "required": ["a"] }, { "required": ["b"] }, { "required": ["c"] }]);
    assert_eq!(all["configuration"]["allOf"][1]["allOf"][0]["anyOf"], required);
}

#[test]
fn sensitive_values_are_not_shown() {
    let secret = attr("a", Type::String).sensitive().example("\"example-secret\"");
    let spec = Spec::from(secret).or(Spec::Literal("default-secret".into()));
    assert_eq!(property(spec.clone())["writeOnly"], true);
    assert!(!of_configuration(&spec.outline()).contains("secret"));
    assert!(!of_value(&spec).contains("secret"));
}

#[test]
fn blocks_are_objects_or_arrays() {
    let single: Spec = BlocksSpec::new("tls", attr("a", Type::Dynamic).into()).into();
    let definition = json!({ "$ref": "#/definitions/tls" });
    assert_eq!(
        property(single),
        json!({
            "type": ["object", "array", "null"],
            "allOf": [definition],
            "items": {
                "type": ["object", "array", "null"],
                "allOf": [definition],
                "items": { "type": "object", "allOf": [definition] }
            },
            "maxItems": 1
        })
    );
    let blocks = BlocksSpec::new("tls", attr("a", Type::Dynamic).into()).min_items(2).max_items(3);
    let blocks = property(Spec::from(blocks.tuple()));
    assert_eq!(
        (&blocks["type"], &blocks["minItems"], &blocks["maxItems"]),
        (&json!("array"), &json!(2), &json!(3))
    );
}

#[test]
fn labels_are_levels_of_objects() {
    let body = Spec::tuple([LabelSpec::new(0, "zone").into(), attr("a", Type::Dynamic).into()]);
    let all = definitions(&BlocksSpec::new("server", body).map("name").max_items(1).into());
    let server = &all["configuration"]["properties"]["server"];
    assert_eq!(server["allOf"][0]["$ref"], "#/definitions/server_by_name");
    assert_eq!((&server["minProperties"], &server["minItems"]), (&json!(1), &json!(1)));
    assert_eq!(server["allOf"][1]["then"], json!({ "maxProperties": 1, "maxItems": 1 }));
    let zone = &all["server_by_name"]["additionalProperties"];
    assert_eq!(zone["allOf"][0]["$ref"], "#/definitions/server_by_zone");
    let leaf = &all["server_by_zone"]["additionalProperties"];
    assert_eq!(
        (&leaf["allOf"][0]["$ref"], &leaf["maxItems"]),
        (&json!("#/definitions/server"), &json!(1))
    );
}

#[test]
fn a_tag_selects_a_form() {
    let forms =
        || [("x", Spec::from(attr("a", Type::Dynamic))), ("y", attr("b", Type::Dynamic).into())];
    let all = definitions(&OneOfSpec::by_attribute("kind", forms()).into());
    assert_eq!(
        all["configuration"]["allOf"][1],
        json!({
            "if": { "required": ["kind"], "properties": { "kind": { "const": "x" } } },
            "then": { "$ref": "#/definitions/configuration_x" }
        })
    );
    let form = all["configuration_y_items"]["properties"].as_object().unwrap();
    assert_eq!(form.keys().collect::<Vec<_>>(), ["b", "kind"]);
    let by_label = OneOfSpec::by_label(0, "kind", forms()).into();
    let all = definitions(&BlocksSpec::new("server", by_label).into());
    let tags = all["server_by_kind"].get("properties").or(all["server_by_label"].get("properties"));
    assert_eq!(tags.unwrap()["y"]["allOf"][0]["$ref"], "#/definitions/server_y");
}

#[test]
fn rules_see_through_nothing_but_literals() {
    let items = ["a", "b"].map(|name| (name, attr(name, Type::String).into()));
    let all = definitions(&ObjectSpec::new(items).exactly_one_of(["a", "b"]).into());
    let set = json!({ "not": { "type": ["null", "string"], "pattern": r"[$%]\{" } });
    let maybe = |name: &str| json!({ "required": [name], "properties": { name: { "not": { "type": "null" } } } });
    assert_eq!(
        all["configuration"]["allOf"][1]["allOf"],
        json!([
            {
                "if": { "type": "object", "required": ["a"], "properties": { "a": set } },
                "then": { "properties": { "b": {
                    "not": set,
                    "errorMessage": "\"b\" can't be used together with \"a\"."
                } } }
            },
            { "anyOf": [maybe("a"), maybe("b")] }
        ])
    );
}

#[test]
fn conditions_on_literals() {
    let rule = ValueRule::OneOf(vec!["a".into(), "b".into()]);
    let schema = property(attr("x", Type::String).rule(rule));
    assert_eq!(schema["allOf"][0]["anyOf"][0]["enum"], json!(["a", "b", null]));
    let rule = ValueRule::Length { min: 0, max: Some(3) };
    let schema = property(attr("x", Type::list(Type::String)).rule(rule.clone()));
    assert_eq!(schema["allOf"], json!([{ "maxItems": 3 }]));
    let schema = property(attr("x", Type::String).rule(rule));
    assert_eq!(schema["allOf"][0]["then"], json!({ "maxLength": 3 }));
}

#[test]
fn a_recursive_spec_has_one_definition() {
    fn location() -> Spec {
        let inner = Spec::from(BlocksSpec::lazy("location", location).tuple());
        Spec::object([("path", attr("path", Type::String).into()), ("locations", inner)])
    }
    let all = definitions(&Spec::from(BlocksSpec::lazy("location", location).tuple()));
    assert_eq!(all.as_object().unwrap().keys().collect::<Vec<_>>(), ["configuration", "location"]);
    let inner = &all["location"]["properties"]["location"];
    assert_eq!(inner["allOf"][0]["$ref"], "#/definitions/location");
    assert!(of_value(&location()).contains("\"path\""));
}

/// Each block contains two of the next level, so the whole value has two million parts.
#[test]
fn values_with_exponentially_many_parts() {
    let mut spec = attr("a", Type::String).into();
    for _ in 0..20 {
        let next = BlocksSpec::new("b", spec);
        spec = Spec::object([("first", next.clone().into()), ("second", next.into())]);
    }
    let schema = of_value(&spec);
    assert!(schema.len() < 20_000_000, "{}", schema.len());
    assert!(of_configuration(&spec.outline()).len() < 100_000);
}
