//! Decodes a configuration by a spec that is read at run time, and prints the value as JSON. The program has no
//! struct for it: only the spec file describes what to decode.
//!
//! Run it with `cargo run --example spec_file`.

use hcldyn::cty::json::to_plain_json;
use hcldyn::diag::Report;
use hcldyn::spec::{decode, language};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, functions, parse_body};

const SPEC: &str = r#"
object {
  attr "name" {
    type     = string
    required = true
  }
  block_list "listen" {
    min_items = 1
    dynamic   = true

    object {
      label "protocol" {}
      transform "port" {
        attr { type = number }
        result = coalesce(nested, 80) + offset
      }
    }
  }
}

variables {
  zone = "eu"
}

function "qualified" {
  params = [name]
  result = "${lower(name)}.example"
}
"#;

const TEXT: &str = r#"
name = qualified("${zone}-WEB")

listen "http" {}

dynamic "listen" {
  for_each = [443, 8443]
  labels   = ["https"]
  content {
    port = listen.value
  }
}
"#;

fn main() {
    let mut diags = Diagnostics::new();
    match run(SPEC, TEXT, &mut diags) {
        Some(json) => println!("{json}"),
        None => print!("{}", Report::new(&diags)),
    }
}

/// Returns the value as JSON, unless there were errors.
fn run(spec: &str, text: &str, diags: &mut Diagnostics) -> Option<String> {
    let body = parse_body(&Source::new("spec.hcl", spec), diags);
    let ctx = EvalContext::new().with_functions(functions::all()).with_variable("offset", 1000);
    let file = language::read(&body, &ctx, diags)?;

    let body = parse_body(&Source::new("config.hcl", text), diags);
    let value = decode(&body, &file.spec, &file.context(), diags);
    if diags.has_errors() { None } else { to_plain_json(&value).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_is_json() {
        let listen = |protocol, port| format!(r#"{{"port":{port},"protocol":"{protocol}"}}"#);
        let all = [listen("http", 1080), listen("https", 1443), listen("https", 9443)];
        let json = format!(r#"{{"listen":[{}],"name":"eu-web.example"}}"#, all.join(","));
        assert_eq!(run(SPEC, TEXT, &mut Diagnostics::new()), Some(json));
    }

    #[test]
    fn an_error_in_the_spec_has_its_location() {
        let mut diags = Diagnostics::new();
        assert_eq!(run("object {\n  atr \"name\" {}\n}\n", TEXT, &mut diags), None);
        assert!(diags.to_string().starts_with("spec.hcl:2:3: error: Unexpected block;"), "{diags}");
        assert!(diags.to_string().ends_with("Did you mean \"attr\"?"), "{diags}");
    }

    #[test]
    fn documents_show_the_whole_spec() {
        let mut diags = Diagnostics::new();
        let ctx = EvalContext::new().with_functions(functions::all()).with_variable("offset", 1000);
        let body = parse_body(&Source::new("spec.hcl", SPEC), &mut diags);
        let file = language::read(&body, &ctx, &mut diags).unwrap();
        hcldyn_tests::documents::check(&file.spec, &file.context(), "spec file");
    }
}
