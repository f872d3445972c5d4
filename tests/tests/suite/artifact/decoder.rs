//! Configurations that are planned in one process and applied in another.

use std::collections::BTreeMap;

use hcldyn::body::Body;
use hcldyn::cty::{Mark, MaybeUnknown, Type, Value};
use hcldyn::diag::{Report, Style};
use hcldyn::environment::Environment;
use hcldyn::ext::kit::Inputs;
use hcldyn::load::Configuration;
use hcldyn::load::artifact::{Artifact, ArtifactError};
use hcldyn::syntax::Source;
use hcldyn::{Decoder, Deferred, Diagnostics, EvalContext, HclDecode, parse_body};

use super::written;
use crate::support::folder::Folder;

#[derive(Debug, PartialEq, HclDecode)]
pub(super) struct Config {
    owner: String,
    region: String,
    size: u16,
    note: Option<String>,
    #[hcl(sensitive)]
    password: Option<String>,
    url: MaybeUnknown<String>,
    first: Option<u16>,
    #[hcl(block)]
    server: BTreeMap<String, Server>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Server {
    port: u16,
    host: Option<String>,
}

const MAIN: &str = "\
include {
  files = [\"servers/*.hcl\"]
}

function \"zone\" {
  params = [name]
  result = \"${name}-1\"
}

variable \"base\" {
  type = number
}

variable \"suffix\" {}

variable \"token\" {
  sensitive = true
}

owner = user
url   = \"https://${id}.${zone(\"eu\")}.${var.suffix}/\"
first = server.a.port
";

const FILES: [(&str, &str); 7] = [
    ("main.hcl", MAIN),
    ("servers/a.hcl", "server \"a\" {\n  port = var.base + 1\n}\n"),
    ("servers/b.hcl", "server \"b\" {\n  port = server.a.port + 1\n}\n"),
    (
        "conf.d/10.hcl",
        "include {\n  files = [\"../more.hcl\"]\n}\nserver \"a\" {\n  host = \"x\"\n}\n",
    ),
    ("conf.d/20.hcl", "server \"a\" {\n  host = \"z\"\n}\n"),
    ("more.hcl", "server \"b\" {\n  host = \"y\"\n}\n"),
    ("values.json", "{\"suffix\": \"${x}\"}"),
];

/// The differences between the processes.
#[derive(Clone, Copy)]
struct Machine<'a> {
    folder: &'a Folder,
    region: &'a str,
    password: &'a str,
    size: &'a str,
    base: &'a str,
    token: &'a str,
}

impl Machine<'_> {
    /// The one decoder of the program.
    fn decoder(&self, user: &str, id: Value) -> Decoder {
        let path = |name: &str| self.folder.path().join(name).display().to_string();
        let inputs = Inputs::new()
            .environment(Environment::with_prefix("VAR_").variables([("VAR_token", self.token)]))
            .file(path("values.json"))
            .argument(format!("base={}", self.base));
        Decoder::new()
            .context(EvalContext::new().with_variable("user", user).with_variable("id", id))
            .defaults("<defaults>", "region = \"none\"\nsize = 1\nnote = \"none\"\n")
            .file(path("main.hcl"))
            .drop_ins(path("conf.d/*.hcl"))
            .environment(
                Environment::with_prefix("APP_")
                    .variables([("APP_REGION", self.region), ("APP_PASSWORD", self.password)]),
            )
            .overrides("--set", [format!("size = {} + 1", self.size)])
            .value("note", "from the program")
            .includes("include")
            .functions("function")
            .inputs(inputs)
            .references("server")
    }
}

fn unknown() -> Value {
    Value::unknown(Type::String)
}

/// The first process: its artifact, and its struct.
fn plan(folder: &Folder) -> (Artifact, Config) {
    let (password, token) = ("hunter2", "t0ken");
    let machine = Machine { folder, region: "eu", password, size: "80", base: "8000", token };
    let planned = machine.decoder("ann", unknown()).decode::<Config>().unwrap();
    (planned.artifact().unwrap(), planned.value)
}

/// The second process, in which everything else changed.
fn apply(
    folder: &Folder,
    user: &str,
    id: Value,
    artifact: Artifact,
) -> Result<Configuration<Config>, Diagnostics> {
    let (password, token) = ("secret", "none");
    let machine = Machine { folder, region: "us", password, size: "9", base: "1", token };
    machine.decoder(user, id).artifact(artifact).decode()
}

