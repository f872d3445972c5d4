//! Options of fields that apply to several kinds.

use std::net::{IpAddr, Ipv4Addr};

use hcldyn::cty::{Mark, Value};
use hcldyn::syntax::Source;
use hcldyn::{EvalContext, Expression, HclDecode};

use super::{good, good_in, problems, problems_in};

#[derive(Debug, HclDecode)]
struct Named {
    #[hcl(alias = "prt", former_name = ["portnumber", "nr"])]
    port: u16,
    #[hcl(deprecated = "Nobody needs it.")]
    mode: Option<String>,
    #[hcl(block, alias = "rules", former_name = "regel")]
    rule: Vec<Rule>,
}

#[derive(Debug, HclDecode)]
struct Rule {}

/// Returns the decoded value and the warnings.
fn warned<T: HclDecode>(text: &str) -> (Option<T>, String) {
    let mut diags = hcldyn::Diagnostics::new();
    let body = hcldyn::parse_body(&Source::new("t.hcl", text), &mut diags);
    let value = hcldyn::from_body(&body, &EvalContext::new(), &mut diags);
    (value, diags.to_string())
}

#[test]
fn other_names() {
    assert_eq!(good::<Named>("prt = 1").port, 1);
    assert_eq!(good::<Named>("port = 1\nrule {}\nrules {}").rule.len(), 2);
    let (named, warnings) = warned::<Named>("nr = 5\nmode = \"x\"\nregel {}");
    let named = named.unwrap();
    assert_eq!((named.port, named.mode.as_deref(), named.rule.len()), (5, Some("x"), 1));
    assert_eq!(
        warnings,
        "t.hcl:1:1: warning: Deprecated attribute; The attribute \"nr\" is deprecated. Use \"port\" instead.\n\
         t.hcl:2:1: warning: Deprecated attribute; The attribute \"mode\" is deprecated. Nobody needs it.\n\
         t.hcl:3:1: warning: Deprecated block; Blocks of type \"regel\" are deprecated. Use \"rule\" instead."
    );
    // Former names are not suggested.
    assert!(!problems::<Named>("nrr = 1").contains("\"nr\""));
    assert!(problems::<Named>("port = 1\nprt = 2").contains("Attribute set twice"));
}

#[derive(Debug, HclDecode)]
struct Optional {
    #[hcl(optional)]
    text: String,
    #[hcl(optional)]
    own: Own,
    #[hcl(block, optional)]
    limits: Limits,
    #[hcl(default = 1 + 1)]
    two: u8,
    #[hcl(default = "abc")]
    abc: String,
    #[hcl(default)]
    nothing: bool,
}

/// A type without a conversion to a value.
#[derive(Debug, Default, PartialEq)]
struct Own(u8);

impl hcldyn::cty::FromValue for Own {
    fn ty() -> hcldyn::cty::Type {
        hcldyn::cty::Type::Number
    }

    fn from_value(value: &Value) -> Result<Self, hcldyn::cty::FromValueError> {
        u8::from_value(value).map(Self)
    }
}

#[derive(Debug, HclDecode)]
struct Limits {
    size: u8,
}

impl Default for Limits {
    fn default() -> Self {
        Self { size: 9 }
    }
}

#[test]
fn unset_fields() {
    let check = |optional: Optional| {
        assert_eq!((optional.text.as_str(), optional.own, optional.limits.size), ("", Own(0), 9));
        assert_eq!((optional.two, optional.abc.as_str(), optional.nothing), (2, "abc", false));
    };
    check(good(""));
    check(good(
        "text = null
own = null
two = null
abc = null
nothing = null
",
    ));
    let optional: Optional = good(
        r#"text = "x"
own = 5
limits {
  size = 1
}
two = 3
"#,
    );
    assert_eq!((optional.text.as_str(), optional.own, optional.two), ("x", Own(5), 3));
    assert_eq!(optional.limits.size, 1);
    let unknown = EvalContext::new().with_variable("later", Value::dynamic());
    assert!(problems_in::<Optional>("text = later", &unknown).contains("not known yet"));
    let secret = Value::null(hcldyn::cty::Type::String).mark(Mark::sensitive());
    let marked = EvalContext::new().with_variable("secret", secret);
    assert!(problems_in::<Optional>("text = secret", &marked).contains("is sensitive"));
}

#[test]
fn parsed_from_text() {
    #[derive(Debug, HclDecode)]
    struct Net {
        #[hcl(from_str)]
        address: Address,
        #[hcl(from_str)]
        gateway: Option<Address>,
        #[hcl(from_str)]
        others: Vec<Address>,
        #[hcl(from_str, default = Address(IpAddr::V4(Ipv4Addr::LOCALHOST)))]
        local: Address,
    }
    let net: Net = good("address = \"10.0.0.1\"\nothers = [\"::1\", \"::2\"]\n");
    assert_eq!((net.address.0.to_string().as_str(), net.others.len()), ("10.0.0.1", 2));
    assert!(net.gateway.is_none());
    assert_eq!(net.local.0, Ipv4Addr::LOCALHOST);
    assert_eq!(
        problems::<Net>(
            r#"address = "10.0.0"
others = ["::1", "x"]
local = 5
"#
        ),
        "t.hcl:1:11: error: Invalid value for \"address\": \"10.0.0\" is not valid: invalid IP address syntax.\nt.hcl:2:18: error: Invalid value for \"others\": element 1: \"x\" is not valid: invalid IP address syntax.\nt.hcl:3:9: error: Invalid value for \"local\": \"5\" is not valid: invalid IP address syntax."
    );
}

