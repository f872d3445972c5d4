//! Values of the environment in each form, and `.env` files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use hcldyn::diag::{Report, Style};
use hcldyn::environment::{Environment, EnvironmentFile, TextForm};
use hcldyn::load::{Layer, ReloadOutcome, Watched};
use hcldyn::{Decoder, Diagnostics, EvalContext, HclDecode, Limits};

use crate::support::folder::Folder;

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "no report shows the secrets")]
struct Config {
    region: Option<String>,
    workers: Option<u8>,
    zones: Option<Vec<String>>,
    ports: Option<BTreeSet<u16>>,
    pair: Option<(String, bool)>,
    tags: Option<BTreeMap<String, String>>,
    #[hcl(sensitive)]
    password: Option<String>,
    #[hcl(sensitive)]
    keys: Option<Vec<u16>>,
    #[hcl(block)]
    server: BTreeMap<String, Server>,
}

#[derive(Debug, HclDecode)]
struct Server {
    port: u16,
    host: Option<String>,
}

fn decoder(form: TextForm, name: &str, value: &str) -> Decoder {
    Decoder::new().environment(Environment::with_prefix("").form(form).variables([(name, value)]))
}

fn decoded(form: TextForm, name: &str, value: &str) -> Config {
    decoder(form, name, value).decode().unwrap_or_else(|diags| panic!("{diags}")).value
}

fn problems(decoder: &Decoder) -> String {
    decoder.decode::<Config>().err().map(|it| it.to_string()).unwrap_or_default()
}

fn report(diags: &Diagnostics) -> String {
    Report::new(diags).style(Style::Plain).to_string()
}

#[test]
fn csv_is_for_collections() {
    let csv = |name, value| decoded(TextForm::Csv, name, value);
    assert_eq!(csv("ZONES", "a, b,\"c,\"\"d\"\"\"").zones.unwrap(), ["a", " b", "c,\"d\""]);
    assert!(csv("ZONES", "").zones.unwrap().is_empty());
    assert_eq!(csv("ZONES", "\"\"").zones.unwrap(), [""]);
    assert_eq!(csv("PORTS", "80,443,80\n").ports.unwrap(), BTreeSet::from([80, 443]));
    assert_eq!(csv("PAIR", "a,true").pair, Some(("a".to_owned(), true)));
    assert_eq!(csv("REGION", "a,b").region.as_deref(), Some("a,b"));
    assert_eq!(csv("TAGS", "a:b,url:http://c").tags.unwrap()["url"], "http://c");
}

