//! Validation of fields and of structs by the program.

use std::collections::BTreeMap;

use hcldyn::cty::Path;
use hcldyn::decode::Validation;
use hcldyn::diag::{Diagnostic, Report, Style, apply_fixes};
use hcldyn::syntax::Source;
use hcldyn::{Decoder, EvalContext, HclDecode, Spanned};

use super::{good, problems};

fn small(number: &u16) -> Result<(), String> {
    if *number < 100 { Ok(()) } else { Err(format!("At most 99 is allowed, not {number}.")) }
}

fn short(text: &str) -> Result<(), &'static str> {
    if text.len() < 5 { Ok(()) } else { Err("At most 4 letters are allowed.") }
}

fn not_empty<T>(all: &[T]) -> Result<(), &'static str> {
    if all.is_empty() { Err("One is needed.") } else { Ok(()) }
}

#[derive(Debug, HclDecode)]
struct Limits {
    #[hcl(validate = small)]
    size: u16,
    #[hcl(validate = small)]
    maybe: Option<u16>,
    #[hcl(validate = short)]
    name: Option<String>,
    #[hcl(validate = short, default = "abc")]
    other: String,
    #[hcl(validate = not_empty)]
    list: Vec<u8>,
}

#[test]
fn fields() {
    let limits: Limits = good("size = 1\nlist = [1]");
    assert_eq!((limits.size, limits.maybe, limits.other.as_str()), (1, None, "abc"));
    assert_eq!(
        problems::<Limits>(
            r#"size = 100
maybe = 101
name = "abcde"
other = "abcde"
list = []
"#
        ),
        "t.hcl:1:8: error: Invalid value; At most 99 is allowed, not 100.\n\
         t.hcl:2:9: error: Invalid value; At most 99 is allowed, not 101.\n\
         t.hcl:3:8: error: Invalid value; At most 4 letters are allowed.\n\
         t.hcl:4:9: error: Invalid value; At most 4 letters are allowed.\n\
         t.hcl:5:8: error: Invalid value; One is needed."
    );
}

#[derive(Debug, HclDecode)]
#[hcl(validate = Self::validate)]
struct Pool {
    #[hcl(default = 1)]
    least: u16,
    most: Option<u16>,
    #[hcl(block)]
    node: Vec<Node>,
}

#[derive(Debug, HclDecode)]
struct Node {
    weight: u16,
}

impl Pool {
    fn validate(&self, validation: &mut Validation<'_>) {
        if !validation.is_set("least") {
            validation.warning("least", "No least number", "It is 1.");
        }
        if self.most.is_some_and(|most| most < self.least) {
            let least = validation.place_of("least").clone();
            let place = validation.place_of("most").clone();
            let problem = Diagnostic::error(place, "Too few", "It is less than the least.");
            validation.push(problem.with_related(least, "\"least\" is set here"));
        }
        for (index, node) in self.node.iter().enumerate().filter(|(_, node)| node.weight == 0) {
            let path = Path::root().attr("node").index(index).attr("weight");
            let place = validation.origin_at(&path).unwrap().place.clone();
            let detail = format!("Nothing goes to a node of weight {}.", node.weight);
            validation.push(Diagnostic::error(place, "Idle node", detail));
        }
    }
}

#[test]
fn structs() {
    assert_eq!(
        problems::<Pool>(
            "least = 5
most = 4
node {
  weight = 1
}
node {
  weight = 0
}
"
        ),
        "t.hcl:2:8: error: Too few; It is less than the least.\n\
         t.hcl:7:12: error: Idle node; Nothing goes to a node of weight 0."
    );
    // A struct that cannot be built is not validated.
    assert_eq!(problems::<Pool>("least = 5\nmost = -1\n").lines().count(), 1);
    let mut diags = hcldyn::Diagnostics::new();
    let body = hcldyn::parse_body(&Source::new("t.hcl", "most = 4"), &mut diags);
    let pool: Option<Pool> = hcldyn::from_body(&body, &EvalContext::new(), &mut diags);
    assert_eq!(pool.unwrap().most, Some(4));
    assert_eq!(diags.to_string(), "t.hcl:1:1: warning: No least number; It is 1.");
}

/// The value of the default counts as set.
#[test]
fn an_attribute_is_set_by_a_value_but_not_by_null() {
    let warnings = |text| {
        let loaded = Decoder::new().text("t.hcl", text).decode::<Pool>();
        loaded.unwrap_or_else(|diags| panic!("{diags}")).warnings.to_string()
    };
    assert_eq!(warnings("least = 1\n"), "");
    assert_eq!(warnings("least = null\n"), "t.hcl:1:9: warning: No least number; It is 1.");
}

#[derive(Debug, HclDecode)]
#[hcl(validate = Self::check)]
struct Cluster {
    #[hcl(default = 1)]
    least: u16,
    #[hcl(default = 10)]
    most: u16,
    #[hcl(block)]
    node: Vec<Spanned<Member>>,
}

