//! Modules with values that are not known, or that this program can't evaluate. Each is expanded as far as its values
//! are known; the rest stays byte for byte.
//!
//! `terraform validate` accepts all of them, with a provider whose resource `test` has the blocks and attributes in use.

use super::Files;

/// The provider, the objects and the function that the modules refer to. Files in JSON syntax are not printed.
const OTHERS: &str = r#"{
  "terraform": {"required_providers": {"test": {"source": "hashicorp/test"}}},
  "resource": {"test": {"other": {}}},
  "data": {"test": {"all": {}}},
  "locals": {"other": "${provider::test::f(1)}"}
}"#;

/// The blocks that a module generates, or `None` if it stays as it is written.
type Expanded = Option<&'static str>;

/// A resource with a `dynamic` block, whose content has the attribute `v`.
fn resource(for_each: &str, value: &str) -> String {
    format!(
        "resource \"test\" \"it\" {{\n  dynamic \"tag\" {{\n    for_each = {for_each}\n    content {{\n      v = {value}\n    \
         }}\n  }}\n}}\n"
    )
}

/// Returns the output for a module with one file, and its diagnostics.
fn expand(name: &str, text: &str, arguments: &[&str]) -> (String, String) {
    let files = Files::new(&format!("module-{name}"))
        .with("m/main.tf", text)
        .with("m/others.tf.json", OTHERS)
        .with("m/message", "No.");
    let output = files.run(["expand", "m"]).args(arguments).output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    assert!(output.status.success(), "{name}: {stderr}");
    (stdout.strip_prefix("# m/main.tf\n").unwrap_or(&stdout).to_owned(), stderr)
}

#[track_caller]
fn check(cases: &[(&str, &str, String, Expanded)]) {
    for (name, declarations, resource, expanded) in cases {
        let (output, reported) = expand(name, &format!("{declarations}\n{resource}"), &[]);
        let expected = match expanded {
            Some(blocks) => format!("{declarations}\nresource \"test\" \"it\" {{\n{blocks}}}\n"),
            None => format!("{declarations}\n{resource}"),
        };
        assert_eq!(output, expected, "{name}: {reported}");
        assert_eq!(reported, "", "{name}");
    }
}

const A: Expanded = Some("  tag {\n    v = \"a\"\n  }\n");
const ONE: Expanded = Some("  tag {\n    v = \"1\"\n  }\n");

#[test]
fn variables_with_other_arguments() {
    let variable = |rest: &str| format!("variable \"x\" {{\n  default = [\"a\"]\n  {rest}\n}}\n");
    let of_variable = || resource("var.x", "tag.value");
    let texts = [
        ("description", "description = <<EOT\nSeveral\nlines.\nEOT"),
        ("non-nullable", "nullable = false"),
        (
            "file",
            "validation {\n    condition     = fileexists(var.x[0])\n    error_message = file(\"message\")\n  }",
        ),
        (
            "provider-function",
            "validation {\n    condition     = provider::test::f(var.x)\n    error_message = \"No.\"\n  }",
        ),
        (
            "other-names",
            "validation {\n    condition     = contains(data.test.all.ids, var.x[0]) && local.other\n    error_message = \"No.\"\n  }",
        ),
        (
            "false",
            "validation {\n    condition     = length(var.x) > 1\n    error_message = \"No.\"\n  }",
        ),
        ("list", "type = list"),
        ("list-of-any", "type = list(any)"),
    ];
    for (name, rest) in texts {
        check(&[(name, &variable(rest), of_variable(), A)]);
    }
}

#[test]
fn types_without_an_argument() {
    check(&[
        (
            "numbers",
            "variable \"x\" {\n  type    = list\n  default = [1]\n}\n",
            resource("var.x", "tag.value"),
            Some("  tag {\n    v = 1\n  }\n"),
        ),
        (
            "map",
            "variable \"x\" {\n  type    = map\n  default = { a = 1 }\n}\n",
            resource("var.x", "tag.key"),
            A,
        ),
        (
            "unified",
            "variable \"x\" {\n  type    = list\n  default = [1, \"a\"]\n}\n",
            resource("[var.x[0]]", "tag.value"),
            ONE,
        ),
        (
            "no-default",
            "variable \"x\" {\n  type = list\n}\n",
            resource("var.x", "tag.value"),
            None,
        ),
    ]);
}

#[test]
fn elements_that_are_not_known() {
    let some = r#"locals {
  tags = ["a", test.other.id]
  map  = { a = { id = test.other.id, name = "a" } }
}
"#;
    check(&[
        ("element", some, resource("local.tags", "tag.value"), None),
        ("key", some, resource("slice(local.tags, 0, 1)", "tag.value"), A),
        ("in-call", some, resource("local.tags", "provider::test::f(tag.value)"), None),
        ("in-template", some, resource("local.tags", "\"${tag.value}-${test.other.id}\""), None),
        ("attribute", some, resource("local.map", "tag.value.id"), None),
        ("known-attribute", some, resource("local.map", "tag.value.name"), A),
        (
            "function",
            "locals {\n  x = [file(\"message\"), provider::test::f(1)]\n}\n",
            resource("local.x", "tag.value"),
            None,
        ),
        (
            "each",
            "",
            resource("each.value", "tag.value")
                .replace("{\n  dynamic", "{\n  for_each = { a = [\"b\"] }\n  dynamic"),
            None,
        ),
        (
            "sensitive-local",
            "locals {\n  x = [test.other.id, 1]\n}\n",
            resource("reverse(local.x)", "[tag.value, tag.key]"),
            None,
        ),
    ]);
}

