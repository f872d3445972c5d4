//! Reports never show the values of sensitive attributes.
//!
//! All secrets are `hunter` with digits. No other name has this form.

mod commented;
mod decoded;
mod derive;
mod documents;
mod edited;
mod ends;
mod generated;
mod later;
mod marked_parts;
mod names;
mod parts;
mod random;
mod rejected;
mod types;
mod unreadable;
mod variables;

use hcldyn::body::Body;
use hcldyn::cty::Type;
use hcldyn::diag::{Diagnostic, Report, Style};
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, ObjectSpec, Spec, decode};
use hcldyn::syntax::{Source, Span, parse_json_body};
use hcldyn::{Diagnostics, EvalContext, parse_body};

/// The parser of one of the two syntaxes.
type Parse = fn(&Source, &mut Diagnostics) -> Body;

/// Returns a spec of any number of `login` blocks, which may be generated.
fn logins() -> Spec {
    let secret = |name: &'static str, ty| (name, AttrSpec::new(name, ty).sensitive().into());
    let login = ObjectSpec::new([
        ("user", AttrSpec::new("user", Type::String).required().into()),
        secret("password", Type::String),
        secret("pins", Type::list(Type::Number)),
    ]);
    Spec::from(BlocksSpec::new("login", login.into()).tuple().dynamic())
}

/// Returns a spec of a number and a `db` block with a label, which may be generated.
fn database() -> Spec {
    let password = AttrSpec::new("password", Type::String)
        .alias("passphrase")
        .former_name("secret_word")
        .sensitive();
    let db = Spec::object([
        ("name", LabelSpec::new(0, "name").into()),
        ("password", password.into()),
        ("port", AttrSpec::new("port", Type::Number).into()),
    ]);
    Spec::object([
        ("db", BlocksSpec::new("db", db).dynamic().into()),
        ("size", AttrSpec::new("size", Type::Number).into()),
    ])
}

/// Parses and decodes a source.
fn decoded(spec: &Spec, parse: Parse, source: &Source) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let body = parse(source, &mut diags);
    decode(&body, spec, &EvalContext::new().with_variable("host", "h"), &mut diags);
    diags
}

/// Returns the report of a source and checks that no diagnostic shows a secret.
fn report(spec: &Spec, parse: Parse, text: &str) -> String {
    let diags = decoded(spec, parse, &Source::new("a.hcl", text));
    assert!(!diags.is_empty(), "{text}");
    shown(&diags)
}

/// Returns the report of diagnostics and checks that they show no secret in any form.
fn shown(diags: &Diagnostics) -> String {
    let report = Report::new(diags).style(Style::Plain).to_string();
    let leak = leak(diags);
    assert!(leak.is_none(), "{}\n{report}", leak.unwrap_or_default());
    report
}

/// Returns a form of the diagnostics that shows a secret, if there is one.
fn leak(diags: &Diagnostics) -> Option<String> {
    let each = diags.iter().map(|it| format!("{it} {:?}", (&it.related, &it.values, it)));
    let forms = [
        Report::new(diags).style(Style::Plain).to_string(),
        Report::new(diags).style(Style::Colored).to_string(),
        diags.to_string(),
        format!("{diags:?}"),
    ];
    forms.into_iter().chain(each).find(|form| form.contains("hunter"))
}

/// Checks that the reports of these sources hide a secret.
fn assert_hidden(spec: &Spec, parse: Parse, texts: &[&str]) {
    let mut wrong = Vec::new();
    for text in texts {
        let source = Source::new("a.hcl", *text);
        let mut diags = decoded(spec, parse, &source);
        // This warning makes the report draw every line.
        let all = source.place(Span::new(0, text.len() as u32));
        diags.push(Diagnostic::warning(all, "All", "There is more."));
        let report = Report::new(&diags).style(Style::Plain).to_string();
        match leak(&diags) {
            Some(leak) => wrong.push(format!("shown:\n{text}\n{leak}")),
            None if !report.contains("(sensitive)") => {
                wrong.push(format!("not hidden:\n{text}\n{report}"));
            }
            None => {}
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), texts.len(), wrong.join("\n\n"));
}

fn assert_hidden_in_native(spec: &Spec, texts: &[&str]) {
    assert_hidden(spec, parse_body, texts);
}

fn assert_hidden_in_json(spec: &Spec, texts: &[&str]) {
    assert_hidden(spec, parse_json_body, texts);
}