#[derive(Debug)]
struct Address(IpAddr);

impl std::str::FromStr for Address {
    type Err = std::net::AddrParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

fn even(number: u8) -> Result<u8, String> {
    if number.is_multiple_of(2) { Ok(number) } else { Err(format!("{number} is odd.")) }
}

fn keyword(expression: Expression) -> Result<String, &'static str> {
    expression.as_keyword().map(|word| word.to_string()).ok_or("A bare word is needed.")
}

#[test]
fn made_by_a_function() {
    #[derive(Debug, HclDecode)]
    struct Made {
        #[hcl(with = even)]
        size: u8,
        #[hcl(with = even)]
        maybe: Option<u8>,
        #[hcl(with = even, default = 8)]
        eight: u8,
        #[hcl(with = keyword)]
        mode: String,
        #[hcl(with = keyword)]
        other: Option<String>,
    }
    let made: Made = good("size = 2\nmode = fast\n");
    assert_eq!((made.size, made.maybe, made.eight), (2, None, 8));
    assert_eq!((made.mode.as_str(), made.other), ("fast", None));
    assert_eq!(good::<Made>("size = 2\nmode = fast\nmaybe = 4\neight = null").maybe, Some(4));
    assert_eq!(
        problems::<Made>("size = 3\nmaybe = 5\nmode = \"fast\"\n"),
        "t.hcl:1:8: error: Invalid value for \"size\": 3 is odd.\nt.hcl:2:9: error: Invalid value for \"maybe\": 5 is odd.\nt.hcl:3:8: error: Invalid value for \"mode\": A bare word is needed."
    );
    assert!(problems::<Made>("mode = fast").contains("The required attribute \"size\" is not set"));
}

#[test]
fn deserialized() {
    use std::collections::BTreeMap;
    #[derive(Debug, HclDecode)]
    struct Read {
        #[hcl(serde)]
        ports: BTreeMap<String, (u16, Option<String>)>,
        #[hcl(serde)]
        ratio: Option<f32>,
        #[hcl(serde, optional)]
        result: Vec<Result<u8, String>>,
    }
    let read: Read =
        good("ports = { a = [1, null], b = [2, \"x\"] }\nresult = [{ Ok = 1 }, { Err = \"e\" }]");
    assert_eq!(read.ports["b"], (2, Some("x".into())));
    assert_eq!((read.ratio, read.result), (None, vec![Ok(1), Err("e".into())]));
    assert_eq!(
        problems::<Read>("ports = { a = [-1, null] }\nratio = \"much\"\n"),
        "t.hcl:1:16: error: Invalid value for \"ports.a[0]\": a whole number from 0 to 65535 is required, not -1.\nt.hcl:2:9: error: Invalid value for \"ratio\": a number is required, not \"much\"."
    );
    assert!(problems::<Read>("").contains("The required attribute \"ports\" is not set"));
}

#[test]
fn sensitive_values_are_not_shown() {
    #[derive(Debug, HclDecode)]
    struct Login {
        #[hcl(sensitive)]
        password: String,
        #[hcl(sensitive)]
        pin: Option<u8>,
        #[hcl(sensitive)]
        any: Option<Value>,
    }
    let ctx = EvalContext::new()
        .with_variable("secret", Value::from("s3cret").mark(Mark::sensitive()))
        .with_variable("other", Value::from("o").mark(Mark::new("other")));
    let login: Login = good_in("password = secret\nany = \"x\"", &ctx);
    assert_eq!((login.password.as_str(), login.pin), ("s3cret", None));
    assert!(login.any.unwrap().is_marked());
    assert_eq!(good::<Login>("password = \"a\"\npin = 7").pin, Some(7));
    let problems = problems_in::<Login>("password = other\npin = 777", &ctx);
    assert_eq!(
        problems,
        "t.hcl:1:1: error: Invalid value for \"password\". The value is hidden because it is sensitive.\nt.hcl:2:1: error: Invalid value for \"pin\". The value is hidden because it is sensitive."
    );
}

#[derive(Debug, HclDecode)]
struct Key {
    #[hcl(conflicts_with = ["key-file", "agent"])]
    key: Option<String>,
    #[hcl(name = "key-file", requires = "passphrase")]
    key_file: Option<String>,
    passphrase: Option<String>,
    #[hcl(block)]
    agent: Option<Rule>,
}

#[test]
fn fields_that_require_or_exclude_each_other() {
    assert!(good::<Key>("key = \"k\"").key.is_some());
    assert_eq!(
        problems::<Key>("key = \"k\"\nkey-file = \"f\"\nagent {}\n"),
        "t.hcl:2:1: error: Conflicting items; \"key-file\" can't be set together with \"key\". Set only one of them.\nt.hcl:2:1: error: Missing item; \"key-file\" requires \"passphrase\", which is not set.\nt.hcl:3:1: error: Conflicting items; \"agent\" can't be set together with \"key\". Set only one of them."
    );
}

#[test]
fn blocks_are_counted() {
    #[derive(Debug, HclDecode)]
    struct Counted {
        #[hcl(block, min_items = 1, max_items = 2)]
        rule: Vec<Rule>,
    }
    assert_eq!(good::<Counted>("rule {}").rule.len(), 1);
    assert!(problems::<Counted>("").contains("At least 1 block of type \"rule\" is required here"));
    assert!(problems::<Counted>("rule {}\nrule {}\nrule {}").contains("At most 2 blocks"));
}
