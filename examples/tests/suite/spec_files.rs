//! The spec files in `specs`: their samples decode to the expected JSON and use everything that the spec files name, and
//! the reports of common mistakes are as recorded. `SNAPSHOTS=overwrite` records the reports.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use hcldyn::body::Body;
use hcldyn::cty::json::to_present_json;
use hcldyn::diag::{Report, Style};
use hcldyn::ext::dynblock;
use hcldyn::ext::kit::{Inputs, Module};
use hcldyn::spec::language::{self, SpecFile};
use hcldyn::spec::{Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, ext, functions, parse_body};
use snapbox::Assert;
use snapbox::data::DataFormat;

#[test]
fn nomad() {
    // A `periodic` block has either `cron` or `crons`.
    Format { name: "nomad", unused: &["periodic.crons"] }
        .test(&[("sample.nomad.hcl", "sample.json")]);
}

#[test]
fn packer() {
    Format { name: "packer", unused: &[] }.test(&[("sample.pkr.hcl", "sample.json")]);
}

#[test]
fn terragrunt() {
    let samples = [("sample.terragrunt.hcl", "sample.json"), ("sample.stack.hcl", "stack.json")];
    Format { name: "terragrunt", unused: &[] }.test(&samples);
}

/// A format with a spec file.
struct Format {
    name: &'static str,
    /// The attributes that no sample uses, as alternatives to others.
    unused: &'static [&'static str],
}

impl Format {
    /// Tests the spec file with samples, each with the file of the expected JSON.
    fn test(&self, samples: &[(&str, &str)]) {
        let file = self.spec_file();
        let mut used = BTreeSet::new();
        for (sample, expected) in samples {
            let (value, body, diags) = self.decode(&file, sample);
            assert!(diags.is_empty(), "{}", Report::new(&diags).style(Style::Plain));
            let expected = read(&self.path(expected));
            assert_eq!(parse_json(&value), parse_json(&expected), "{sample}");
            collect_used(&body, "", &mut used);
        }
        self.assert_all_used(&file.spec, &used);
        self.assert_mistakes(&file);
    }

    fn spec_file(&self) -> SpecFile {
        let name = format!("{}.hcl", self.name);
        let source = Source::new(name.as_str(), read(&folder().join(&name)));
        let mut diags = Diagnostics::new();
        let ctx = EvalContext::new().with_functions(functions::all()).with_functions(ext::all());
        let file = language::read(&parse_body(&source, &mut diags), &ctx, &mut diags);
        assert!(diags.is_empty(), "{}", Report::new(&diags).style(Style::Plain));
        file.unwrap()
    }

    /// Decodes a file as the command `hcldyn decode` does. Returns the value as JSON and the expanded body.
    fn decode(&self, file: &SpecFile, name: &str) -> (String, Body, Diagnostics) {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new(name, read(&self.path(name))), &mut diags);
        let (body, ctx) = match file.own_variables {
            Some(dialect) => {
                let inputs = Inputs::new().dialect(dialect);
                let module = Module::evaluate(&body, &inputs, &file.context(), &mut diags);
                (module.rest, module.context)
            }
            None => (body, file.context()),
        };
        let body = dynblock::expand(&body, &ctx);
        let value = decode(&body, &file.spec, &ctx, &mut diags);
        (to_present_json(&value).unwrap_or_default(), body, diags)
    }

    fn assert_all_used(&self, spec: &Spec, used: &BTreeSet<String>) {
        let mut named = BTreeSet::new();
        collect_named(spec, "", &mut named);
        let unused: Vec<_> = named.difference(used).map(String::as_str).collect();
        assert_eq!(unused, self.unused, "{}", self.name);
    }

    fn assert_mistakes(&self, file: &SpecFile) {
        let (_, _, diags) = self.decode(file, "mistakes.hcl");
        assert_eq!(diags.error_count(), 8);
        let report = Report::new(&diags).style(Style::Plain).to_string();
        let expected = snapbox::Data::read_from(&self.path("mistakes.txt"), Some(DataFormat::Text));
        Assert::new().action_env("SNAPSHOTS").eq(snapbox::Data::text(report).raw(), expected);
    }

    fn path(&self, file: &str) -> PathBuf {
        folder().join(self.name).join(file)
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("specs")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn parse_json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

/// Collects the attributes and block types in a body, each after the type of the block around it.
fn collect_used(body: &Body, around: &str, used: &mut BTreeSet<String>) {
    let content = body.everything();
    used.extend(content.attributes.iter().map(|attribute| path(around, &attribute.name)));
    for block in &content.blocks {
        used.insert(path(around, &block.ty));
        collect_used(&block.body, &block.ty, used);
    }
}

/// Collects the attributes and block types that a spec names, without deprecated ones.
fn collect_named(spec: &Spec, around: &str, named: &mut BTreeSet<String>) {
    match spec {
        Spec::Attr(spec) if spec.names().deprecation.is_some() => {}
        Spec::Attr(spec) => _ = named.insert(path(around, &spec.names().name)),
        Spec::Blocks(spec) => {
            for (names, nested) in spec.types().filter(|(names, _)| names.deprecation.is_none()) {
                named.insert(path(around, &names.name));
                nested.into_iter().for_each(|it| collect_named(it, &names.name, named));
            }
        }
        Spec::Object(spec) => spec.specs().iter().for_each(|it| collect_named(it, around, named)),
        Spec::Tuple(spec) => spec.specs().iter().for_each(|it| collect_named(it, around, named)),
        Spec::OneOf(spec) => {
            spec.forms().iter().for_each(|(_, it)| collect_named(it, around, named))
        }
        Spec::Default(spec) => {
            collect_named(spec.primary(), around, named);
            collect_named(spec.default(), around, named);
        }
        Spec::Wrapped(spec) => collect_named(spec.inner(), around, named),
        _ => {}
    }
}

fn path(around: &str, name: &str) -> String {
    if around.is_empty() { name.to_owned() } else { format!("{around}.{name}") }
}
