//! Kinds of fields: attributes, blocks, labels, flattened structs and more.

use std::collections::{BTreeMap, HashMap};

use hcldyn::body::Body;
use hcldyn::cty::Value;
use hcldyn::{EvalContext, Expression, ExpressionClosure, HclDecode, Spanned, from_body};

use super::{good, good_in, problems};

#[derive(Debug, PartialEq, HclDecode)]
enum Step {
    Run { command: String },
    Copy(Copy),
    Stop {},
}

#[derive(Debug, PartialEq, HclDecode)]
struct Copy {
    #[hcl(label)]
    to: String,
    from: String,
}

#[test]
fn blocks_of_several_types_keep_their_order() {
    #[derive(Debug, HclDecode)]
    struct Job {
        #[hcl(blocks)]
        steps: Vec<Step>,
    }
    let text = r#"copy "b" {
  from = "a"
}
run {
  command = "ls"
}
stop {}
copy "d" {
  from = "c"
}
"#;
    let copy = |from: &str, to: &str| Step::Copy(Copy { to: to.into(), from: from.into() });
    let run = Step::Run { command: "ls".into() };
    assert_eq!(good::<Job>(text).steps, [copy("a", "b"), run, Step::Stop {}, copy("c", "d")]);
    assert_eq!(good::<Job>("").steps, []);
    assert_eq!(
        problems::<Job>(
            "rnu {}
copy {
  from = 1
}
run {
  command = []
}
"
        ),
        "t.hcl:1:1: error: Unexpected block; A block of type \"rnu\" is not expected here. Did you mean \"run\"?\nt.hcl:2:6: error: Missing label; A block of type \"copy\" takes 1 label; \"to\" is missing before the brace.\nt.hcl:6:13: error: Wrong type; Invalid value for \"command\": a string is required, not a tuple."
    );
}

#[test]
fn one_block_of_several_types() {
    #[derive(Debug, HclDecode)]
    struct One {
        #[hcl(blocks)]
        step: Step,
    }
    #[derive(Debug, HclDecode)]
    struct Maybe {
        #[hcl(blocks, dynamic)]
        step: Option<Step>,
    }
    assert_eq!(good::<One>("stop {}").step, Step::Stop {});
    assert_eq!(
        problems::<One>(""),
        "t.hcl:1:1: error: Missing block; A block of type \"run\", \"copy\" or \"stop\" is required here."
    );
    assert!(problems::<One>("stop {}\nrun {\n  command = \"\"\n}\n").contains("Second block"));
    assert_eq!(good::<Maybe>("").step, None);
    let text = r#"dynamic "run" {
  for_each = ["ls"]
  content {
    command = run.value
  }
}
"#;
    assert_eq!(good::<Maybe>(text).step, Some(Step::Run { command: "ls".into() }));
}

#[test]
fn blocks_of_several_types_are_counted() {
    #[derive(Debug, HclDecode)]
    struct Job {
        #[hcl(blocks, min_items = 1, max_items = 2)]
        steps: Vec<Step>,
    }
    assert!(problems::<Job>("").starts_with("t.hcl:1:1: error: Too few blocks; At least 1 block"));
    assert!(
        problems::<Job>("stop {}\nstop {}\nstop {}")
            .starts_with("t.hcl:3:1: error: Too many blocks;")
    );
}

#[test]
fn a_block_of_free_attributes() {
    #[derive(Debug, HclDecode)]
    struct Tagged {
        #[hcl(attrs)]
        tags: BTreeMap<String, String>,
        #[hcl(attrs)]
        limits: Option<HashMap<String, u8>>,
        #[hcl(attrs, optional, dynamic)]
        any: BTreeMap<String, Value>,
    }
    let tagged: Tagged = good(
        r#"tags {
  b = 1
  a = "x"
}
any {
  x = [1]
  y = true
}
"#,
    );
    assert_eq!(tagged.tags, BTreeMap::from([("a".into(), "x".into()), ("b".into(), "1".into())]));
    assert_eq!(tagged.limits, None);
    assert_eq!(tagged.any["y"], Value::from(true));
    assert!(good::<Tagged>("tags {}").any.is_empty());
    assert_eq!(good::<Tagged>("tags {}\nlimits { a = 7 }").limits.unwrap()["a"], 7);
    assert_eq!(
        problems::<Tagged>("limits {\n  a = 300\n  b = 2\n  c = -1\n}"),
        "t.hcl:1:1: error: Missing block; A block of type \"tags\" is required here.\nt.hcl:2:7: error: Invalid value for \"limits.a\": a whole number from 0 to 255 is required, not 300.\nt.hcl:4:7: error: Invalid value for \"limits.c\": a whole number from 0 to 255 is required, not -1."
    );
}

#[derive(Debug, HclDecode)]
struct Common {
    region: String,
    #[hcl(default = 3)]
    retries: u8,
    #[hcl(block)]
    log: Vec<Log>,
}

#[derive(Debug, HclDecode)]
struct Log {
    level: String,
}

#[test]
fn flattened_structs_are_strict_together() {
    #[derive(Debug, HclDecode)]
    struct Server {
        port: u16,
        #[hcl(flatten)]
        common: Common,
        name: String,
    }
    let text = r#"region = "eu"
port = 80
name = "a"
log {
  level = "info"
}
"#;
    let server: Server = good(text);
    assert_eq!((server.port, server.common.region.as_str(), server.common.retries), (80, "eu", 3));
    assert_eq!((server.common.log[0].level.as_str(), server.name.as_str()), ("info", "a"));
    assert_eq!(
        problems::<Server>(
            r#"regoin = "eu"
port = 80
name = "a"
retries = 300
"#
        ),
        "t.hcl:1:1: error: Unexpected attribute; The attribute \"regoin\" is not expected here. Did you mean \"region\"?\nt.hcl:4:11: error: Invalid value for \"retries\": a whole number from 0 to 255 is required, not 300."
    );
}

