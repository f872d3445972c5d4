//! Flattened structs: prefixes of their names, optional groups, and generic ones.

use hcldyn::decode::Validation;
use hcldyn::{EvalContext, HclDecode, HclEncode, from_str};

use crate::support::spec_files;

#[derive(Debug, PartialEq, HclDecode, HclEncode)]
struct Address {
    /// The host name.
    host: String,
    #[hcl(alias = "number", former_name = "no")]
    port: Option<u16>,
}

#[derive(Debug, PartialEq, HclDecode, HclEncode)]
struct Database {
    #[hcl(flatten)]
    address: Address,
    #[hcl(flatten, prefix = "tls_")]
    tls: Tls,
    #[hcl(block)]
    pool: Vec<Pool>,
}

#[derive(Debug, PartialEq, HclDecode, HclEncode)]
#[hcl(at_least_one_of("cert", "key"))]
struct Tls {
    cert: Option<String>,
    #[hcl(requires = "cert")]
    key: Option<String>,
}

#[derive(Debug, PartialEq, HclDecode, HclEncode)]
struct Pool {
    size: u8,
}

#[derive(Debug, PartialEq, HclDecode, HclEncode)]
struct Service {
    host: String,
    #[hcl(flatten, prefix = "db_")]
    database: Database,
    #[hcl(flatten, prefix = "cache_")]
    cache: Address,
}

const SERVICE: &str = "\
host          = \"a\"
db_host       = \"b\"
db_port       = 5432
db_tls_cert   = \"c\"
cache_host    = \"d\"

db_pool {
  size = 3
}
";

fn service() -> Service {
    Service {
        host: "a".into(),
        database: Database {
            address: Address { host: "b".into(), port: Some(5432) },
            tls: Tls { cert: Some("c".into()), key: None },
            pool: vec![Pool { size: 3 }],
        },
        cache: Address { host: "d".into(), port: None },
    }
}

fn decode<T: HclDecode>(text: &str) -> Result<T, String> {
    from_str(text, &EvalContext::new()).map_err(|diags| diags.to_string())
}

#[test]
fn prefixes_add_up() {
    assert_eq!(decode(SERVICE), Ok(service()));
}

#[test]
fn other_names_have_the_prefix() {
    let text = SERVICE.replace("db_port", "db_number");
    assert_eq!(decode(&text), Ok(service()));
    let unprefixed = SERVICE.replace("db_port", "port");
    let expected = "<text>:3:1: error: Unexpected attribute; The attribute \"port\" is not expected here. Expected here: \
                    \"host\", \"db_host\", \"db_port\", \"db_tls_cert\", \"db_tls_key\", \"cache_host\" and \
                    \"cache_port\".";
    assert_eq!(decode::<Service>(&unprefixed).unwrap_err(), expected);
}

#[test]
fn messages_have_the_prefix() {
    let text = SERVICE.replace("db_tls_cert", "db_tls_key ").replace("cache_host", "cache_hots");
    let expected = "<text>:4:1: error: Missing item; \"db_tls_key\" requires \"db_tls_cert\", which is not set.\n\
                    <text>:5:1: error: Unexpected attribute; The attribute \"cache_hots\" is not expected here. Did you \
                    mean \"cache_host\"?";
    assert_eq!(decode::<Service>(&text).unwrap_err(), expected);
    let text = SERVICE.replace("5432", "true");
    let expected = "<text>:3:17: error: Wrong type; Invalid value for \"db_port\": a number is required, not a bool.";
    assert_eq!(decode::<Service>(&text).unwrap_err(), expected);
}

#[test]
fn prefixed_names_are_encoded() {
    let text = hcldyn::to_string(&service()).unwrap();
    let expected = "host        = \"a\"\ndb_host     = \"b\"\ndb_port     = 5432\ndb_tls_cert = \"c\"\n\n\
                    db_pool {\n  size = 3\n}\n\ncache_host = \"d\"\n";
    assert_eq!(text, expected);
    assert_eq!(decode(&text), Ok(service()));
}

#[test]
fn clashes_are_mistakes_of_the_program() {
    #[derive(Debug, HclDecode)]
    struct Clash {
        #[hcl(flatten, prefix = "db_")]
        _database: Address,
        #[hcl(name = "db_host")]
        _host: String,
    }
    let error = decode::<Clash>("").unwrap_err();
    let expected = "\"db_host\" is decoded twice, by \"_database\" and by \"db_host\".";
    assert!(error.ends_with(expected), "{error}");
}

#[test]
fn checks_find_prefixed_items() {
    #[derive(Debug, HclDecode)]
    #[hcl(validate = check_both)]
    struct Both {
        #[hcl(flatten, prefix = "from_")]
        _from: Checked,
        #[hcl(flatten, prefix = "to_")]
        _to: Checked,
    }

    #[derive(Debug, HclDecode)]
    #[hcl(validate = check_one)]
    struct Checked {
        port: u16,
    }

    fn check_one(checked: &Checked, validation: &mut Validation<'_>) {
        assert_eq!(validation.place_of("port").text(), checked.port.to_string());
        if checked.port == 0 {
            validation.error("port", "No port", "It must not be 0.");
        }
    }

    fn check_both(_: &Both, validation: &mut Validation<'_>) {
        assert!(validation.place_of("from_port").text().len() == 1);
        if validation.is_set("to_port") && validation.place_of("to_port").text() == "2" {
            validation.error("to_port", "Invalid port", "It must be free.");
        }
    }

    let text = "from_port = 1\nto_port = 2\n";
    let expected = "<text>:2:11: error: Invalid port; It must be free.";
    assert_eq!(decode::<Both>(text).unwrap_err(), expected);
    let text = "from_port = 0\nto_port = 3\n";
    let expected = "<text>:1:13: error: No port; It must not be 0.";
    assert_eq!(decode::<Both>(text).unwrap_err(), expected);
}

