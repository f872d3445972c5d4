//! Parsing of native syntax: 4,000 blocks in about 3 MB, a large object, and the file named by `HCLDYN_BENCH_FILE`.

use std::fmt::Write;

use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, parse_body};

fn main() {
    divan::main();
}

/// Parses and drops.
#[divan::bench(sample_count = 20)]
fn blocks(bencher: divan::Bencher<'_, '_>) {
    let source = Source::new("bench.tf", blocks_text());
    bencher.bench(|| drop(parse_body(&source, &mut Diagnostics::new())));
}

/// Parses and drops the same source with hcl-edit.
#[divan::bench(sample_count = 20)]
fn blocks_by_hcl_edit(bencher: divan::Bencher<'_, '_>) {
    let text = blocks_text();
    bencher.bench(|| drop(hcl_edit::parser::parse_body(&text)));
}

/// Parses and drops the file.
#[divan::bench(args = file_path())]
fn file(bencher: divan::Bencher<'_, '_>, path: &str) {
    let source = Source::new(path, read(path));
    bencher.bench(|| drop(parse_body(&source, &mut Diagnostics::new())));
}

/// Parses and drops the same file with hcl-edit.
#[divan::bench(args = file_path())]
fn file_by_hcl_edit(bencher: divan::Bencher<'_, '_>, path: &str) {
    let text = read(path);
    bencher.bench(|| drop(hcl_edit::parser::parse_body(&text)));
}

fn file_path() -> Option<String> {
    std::env::var("HCLDYN_BENCH_FILE").ok()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).expect("HCLDYN_BENCH_FILE is the path of a file")
}

#[divan::bench(args = [1_000, 100_000], sample_count = 5)]
fn object(bencher: divan::Bencher<'_, '_>, keys: usize) {
    let items: String = (0..keys).map(|key| format!("  key_{key} = {key}\n")).collect();
    let source = Source::new("bench.tf", format!("object = {{\n{items}}}\n"));
    bencher.bench(|| drop(parse_body(&source, &mut Diagnostics::new())));
}

fn blocks_text() -> String {
    let mut text = String::new();
    for index in 0..4_000 {
        let _ = write!(
            text,
            r#"
# The bucket number {index}.
resource "aws_s3_bucket" "bucket_{index}" {{
  bucket        = "example-bucket-{index}-${{var.environment}}"
  force_destroy = var.force_destroy && length(var.names) > {index}
  count         = local.enabled ? 1 : 0
  tags = merge(local.tags, {{
    Name        = "bucket {index}"
    Environment = var.environment
    Managed     = true
  }})

  dynamic "rule" {{
    for_each = {{ for key, value in var.rules : key => value if value.enabled }}
    iterator = each_rule
    content {{
      id      = each_rule.key
      prefix  = lookup(each_rule.value, "prefix", null)
      days    = each_rule.value.days[0] + 30
      targets = [for target in each_rule.value.targets[*].id : upper(target)]
    }}
  }}

  policy = <<-EOT
    {{
      "Version": "2012-10-17",
      "Statement": "${{jsonencode(var.statements)}}"
    }}
  EOT
}}
"#
        );
    }
    text
}
