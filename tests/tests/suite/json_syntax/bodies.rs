//! JSON bodies: attributes, blocks and their source locations, as a schema interprets the properties.

use hcldyn::body::{AttributeSchema, Block, BlockSchema, Body, BodySchema, Content};
use hcldyn::syntax::{Place, Source, parse_json_body};
use hcldyn::{Diagnostics, EvalContext, Expression, HclDecode, ext};

fn body(text: &str) -> Body {
    let mut diags = Diagnostics::new();
    let body = parse_json_body(&Source::new("t.json", text), &mut diags);
    assert!(diags.is_empty(), "{diags}");
    body
}

fn schema(attributes: &[&str], blocks: &[(&str, &[&str])]) -> BodySchema {
    let attribute = |name: &&str| match name.strip_suffix('!') {
        Some(name) => AttributeSchema { name: name.into(), required: true },
        None => AttributeSchema { name: (*name).into(), required: false },
    };
    let block = |(ty, labels): &(&str, &[&str])| BlockSchema {
        ty: (*ty).into(),
        labels: labels.iter().map(|label| (*label).into()).collect(),
    };
    BodySchema {
        attributes: attributes.iter().map(attribute).collect(),
        blocks: blocks.iter().map(block).collect(),
        ..BodySchema::default()
    }
}

/// Returns the content of a body, and the diagnostics.
fn content(text: &str, schema: &BodySchema) -> (Content, String) {
    let mut diags = Diagnostics::new();
    let content = body(text).content(schema, &mut diags);
    (content, diags.to_string())
}

fn problems(text: &str, schema: &BodySchema) -> String {
    content(text, schema).1
}

fn names(content: &Content) -> Vec<String> {
    content.attributes.iter().map(|it| it.name.to_string()).collect()
}

/// Returns the labels of a block.
fn labels(block: &Block) -> Vec<&str> {
    block.labels.iter().map(|label| &*label.value).collect()
}

fn text(place: &Place) -> &str {
    place.text()
}

#[test]
fn the_schema_decides_whether_properties_are_attributes_or_blocks() {
    let json = r#"{"a": {"x": 1}, "b": {"x": 1}, "c": {"x": 1}}"#;
    let (found, problems) = content(json, &schema(&["a", "c"], &[("b", &[]), ("c", &[])]));
    assert_eq!((problems.as_str(), names(&found)), ("", vec!["a".to_owned(), "c".to_owned()]));
    assert_eq!(found.blocks.iter().map(|it| it.ty.to_string()).collect::<Vec<_>>(), ["b"]);
    assert!(found.is_complete);
}

