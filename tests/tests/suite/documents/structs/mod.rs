//! The structs and the TypeScript types of the spec files of the examples.

use std::fs;

use hcldyn::cli::Streams;
use hcldyn::cty::{Kind, Value};
use hcldyn::docs::{structs, typescript};
use hcldyn::spec::language::{self, SpecFile};
use hcldyn::spec::outline::ChangeEffect;
use hcldyn::spec::{Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, HclDecode, ext, functions, parse_body};

/// Declares the modules of generated structs, which are up to date.
macro_rules! generated {
    ($($name:ident = $file:literal,)*) => {$(
        #[expect(dead_code, unreachable_pub, reason = "the structs are only decoded")]
        mod $name {
            include!($file);
        }
    )*};
}

generated! {
    nomad = "nomad.txt",
    packer = "packer.txt",
    provider = "provider.txt",
    schema = "schema.txt",
    terragrunt = "terragrunt.txt",
}

fn path(name: &str) -> String {
    format!("{}/../{name}", env!("CARGO_MANIFEST_DIR"))
}

fn spec_file(name: &str) -> SpecFile {
    let library = EvalContext::new().with_functions(functions::all()).with_functions(ext::all());
    let path = path(&format!("examples/specs/{name}.hcl"));
    let text = fs::read_to_string(&path).unwrap();
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new(path, text), &mut diags);
    let file = language::read(&body, &library, &mut diags).unwrap();
    assert!(!diags.has_errors(), "{diags}");
    file
}

/// Checks that the generated file is up to date, and that its struct has the spec of the spec file apart from the parts that
/// are listed as losses. `HCLDYN_UPDATE=1` writes the file instead.
fn check<T: HclDecode>(name: &str) -> Vec<String> {
    let spec = spec_file(name).spec;
    let code = structs::of_outline(&spec.outline());
    assert_generated(name, &code.text);
    T::spec().check().unwrap();
    let changes = spec.outline().changes(&T::spec().outline());
    for change in &changes {
        let is_lost = match change.property {
            "collection" => code.losses.iter().any(|it| it.contains("whose blocks have one type")),
            "names of the labels" => code.losses.iter().any(|it| it.contains("of the label")),
            "duration" => code.losses.iter().any(|it| it.contains("a condition on the value")),
            "rule" => code.losses.iter().any(|it| it.contains("a rule between")),
            "attribute" | "or_attr" => {
                code.losses.iter().any(|it| it.contains("the attribute with the name"))
            }
            property if property.starts_with("deprecation") => {
                code.losses.iter().any(|it| it.contains("the deprecation"))
            }
            "rules of the value" => code.losses.iter().any(|it| it.contains("the object type")),
            "remaining items" => code.losses.iter().any(|it| it.contains("remaining items")),
            _ => false,
        };
        assert!(is_lost, "{name}: {change}\n{}", code.losses.join("\n"));
        // The comparison does not know that a block with `or_attr` takes the attribute of its name.
        let is_taken = change.property == "attribute";
        assert!(is_taken || change.effect != ChangeEffect::Breaking, "{name}: {change}");
    }
    code.losses
}

/// Checks that a generated file is up to date. `HCLDYN_UPDATE=1` writes it instead.
fn assert_generated(name: &str, text: &str) {
    let file = path(&format!("tests/tests/suite/documents/structs/{name}.txt"));
    if std::env::var_os("HCLDYN_UPDATE").is_some() {
        fs::write(&file, text).unwrap();
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), text, "run with HCLDYN_UPDATE=1");
}

/// Runs `hcldyn spec rust` on a file of this folder. Returns the exit code, the output and the errors.
fn run(name: &str, more: &[&str]) -> (u8, String, String) {
    let file = path(&format!("tests/tests/suite/documents/structs/{name}.json"));
    let arguments = ["hcldyn", "spec", "rust", &file].into_iter().chain(more.iter().copied());
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut streams = Streams::new(&[][..], &mut output, &mut errors);
    let code = hcldyn_cli::run(arguments.map(Into::into), &mut streams);
    drop(streams);
    let [output, errors] = [output, errors].map(|bytes| String::from_utf8(bytes).unwrap());
    (code, output, errors.replace(&file, "FILE"))
}

