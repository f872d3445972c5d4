//! Enums: bodies that have one of several forms.

use hcldyn::cty::Value;
use hcldyn::diag::{Report, Style};
use hcldyn::syntax::Source;
use hcldyn::{EvalContext, HclDecode};

use super::{good, problems, problems_in};

#[derive(Debug, PartialEq, HclDecode)]
#[hcl(tag = label)]
enum Listener {
    Tcp {
        #[hcl(label)]
        name: String,
        port: u16,
    },
    Unix(Unix),
}

#[derive(Debug, PartialEq, HclDecode)]
struct Unix {
    #[hcl(label)]
    name: String,
    path: String,
}

#[derive(Debug, HclDecode)]
struct Config {
    #[hcl(dynamic)]
    listener: Vec<Listener>,
}

#[test]
fn by_label() {
    let text = r#"listener "unix" "a" {
  path = "/x"
}
listener "tcp" "b" {
  port = 1
}
"#;
    let unix = Listener::Unix(Unix { name: "a".into(), path: "/x".into() });
    let tcp = Listener::Tcp { name: "b".into(), port: 1 };
    assert_eq!(good::<Config>(text).listener, [unix, tcp]);
    assert_eq!(
        problems::<Config>(
            r#"listener "tpc" "b" {
  port = 1
}
listener "tcp" "c" {
  path = "x"
}
"#
        ),
        "t.hcl:1:10: error: Unexpected label; The type must be \"tcp\" or \"unix\", not \"tpc\". Did you mean \"tcp\"?\nt.hcl:4:20: error: Missing attribute; The required attribute \"port\" is not set.\nt.hcl:5:3: error: Unexpected attribute; The attribute \"path\" is not expected here. Expected here: \"port\"."
    );
}

#[derive(Debug, PartialEq, HclDecode)]
#[hcl(tag = "type", rename_all = "kebab-case")]
enum Storage {
    LocalFile {
        path: String,
    },
    #[hcl(name = "S3")]
    Bucket {
        bucket: String,
        #[hcl(default = "eu")]
        region: String,
    },
    Memory,
}

#[test]
fn by_attribute() {
    #[derive(Debug, HclDecode)]
    struct App {
        name: String,
        #[hcl(flatten)]
        storage: Storage,
        #[hcl(block)]
        backup: Option<Storage>,
    }
    let text = r#"name = "a"
type = "local-file"
path = "/"
backup {
  type = "S3"
  bucket = "b"
}
"#;
    let app: App = good(text);
    assert_eq!(app.storage, Storage::LocalFile { path: "/".into() });
    assert_eq!(app.backup, Some(Storage::Bucket { bucket: "b".into(), region: "eu".into() }));
    assert_eq!(good::<Storage>("type = \"memory\""), Storage::Memory);
    assert_eq!(
        problems::<App>(
            r#"name = "a"
type = "memory"
path = "x"
backup {
  type = "s3"
}
"#
        ),
        "t.hcl:3:1: error: Unexpected attribute; The attribute \"path\" is not expected here. Expected here: \"name\" and \"type\".\nt.hcl:5:10: error: Unexpected value; \"type\" must be \"local-file\", \"S3\" or \"memory\", not \"s3\". Did you mean \"S3\"?"
    );
    assert!(problems::<Storage>("").contains("The required attribute \"type\" is not set"));
}

#[test]
fn an_unknown_tag_is_an_error() {
    let ctx = EvalContext::new().with_variable("later", Value::dynamic());
    assert_eq!(
        problems_in::<Storage>("type = later", &ctx),
        "t.hcl:1:1: error: Unknown block; The existence of this block depends on a value that is not known yet."
    );
}

#[test]
fn by_block_type() {
    #[derive(Debug, PartialEq, HclDecode)]
    enum Target {
        HttpServer { port: u16 },
        Other(Unix),
    }
    assert_eq!(good::<Target>("http_server {\n  port = 1\n}\n"), Target::HttpServer { port: 1 });
    let problems = problems::<Target>("other \"x\" {}\n");
    assert_eq!(
        problems,
        "t.hcl:1:11: error: Missing attribute; The required attribute \"path\" is not set."
    );
}

/// For a misspelled tag, only the suggestion is reported.
#[test]
fn misspelled_tags() {
    assert_eq!(
        problems::<Storage>("tpye = \"S3\"\nbucket = \"x\"\nother = 1\n"),
        "t.hcl:1:1: error: Unexpected attribute; The attribute \"tpye\" is not expected here. Did you mean \"type\"?"
    );
    // The list of known attributes contains the tag.
    assert_eq!(
        problems::<Storage>("type = \"S3\"\nbucket = \"x\"\nother = 1\n"),
        "t.hcl:3:1: error: Unexpected attribute; The attribute \"other\" is not expected here. Expected here: \"type\", \"bucket\" and \"region\"."
    );
}

#[test]
fn a_report_on_tags_shows_the_variants() {
    #[derive(Debug, PartialEq, HclDecode)]
    struct Server {
        #[hcl(block)]
        listener: Vec<Listener>,
        #[hcl(block)]
        storage: Option<Storage>,
        #[hcl(blocks)]
        step: Vec<Step>,
    }
    #[derive(Debug, PartialEq, HclDecode)]
    #[hcl(tag = label)]
    enum Listener {
        Tcp { port: u16 },
        Unix { path: String },
    }
    #[derive(Debug, PartialEq, HclDecode)]
    #[hcl(tag = "backend")]
    enum Storage {
        Memory,
        File { path: String },
    }
    #[derive(Debug, PartialEq, HclDecode)]
    enum Step {
        Run { command: String },
        Wait { seconds: u8 },
    }
    let report = |text: &str| {
        let mistakes =
            hcldyn::from_source::<Server>(&Source::new("t.hcl", text), &EvalContext::new());
        Report::new(&mistakes.unwrap_err()).style(Style::Plain).to_string()
    };
    let text = r#"listener "upd" { port = 1 }
listener "tcp" { path = "/s" }
storage { backend = "fiel" }
wiat {}
"#;
    insta::assert_snapshot!(report(text));
    insta::assert_snapshot!(
        "a_misspelled_name_of_a_tag",
        report("storage { backedn = \"file\" }\n")
    );
}

/// Lower and upper case keep the underscores of fields, as in serde.
#[test]
fn cases_of_fields_are_those_of_serde() {
    macro_rules! names {
        ($case:literal) => {{
            #[derive(HclDecode, serde::Deserialize, serde::Serialize, Default)]
            #[hcl(rename_all = $case)]
            #[serde(rename_all = $case)]
            struct Config {
                http_port: Option<u8>,
                name: Option<u8>,
            }
            let json = serde_json::to_value(Config::default()).unwrap();
            let serde: Vec<_> = json.as_object().unwrap().keys().cloned().collect();
            let attributes = Config::spec().implied_schema().attributes;
            let mut own: Vec<_> = attributes.iter().map(|it| it.name.to_string()).collect();
            own.sort();
            assert_eq!(own, serde, $case);
        }};
    }
    names!("lowercase");
    names!("UPPERCASE");
    names!("PascalCase");
    names!("camelCase");
    names!("snake_case");
    names!("SCREAMING_SNAKE_CASE");
    names!("kebab-case");
    names!("SCREAMING-KEBAB-CASE");
}
