//! The blocks that `dynamic` blocks generate.

use snapbox::{IntoData, str};

use super::{Files, expand};

#[test]
fn keys_and_values_of_every_collection() {
    let block = |name: &str, collection: &str| {
        format!(
            r#"dynamic "{name}" {{
  for_each = {collection}
  content {{
    is = [{name}.key, {name}.value]
  }}
}}
"#
        )
    };
    let text = [
        block("tuple", "[\"a\", 2]"),
        block("list", "tolist([\"b\", \"a\"])"),
        block("set", "toset([\"b\", \"a\"])"),
        block("map", "tomap({ b = 1, a = 2 })"),
        block("object", "{ b = 1, a = \"x\" }"),
        block("nothing", "[]"),
    ];
    expand(&text.concat()).assert().success().stderr_eq(str![[""]]).stdout_eq(str![[r#"
tuple {
  is = [0, "a"]
}

tuple {
  is = [1, 2]
}
list {
  is = [0, "b"]
}

list {
  is = [1, "a"]
}
set {
  is = ["a", "a"]
}

set {
  is = ["b", "b"]
}
map {
  is = ["a", 2]
}

map {
  is = ["b", 1]
}
object {
  is = ["a", "x"]
}

object {
  is = ["b", 1]
}

"#]]);
}

#[test]
fn labels_and_the_name_of_the_iterator() {
    let text = r#"
dynamic "port" {
  for_each = ["http", "ad\"min"]
  iterator = it
  labels   = [it.value, it.key]
  content {
    number = it.key + 1
  }
}
"#;
    expand(text).assert().success().stdout_eq(
        str![[r#"

port "http" "0" {
  number = 1
}

port "ad\"min" "1" {
  number = 2
}

"#]]
        .raw(),
    );
}

#[test]
fn nested_blocks_see_the_iterators_around_them() {
    let text = r#"
dynamic "outer" {
  for_each = [{ name = "a", parts = [1, 2] }, { name = "b", parts = [] }]
  content {
    fixed {
      of = outer.value.name
      dynamic "inner" {
        for_each = outer.value.parts
        content {
          is = "${outer.value.name}${inner.value}"
        }
      }
    }
  }
}
"#;
    expand(text).assert().success().stdout_eq(str![[r#"

outer {
  fixed {
    of = "a"
    inner {
      is = "a1"
    }

    inner {
      is = "a2"
    }
  }
}

outer {
  fixed {
    of = "b"
  }
}

"#]]);
}

#[test]
fn an_inner_iterator_hides_one_of_the_same_name() {
    let text = r#"
dynamic "a" {
  for_each = [["x", "y"]]
  content {
    dynamic "a" {
      for_each = a.value
      content {
        is = a.value
      }
    }
    dynamic "a" {
      for_each = unknown[a.key]
      content {
        is = a.value
      }
    }
  }
}
"#;
    expand(text).assert().success().stdout_eq(str![[r#"

a {
  a {
    is = "x"
  }

  a {
    is = "y"
  }
  dynamic "a" {
    for_each = unknown[0]
    content {
      is = a.value
    }
  }
}

"#]]);
}

#[test]
fn iterators_are_put_into_expressions_that_are_not_known() {
    let text = r#"
dynamic "a" {
  for_each = [{ id = 7, on = true, list = ["x", "y${1}"], text = "say \"hi\"\n" }]
  content {
    unrelated = other.id
    plain     = "n-${a.value.id}-${other.id}"
    quoted    = "n-${a.value.text}-${other.id}"
    stripped  = "n- ${~ a.value.id ~} -${other.id}"
    nested    = "n-${f("${a.value.id}")}-${other.id}"
    index     = other.list[a.value.id].name
    steps     = a.value.list[other.index]
    splat     = concat(a.value.list[*], other.list)
    choice    = a.value.on ? other.x : null
    missing   = try(a.value.nope, a.value.id.nope, a.value.text.nope, other.x)
    loop      = { for a in a.value.list : a => "${a}${other.id}" }
    object    = { (a.value.list[0]) = other.id, a = a.key }
    negative  = -a.value.id - other.id
    directive = "%{ if a.value.on }${other.id}%{ else }no%{ endif }%{ for x in a.value.list }${x}%{ endfor }"
    doc       = <<-EOT
      number ${a.value.id} of ${other.id}
      ${a.value.id}
        and ${a.value.text}
    EOT
  }
}
"#;
    expand(text).assert().success().stdout_eq(str![[r#"

a {
  unrelated = other.id
  plain     = "n-7-${other.id}"
  quoted    = "n-${"say \"hi\"\n"}-${other.id}"
  stripped  = "n- ${~ 7 ~} -${other.id}"
  nested    = "n-${f(7)}-${other.id}"
  index     = other.list[7].name
  steps     = ["x", "y1"][other.index]
  splat     = concat(["x", "y1"], other.list)
  choice    = true ? other.x : null
  missing   = try({ id = 7, list = ["x", "y1"], on = true, text = "say \"hi\"\n" }.nope, (7).nope, ("say \"hi\"\n").nope, other.x)
  loop      = { for a in ["x", "y1"] : a => "${a}${other.id}" }
  object    = { "x" = other.id, a = 0 }
  negative  = -7 - other.id
  directive = "%{ if true }${other.id}%{ else }no%{ endif }%{ for x in ["x", "y1"] }${x}%{ endfor }"
  doc       = <<-EOT
      number 7 of ${other.id}
      ${7}
        and ${"say \"hi\"\n"}
    EOT
}

"#]].raw());
}

#[test]
fn unknown_blocks_stay_and_their_content_is_expanded() {
    let text = r#"
dynamic "rule" {
  for_each = var.rules # not given
  labels   = [rule.value.name]
  content {
    name = rule.value.name
    dynamic "port" {
      for_each = [80, 443]
      content {
        number = port.value
        owner  = rule.value.name
      }
    }
  }
}
"#;
    expand(text).assert().success().stderr_eq(str![[""]]).stdout_eq(str![[r#"

dynamic "rule" {
  for_each = var.rules # not given
  labels   = [rule.value.name]
  content {
    name = rule.value.name
    port {
      number = 80
      owner  = rule.value.name
    }

    port {
      number = 443
      owner  = rule.value.name
    }
  }
}

"#]]);
}

#[test]
fn variables_decide_what_is_known() {
    let text = r#"
dynamic "a" {
  for_each = var.given
  content {
    is = "${a.value}-${local.x}-${var.other}"
  }
}
dynamic "b" {
  for_each = var.other
  content {}
}
dynamic "c" {
  for_each = ["x"]
  labels   = ["${c.value}${var.other}"]
  content {}
}
"#;
    let vars = r#"var = {
  given = ["p", "q"]
}
local = { x = 1 }
"#;
    let files = Files::new("expand-vars").with("main.hcl", text).with("vars.hcl", vars);
    let expand = files.run(["expand", "main.hcl", "--vars", "vars.hcl"]);
    expand.assert().success().stderr_eq(str![[""]]).stdout_eq(str![[r#"

a {
  is = "p-${local.x}-${var.other}"
}

a {
  is = "q-${local.x}-${var.other}"
}
dynamic "b" {
  for_each = var.other
  content {}
}
dynamic "c" {
  for_each = ["x"]
  labels   = ["${c.value}${var.other}"]
  content {}
}

"#]]);
}

#[test]
fn a_repeated_key_is_a_warning() {
    let text = r#"dynamic "a" {
  for_each = [1]
  content {
    v = { k = a.value, k = other.x }
  }
}
"#;
    expand(text)
        .assert()
        .success()
        .stdout_eq(str![[r#"
a {
  v = { k = 1, k = other.x }
}

"#]])
        .stderr_eq(str![[r#"
warning[overwritten-key]: Duplicate key
 --> <stdin>:4:24
  |
4 |     v = { k = a.value, k = other.x }
  |           -            ^ The key k appears more than once in this object; the last value is used.
  |           |
  |           first set here

"#]]);
}

#[test]
fn the_steps_after_a_splat_stay_steps_into_each_element() {
    let text = r#"
dynamic "a" {
  for_each = [[{ n = ["x", "y"] }, { n = ["z", "w"] }]]
  content {
    full   = a.value[*].n[other.i]
    legacy = a.value.*.n[other.i]
    nested = a.value[*].n[*].m[other.i]
    whole  = a.value[*].n[0]
  }
}
"#;
    expand(text).assert().success().stdout_eq(str![[r#"

a {
  full   = [{ n = ["x", "y"] }, { n = ["z", "w"] }][*].n[other.i]
  legacy = [["x", "y"], ["z", "w"]][other.i]
  nested = [{ n = ["x", "y"] }, { n = ["z", "w"] }][*].n[*].m[other.i]
  whole  = ["x", "z"]
}

"#]]);
}

#[test]
fn names_that_for_binds_hide_iterators() {
    let text = r#"
dynamic "a" {
  for_each = ["x"]
  content {
    tuple     = [for a in other.list : a.value]
    key       = { for a, v in other.map : a => "${a}${v}" }
    around    = [for v in other.list : [for a in [a.value] : a + v]]
    condition = [for v in [1] : v if v == a.key || other.on]
    directive = "%{ for a in other.list }${a.value}%{ endfor }${a.value}"
  }
}
"#;
    expand(text).assert().success().stdout_eq(str![[r#"

a {
  tuple     = [for a in other.list : a.value]
  key       = { for a, v in other.map : a => "${a}${v}" }
  around    = [for v in other.list : [for a in ["x"] : a + v]]
  condition = [for v in [1] : v if v == 0 || other.on]
  directive = "%{ for a in other.list }${a.value}%{ endfor }x"
}

"#]]);
}

#[test]
fn an_unevaluated_argument_is_not_a_variable() {
    let text = r#"dynamic "a" {
  for_each = [1]
  content {
    v = [convert(a.value, string), other.x]
  }
}
"#;
    expand(text).assert().success().stdout_eq(str![[r#"
a {
  v = ["1", other.x]
}

"#]]);
}

#[test]
fn many_operators_in_a_row() {
    let row = " + 1".repeat(2000);
    let content = format!("content {{ v = a.key{row} + other.x }}");
    expand(&format!("dynamic \"a\" {{\n  for_each = [1]\n  {content}\n}}\n"))
        .assert()
        .success()
        .stdout_eq("a { v = 2000 + other.x }\n");
}

/// The functions `file` and `f` are unknown.
#[test]
fn calls_of_unknown_functions_stay_with_the_values_of_iterators() {
    let text = r#"
dynamic "a" {
  for_each = ["x.txt"]
  content {
    call     = file(a.value)
    tried    = try(f(a.value), null)
    template = "${a.key + 1}-${f("${a.value}")}"
    loop     = [for a in [a.value] : f(a)]
    choice   = false ? f(a.value).b : upper(a.value)
    dynamic "b" {
      for_each = f(a.value, "*")
      labels   = [b.value, a.value]
      content {
        both = [a.value, b.value]
      }
    }
    dynamic "c" {
      for_each = [a.key]
      labels   = [f(c.value)]
      content {
        both = [a.value, c.value]
      }
    }
  }
}
dynamic "d" {
  for_each = file("x")
  content {}
}
"#;
    expand(text).assert().success().stderr_eq(str![[""]]).stdout_eq(
        str![[r#"

a {
  call     = file("x.txt")
  tried    = try(f("x.txt"), null)
  template = "1-${f("x.txt")}"
  loop     = [for a in ["x.txt"] : f(a)]
  choice   = false ? f("x.txt").b : "X.TXT"
  dynamic "b" {
    for_each = f("x.txt", "*")
    labels   = [b.value, "x.txt"]
    content {
      both = ["x.txt", b.value]
    }
  }
  dynamic "c" {
    for_each = [0]
    labels   = [f(c.value)]
    content {
      both = ["x.txt", c.value]
    }
  }
}
dynamic "d" {
  for_each = file("x")
  content {}
}

"#]]
        .raw(),
    );
}

#[test]
fn a_sensitive_element_is_not_written_into_an_unknown_call() {
    let text = r#"
dynamic "a" {
  for_each = sensitive(["s3cret"])
  content {
    call = f(a.value)
  }
}
"#;
    let output = expand(text).output().unwrap();
    let shown = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap()).concat();
    assert!(output.status.success() && shown.starts_with(text), "{shown}");
    assert!(shown.contains("warning[value-not-writable]"), "{shown}");
}