#[test]
fn parts_have_source_locations() {
    let json = r#"{ "a" : 1, "b": { "x": { "y": [ {}, {} ] } }, "c": {} }"#;
    let (found, _) = content(json, &schema(&["a"], &[("b", &["one", "two"]), ("c", &[])]));
    let attribute = &found.attributes[0];
    assert_eq!(text(&attribute.name_place()), r#""a""#);
    assert_eq!(text(&attribute.place()), r#""a" : 1"#);
    let [first, second, third] = &found.blocks[..] else { panic!("{:?}", found.blocks) };
    assert_eq!((labels(first), labels(second)), (vec!["x", "y"], vec!["x", "y"]));
    assert_eq!(text(&first.type_place()), r#""b""#);
    assert_eq!(text(&first.label_place(1).unwrap()), r#""y""#);
    assert_eq!(first.header_place().start().column, 33);
    assert_eq!(second.header_place().start().column, 37);
    assert_eq!(text(&third.header_place()), r#""c""#);
    assert_eq!(third.body.missing_item_place().start().column, 53);
    assert_eq!(found.missing_item.start().column, 55);
}

#[test]
fn a_tab_and_a_carriage_return_are_one_column() {
    let (found, _) = content("{\r\n\t\t\"a\": 1}", &schema(&["a"], &[]));
    assert_eq!(found.attributes[0].name_place().to_string(), "t.json:2:3");
}

#[test]
fn an_array_of_objects_is_one_body() {
    let json = r#"[{"a": 1}, {"b": {}}, {"c": 2}, {"b": [{}, null]}]"#;
    let (found, problems) = content(json, &schema(&["a", "c"], &[("b", &[])]));
    assert_eq!((problems.as_str(), found.attributes.len(), found.blocks.len()), ("", 2, 3));
    assert_eq!(found.missing_item.to_string(), "t.json:1:1");
}

#[test]
fn an_invalid_body_is_reported_once_without_missing_items() {
    let schema = schema(&["a!"], &[]);
    assert_eq!(
        problems(r#"[{}, 5]"#, &schema),
        "t.json:1:6: error: Object required; A body must be an object with attributes and blocks, not a number."
    );
    let mut diags = Diagnostics::new();
    let body = body(r#"["x", {"a": 1}]"#);
    let (first, rest) = body.partial_content(&schema, &mut diags);
    rest.content(&BodySchema::default(), &mut diags);
    body.content(&schema, &mut diags);
    assert_eq!((first.is_complete, first.attributes.len(), diags.len()), (false, 1, 1));
}

#[test]
fn a_body_must_be_an_object() {
    let mut diags = Diagnostics::new();
    parse_json_body(&Source::new("t.json", " 5"), &mut diags);
    let expected = "t.json:1:2: error: Invalid configuration; A configuration must be an object or an array of objects, not a number.";
    assert_eq!(diags.to_string(), expected);
}

#[test]
fn comments_are_for_bodies_only() {
    let json = r#"{"//": "${", "a": {"//": 1}, "b": {"//": [], "x": 1}, "c": {"//": {}}}"#;
    let (found, problems) = content(json, &schema(&["a"], &[("b", &[]), ("c", &["name"])]));
    assert_eq!(problems, "");
    let value = found.attributes[0].expr.value(&EvalContext::new(), &mut Diagnostics::new());
    assert_eq!(value.elements().len(), 1);
    assert_eq!(found.blocks[0].body.just_attributes(&mut Diagnostics::new()).len(), 1);
    assert_eq!(labels(&found.blocks[1]), ["//"]);
}

#[test]
fn a_schema_may_name_the_comment() {
    let (found, problems) = content(r#"{"//": "x"}"#, &schema(&["//"], &[]));
    assert_eq!((problems.as_str(), found.attributes.len()), ("", 1));
}

#[test]
fn duplicate_attributes_are_reported() {
    let (found, problems) = content(r#"[{"a": 1}, {"a": 2}]"#, &schema(&["a"], &[]));
    assert_eq!(
        problems,
        "t.json:1:13: error: Duplicate attribute; The attribute \"a\" is set twice in one body."
    );
    assert_eq!(found.attributes[0].expr.text(), "1");
    let mut diags = Diagnostics::new();
    body(r#"{"a": 1, "a": 2}"#).just_attributes(&mut diags);
    assert!(diags.to_string().starts_with("t.json:1:10: error: Duplicate attribute"), "{diags}");
}

#[test]
fn a_null_attribute_is_not_missing() {
    assert_eq!(problems(r#"{"a": null}"#, &schema(&["a!"], &[])), "");
    assert_eq!(
        problems("{}", &schema(&["a!"], &[])),
        "t.json:1:2: error: Missing attribute; The required attribute \"a\" is not set."
    );
}

#[test]
fn other_properties_are_unexpected() {
    let schema = schema(&["port"], &[("rule", &[])]);
    assert_eq!(
        problems(r#"{"prot": 1, "rules": {}}"#, &schema),
        "t.json:1:2: error: Unexpected property; The property \"prot\" is not expected here. Did you mean \"port\"?\nt.json:1:13: error: Unexpected property; The property \"rules\" is not expected here. Did you mean \"rule\"?"
    );
    let mut diags = Diagnostics::new();
    let (_, rest) = body(r#"{"port": 1, "x": 1, "rule": {}}"#).partial_content(&schema, &mut diags);
    assert_eq!(diags.to_string(), "");
    assert_eq!(rest.just_attributes(&mut diags)[0].name, "x");
    assert_eq!(diags.to_string(), "");
}

#[test]
fn attributes_of_any_name_are_an_object() {
    let mut diags = Diagnostics::new();
    let found = body(r#"{"a": {}, "b": []}"#).just_attributes(&mut diags);
    assert_eq!((found.len(), diags.len()), (2, 0));
    assert!(body(r#"[{"a": 1}]"#).just_attributes(&mut diags).is_empty());
    assert_eq!(
        diags.to_string(),
        "t.json:1:1: error: Object required; A body must be an object with attributes, not an array."
    );
}

#[test]
fn blocks_are_objects_or_arrays() {
    let schema = schema(&[], &[("b", &[])]);
    let count = |json: &str| content(json, &schema).0.blocks.len();
    assert_eq!(count(r#"{"b": {}}"#), 1);
    assert_eq!(count(r#"{"b": [{}, null, [{}, {}], 5]}"#), 4);
    assert_eq!(count(r#"{"b": null}"#), 0);
    assert_eq!(count(r#"{"b": []}"#), 0);
    assert_eq!(
        problems(r#"{"b": "x"}"#, &schema),
        "t.json:1:7: error: Object required; The blocks of type \"b\" must be an object, or an array with an object for each block, not a string."
    );
}

#[test]
fn labels_are_the_names_of_properties() {
    let schema = schema(&[], &[("b", &["kind", "name"])]);
    let json = r#"{"b": [{"x": {"1": {}, "2": [{}, {}]}}, {"y": [{"3": null}, {"4": {}}]}]}"#;
    let (found, problems) = content(json, &schema);
    let found: Vec<_> = found.blocks.iter().map(labels).collect();
    assert_eq!(found, [["x", "1"], ["x", "2"], ["x", "2"], ["y", "4"]]);
    assert_eq!(problems, "");
}

#[test]
fn missing_and_invalid_labels_are_reported_once() {
    let schema = schema(&["a!"], &[("b", &["name"])]);
    assert_eq!(
        problems(r#"{"a": 1, "b": {}}"#, &schema),
        "t.json:1:15: error: Missing label; A block of type \"b\" must have the label \"name\" as a property name. Write {\"…\": {}}."
    );
    assert_eq!(
        problems(r#"{"a": 1, "b": [{"x": {}}, 5]}"#, &schema),
        "t.json:1:27: error: Object required; Blocks of type \"b\" must be an object whose property names are the label \"name\", not a number."
    );
    assert!(!content(r#"{"a": 1, "b": {}}"#, &schema).0.is_complete);
}

#[test]
fn items_outside_the_schema_are_not_parsed() {
    let json = r#"{"a": "${", "b": "%{ if x }", "c": 1e999999}"#;
    assert_eq!(
        problems(
            json,
            &BodySchema {
                unexpected: hcldyn::cty::value_spec::Unexpected::Ignore,
                ..schema(&[], &[])
            }
        ),
        ""
    );
    assert!(problems(json, &schema(&["a", "b", "c"], &[])).lines().count() == 3);
}

#[test]
fn merged_bodies_may_be_of_both_syntaxes() {
    let mut diags = Diagnostics::new();
    let native = hcldyn::parse_body(&Source::new("a.hcl", "a = 1\nb {}\n"), &mut diags);
    let merged = Body::merge([native, body(r#"{"b": [{}, {}], "a": 2}"#)]).unwrap();
    let found = merged.content(&schema(&["a"], &[("b", &[])]), &mut diags);
    assert_eq!(found.blocks.len(), 3);
    assert!(diags.to_string().starts_with("t.json:1:17: error: Duplicate attribute"), "{diags}");
}

#[derive(Debug, PartialEq, HclDecode)]
struct Config {
    region: String,
    #[hcl(expr)]
    kind: Option<Expression>,
    #[hcl(dynamic)]
    service: Vec<Service>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Service {
    #[hcl(label)]
    name: String,
    #[hcl(default = 80)]
    port: u16,
    tags: Option<Vec<String>>,
}

const CONFIG: &str = r#"{
  "//": "Numbers may be templates.",
  "region": "${zone}-1",
  "kind": "list(object({ port = number }))",
  "service": {
    "web": {"port": "80${zero}", "tags": ["a", "${zone}"]},
    "db": {}
  },
  "dynamic": {
    "service": {
      "for_each": ["x", "y"],
      "iterator": "it",
      "labels": ["${it.value}-${it.key}"],
      "content": {"port": "${8000 + it.key}"}
    }
  }
}"#;

fn service(name: &str, port: u16, tags: Option<&[&str]>) -> Service {
    let tags = tags.map(|tags| tags.iter().map(|tag| (*tag).to_owned()).collect());
    Service { name: name.to_owned(), port, tags }
}

#[test]
fn the_file_extension_selects_json_syntax() {
    let ctx = EvalContext::new().with_variable("zone", "eu").with_variable("zero", 0);
    let path = std::env::temp_dir().join(format!("hcldyn-{}.tf.json", std::process::id()));
    std::fs::write(&path, CONFIG).unwrap();
    let config: Config = hcldyn::from_file(&path, &ctx).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(config.region, "eu-1");
    let services = [
        service("web", 800, Some(&["a", "eu"])),
        service("db", 80, None),
        service("x-0", 8000, None),
        service("y-1", 8001, None),
    ];
    assert_eq!(config.service, services);
    let ty = ext::typeexpr::type_constraint(&config.kind.unwrap(), &mut Diagnostics::new());
    assert_eq!(ty.to_string(), "list(object({port = number}))");
}

#[test]
fn errors_in_structs_have_locations_in_the_file() {
    let text = r#"{
  "region": "\"${zone.name}",
  "service": {"a": {"port": "x"}}
}"#;
    let ctx = EvalContext::new().with_variable("zone", 1);
    let problems = hcldyn::from_source::<Config>(&Source::new("t.json", text), &ctx).unwrap_err();
    let places: Vec<_> = problems.iter().map(|it| it.place().unwrap().to_string()).collect();
    assert_eq!(places, ["t.json:2:22", "t.json:3:29"]);
}
