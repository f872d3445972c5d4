//! Diagnostics as data, and as errors of other crates.

use hcldyn::cty::{Type, Value};
use hcldyn::diag::Diagnostic;
use hcldyn::spec::{AttrSpec, ObjectSpec, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};
use miette::{NarratableReportHandler, Report};
use serde_json::json;

/// Decodes a file with a number `port` and a secret string.
fn decoded(text: &str) -> Diagnostics {
    let secret = AttrSpec::new("password", Type::String).sensitive();
    let port = AttrSpec::new("port", Type::Number);
    let spec = Spec::from(ObjectSpec::new([("password", secret.into()), ("port", port.into())]));
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    decode(&body, &spec, &EvalContext::new().with_variable("n", Value::from(1)), &mut diags);
    diags
}

fn narrated(diags: Diagnostics) -> String {
    let mut text = String::new();
    NarratableReportHandler::new().render_report(&mut text, Report::from(diags).as_ref()).unwrap();
    text
}

#[test]
fn serialized() {
    let diags = decoded("/* é😀 */ prot = 80\n");
    let point = |byte: u32, column: u32, utf8: u32, utf16: u32, scalar: u32| json!({"byte": byte, "line": 1, "column": column, "utf8": utf8, "utf16": utf16, "scalar": scalar});
    let range = json!({
        "source": "a.hcl",
        "start": point(13, 10, 14, 11, 10),
        "end": point(17, 14, 18, 15, 14),
    });
    let expected = json!([{
        "severity": "error",
        "code": "unexpected-attribute",
        "summary": "Unexpected attribute",
        "detail": "The attribute \"prot\" is not expected here.",
        "help": "Did you mean \"port\"?",
        "subject": range,
        "related": [],
        "values": [],
        "fixes": [{
            "title": "Change \"prot\" to \"port\"",
            "applicability": "safe",
            "edits": [{"range": range, "replacement": "port"}],
        }],
    }]);
    assert_eq!(serde_json::to_value(&diags).unwrap(), expected);

    let mut diags = Diagnostics::new();
    diags.push(Diagnostic::input_error("b.hcl", "Bad", "It is bad."));
    let input = serde_json::to_value(&diags).unwrap();
    assert_eq!(input[0]["subject"], json!({"source": "b.hcl"}));
}

#[test]
fn as_a_miette_report() {
    let one = narrated(decoded("port = 80\nport = 81\n"));
    for part in [
        "Duplicate attribute",
        "port = 81",
        "first set here",
        "severity: error",
        "code: duplicate-attribute",
    ] {
        assert!(one.to_lowercase().contains(&part.to_lowercase()), "{part}: {one}");
    }
    let several = Report::from(decoded("prot = 1\nport = true\nother {}\n"));
    assert_eq!(several.to_string(), "3 errors");
    let related: Vec<_> = several.related().unwrap().map(ToString::to_string).collect();
    assert_eq!(related, ["Unexpected attribute", "Unexpected block", "Wrong type"]);
}

#[test]
fn an_input_without_text_as_a_miette_report() {
    let mut diags = Diagnostics::new();
    diags.push(Diagnostic::input_error("b.hcl", "Bad", "It is bad."));
    let report = Report::from(diags);
    assert_eq!(report.to_string(), "b.hcl: Bad; It is bad.");
    assert!(report.source_code().is_none());
}

/// The excerpt is the line of the error, which also has the secret.
#[test]
fn miette_shows_no_secrets() {
    let text = narrated(decoded("password = [\"hunter1\", \"\u{1b}[31m\"]\nprot = 1\n"));
    assert!(text.contains("password = *"), "{text}");
    assert!(!text.contains("hunter"), "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
}

/// `?` makes any error type of these.
#[test]
fn errors_of_other_crates() {
    fn boxed() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        decoded("prot = 1\n").into_result(Some(()))?;
        Ok(())
    }
    fn of_anyhow() -> anyhow::Result<()> {
        decoded("prot = 1\n").into_result(Some(()))?;
        Ok(())
    }
    fn of_eyre() -> eyre::Result<()> {
        decoded("prot = 1\n").into_result(Some(()))?;
        Ok(())
    }
    fn of_miette() -> miette::Result<()> {
        decoded("prot = 1\n").into_result(Some(()))?;
        Ok(())
    }
    let message = "a.hcl:1:1: error: Unexpected attribute; The attribute \"prot\" is not expected here. Did you mean \"port\"?";
    assert_eq!(boxed().unwrap_err().to_string(), message);
    assert_eq!(of_miette().unwrap_err().to_string(), "Unexpected attribute");
    for diags in [
        of_anyhow().unwrap_err().downcast::<Diagnostics>().unwrap(),
        of_eyre().unwrap_err().downcast::<Diagnostics>().unwrap(),
    ] {
        assert_eq!(diags.to_string(), message);
    }
}