#[test]
fn structs_in_flattened_structs_are_strict_too() {
    #[derive(Debug, HclDecode)]
    struct Job {
        name: String,
        #[hcl(flatten)]
        common: Common,
    }
    #[derive(Debug, HclDecode)]
    struct Common {
        #[hcl(default = 3)]
        retries: u8,
        #[hcl(flatten)]
        timing: Timing,
    }
    #[derive(Debug, HclDecode)]
    struct Timing {
        timeout: Spanned<u32>,
        #[hcl(block)]
        window: Vec<Window>,
    }
    #[derive(Debug, HclDecode)]
    struct Window {}
    let job: Job = good("name = \"a\"\ntimeout = 5\nwindow {}\n");
    assert_eq!((job.common.retries, job.common.timing.window.len()), (3, 1));
    assert_eq!(job.common.timing.timeout.place().to_string(), "t.hcl:2:11");
    assert_eq!(
        problems::<Job>("name = \"a\"\nretrys = 1\ntimeout = -1\nwindows {}\n"),
        "t.hcl:2:1: error: Unexpected attribute; The attribute \"retrys\" is not expected here. Did you mean \"retries\"?\nt.hcl:3:11: error: Invalid value for \"timeout\": a whole number from 0 to 4294967295 is required, not -1.\nt.hcl:4:1: error: Unexpected block; A block of type \"windows\" is not expected here. Did you mean \"window\"?"
    );
}

#[test]
fn labels_of_flattened_structs_follow() {
    #[derive(Debug, HclDecode)]
    struct Place {
        #[hcl(label)]
        zone: String,
        #[hcl(label)]
        rack: u8,
    }
    #[derive(Debug, HclDecode)]
    struct Node {
        #[hcl(label)]
        name: String,
        #[hcl(flatten)]
        place: Place,
        #[hcl(label)]
        role: String,
    }
    #[derive(Debug, HclDecode)]
    struct Cluster {
        #[hcl(block)]
        node: Node,
    }
    let node = good::<Cluster>("node \"n\" \"z\" \"7\" \"r\" {}").node;
    assert_eq!((node.name.as_str(), node.place.zone.as_str()), ("n", "z"));
    assert_eq!((node.place.rack, node.role.as_str()), (7, "r"));
    assert_eq!(
        problems::<Cluster>("node \"n\" \"z\" \"x\" \"r\" {}"),
        "t.hcl:1:14: error: Invalid label; Invalid value for the label \"rack\": a number is required; this is \"x\"."
    );
}

#[test]
fn skipped_fields_are_not_decoded() {
    #[derive(Debug, HclDecode)]
    struct Server {
        port: u16,
        #[hcl(skip)]
        connections: Vec<NotDecoded>,
    }
    #[derive(Debug)]
    struct NotDecoded;
    assert!(good::<Server>("port = 1").connections.is_empty());
    assert!(problems::<Server>("port = 1\nconnections = []").contains("Unexpected attribute"));
}

#[test]
fn the_rest_is_decoded_later() {
    #[derive(Debug, HclDecode)]
    struct Plugin {
        kind: String,
        #[hcl(remain)]
        rest: Body,
    }
    #[derive(Debug, HclDecode)]
    struct Rest {
        size: u8,
    }
    let ctx = EvalContext::new().with_variable("n", 4);
    let plugin: Plugin = good_in("kind = \"a\"\nsize = n * 2\n", &ctx);
    let mut diags = hcldyn::Diagnostics::new();
    let rest: Rest = from_body(&plugin.rest, &ctx, &mut diags).unwrap();
    assert_eq!(rest.size, 8);
}

#[test]
fn a_newtype_can_share_the_name_of_its_inner_type() {
    #[derive(Debug, PartialEq, hcldyn::HclValue)]
    struct IpAddr(std::net::IpAddr);

    #[derive(Debug, HclDecode)]
    struct Config {
        address: IpAddr,
    }
    let address = good::<Config>("address = \"::1\"").address;
    assert_eq!(address, IpAddr(std::net::Ipv6Addr::LOCALHOST.into()));
}

/// The type of a captured expression determines its kind without an option.
#[test]
fn captured_expressions_need_no_option() {
    #[derive(Debug, HclDecode)]
    struct WithOptions {
        #[hcl(expr_closure)]
        when: Option<ExpressionClosure>,
        #[hcl(expr)]
        kind: Expression,
    }
    #[derive(Debug, HclDecode)]
    struct FromTypes {
        when: Option<ExpressionClosure>,
        kind: Expression,
    }
    assert_eq!(WithOptions::spec().implied_type(), FromTypes::spec().implied_type());
    let text = "when = nowhere.known\nkind = list(string)\n";
    let (with_options, from_types): (WithOptions, FromTypes) = (good(text), good(text));
    let taken = |when: Option<ExpressionClosure>, kind: Expression| {
        [when.unwrap().expression, kind].map(|taken| taken.place().to_string())
    };
    assert_eq!(taken(with_options.when, with_options.kind), ["t.hcl:1:8", "t.hcl:2:8"]);
    assert_eq!(taken(from_types.when, from_types.kind), ["t.hcl:1:8", "t.hcl:2:8"]);
    let nothing_set =
        "t.hcl:1:1: error: Missing attribute; The required attribute \"kind\" is not set.";
    assert_eq!(problems::<WithOptions>(""), nothing_set);
    assert_eq!(problems::<FromTypes>(""), nothing_set);
}
