//! Messages about long names, values and types: they stay short.

use hcldyn::cty::Type;
use hcldyn::diag::{Report, Style};
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Spec, decode};
use hcldyn::syntax::{Source, parse_body_by_name};
use hcldyn::{Diagnostics, EvalContext, ext, functions};

const LONG: usize = 200_000;

/// Returns the diagnostics of a source with a number `a`, a list of objects `b`, and a block `c` with a
/// label.
fn problems(file: &str, text: &str) -> Diagnostics {
    let object = Type::object([("a", Type::Number), ("x", Type::Number)]);
    let label = Spec::Label(LabelSpec::new(0, "name").into());
    let spec = Spec::object([
        ("a", AttrSpec::new("a", Type::Number).into()),
        ("b", AttrSpec::new("b", Type::list(object)).into()),
        ("c", Spec::from(BlocksSpec::new("c", label))),
    ]);
    let ctx = EvalContext::new().with_functions(functions::all()).with_functions(ext::all());
    let mut diags = Diagnostics::new();
    let body = parse_body_by_name(&Source::new(file, text), &mut diags);
    decode(&body, &spec, &ctx.with_variable("v", "w".repeat(LONG)), &mut diags);
    diags
}

fn assert_is_short(file: &str, text: &str) {
    let diags = problems(file, text);
    let shown = &text[..text.len().min(60)];
    assert!(diags.has_errors(), "{shown} has no error");
    let (plain, report) = (diags.to_string(), Report::new(&diags).style(Style::Plain).to_string());
    for message in [plain, report] {
        assert!(message.len() < 20_000, "{shown}: {} bytes: {message:.500}", message.len());
    }
}

#[test]
fn messages_are_short() {
    let (name, digits) = ("n".repeat(LONG), "7".repeat(LONG));
    let object = (0..10_000).map(|i| format!("n{i} = 1\n")).collect::<String>();
    let texts = [
        format!("a = {digits}"),
        format!("a = {name}"),
        format!("a = {name}()"),
        format!("a = v.{name}"),
        format!("a = {{}}.{name}"),
        format!("a = {{}}[\"{name}\"]"),
        format!("a = {{}}[{{{object}}}]"),
        format!("a = {{{object}}}"),
        format!("a = {{{object}}}.y"),
        format!("a = true ? {{{object}}} : []"),
        format!("a = \"{name}\""),
        format!("a = \"{name}\" + 1"),
        "a = -v".to_owned(),
        "a = jsondecode(v)".to_owned(),
        "a = parseint(v, 10)".to_owned(),
        "a = regex(v, v)".to_owned(),
        "a = formatdate(v, v)".to_owned(),
        format!("a = 1\nb = [{{{object}}}]"),
        format!("a = convert(1, {name})"),
        format!("{name} = 1"),
        format!("{name} {{}}"),
        format!("c \"{name}\" {{}}\nc \"{name}\" {{}}"),
        format!("c \"{name}\" \"{name}\" {{}}"),
        format!("dynamic \"{name}\" {{}}"),
        format!("a = \"${{{name}"),
        format!("a = <<{name}"),
        format!("a = 1 {name}"),
        format!("{name} {name}"),
        format!("a = \"\\{name}\""),
        format!("a = \"%{{ {name} }}\""),
        "€".repeat(LONG),
    ];
    for text in &texts {
        assert_is_short("t.hcl", text);
    }
}

#[test]
fn messages_of_json_are_short() {
    let (name, digits) = ("n".repeat(LONG), "7".repeat(LONG));
    let texts = [
        format!("{{\"a\": {digits}}}"),
        format!("{{\"a\": \"{name}\"}}"),
        format!("{{\"a\": \"${{{name}}}\"}}"),
        format!("{{\"{name}\": 1}}"),
        format!("{{\"a\": 1, \"a\": {name}}}"),
        format!("{{\"c\": {{\"{name}\": 1}}}}"),
        format!("{{\"c\": {{\"{name}\": {{}}, \"x{name}\": {{}}}}}}"),
        name.clone(),
        format!("\"{name}\""),
    ];
    for text in &texts {
        assert_is_short("t.hcl.json", text);
    }
}

/// This takes minutes if the column of every error is counted from the start of the line.
#[test]
fn many_errors_on_a_long_line() {
    let pairs: String = (0..1_000).map(|i| format!("k{i} = undefined, ")).collect();
    let text =
        format!("a = {{ x = \"{}\", {pairs} }}\n", "👩\u{200d}👩\u{200d}👧 é".repeat(20_000));
    let mut diags = Diagnostics::with_limit(1_000);
    let body = parse_body_by_name(&Source::new("t.hcl", text), &mut diags);
    let spec = Spec::from(AttrSpec::new("a", Type::Dynamic));
    decode(&body, &spec, &EvalContext::new().with_variable("v", 1), &mut diags);
    let report = Report::new(&diags).style(Style::Plain).to_string();
    // The emoji family is one column, so the string takes 60,000 columns.
    assert!(
        diags.to_string().starts_with("t.hcl:1:60020: error: Undefined variable"),
        "{report:.200}"
    );
    assert_eq!(diags.len(), 1_000);
    assert!(report.len() < 1_000_000, "{} bytes", report.len());
}