#[test]
fn json_is_for_all_types() {
    let json = |name, value| decoded(TextForm::Json, name, value);
    assert_eq!(json("ZONES", r#"["a", "${b}"]"#).zones.unwrap(), ["a", "${b}"]);
    assert_eq!(json("REGION", r#""a""#).region.as_deref(), Some("a"));
    assert_eq!(json("WORKERS", "7").workers, Some(7));
    assert_eq!(json("TAGS", r#"{"a": "b"}"#).tags.unwrap()["a"], "b");
    assert_eq!(json("SERVER__WEB", "null").server.len(), 0);
    assert_eq!(json("SERVER__WEB__PORT", "80").server["web"].port, 80);
}

#[test]
fn mistakes_in_each_form() {
    let wrong = [
        (TextForm::Csv, "ZONES", "[\"a\", \"b\"]"),
        (TextForm::Csv, "ZONES", "a,b\"c"),
        (TextForm::Csv, "ZONES", "a,\"b\" ,c"),
        (TextForm::Csv, "ZONES", "a,\"b"),
        (TextForm::Csv, "ZONES", "a,b\n\nc,d\n"),
        (TextForm::Csv, "PORTS", "80,x"),
        (TextForm::Csv, "PAIR", "a,true,b"),
        (TextForm::Json, "ZONES", "a,b"),
        (TextForm::Json, "ZONES", "[\"a\","),
        (TextForm::Json, "REGION", "eu"),
        (TextForm::Json, "PORTS", "[80, true]"),
        (TextForm::Json, "TAGS", "{\"a\": \"1\", \"a\": \"2\"}"),
    ];
    let mut found = String::new();
    for (form, name, value) in wrong {
        let _ = writeln!(found, "{form:?} {value:?}\n  {}", problems(&decoder(form, name, value)));
    }
    insta::assert_snapshot!(found);
}

/// A program can select the form by the name of the variable.
#[test]
fn later_forms_have_precedence() {
    let variables = [("ZONES", "a,b"), ("ZONES_JSON", "[\"c\"]")];
    let both = Decoder::new()
        .environment(
            Environment::new(|name| Some(name).filter(|name| !name.ends_with("_JSON")))
                .form(TextForm::Csv)
                .variables(variables),
        )
        .environment(
            Environment::new(|name| name.strip_suffix("_JSON"))
                .form(TextForm::Json)
                .variables(variables),
        );
    let loaded = both.decode::<Config>().unwrap();
    assert_eq!(loaded.value.zones.unwrap(), ["c"]);
    assert!(loaded.warnings.is_empty(), "{}", loaded.warnings);
}

#[test]
fn no_report_shows_sensitive_values_of_any_form() {
    for form in [TextForm::Expression, TextForm::Csv, TextForm::Json] {
        for value in
            ["hunter2,\"x", "[\"hunter2\"]", "[hunter2", "\"hunter2\"x", "{\"hunter2\": 1}"]
        {
            let wrong = decoder(form, "KEYS", value);
            let diags = wrong.decode::<Config>().err().unwrap();
            let shown = report(&diags);
            assert!(
                !shown.contains("hunter2") && !format!("{wrong:?}").contains("hunter2"),
                "{shown}"
            );
        }
    }
}

fn file(folder: &Folder) -> Decoder {
    Decoder::new().environment(Environment::with_prefix("APP_").file(folder.path().join(".env")))
}

const ENVIRONMENT: &str = r#"# Variables of the program and of others.
APP_REGION = us-east # the first one
export APP_WORKERS=7
APP_ZONES='["a", "b"]'
APP_TAGS="{ zone = \"x\", more = \"\$1\" }"
APP_SERVER__WEB__PORT=8080

APP_SERVER__WEB__HOST="a
b#c"	# two lines
APP_REGION=eu#1
OTHER="
"#;

#[test]
fn files_are_read_as_an_environment() {
    let text = ENVIRONMENT.replace("OTHER=\"\n", "OTHER='$x'\n");
    let folder = Folder::new("env-file", &[(".env", &text)]);
    let decoder =
        file(&folder).text("main.hcl", "region = \"file\"\nserver \"Web\" { port = 1 }\n");
    let loaded = decoder.decode::<Config>().unwrap();
    let config = &loaded.value;
    assert_eq!((config.region.as_deref(), config.workers), (Some("eu#1"), Some(7)));
    assert_eq!(config.zones.as_deref().unwrap(), ["a", "b"]);
    assert_eq!(config.tags.as_ref().unwrap()["more"], "$1");
    let server = &config.server["Web"];
    assert_eq!((server.port, server.host.as_deref()), (8080, Some("a\nb#c")));
    assert!(loaded.warnings.is_empty(), "{}", loaded.warnings);
    let settings = loaded.explain("server.Web.port");
    let settings: Vec<_> = settings.iter().map(|it| folder.relative(&it.to_string())).collect();
    assert_eq!(settings, ["environment at .env:6:23", "files at main.hcl:2:23"]);
    assert_eq!(loaded.layer_of(&loaded.place_of("region").unwrap()), Layer::Environment);

    let real =
        decoder.environment(Environment::with_prefix("APP_").variables([("APP_REGION", "real")]));
    assert_eq!(real.decode::<Config>().unwrap().value.region.as_deref(), Some("real"));
}

/// Values with escapes have locations, too.
#[test]
fn mistakes_are_located_in_the_file() {
    let text = r#"APP_WORKERS=many
APP_ZONES="[\"a\", zone]"
APP_PORTS='[80,'
APP_TAGS="{ \"a\" = missing(\"\\\") }"
APP_WORKRES=8
APP_PAIR=["a", 1]
"#;
    let folder = Folder::new("env-mistakes", &[(".env", text)]);
    let diags = file(&folder).decode::<Config>().err().unwrap();
    insta::assert_snapshot!(folder.relative(&report(&diags)));
    let csv = folder.path().join("csv.env");
    fs::write(folder.path().join("csv.env"), "PORTS=\"80,\\n\"\nZONES=a,\"b\nKEYS=1,x\n").unwrap();
    let decoder =
        Decoder::new().environment(Environment::with_prefix("").form(TextForm::Csv).file(csv));
    insta::assert_snapshot!(folder.relative(&report(&decoder.decode::<Config>().err().unwrap())));
}

#[test]
fn mistakes_in_the_syntax_of_a_file() {
    let lines = [
        "hunter2",
        "=hunter2",
        "1A=hunter2",
        "A hunter2",
        "A: hunter2",
        "A='hunter2",
        "A=\"hunter2",
        "A=\"hunter2\\",
        "A=\"hunter2\\q\"",
        "A='hunter2'hunter2",
        "export A",
        "export=1",
    ];
    let mut found = String::new();
    for line in lines {
        let folder =
            Folder::new("env-syntax", &[(".env", &format!("APP_WORKERS=1\n{line}\nB=hunter2\n"))]);
        let diags = file(&folder).decode::<Config>().err();
        let shown = diags.as_ref().map(report).unwrap_or_default();
        assert!(!shown.contains("hunter2"), "{shown}");
        let diags = diags.map(|diags| diags.to_string()).unwrap_or_default();
        let _ = writeln!(found, "{line}\n  {}", folder.relative(&diags));
    }
    insta::assert_snapshot!(found);
}

#[test]
fn no_report_shows_secrets_of_a_file() {
    let folder = Folder::new("env-secrets", &[]);
    for text in [
        "APP_PASSWORD=hunter2\nAPP_WORKERS=x\n",
        "APP_PASWORD=hunter2\nAPP_WORKERS=x\n",
        "APP_KEYS=[hunter2]\n",
        "APP_KEYS=\"[\\\"hunter2\\\"]\"\n",
        "APP_KEYS='[\"hunter2\"'\n",
        "APP_KEYS='hunter2'\nAPP_WORKERS=x\n",
        "APP_WORKERS=x\nAPP_PASSWORD=\"hunter2\n",
        "APP_PASSWORD='a\nb'c\nAPP_hunter2=\n",
        "APP_PASSWORD: '\nAPP_hunter2 = a\n'\n",
        "APP_PASSWORD=\"a\\q\nAPP_hunter2=\n\"\n",
    ] {
        fs::write(folder.path().join(".env"), text).unwrap();
        let diags = file(&folder).decode::<Config>().err().unwrap();
        let shown = report(&diags);
        assert!(!shown.contains("hunter2"), "{shown}");
        assert!(shown.contains(".env:"), "{shown}");
    }
}

#[test]
fn a_file_must_exist_unless_it_is_optional() {
    let folder = Folder::new("env-missing", &[]);
    let path = folder.path().join(".env");
    let found = problems(&file(&folder));
    assert_eq!(folder.relative(&found), ".env: error: File not found; This file does not exist.");
    let optional = EnvironmentFile::new(&path).optional();
    let decoder = Decoder::new().environment(Environment::with_prefix("").file(optional));
    assert_eq!(problems(&decoder), "");
    fs::create_dir(&path).unwrap();
    assert!(problems(&decoder).contains("error: Not a file"), "{}", problems(&decoder));
}

#[test]
fn files_of_the_environment_are_limited_in_size() {
    let folder = Folder::new("env-limit", &[(".env", "WORKERS=1\n"), ("b.env", "WORKERS=2\n")]);
    let problems = |most| {
        let context = EvalContext::new().with_limits(Limits::default().with_file_bytes(most));
        let decoder = Decoder::new().context(context);
        let files = [".env", "b.env"].map(|name| folder.path().join(name));
        let [first, second] = files;
        let decoder = decoder.environment(Environment::with_prefix("").file(first));
        folder.relative(&problems(&decoder.environment(Environment::with_prefix("").file(second))))
    };
    assert_eq!(problems(20), "");
    let expected =
        "b.env: error: Files too large; Skipped: the limit of 19 bytes for all files was reached.";
    assert_eq!(problems(19), expected);
    assert!(problems(9).contains(".env: error: Source too long"), "{}", problems(9));
}

#[test]
fn changes_of_a_file_are_noticed() {
    let folder = Folder::new("env-watched", &[(".env", "APP_WORKERS=1\n")]);
    let watched = Watched::<Config>::new(file(&folder)).unwrap();
    assert!(matches!(watched.check(), ReloadOutcome::Unchanged));
    fs::write(folder.path().join(".env"), "APP_WORKERS=2\n").unwrap();
    let ReloadOutcome::Reloaded(changes) = watched.check() else { panic!("the file is valid") };
    assert_eq!(changes[0].to_string(), "changed: workers");
    fs::write(folder.path().join(".env"), "APP_WORKERS='3\n").unwrap();
    let ReloadOutcome::Rejected(diags) = watched.check() else { panic!("a quote is missing") };
    let found = folder.relative(&diags.to_string());
    assert!(found.starts_with(".env:1:13: error: Invalid environment file;"), "{found}");
    assert_eq!(watched.current().workers, Some(2));
    fs::remove_file(folder.path().join(".env")).unwrap();
    assert!(matches!(watched.check(), ReloadOutcome::Rejected(_)));
}

#[test]
fn bytes_that_are_not_utf8() {
    let folder = Folder::new("env-bytes", &[]);
    fs::write(folder.path().join(".env"), b"APP_REGION=\xff\nAPP_ZONES=[\"\xfe\"]\n").unwrap();
    let found = folder.relative(&problems(&file(&folder)));
    assert!(found.starts_with(".env:1:12: error: Invalid encoding;"), "{found}");
    assert_eq!(found.lines().count(), 1, "{found}");
}

/// The rest of a file may contain secrets, so an artifact stores only the variables that the program selects.
#[test]
fn an_artifact_has_the_selected_variables() {
    let text = "APP_ZONES=a,b\nOTHER=hunter2\n";
    let folder = Folder::new("env-artifact", &[(".env", text)]);
    let environment = folder.path().join(".env");
    let decoder = Decoder::new()
        .environment(Environment::with_prefix("APP_").form(TextForm::Csv).file(environment));
    let bytes = decoder.decode::<Config>().unwrap().artifact().unwrap().to_json().unwrap();
    assert!(!String::from_utf8_lossy(&bytes).contains("hunter2"));
    let artifact = hcldyn::load::artifact::Artifact::from_bytes(&bytes).unwrap();
    let loaded = Decoder::new().artifact(artifact).decode::<Config>().unwrap();
    assert_eq!(loaded.value.zones.unwrap(), ["a", "b"]);
}