#[derive(Debug, HclDecode)]
struct Member {
    #[hcl(label)]
    name: Spanned<String>,
    zone: Spanned<String>,
}

impl Cluster {
    fn check(&self, validation: &mut Validation<'_>) {
        if self.most < self.least {
            let least = validation.place_of("least").clone();
            let problem = "The value of \"most\" must not be less than \"least\".";
            let place = validation.place_of("most").clone();
            let problem = Diagnostic::error(place, "Empty range", problem);
            validation.push(problem.with_related(least, "\"least\" is set here"));
        }
        let mut zones: BTreeMap<&str, &Spanned<Member>> = BTreeMap::new();
        for node in &self.node {
            if let Some(first) = zones.insert(&node.zone, node) {
                let detail = format!("Zone {:?} already has a node.", *node.zone);
                let problem = Diagnostic::warning(node.zone.place().clone(), "Shared zone", detail);
                validation
                    .push(problem.with_related(first.place().clone(), "the other node is here"));
            }
        }
    }
}

#[test]
fn a_report_shows_related_places_and_warnings() {
    let text = r#"least = 5
most = least_of_all
node "a" { zone = "x" }
node "b" { zone = "x" }
"#;
    let ctx = EvalContext::new().with_variable("least_of_all", 4);
    let mistakes = hcldyn::from_source::<Cluster>(&Source::new("t.hcl", text), &ctx).unwrap_err();
    insta::assert_snapshot!(Report::new(&mistakes).style(Style::Plain).to_string());
}

/// An error of a validation shows the values of the variables in the expression, except secrets.
#[test]
fn the_values_of_variables_are_shown() {
    #[derive(Debug, HclDecode)]
    #[hcl(validate = check)]
    struct Config {
        #[hcl(validate = small)]
        size: u16,
        #[hcl(with = even)]
        count: u16,
        limit: u16,
        #[hcl(sensitive, validate = small)]
        pin: u16,
    }
    fn check(config: &Config, validation: &mut Validation<'_>) {
        if config.limit > 3 {
            validation.error("limit", "Too much", "At most 3 is allowed.");
        }
    }
    fn even(number: u16) -> Result<u16, &'static str> {
        if number.is_multiple_of(2) { Ok(number) } else { Err("It is odd.") }
    }
    let ctx = EvalContext::new().with_variable("base", 7);
    let report = |text: &str| {
        let mistakes = hcldyn::from_source::<Config>(&Source::new("t.hcl", text), &ctx);
        Report::new(&mistakes.unwrap_err()).style(Style::Plain).to_string()
    };
    let fine = r"size = 1
count = 2
limit = 3
pin = 4
";
    for (name, value) in [("size", "base * 100"), ("count", "base"), ("limit", "base")] {
        let text =
            fine.lines().filter(|line| !line.starts_with(name)).collect::<Vec<_>>().join("\n");
        let report = report(&format!("{text}\n{name} = {value}\n"));
        assert!(report.trim_end().ends_with("= note: base is 7"), "{report}");
    }
    assert!(!report(&fine.replace("pin = 4", "pin = base * 100")).contains("base is"));
    assert!(!report(&fine.replace("limit = 3", "limit = 4")).contains("note"));
}

#[test]
fn unknown_names_are_reported_with_known_ones() {
    #[derive(Debug, HclDecode)]
    #[hcl(validate = check)]
    struct Config {
        target: String,
        #[hcl(sensitive)]
        account: Option<String>,
    }
    fn check(config: &Config, validation: &mut Validation<'_>) {
        let known = ["web", "mail"];
        if !known.contains(&&*config.target) {
            validation.unknown_name("target", "upstream", &config.target, known);
        }
        if let Some(account) = config.account.as_deref().filter(|name| *name != "admin") {
            validation.unknown_name("account", "account", account, ["admin"]);
        }
    }
    let problems = |text| hcldyn::from_str::<Config>(text, &EvalContext::new()).unwrap_err();
    let similar = problems("target = \"wbe\"\n");
    assert_eq!(
        similar.to_string(),
        "<text>:1:10: error: Unknown upstream; The upstream \"wbe\" is not defined. Did you mean \"web\"?"
    );
    let fixes = similar.iter().flat_map(|problem| &problem.fixes);
    assert_eq!(apply_fixes(fixes)[0].1, "target = \"web\"\n");
    assert_eq!(
        problems("target = \"files\"\n").to_string(),
        "<text>:1:10: error: Unknown upstream; The upstream \"files\" is not defined. Defined: \"web\" and \"mail\"."
    );
    assert_eq!(
        problems("target  = \"web\"\naccount = \"admni\"\n").to_string(),
        "<text>:2:1: error: Unknown account; The account is not defined; its name is hidden because it is sensitive."
    );
}
