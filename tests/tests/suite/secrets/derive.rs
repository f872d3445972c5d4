//! Sensitive fields of structs.

use std::collections::BTreeMap;

use hcldyn::body::Body;
use hcldyn::decode::Validation;
use hcldyn::environment::Environment;
use hcldyn::{Decoder, Diagnostics, EvalContext, HclDecode, Spanned};
use insta::assert_snapshot;

use super::shown;

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "no text here is decoded whole")]
struct Config {
    #[hcl(block)]
    login: Vec<Login>,
    #[hcl(block)]
    named: BTreeMap<String, Login>,
    #[hcl(flatten)]
    flat: Flat,
    #[hcl(block)]
    auth: Option<Auth>,
    #[hcl(block)]
    spanned: Option<Spanned<Login>>,
}

#[derive(Debug, HclDecode)]
struct Login {
    #[hcl(sensitive, validate = long)]
    password: String,
    #[hcl(remain)]
    _rest: Body,
}

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "no text here is decoded whole")]
struct Flat {
    #[hcl(sensitive, alias = "tok")]
    token: Option<String>,
}

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "no text here is decoded whole")]
#[hcl(tag = "kind")]
enum Auth {
    Basic {
        #[hcl(sensitive)]
        phrase: String,
    },
    Key {
        #[hcl(sensitive)]
        pem: Spanned<String>,
    },
}

fn long(password: &str) -> Result<(), String> {
    if password.len() > 20 { Ok(()) } else { Err("It is too short.".to_owned()) }
}

fn problems(text: &str) -> String {
    let found = hcldyn::from_str::<Config>(text, &EvalContext::new()).unwrap_err();
    let decoder = Decoder::new().text("a.hcl", text).decode::<Config>().unwrap_err();
    shown(&decoder);
    shown(&found)
}

#[test]
fn fields_of_every_kind() {
    for text in [
        "login \"x\" { password = \"hunter2\" }",
        "login { password = \"hunter2\" }",
        "login { password = [\"hunter2\"] }",
        "named { password = \"hunter2\" }",
        "token = \"hunter2\" \"hunter3\"",
        "tok = [\"hunter2\"]",
        "token = \"hunter2\"\ntok = \"hunter3\"",
        "auth { phrase = \"hunter2\" }",
        r#"auth {
  kind = "key"
  phrase = "hunter2"
  pem = 1 2
}"#,
        r#"auth {
  kind = "basic"
  phrase = ["hunter2"]
}"#,
        "spanned \"x\" { password = \"hunter2\" }",
        "unknown { pem = \"hunter2\" }",
    ] {
        let report = problems(text);
        assert!(report.contains("(sensitive)"), "{report}");
    }
}

#[test]
fn json_sources() {
    for text in [
        r#"{"login": [{"password": "hunter2", "a": 1}], "x": 1}"#,
        r#"{"token": "hunter2", "tok": "hunter3"}"#,
        r#"{"auth": {"kind": "hm", "phrase": "hunter2"}}"#,
    ] {
        let report =
            shown(&hcldyn::decode::from_json_str::<Config>(text, &EvalContext::new()).unwrap_err());
        assert!(report.contains("(sensitive)"), "{report}");
    }
}

/// Messages of the program's functions about a secret are hidden; the attribute's name is shown.
#[test]
fn validation() {
    #[derive(Debug, HclDecode)]
    #[hcl(validate = differ)]
    struct Pair {
        #[hcl(sensitive)]
        first: String,
        #[hcl(sensitive)]
        second: String,
    }
    fn differ(pair: &Pair, validation: &mut Validation<'_>) {
        if pair.first == pair.second {
            validation.error("second", "Equal secrets", "Choose another one.");
        }
    }
    let ctx = EvalContext::new().with_variable("pw", "hunter2");
    let login = hcldyn::from_str::<Login>("password = \"hunter2\"", &ctx);
    assert_snapshot!(shown(&login.unwrap_err()));
    let login = hcldyn::from_str::<Login>("password = pw", &ctx);
    assert_snapshot!(shown(&login.unwrap_err()));
    let pair = hcldyn::from_str::<Pair>("first = pw\nsecond = \"hunter2\"", &ctx);
    assert_snapshot!(shown(&pair.unwrap_err()));
}

/// The remaining body is decoded later into the same sink.
#[test]
fn the_remaining_body() {
    let text = "password = \"a long password for hunting\"\nport = \"hunter2\"\n";
    let login: Login =
        hcldyn::from_str(&text.replace("hunter2", "x"), &EvalContext::new()).unwrap();
    #[derive(Debug, HclDecode)]
    struct Rest {
        #[hcl(sensitive)]
        #[expect(dead_code, reason = "no text here is decoded whole")]
        port: u16,
    }
    let mut diags = Diagnostics::new();
    let rest: Option<Rest> = hcldyn::from_body(&login._rest, &EvalContext::new(), &mut diags);
    assert!(rest.is_none() && shown(&diags).contains("port = (sensitive)"));
    assert_eq!(login.password, "a long password for hunting");
}

/// The part of a whole block that is sensitive cannot be found in a value that cannot be parsed.
#[test]
fn settings_of_whole_blocks() {
    #[derive(Debug, HclDecode)]
    #[expect(dead_code, reason = "no text here is decoded whole")]
    struct Service {
        #[hcl(block)]
        login: Option<Plain>,
        #[hcl(block)]
        port: Option<Port>,
    }
    #[derive(Debug, HclDecode)]
    #[expect(dead_code, reason = "no text here is decoded whole")]
    struct Plain {
        #[hcl(sensitive)]
        password: String,
    }
    #[derive(Debug, HclDecode)]
    #[expect(dead_code, reason = "no text here is decoded whole")]
    struct Port {
        number: u16,
    }
    let problems = |name: &str, path: &str, value: &str| {
        let base = || Decoder::new().text("a.hcl", "");
        let variable = base().environment(Environment::with_prefix("").variables([(name, value)]));
        let argument = base().overrides("--set", [format!("{path}={value}")]);
        [variable, argument].map(|it| it.decode::<Service>().unwrap_err())
    };
    for value in [
        "hunter2{",
        "{ a = \"hunter2",
        "{ password = \"hunter2\", b = ",
        "hunter1 hunter2",
        "hunter2",
    ] {
        for found in problems("LOGIN", "login", value) {
            assert!(shown(&found).contains("(sensitive)"));
        }
    }
    for found in problems("PORT", "port", "80 81") {
        assert!(shown(&found).contains("80 81"));
    }
}
