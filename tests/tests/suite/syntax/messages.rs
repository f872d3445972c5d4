//! The messages about errors in native syntax as users see them, in snapshots that are reviewed as a whole.
//! The items around an error are kept, and nothing is reported as missing because of it.

use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, HclDecode, parse_body, parse_expression};
use hcldyn_tests::text::report;

/// Bodies with one mistake each, by topic.
const TOPICS: &[(&str, &[&str])] = &[
    (
        "attributes",
        &[
            "port 80\n",
            "port: 80\n",
            "port := 80\n",
            "port += 80\n",
            "port == 80\n",
            "\"port\" = 80\n",
            "port =\nhost = \"a\"\n",
            "port = 80,\nhost = \"a\"\n",
            "port = 80;\n",
            "port = 80 host = \"a\"\n",
            "port.number = 80\n",
        ],
    ),
    (
        "blocks",
        &[
            "server { port = 80 host = \"a\" }\n",
            "server { port = 80, host = \"a\" }\n",
            "server { port = 80; host = \"a\" }\n",
            "server { port = 80\n}\n",
            "server { limits {} }\n",
            "server\n{\n  port = 80\n}\n",
            "server \"a {\n  port = 80\n}\n",
            "server 'a' {\n  port = 80\n}\n",
            "server \"${name}\" {\n  port = 80\n}\n",
            "server = {\n  port = 80\n",
            "server {\n  port = 80\n\nclient {\n  port = 81\n}\n",
            "server {\n  port = 80\n}}\n",
            "server {\n  port = 80\n}\n}\n",
            "server {\n  port = [80, 81\n}\nhost = \"a\"\n",
            "server {\n  port = 80\n  host = \"a\" /* note\n}\n",
            "server {\n  port = [80, /* note\n",
        ],
    ),
    (
        "strings",
        &[
            "host = \"abc\nport = 80\n",
            "host = \"a\nb\"\n",
            "host = [\"abc, \"b\"]\nport = 80\n",
            "host = upper(\"abc)\nport = 80\n",
            "host = 'abc'\n",
            "host = “abc”\n",
            "host = \"a\" \"b\"\n",
            "host = \"C:\\dir\"\n",
            "host = abc def\n",
        ],
    ),
    (
        "templates",
        &[
            "host = ${name}\n",
            "host = \"${name\"\n",
            "host = \"${\"\n",
            "host = \"${name\nport = 80\n",
            "host = \"${name}}\n",
            "host = \"${}\"\n",
            "host = \"${name + }\"\n",
            "host = \"${< name}\"\n",
            "host = \"%{ if name }a\"\n",
            "host = \"%{ if name }a%{ end }\"\n",
            "host = \"%{ for n in names }a%{ endif }\"\n",
            "host = \"a%{ endif }\"\n",
        ],
    ),
    (
        "heredocs",
        &[
            "text = <<EOT\n  abc\nport = 80\n",
            "text = upper(<<EOT\n  abc\nEOT)\nport = 80\n",
            "text = <<EOT abc\nEOT\n",
            "text = << EOT\nabc\nEOT\n",
            "text = <<EOT\n%{ if a }\nb\nEOT\n",
            "text = <<EOT\na\n%{ endif }\nEOT\n",
            "text = <<EOT\na ${b c}\nEOT\n",
            "text = <<EOT\na ${< b}\nEOT\n",
        ],
    ),
    (
        "expressions",
        &[
            "x = [1, 2\ny = 3\n",
            "x = [1 2]\n",
            "x = [1,, 2]\n",
            "x = f(1 2)\n",
            "x = (1 + 2\ny = 3\n",
            "x = {a = 1 b = 2}\n",
            "x = {a 1}\n",
            "x = {\n  a {\n    b = 1\n  }\n}\ny = 2\n",
            "x = {\n  a \"l\" {\n    b {\n      c = 1\n    }\n  }\n}\ny = 2\n",
            "x = f({\n  a = [{\n    b {\n      c = 1\n    }\n  }]\n})\ny = 2\n",
            "x = [\n  1,\n  a = 2\n]\ny = 3\n",
            "x = [\n  a = 1\n  b = 2\n]\ny = 3\n",
            "x = f(\n  a = 1\n)\ny = 2\n",
            "x = \"${\n  a\n  b\n}\"\ny = 2\n",
            "x = {a = }\n",
            "x = a ? b\n",
            "x = a ?: b\n",
            "x = a and b\n",
            "x = a & b\n",
            "x = a === b\n",
            "x = 1 +\n",
            "x = a.\n",
            "x = a[\n",
            "x = a[*\n]\n",
            "x = a.*.b.*.c\n",
            "x = a.0.1\n",
            "x = 10.0.0.1\n",
            "x = .5\n",
            "x = 1_000\n",
            "x = [for a in b]\n",
            "x = [for a inb : a]\n",
            "x = [for a of b : a]\n",
            "x = {for a in b : a}\n",
            "x = a ++\n",
            "x = -\n",
        ],
    ),
];

