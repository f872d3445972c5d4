//! The uses of inputs besides evaluation: formatting, edits, fixes, encoding, layers, and documents about a spec file.

use std::ffi::OsString;
use std::os::unix::process::parent_id;
use std::path::PathBuf;
use std::{env, fs, io};

use hcldyn::cty::Value;
use hcldyn::docs::sample::Sample;
use hcldyn::docs::{Reference, json_schema};
use hcldyn::edit::{Document, convert};
use hcldyn::spec::{Encoder, Spec, language};
use hcldyn::syntax::Source;
use hcldyn::syntax::format::{format, format_json};
use hcldyn::{Decoder, Diagnostics, EvalContext, HclDecode, parse_body};
use hcldyn_cli::{Streams, run};

use crate::includes;

/// The spec file for fixes. The known bombs have misspelled names.
const SPEC: &str = "object {
  attr \"port\" {}
  attr \"later\" {}
  attr \"a\" {}
  block_tuple \"b\" {
    dynamic = true
    attr \"x\" {}
  }
}
";

/// The paths that are edited.
const PATHS: &[&str] = &["a", "a[0]", "later.y", "b[0].x", "b[1]", "long_name", "new"];

/// A longer source may take more time and memory than a case.
const LARGE: usize = 4 << 20;

/// Formats a source in both syntaxes, and prints the difference.
pub(crate) fn format_source(text: &str) {
    drop(format(text));
    drop(format_json(text));
    invoke(&["fmt", "--diff", "-"], text);
}

/// Edits and converts a source.
pub(crate) fn edit(text: &str, diags: &mut Diagnostics) {
    let source = Source::new("t", text);
    drop(convert::to_json(&source, diags));
    let mut document = match Document::parse(&source) {
        Ok(document) => document,
        Err(problems) => return diags.append(problems),
    };
    for path in PATHS {
        // Most paths lead nowhere.
        let _ = document.set(*path, Value::tuple(vec![1.into(), Value::object([("y", 2.into())])]));
        let _ = document.rename(*path, "renamed");
        let _ = document.remove("renamed");
        let _ = document.append_block("", "b", &["label"]);
    }
}

/// Encodes a decoded value, and decodes the result if it is not a large input of its own.
pub(crate) fn encode(value: &Value, spec: &Spec, ctx: &EvalContext, diags: &mut Diagnostics) {
    let text = Encoder::new().keep_defaults().encode(value, spec);
    if let Some(text) = text.ok().filter(|text| text.len() <= LARGE) {
        let body = parse_body(&Source::new("encoded", text), diags);
        hcldyn::spec::decode(&body, spec, ctx, diags);
    }
}

/// Decodes a source as the middle one of several layers.
pub(crate) fn layers<T: HclDecode>(text: &str, ctx: &EvalContext) -> Result<T, Diagnostics> {
    let decoder = Decoder::new().context(ctx.clone()).defaults("defaults", text).text("t", text);
    let overrides = ["b[0].x=[for i in range(1000): range(1000)]", "a.y=1"];
    decoder.overrides("--set", overrides).decode::<T>().map(|loaded| loaded.value)
}

/// A configuration for random spec files.
const CONFIGURATION: &str = r#"root {
  b0 {
    b0 "x" {
    }
    b1 {
      a = 1
    }
  }
  b1 {
  }
  c = 1
}
value = { a0 = { a0 = [1], a1 = {} }, x = 1 }
"#;

/// Writes all documents about a spec file, and decodes by it.
pub(crate) fn describe(text: &str, ctx: &EvalContext, diags: &mut Diagnostics) -> io::Result<()> {
    let body = parse_body(&Source::new("t", text), diags);
    let Some(file) = language::read(&body, ctx, diags) else { return Ok(()) };
    let outline = file.spec.outline();
    let reference = Reference::new(outline.clone()).context(&file.context());
    drop((reference.markdown(), reference.html(), reference.man()));
    Sample::new(&outline).text();
    Sample::new(&outline).required_only().text();
    json_schema::of_configuration(&outline);
    json_schema::of_value(&file.spec);
    file.write();
    outline.changes(&outline);
    let folder = folder();
    fs::create_dir_all(&folder)?;
    let (spec, path) = (folder.join("own.hcldec"), folder.join("own.hcl"));
    fs::write(&spec, text)?;
    fs::write(&path, CONFIGURATION)?;
    let (spec, path) = (format!("--spec={}", spec.display()), path.to_string_lossy());
    invoke(&["check", "--diff", "--unsafe-fixes", &spec, &path], "");
    invoke(&["decode", "--with-type", &spec, &path], "");
    invoke(&["vars", &spec, &path], "");
    Ok(())
}

/// Decodes a source that includes files, with and without a directory that they must be in.
pub(crate) fn include<T: HclDecode>(text: &str, ctx: &EvalContext) -> Diagnostics {
    let folder = includes_of(parent_id());
    let main = folder.join("main.hcl");
    if let Err(error) = fs::write(&main, text) {
        return Diagnostics::from(hcldyn::cli::files::unreadable("main.hcl", &error));
    }
    let decoder = Decoder::new().context(ctx.clone()).file(main).includes("include");
    let mut found = Diagnostics::new();
    for decoder in [decoder.clone().within(&folder), decoder] {
        found.append(decoder.decode::<T>().err().unwrap_or_default());
    }
    found
}

/// Creates the files that cases include, before any case is measured.
pub(crate) fn prepare() -> io::Result<()> {
    let folder = includes_of(std::process::id());
    fs::create_dir_all(&folder)?;
    includes::create(&folder)
}

fn includes_of(supervisor: u32) -> PathBuf {
    folder_of(supervisor).join("includes")
}

/// Applies all fixes of a file, after a difference.
pub(crate) fn fix(text: &str) -> io::Result<()> {
    let folder = folder();
    fs::create_dir_all(&folder)?;
    let (spec, path) = (folder.join("spec.hcldec"), folder.join("case.hcl"));
    fs::write(&spec, SPEC)?;
    fs::write(&path, text)?;
    let spec = format!("--spec={}", spec.display());
    let path = path.to_string_lossy();
    invoke(&["check", "--diff", "--unsafe-fixes", &spec, &path], "");
    invoke(&["check", "--fix", "--unsafe-fixes", &spec, &path], "");
    Ok(())
}

/// Removes the files of a process.
pub(crate) fn clean_up(process: u32) {
    let _ = fs::remove_dir_all(folder_of(process));
}

fn folder() -> PathBuf {
    folder_of(std::process::id())
}

fn folder_of(process: u32) -> PathBuf {
    env::temp_dir().join(format!("fuzz-bombs-{process}"))
}

fn invoke(args: &[&str], stdin: &str) {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let args = ["hcldyn"].iter().chain(args).map(OsString::from);
    run(args, &mut Streams::new(stdin.as_bytes(), &mut output, &mut errors));
}