#[derive(Debug, PartialEq, HclDecode, HclEncode)]
struct Optional {
    #[hcl(flatten, prefix = "db_")]
    database: Option<Login>,
}

#[derive(Debug, PartialEq, HclDecode, HclEncode)]
struct Login {
    user: String,
    password: String,
    #[hcl(default = 3)]
    retries: u8,
    #[hcl(flatten)]
    address: Address,
    #[hcl(block)]
    pool: Option<Pool>,
}

#[test]
fn a_group_is_set_or_left_out() {
    assert_eq!(decode("db_user = null"), Ok(Optional { database: None }));
    assert_eq!(hcldyn::to_string(&Optional { database: None }).unwrap(), "");
    let text = "db_user = \"a\"\ndb_password = \"b\"\ndb_host = \"c\"\n";
    let address = Address { host: "c".into(), port: None };
    let login = Login { user: "a".into(), password: "b".into(), retries: 3, address, pool: None };
    let optional = Optional { database: Some(login) };
    assert_eq!(decode(text), Ok(optional));
}

#[test]
fn a_part_of_a_group_is_one_error() {
    let expected = "<text>:1:1: error: Missing item; \"db_password\" and \"db_host\" must be set too, because \
                    \"db_user\" is.";
    assert_eq!(decode::<Optional>("db_user = \"a\"").unwrap_err(), expected);
    let expected = "<text>:1:1: error: Missing item; \"db_user\", \"db_password\" and \"db_host\" must be set too, \
                    because \"db_pool\" is.";
    assert_eq!(decode::<Optional>("db_pool {\n  size = 3\n}").unwrap_err(), expected);
    let expected = "<text>:2:1: error: Missing item; \"db_user\", \"db_password\" and \"db_host\" must be set too, \
                    because \"db_port\" is.";
    assert_eq!(decode::<Optional>("db_user = null\ndb_port = 3").unwrap_err(), expected);
    let json = hcldyn::decode::from_json_str::<Optional>(
        "{\"db_user\": \"a\", \"db_host\": \"b\"}",
        &EvalContext::new(),
    );
    let expected =
        "<text>:1:2: error: Missing item; \"db_password\" must be set too, because \"db_user\" is.";
    assert_eq!(json.unwrap_err().to_string(), expected);
}

#[test]
fn an_invalid_item_of_a_group_is_one_error() {
    let expected = "<text>:1:15: error: Invalid operand of \"+\": a number is required, not a bool; this is true.";
    assert_eq!(decode::<Optional>("db_user = 1 + true").unwrap_err(), expected);
    let expected = "<text>:4:14: error: Invalid value for \"db_retries\": a whole number from 0 to 255 is required, not 300.";
    let text = "db_user = \"a\"\ndb_password = \"b\"\ndb_host = \"c\"\ndb_retries = 300\n";
    assert_eq!(decode::<Optional>(text).unwrap_err(), expected);
}

#[test]
fn documents_have_the_prefix_and_the_group() {
    use hcldyn::docs::{json_schema, markdown, sample, typescript};
    use hcldyn::spec::language;

    let outline = Optional::spec().outline();
    insta::assert_snapshot!(sample::<Optional>());
    insta::assert_snapshot!(json_schema::of_configuration(&outline));
    insta::assert_snapshot!(typescript::of_value(&Optional::spec()));
    insta::assert_snapshot!(markdown::<Optional>());
    let written = language::write(&Optional::spec());
    assert_eq!(written.losses, []);
    let read = spec_files::read(&written.text);
    insta::assert_snapshot!(written.text);
    assert_eq!(outline.changes(&read.outline()), []);
}

#[test]
fn generic_structs_are_flattened() {
    #[derive(Debug, PartialEq, HclDecode, HclEncode)]
    struct Outer<T> {
        name: String,
        #[hcl(flatten, prefix = "in_")]
        inner: Inner<T>,
        #[hcl(flatten, prefix = "maybe_")]
        maybe: Option<Inner<T>>,
    }

    #[derive(Debug, PartialEq, HclDecode, HclEncode)]
    struct Inner<T> {
        value: T,
    }

    #[derive(Debug, PartialEq, HclDecode)]
    struct Any<T> {
        #[hcl(flatten, prefix = "a_")]
        any: T,
    }

    let text = "name = \"a\"\nin_value = 5\n";
    let outer = Outer { name: "a".into(), inner: Inner { value: 5_u8 }, maybe: None };
    assert_eq!(decode(text), Ok(outer));
    assert_eq!(decode("a_value = true"), Ok(Any { any: Inner { value: true } }));
    assert_eq!(decode(""), Ok(Any::<Option<Inner<bool>>> { any: None }));
}
