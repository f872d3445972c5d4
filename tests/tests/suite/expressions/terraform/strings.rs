//! String literals and templates.

use super::{eval, same, unreadable, wrong};

/// Checks that each expression has the given string as value.
fn gives(pairs: &[(&str, &str)]) {
    for (text, expected) in pairs {
        assert_eq!(eval(text), (*expected).into(), "{text}");
    }
}

#[test]
fn a_backslash_begins_an_escape() {
    gives(&[
        (r#""a\nb""#, "a\nb"),
        (r#""a\rb""#, "a\rb"),
        (r#""a\tb""#, "a\tb"),
        (r#""a\"b""#, "a\"b"),
        (r#""a\\b""#, "a\\b"),
        (r#""\u00e9\u4e16""#, "\u{e9}\u{4e16}"),
        (r#""\U0001F600""#, "\u{1f600}"),
    ]);
    unreadable(&[
        (r#""\x""#, "Invalid escape sequence; \\x is not"),
        (r#""\u12""#, "Invalid escape sequence; \\u12 is not"),
        (r#""a"#, "Unclosed string"),
    ]);
}

#[test]
fn a_heredoc_has_many_lines() {
    gives(&[("<<EOT\nhello\nworld\nEOT\n", "hello\nworld\n"), ("<<My_end\na\nMy_end\n", "a\n")]);
}

#[test]
fn a_heredoc_ends_at_a_line_with_only_its_name() {
    gives(&[("<<EOT\nEOT and more\n not EOT\nEOT\n", "EOT and more\n not EOT\n")]);
}

#[test]
fn a_heredoc_keeps_leading_spaces() {
    gives(&[("<<EOT\n  hello\n    world\nEOT\n", "  hello\n    world\n")]);
}

#[test]
fn an_indented_heredoc_drops_the_common_indentation() {
    gives(&[
        ("<<-EOT\n  hello\n    world\n  EOT\n", "hello\n  world\n"),
        ("<<-EOT\n    hello\n  world\n      EOT\n", "  hello\nworld\n"),
    ]);
}

#[test]
fn a_backslash_in_a_heredoc_is_a_backslash() {
    gives(&[("<<EOT\na\\nb \\\" \\u00e9\nEOT\n", "a\\nb \\\" \\u00e9\n")]);
}

#[test]
fn a_doubled_sign_begins_no_template() {
    gives(&[
        ("\"$${a} %%{b}\"", "${a} %{b}"),
        ("<<EOT\n$${a} %%{b}\nEOT\n", "${a} %{b}\n"),
        ("\"$a %b $$ %%\"", "$a %b $$ %%"),
    ]);
}

#[test]
fn an_interpolation_inserts_a_value_as_a_string() {
    gives(&[
        ("\"Hello, ${var.name}!\"", "Hello, Juan!"),
        ("\"${1 + 1} is ${true}\"", "2 is true"),
        ("<<EOT\nHello, ${var.name}!\nEOT\n", "Hello, Juan!\n"),
    ]);
    wrong(&[
        ("\"a ${var.list}\"", "Invalid value in template; A tuple"),
        ("\"a ${null}\"", "Null in template"),
    ]);
}

#[test]
fn if_chooses_between_templates() {
    let text = "\"Hello, %{ if var.name != \"\" }${var.name}%{ else }unnamed%{ endif }!\"";
    gives(&[(text, "Hello, Juan!"), (&text.replace("var.name", "var.a"), "Hello, unnamed!")]);
}

#[test]
fn without_else_the_result_is_empty() {
    gives(&[("\"a%{ if false }b%{ endif }c\"", "ac"), ("\"a%{ if true }b%{ endif }c\"", "abc")]);
    unreadable(&[
        ("\"%{ if true }b\"", "Unclosed template directive"),
        ("\"%{ endif }\"", "Invalid template directive; This `%{ endif }` has no matching"),
        ("\"%{ unless x }%{ endif }\"", "Invalid template directive; Expected if"),
    ]);
    wrong(&[("\"%{ if 1 }b%{ endif }\"", "Invalid condition; The condition must be a bool")]);
}

#[test]
fn for_repeats_a_template() {
    gives(&[
        (
            "<<EOT
%{ for ip in aws_instance.counted.*.private_ip }
server ${ip}
%{ endfor }
EOT
",
            "\nserver 10.1.16.154\n\nserver 10.1.16.1\n\nserver 10.1.16.34\n\n",
        ),
        ("\"%{ for k, v in var.map }${k}=${v};%{ endfor }\"", "k=vv;kk=v;"),
    ]);
}

#[test]
fn a_strip_marker_takes_the_space_beside_it() {
    gives(&[
        (
            "<<EOT
%{ for ip in aws_instance.counted.*.private_ip ~}
server ${ip}
%{ endfor ~}
EOT
",
            "server 10.1.16.154\nserver 10.1.16.1\nserver 10.1.16.34\n",
        ),
        ("\"a  ${~ 1 }  b\"", "a1  b"),
        ("\"a  ${ 1 ~}  b\"", "a  1b"),
        ("\"a \\n ${~ 1 ~} \\n b\"", "a1b"),
    ]);
}

#[test]
fn a_template_of_one_interpolation_is_its_value() {
    same(&[("\"${[1]}\"", "[1]"), ("\"${var.none}\"", "null")]);
}
