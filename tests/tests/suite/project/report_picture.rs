//! The picture of a report in the README.

use hcldyn::diag::{Report, Style};
use hcldyn::syntax::Source;
use hcldyn::{EvalContext, HclDecode};
use snapbox::data::DataFormat;
use snapbox::{Data, assert_data_eq, file};

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only what is wrong is shown")]
struct Firewall {
    name: String,
    #[hcl(default = 100)]
    priority: u16,
    #[hcl(dynamic)]
    ingress: Vec<Ingress>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only what is wrong is shown")]
struct Ingress {
    #[hcl(label)]
    name: String,
    port: u16,
}

const TEXT: &str = r#"name    = "edge"
priorty = 10

dynamic "ingress" {
  for_each = { http = 80, https = 443 }
  labels   = [ingress.key]
  content {
    port = 65100 + ingress.value
  }
}
"#;

/// Draws the picture again with `SNAPSHOTS=overwrite cargo test -p hcldyn-tests --test suite report_picture`.
#[test]
fn the_picture_of_a_report() {
    let source = Source::new("firewall.hcl", TEXT);
    let problems = hcldyn::from_source::<Firewall>(&source, &EvalContext::new()).unwrap_err();
    let report = Report::new(&problems).style(Style::Colored).to_string();
    let picture = Data::text(report).coerce_to(DataFormat::TermSvg);
    assert_data_eq!(picture, file!["../../../../docs/report.svg": TermSvg]);
}
