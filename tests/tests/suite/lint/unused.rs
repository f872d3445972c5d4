//! Variables and local values without references.

use hcldyn::body::Body;
use hcldyn::diag::Levels;
use hcldyn::load::lint::Linter;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, parse_body};

use super::{all, codes_of};

fn unused(texts: &[&str], levels: &Levels) -> Vec<String> {
    let mut diags = Diagnostics::new();
    let bodies: Vec<_> =
        texts.iter().map(|text| parse_body(&Source::new("t.hcl", *text), &mut diags)).collect();
    let mut linter = Linter::new(levels);
    for body in &bodies {
        linter.file(body);
    }
    linter.unused(&Body::merge(bodies).unwrap());
    codes_of(&linter.finish(diags))
}

#[test]
fn variables_and_locals() {
    let text = r#"variable "a" {}
variable "b" {}
locals {
  c = var.a
  d = 1
}
e = local.c
"#;
    assert_eq!(unused(&[text], &all()), ["2:1: unused-variable", "5:3: unused-local"]);
    assert!(unused(&[text], &Levels::new()).is_empty());
}

#[test]
fn references_count_everywhere() {
    for reference in [
        "b \"x\" {\n  c = \"x${local.a}\"\n}\n",
        "dynamic \"b\" {\n  for_each = local.a\n  content {}\n}\n",
        "b = local[c]\n",
        "b = local\n",
        "b = [for c in d : local.a[c]]\n",
        "output \"b\" {\n  value = local.a\n}\n",
    ] {
        let text = format!("locals {{\n  a = 1\n}}\n{reference}");
        assert!(unused(&[&text], &all()).is_empty(), "{reference}");
        assert!(unused(&["locals {\n  a = 1\n}\n", reference], &all()).is_empty(), "{reference}");
    }
    let itself = r#"variable "a" {
  validation {
    condition     = var.a > 1
    error_message = ""
  }
}
"#;
    assert_eq!(unused(&[itself], &all()), ["1:1: unused-variable"]);
    let chain = r"locals {
  a = local.b
  b = 1
}
";
    assert_eq!(unused(&[chain], &all()), ["2:3: unused-local"]);
}