fn server(port: u16, host: &str) -> Server {
    Server { port, host: Some(host.to_owned()) }
}

fn expected(url: MaybeUnknown<String>) -> Config {
    Config {
        owner: "ann".to_owned(),
        region: "eu".to_owned(),
        size: 81,
        note: Some("from the program".to_owned()),
        password: Some("hunter2".to_owned()),
        url,
        first: Some(8001),
        server: [("a".to_owned(), server(8001, "z")), ("b".to_owned(), server(8002, "y"))].into(),
    }
}

#[test]
fn everything_but_the_unknown_is_as_planned() {
    let mut folder = Folder::new("planned", &FILES);
    let (artifact, planned) = plan(&folder);
    assert_eq!(planned, expected(MaybeUnknown::Unknown));
    let url = MaybeUnknown::Known("https://i-7.eu-1.${x}/".to_owned());
    let changed = [("main.hcl", "owner = 1 +"), ("conf.d/30.hcl", "server \"c\" {}\n")];
    for files in [&changed[..], &[]] {
        drop(folder);
        folder = Folder::new("planned", files);
        for bytes in written(&artifact) {
            let read = Artifact::from_bytes(&bytes).unwrap();
            let applied = apply(&folder, "ann", "i-7".into(), read).unwrap();
            assert_eq!(applied.value, expected(url.clone()));
            assert!(applied.warnings.is_empty() && applied.files.is_empty());

            // A third process can continue.
            let again = Artifact::from_bytes(applied.artifact().unwrap().to_json().unwrap());
            let again = apply(&folder, "ann", "i-7".into(), again.unwrap()).unwrap();
            assert_eq!(again.value, expected(url.clone()));
        }
    }
}

#[test]
fn the_artifact_holds_the_decoded_value() {
    let folder = Folder::new("held", &FILES);
    let (artifact, _) = plan(&folder);
    let value = artifact.value("configuration").unwrap();
    let url = value.get("url").unwrap();
    assert!(!url.is_known() && url.range().prefix() == "https://");
    let password = Value::from("hunter2").mark(Mark::sensitive());
    assert_eq!(value.get("password"), Some(&password));
    let names = artifact.sources().iter().map(|it| folder.relative(it.name()));
    assert_eq!(names.collect::<Vec<_>>(), ["main.hcl", "servers/a.hcl", "servers/b.hcl"]);
}

#[test]
fn layers_are_explained_as_planned() {
    let folder = Folder::new("explained", &FILES);
    let (artifact, _) = plan(&folder);
    let applied = apply(&folder, "ann", "i-7".into(), artifact).unwrap();
    let explained = |path: &str| {
        let settings = applied.explain(path).into_iter().map(|it| it.to_string());
        folder.relative(&settings.collect::<Vec<_>>().join(", "))
    };
    let environment = "environment at <environment variable APP_REGION>:1:1";
    assert_eq!(explained("region"), format!("{environment}, defaults at <defaults>:1:10"));
    assert_eq!(explained("size"), "overrides at --set:1:8, defaults at <defaults>:2:8");
    assert_eq!(explained("note"), "program at <value of note>, defaults at <defaults>:3:8");
    assert_eq!(explained("url"), "files at main.hcl:21:9");
    assert_eq!(explained("server.b.host"), "drop-ins at conf.d/../more.hcl:2:10");
    let both = "drop-ins at conf.d/20.hcl:2:10, drop-ins at conf.d/10.hcl:5:10";
    assert_eq!(explained("server.a.host"), both);
}

#[test]
fn a_changed_value_is_an_error_at_its_place() {
    let folder = Folder::new("changed", &FILES);
    let (artifact, _) = plan(&folder);
    let diags = apply(&folder, "bob", unknown(), artifact).err().unwrap();
    assert_eq!(
        folder.relative(&diags.to_string()),
        "main.hcl:20:9: error: Changed value; \"configuration\", attribute \"owner\": the value was \"ann\" before \
         and is \"bob\" now. A value that was known before must not change."
    );
}