/// A `dynamic` block that stays is written with the values of the outer iterators that are known.
#[test]
fn inner_blocks_stay_by_themselves() {
    let text = |outer: &str, value: &str| {
        format!(
            "locals {{\n  part = [test.other.id]\n}}\nresource \"test\" \"it\" {{\n  dynamic \"a\" {{\n    for_each = {outer}\n    \
             content {{\n      dynamic \"b\" {{\n        for_each = local.part\n        content {{\n          v = {value}\n        \
             }}\n      }}\n    }}\n  }}\n}}\n"
        )
    };
    let (output, _) = expand("inner", &text("[1, 2]", "[a.value, b.value]"), &[]);
    for number in [1, 2] {
        let inner = format!(
            "  a {{\n    dynamic \"b\" {{\n      for_each = local.part\n      content {{\n        v = [{number}, b.value]\n"
        );
        assert!(output.contains(&inner), "{output}");
    }
    let whole = text("local.part", "[a.value, b.value]");
    assert_eq!(expand("inner-whole", &whole, &[]).0, whole);
    // Each level fails once, not once for each way to the outer ones.
    let open = |level| {
        format!("dynamic \"d{level}\" {{\nfor_each = local.part\ncontent {{\nv = d{level}.key\n")
    };
    let levels = 40;
    let nested: String = (0..levels).map(open).collect();
    let last = format!("{nested}w = [d0.value]\n{}", "}\n}\n".repeat(levels));
    let text =
        format!("locals {{\n  part = [test.other.id]\n}}\nresource \"test\" \"it\" {{\n{last}}}\n");
    let started = std::time::Instant::now();
    expand("inner-deep", &text, &[]);
    assert!(started.elapsed().as_secs() < 20);
}

/// The program that runs the module may never evaluate an expression that fails with these values.
#[test]
fn expressions_that_fail_are_warnings() {
    let null = r#"variable "x" {
  default = null
}
"#;
    let object = r#"variable "x" {
  default = [{ id = 1 }]
}
"#;
    for (name, declarations, resource, code) in [
        ("null", null, resource("var.x", "tag.value"), "null-collection"),
        (
            "string",
            "variable \"x\" {\n  default = \"a\"\n}\n",
            resource("var.x", "tag.value"),
            "not-a-collection",
        ),
        (
            "index",
            "variable \"x\" {\n  default = []\n}\n",
            resource("[1]", "[tag.value, var.x[0]]"),
            "index-out-of-range",
        ),
        ("attribute", object, resource("var.x", "tag.value.name"), "unknown-attribute"),
    ] {
        let text = format!(
            "{declarations}\n{}",
            resource.replace("{\n  dynamic", "{\n  count = 0\n  dynamic")
        );
        let (output, reported) = expand(&format!("fails-{name}"), &text, &[]);
        assert_eq!(output, text, "{name}");
        assert!(
            reported.contains("the dynamic block stays as it is written"),
            "{name}: {reported}"
        );
        assert!(reported.contains(&format!("warning[{code}]")), "{name}: {reported}");
    }
}

/// Nothing may store an ephemeral value.
#[test]
fn sensitive_and_ephemeral_variables_stay() {
    for argument in ["sensitive", "ephemeral"] {
        let text = format!(
            "variable \"x\" {{\n  type      = list(string)\n  default   = [\"a\"]\n  {argument} = true\n}}\n{}",
            resource("var.x", "tag.value")
        );
        let (output, reported) = expand(argument, &text, &["--var", "x=[\"hunter2\"]"]);
        assert_eq!(output, text);
        assert!(
            reported.contains("warning[value-not-writable]") && !reported.contains("hunter2"),
            "{reported}"
        );
    }
}

/// The type of a value counts in an expression, and a set has no indexes.
#[test]
fn collections_keep_their_types() {
    let declarations = r#"locals {
  set  = toset(["b", "a"])
  list = tolist(["a"])
  map  = tomap({ a = 1 })
}
"#;
    let cases = [
        ("[local.set]", "tag.value", "toset([\"a\", \"b\"])"),
        ("[local.list]", "tag.value", "[\"a\"]"),
        (
            "[local.set]",
            "{ all = tag.value, list = local.list }",
            "{\n      all  = toset([\"a\", \"b\"])\n      list = tolist([\"a\"])\n    }",
        ),
        ("[local.list]", "tag.value == test.other.list", "tolist([\"a\"]) == test.other.list"),
        (
            "[local.map]",
            "merge(tag.value, test.other.map)",
            "merge(tomap({ a = 1 }), test.other.map)",
        ),
        ("[local.list]", "tag.value[test.other.index]", "tolist([\"a\"])[test.other.index]"),
        (
            "[local.set]",
            "[for k, v in tag.value : \"${k}${test.other.id}\"]",
            "[for k, v in toset([\"a\", \"b\"]) : \"${k}${test.other.id}\"]",
        ),
        ("[local.set]", "[for k, v in tag.value : k]", "[\"a\", \"b\"]"),
    ];
    for (index, (collection, value, expected)) in cases.into_iter().enumerate() {
        let text = format!("{declarations}{}", resource(collection, value));
        let expected = format!(
            "{declarations}resource \"test\" \"it\" {{\n  tag {{\n    v = {expected}\n  }}\n}}\n"
        );
        assert_eq!(expand(&format!("typed-{index}"), &text, &[]).0, expected);
    }
}
