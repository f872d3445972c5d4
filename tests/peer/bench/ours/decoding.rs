//! Decoding of source text to values.

use std::path::PathBuf;
use std::rc::Rc;

use hcldyn::body::Body;
use hcldyn::cty::{Type, Value};
use hcldyn::ext::customdecode::closure_type;
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Spec, decode};
use hcldyn::syntax::{Source, parse_json_body};
use hcldyn::{Diagnostics, ExpressionClosure, parse_body};

use crate::corpus;
use crate::measuring::{Case, Operation};

const NESTED: &str = r#"
dynamic "a" {
  for_each = range_list
  content {
    dynamic "b" {
      for_each = range_list
      content {
        dynamic "c" {
          for_each = range_list
          content {
            n = a.value + b.value + c.value
          }
        }
      }
    }
  }
}
"#;

/// Writes the inputs that both programs read.
pub(crate) fn write_texts() {
    let write = |file: &str, text: &str| std::fs::write(path(file), text).unwrap();
    write("resources.hcl", &corpus::text(corpus::RESOURCES));
    write("resources.hcl.json", &corpus::json(corpus::RESOURCES));
    for blocks in [1_000, 10_000, 100_000] {
        write(&format!("generated-{blocks}.hcl"), &corpus::generated(blocks));
    }
    write("nested.hcl", NESTED);
    write("closure.hcl", "when = request.size < limit && request.method == \"GET\"\n");
}

pub(crate) fn cases() -> Vec<Case> {
    let case = |name: &str, file: &'static str, spec: fn() -> Spec, elements| -> Case {
        let decode = if file.ends_with(".json") { decoding_json } else { decoding };
        (name.to_owned(), Rc::new(move || decode(read(file), spec(), elements)))
    };
    vec![
        ("parse 3 MB".to_owned(), Rc::new(parsing)),
        case("decode 3 MB", "resources.hcl", resources, 0),
        case("decode JSON syntax, 3 MB", "resources.hcl.json", resources, 0),
        case("decode 1,000 generated", "generated-1000.hcl", ports, 1_000),
        case("decode 10,000 generated", "generated-10000.hcl", ports, 10_000),
        case("decode 100,000 generated", "generated-100000.hcl", ports, 100_000),
        case("decode 50 x 50 x 50", "nested.hcl", nested, 50),
        ("closure 1,000,000 times".to_owned(), Rc::new(closure)),
    ]
}

fn parsing() -> Operation {
    let source = Source::new("bench.hcl", read("resources.hcl"));
    Box::new(move || {
        let mut diags = Diagnostics::new();
        let body = parse_body(&source, &mut diags);
        assert!(diags.is_empty(), "{diags}");
        drop(body);
        Value::bool(true)
    })
}

/// Decodes a source to a value; `range_list` has `elements` elements.
pub(crate) fn decoding(text: String, spec: Spec, elements: usize) -> Operation {
    decoding_with(Source::new("bench.hcl", text), spec, elements, parse_body)
}

/// Decodes a source in JSON syntax to a value.
fn decoding_json(text: String, spec: Spec, elements: usize) -> Operation {
    decoding_with(Source::new("bench.hcl.json", text), spec, elements, parse_json_body)
}

fn decoding_with(
    source: Source,
    spec: Spec,
    elements: usize,
    parse: impl Fn(&Source, &mut Diagnostics) -> Body + 'static,
) -> Operation {
    let context = corpus::context(elements);
    Box::new(move || {
        let mut diags = Diagnostics::new();
        let body = parse(&source, &mut diags);
        let value = decode(&body, &spec, &context, &mut diags);
        assert!(diags.is_empty(), "{diags}");
        value
    })
}

/// Decodes an expression as a closure, and evaluates it for a million requests.
fn closure() -> Operation {
    let when = decoding(read("closure.hcl"), required("when", closure_type()), 0)();
    let when = when.as_capsule::<ExpressionClosure>().unwrap().clone();
    let request = Value::object([("method", Value::from("GET")), ("size", Value::from(512))]);
    Box::new(move || {
        let mut allowed = Value::bool(false);
        for _ in 0..1_000_000 {
            let mut diags = Diagnostics::new();
            allowed = when.value_with(&[("request", request.clone())], &mut diags);
            assert!(diags.is_empty(), "{diags}");
        }
        allowed
    })
}

/// Reads one of the inputs that [`write_texts`] wrote.
pub(crate) fn read(file: &str) -> String {
    std::fs::read_to_string(path(file)).unwrap()
}

fn path(file: &str) -> PathBuf {
    PathBuf::from(std::env::var_os("BENCH_TEXTS").unwrap()).join(file)
}

pub(crate) fn resources() -> Spec {
    let network = Spec::object([
        ("cidr", required("cidr", Type::String)),
        ("gateway", AttrSpec::new("gateway", Type::String).into()),
    ]);
    let resource = Spec::object([
        ("kind", LabelSpec::new(0, "kind").into()),
        ("name", LabelSpec::new(1, "name").into()),
        ("hostname", required("hostname", Type::String)),
        ("count", required("count", Type::Number)),
        ("enabled", required("enabled", Type::Bool)),
        ("zones", required("zones", Type::list(Type::String))),
        ("tags", required("tags", Type::map(Type::String))),
        ("script", required("script", Type::String)),
        ("weight", required("weight", Type::Number)),
        ("network", BlocksSpec::new("network", network).required().dynamic().into()),
        ("port", Spec::from(BlocksSpec::new("port", port()).list().dynamic())),
    ]);
    list("resource", resource)
}

/// A list of `port` blocks.
pub(crate) fn ports() -> Spec {
    list("port", port())
}

fn port() -> Spec {
    Spec::object([
        ("number", required("number", Type::Number)),
        ("description", required("description", Type::String)),
    ])
}

fn nested() -> Spec {
    list("a", list("b", list("c", Spec::object([("n", required("n", Type::Number))]))))
}

/// The list of all blocks of a type, as the attribute of that name.
fn list(ty: &str, nested: Spec) -> Spec {
    let blocks = BlocksSpec::new(ty, nested).dynamic();
    Spec::object([(ty, Spec::from(blocks.list()))])
}

fn required(name: &str, ty: Type) -> Spec {
    AttrSpec::new(name, ty).required().into()
}