/// Decodes a configuration into a struct. Returns the errors.
fn errors_of<T: HclDecode>(text: &str) -> String {
    T::spec().check().unwrap();
    hcldyn::from_str::<T>(text, &EvalContext::new())
        .err()
        .map_or_else(String::new, |it| it.to_string())
}

#[test]
fn structs_of_a_json_schema() {
    let (code, output, errors) = run("schema", &[]);
    assert_eq!(code, 0, "{errors}");
    assert_generated("schema", &output);
    let expected = "not written: extra: the keyword \"oneOf\"\n\
                    not written: site.parent: the body, which contains itself\n";
    assert_eq!(errors, expected);
    let text = "name = \"a\"\nlogLevel = \"debug\"\nlisten {\n  port = 80\n}\nupstream {\n  port = 81\n}\n";
    assert_eq!(errors_of::<schema::Config>(text), "");
    let text = text.replace("80", "65536").replace("debug", "inf");
    let errors = errors_of::<schema::Config>(&text);
    assert_eq!(errors.lines().count(), 2, "{errors}");
    assert!(errors.contains(":2:12: error") && errors.contains(":4:10: error"), "{errors}");
}

#[test]
fn structs_of_a_provider_schema() {
    let (code, output, errors) = run("provider", &["--type", "example_server"]);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert_generated("provider", &output);
    let text = "name = \"a\"\nzones = [\"b\"]\nnetwork {\n  subnet = \"c\"\n}\nrule {\n  ports = [80]\n}\n";
    assert_eq!(errors_of::<provider::Config>(text), "");
    let expected = "<text>:1:1: error: Unexpected attribute; The attribute \"nam\" is not expected here. Did you mean \
                    \"name\"?";
    assert_eq!(errors_of::<provider::Config>(&text.replace("name", "nam")), expected);
}

#[test]
fn resource_types_of_a_provider_schema() {
    let (code, output, errors) = run("provider", &["--type", "example_sever"]);
    assert_eq!((code, output.as_str()), (2, ""));
    assert!(errors.contains("Did you mean \"example_server\"?"), "{errors}");
    let (code, _, errors) = run("provider", &[]);
    assert_eq!(code, 2);
    assert!(
        errors.contains("The schema has 2 resource types; select one with --type."),
        "{errors}"
    );
}

/// Returns the strings, numbers and bools in a value, in order.
fn scalars(value: &Value, found: &mut Vec<String>) {
    match value.unmarked().kind() {
        Kind::String(text) => found.push(text.to_string()),
        Kind::Number(number) => found.push(number.to_string()),
        Kind::Bool(is_true) => found.push(is_true.to_string()),
        _ => value.unmarked().elements().iter().for_each(|element| scalars(element, found)),
    }
}

/// Decodes a sample by a spec. Returns the values in it.
fn decoded(name: &str, sample: &str, spec: &Spec) -> Vec<String> {
    let text = fs::read_to_string(path(&format!("examples/specs/{name}/{sample}"))).unwrap();
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new(sample, text), &mut diags);
    let mut ctx = spec_file(name).context();
    ctx.set_variable("local", Value::object([("a", Value::from("x"))]));
    let value = decode(&body, spec, &ctx, &mut diags);
    let mut found = Vec::new();
    scalars(&value, &mut found);
    found.sort();
    found
}

#[test]
fn structs_of_nomad() {
    let losses = check::<nomad::Config>("nomad");
    insta::assert_snapshot!(losses.join("\n"));
}

#[test]
fn structs_of_packer() {
    let losses = check::<packer::Config>("packer");
    insta::assert_snapshot!(losses.join("\n"));
}

#[test]
fn structs_of_terragrunt() {
    let losses = check::<terragrunt::Config>("terragrunt");
    insta::assert_snapshot!(losses.join("\n"));
}

/// The spec of the struct decodes the same values as that of the spec file, in another structure.
#[test]
fn structs_decode_the_same_values() {
    let (name, sample) = ("terragrunt", "sample.terragrunt.hcl");
    let expected = decoded(name, sample, &spec_file(name).spec);
    assert!(expected.len() > 10, "{expected:?}");
    assert_eq!(decoded(name, sample, &terragrunt::Config::spec()), expected);
}

#[test]
fn typescript_of_examples() {
    for name in ["nomad", "packer", "terragrunt"] {
        insta::assert_snapshot!(
            format!("typescript_of_{name}"),
            typescript::of_value(&spec_file(name).spec)
        );
    }
}