#[test]
fn the_values_of_an_edited_artifact_are_compared() {
    let folder = Folder::new("edited", &FILES);
    let (artifact, _) = plan(&folder);
    let port = |port: u16| Value::object([("port", Value::from(port)), ("host", "z".into())]);
    let servers = Value::object([("a", port(1)), ("b", port(2))]);
    let value = artifact.value("configuration").unwrap().clone();
    let value = value.transform(|path, part| {
        let is_servers = path.to_string() == "attribute \"server\"";
        Ok::<_, ()>(if is_servers { servers.clone() } else { part })
    });
    let artifact = artifact.with_value("configuration", value.unwrap());
    let diags = apply(&folder, "ann", unknown(), artifact).err().unwrap();
    let part = |server: &str, name: &str| {
        format!("\"configuration\", attribute \"server\": attribute {server:?}: attribute {name:?}")
    };
    let changed = |place: &str, part: String, before: &str, now: &str| {
        format!(
            "{place}: error: Changed value; {part}: the value was {before} before and is {now} now. A value that was \
             known before must not change."
        )
    };
    let expected = [
        changed("servers/a.hcl:2:10", part("a", "port"), "1", "8001"),
        changed("servers/b.hcl:2:10", part("b", "port"), "2", "8002"),
        changed("conf.d/../more.hcl:2:10", part("b", "host"), "\"z\"", "\"y\""),
    ];
    let diags = folder.relative(&diags.to_string());
    let (mut found, mut expected) = (diags.lines().collect::<Vec<_>>(), expected.to_vec());
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

/// The order of the calls does not matter, nor does a text in addition.
#[test]
fn an_artifact_replaces_all_inputs() {
    let source = Source::new("a.hcl", "port = 80\n");
    #[derive(Debug, HclDecode)]
    struct Port {
        port: u16,
    }
    let decoder = Decoder::new()
        .artifact(Artifact::new().with_source(source))
        .text("b.hcl", "port = 81\n")
        .defaults("c.hcl", "prot = 82\n")
        .environment(Environment::with_prefix("").variables([("PORT", "83")]))
        .overrides("--set", ["port=84"])
        .value("port", 85);
    assert_eq!(decoder.decode_str::<Port>("port = 86\n").unwrap().value.port, 80);
}

#[test]
fn an_unknown_value_of_the_program_may_become_known() {
    let decoder = |id: Value, note: &str| {
        let decoder = Decoder::new().text("a.hcl", "owner = \"o\"\nregion = \"r\"\nsize = 1\n");
        decoder.value("url", id).value("note", note)
    };
    let planned = decoder(unknown(), "first").decode::<Config>().unwrap();
    let artifact = planned.artifact().unwrap();
    for bytes in written(&artifact) {
        let read = Artifact::from_bytes(&bytes).unwrap();
        let applied = decoder("x".into(), "second").artifact(read).decode::<Config>().unwrap();
        assert_eq!(applied.value.url, MaybeUnknown::Known("x".to_owned()));
        assert_eq!(applied.value.note.as_deref(), Some("first"));
    }
    let without = Decoder::new().artifact(artifact).decode::<Config>().unwrap();
    assert_eq!(without.value.url, MaybeUnknown::Unknown);
}

#[derive(Debug, HclDecode)]
struct Captured {
    when: Option<Deferred<bool>>,
    #[hcl(block)]
    rule: Vec<Rule>,
    #[hcl(remain)]
    rest: Body,
}

#[derive(Debug, HclDecode)]
struct Rule {
    check: Option<Deferred<bool>>,
    any: Value,
}

#[test]
fn captured_parts_are_left_out_of_the_value() {
    let text = r"when = x > 1
rule {
  any = 1
}
rule {
  check = x < y
  any = name
}
more = 3
";
    let decoder = |name: &str| {
        let context = EvalContext::new().with_variable("name", name);
        Decoder::new().context(context).text("a.hcl", text)
    };
    let planned = decoder("a").decode::<Captured>().unwrap();
    for bytes in written(&planned.artifact().unwrap()) {
        let read = Artifact::from_bytes(&bytes).unwrap();
        let applied = decoder("a").artifact(read.clone()).decode::<Captured>().unwrap().value;
        assert!(applied.when.unwrap().evaluate(&[("x", 2.into())]).unwrap());
        let [first, second] = &applied.rule[..] else { panic!("there are two rules") };
        assert!(first.check.is_none() && second.check.is_some());
        assert_eq!((&first.any, &second.any), (&1.into(), &"a".into()));
        assert_eq!(applied.rest.just_attributes(&mut Diagnostics::new())[0].name, "more");

        let diags = decoder("b").artifact(read).decode::<Captured>().err().unwrap().to_string();
        assert!(diags.starts_with("a.hcl:7:9: error: Changed value; "), "{diags}");
        assert!(diags.contains("the value was \"a\" before and is \"b\" now"), "{diags}");
    }
}

#[test]
fn parsed_bodies_are_not_written() {
    let body = parse_body(&Source::new("b.hcl", "base = 1\n"), &mut Diagnostics::new());
    let error = |decoder: Decoder| {
        let text = r#"variable "base" {}
owner = "o"
region = "r"
size = 1
url = "u"
"#;
        decoder.decode_str::<Config>(text).unwrap().artifact().unwrap_err()
    };
    let expected = ArtifactError::NotASource("b.hcl".to_owned());
    assert_eq!(error(Decoder::new().inputs(Inputs::new().body(&body))), expected);
    let part = parse_body(&Source::new("b.hcl", "note = \"n\"\n"), &mut Diagnostics::new());
    let decoder = Decoder::new().inputs(Inputs::new().argument("base=1")).body(part);
    assert_eq!(error(decoder), expected);
    assert_eq!(
        expected.to_string(),
        "body of \"b.hcl\": only sources can be written, not parsed bodies"
    );
}

/// The values of the environment and of sensitive variables stay hidden in the second process.
#[test]
fn secrets_are_in_no_message() {
    let folder = Folder::new("hidden", &FILES);
    let (artifact, _) = plan(&folder);
    let [json, _] = written(&artifact);
    assert!(str::from_utf8(&json).unwrap().contains("hunter2"));
    assert!(!format!("{artifact:?}").contains("hunter2"));
    let decoder = Decoder::new().artifact(artifact.clone());
    assert!(!format!("{decoder:?}").contains("hunter2"));

    // Neither the variables nor the blocks of the configuration are declared here.
    let plain = decoder.decode::<Config>().err().unwrap();
    let value = artifact.value("configuration").unwrap().clone();
    let value = value.transform(|_, part| {
        let is_password = part.unmarked().as_str() == Some("hunter2");
        Ok::<_, ()>(if is_password { "other".into() } else { part })
    });
    let changed = artifact.with_value("configuration", value.unwrap());
    let changed = apply(&folder, "bob", Value::from(true), changed).err().unwrap();
    assert!(changed.to_string().contains("attribute \"password\": the value has changed"));
    for diags in [plain, changed] {
        let shown = format!("{}{diags}", Report::new(&diags).style(Style::Plain));
        assert!(!shown.contains("hunter2") && !shown.contains("t0ken"), "{shown}");
    }
}

/// Returns a small artifact with inputs of every kind.
pub(super) fn configured() -> Artifact {
    let bytes = include_bytes!("recorded/version-2.json");
    Artifact::from_bytes(bytes).unwrap()
}

/// Decodes an artifact.
pub(super) fn applied(artifact: Artifact) -> Result<Configuration<Config>, Diagnostics> {
    let context = EvalContext::new().with_variable("id", "i-7");
    let decoder = Decoder::new().context(context).inputs(Inputs::new()).artifact(artifact);
    decoder.includes("include").decode()
}

/// All later versions must read the files of this version of the format.
#[test]
fn the_format_of_inputs_stays_as_it_is() {
    let json = include_bytes!("recorded/version-2.json").as_slice();
    let messagepack = include_bytes!("recorded/version-2.msgpack").as_slice();
    assert_eq!(written(&configured()), [json, messagepack]);
    for bytes in [json, messagepack] {
        let config = applied(Artifact::from_bytes(bytes).unwrap()).unwrap().value;
        assert_eq!(
            config,
            Config {
                owner: "ann".to_owned(),
                region: "eu".to_owned(),
                size: 81,
                note: Some("from the program".to_owned()),
                password: None,
                url: MaybeUnknown::Known("https://i-7/".to_owned()),
                first: Some(3),
                server: [("a".to_owned(), server(80, "x"))].into(),
            }
        );
    }
}