#[test]
fn messages_about_bodies() {
    for (topic, texts) in TOPICS {
        let reports: Vec<_> = texts.iter().map(|text| report(text, &problems(text))).collect();
        insta::assert_snapshot!(*topic, reports.join("\n\n"));
    }
}

#[test]
fn messages_about_expressions_alone() {
    let texts = ["\"abc", "\"a${b", "'abc'", "", "(1 + 2", "1 2", "a = 1", "[1, 2", "<<EOT\nabc"];
    let reports = texts.map(|text| {
        let mut diags = Diagnostics::new();
        parse_expression(&Source::new("example", text), &mut diags);
        report(text, &diags)
    });
    insta::assert_snapshot!("alone", reports.join("\n\n"));
}

#[test]
fn each_error_is_reported_once() {
    let texts = TOPICS.iter().flat_map(|(_, texts)| texts.iter());
    let several = texts.filter(|text| problems(text).len() != 1);
    let shown: Vec<_> = several.map(|text| report(text, &problems(text))).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n\n"));
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only decoding is looked at")]
struct Config {
    name: String,
    #[hcl(block)]
    server: Server,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only decoding is looked at")]
struct Server {
    port: u16,
    host: String,
    #[hcl(block)]
    limits: Limits,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only decoding is looked at")]
struct Limits {
    most: u8,
    least: u8,
}

/// The items beside the errors are decoded: the numbers that are too large are reported.
#[test]
fn good_items_are_decoded_around_bad_ones() {
    let text = "name = 'a'
server {
  port = 70000
  host 'a'
  limits {
    most  = 256
    least = [1
  }
}
";
    let found = hcldyn::from_str::<Config>(text, &EvalContext::new()).unwrap_err();
    let places: Vec<_> = found.iter().map(ToString::to_string).collect();
    let starts = [
        "<text>:1:8: error: Single",
        "<text>:3:10: error: Invalid value",
        "<text>:4:8: error: ",
        "<text>:6:13: error: Invalid value",
    ];
    assert_eq!(places.len(), 5, "{found}");
    for (place, start) in places.iter().zip(starts) {
        assert!(place.starts_with(start), "{found}");
    }
    assert!(places[4].starts_with("<text>:7:13: error: Unclosed bracket"), "{found}");
}

fn problems(text: &str) -> Diagnostics {
    let mut diags = Diagnostics::new();
    parse_body(&Source::new("example", text), &mut diags);
    diags
}

fn said(text: &str) -> String {
    let mut diags = Diagnostics::new();
    parse_body(&Source::new("t", text), &mut diags);
    diags.to_string()
}

#[test]
fn an_invalid_label_hides_no_error_in_its_block() {
    let inner = "t:2:10: error: Unknown operator; HCL has no operator \"~\".";
    for (header, place, detail) in [
        ("server \"x ${name}\" {", 8, "a plain string, without ${ } and %{ }"),
        ("server a.b {", 9, "a string in quotes"),
        ("server 5 {", 8, "a string in quotes"),
    ] {
        let label =
            format!("t:1:{place}: error: Invalid label; A label must be a name or {detail}.");
        assert_eq!(said(&format!("{header}\n  port = ~3\n}}\n")), format!("{label}\n{inner}"));
        assert_eq!(said(&format!("{header}\n  port = 3\n}}\nhost = 1\n")), label);
    }
}

#[test]
fn a_directive_outside_of_strings_is_not_an_item() {
    let item = "Invalid item; Expected an attribute or a block, not \"%\".";
    assert_eq!(
        said("server {\n%{ if a ~}\n  port = 80\n%{ endif ~}\n}\n"),
        format!("t:2:1: error: {item}\nt:4:1: error: {item}")
    );
}
