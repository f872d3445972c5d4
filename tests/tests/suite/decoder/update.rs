//! Sources of a decoder that a struct updates.

use std::collections::BTreeMap;

use hcldyn::ext::kit::Inputs;
use hcldyn::syntax::Source;
use hcldyn::{Decoder, HclDecode, HclEncode};

use crate::support::folder::Folder;

#[derive(Debug, PartialEq, HclDecode, HclEncode)]
struct Config {
    region: String,
    size: Option<u8>,
    #[hcl(block)]
    server: Vec<Server>,
    #[hcl(block)]
    team: BTreeMap<String, Team>,
}

#[derive(Debug, PartialEq, HclDecode, HclEncode)]
struct Server {
    #[hcl(label)]
    name: String,
    port: u16,
}

#[derive(Debug, PartialEq, HclDecode, HclEncode)]
struct Team {
    #[hcl(default)]
    members: Vec<String>,
}

const MAIN: &str = r#"# Main.
variable "zone" {
  default = "b"
}

locals {
  base = 8000
}

function "shifted" {
  params = [port]
  result = port + 1
}

region = "eu-${var.zone}" # region

server "a" {
  port = shifted(local.base) # HTTP
}

output "region" {
  value = var.zone
}
"#;

const MORE: &str = r#"server "b" { port = 1 }
server "c" { port = 2 } # c

team "x" {
  members = ["me"] # members
}
"#;

fn decoder() -> Decoder {
    Decoder::new()
        .functions("function")
        .inputs(Inputs::new())
        .text("main.hcl", MAIN)
        .text("more.hcl", MORE)
}

/// Returns the changed sources after a change of the struct.
#[track_caller]
fn updated(decoder: &Decoder, change: impl FnOnce(&mut Config)) -> Vec<(String, String)> {
    let mut config = decoder.decode::<Config>().unwrap_or_else(|it| panic!("{it}")).value;
    change(&mut config);
    let changed = decoder.update(&config).unwrap_or_else(|it| panic!("{it}"));
    changed.iter().map(|it: &Source| (it.name().to_owned(), it.text().to_owned())).collect()
}

#[test]
fn each_item_changes_in_its_own_source() {
    let changed = |change: fn(&mut Config)| updated(&decoder(), change);
    let main = |text: String| vec![("main.hcl".to_owned(), text)];
    let more = |text: String| vec![("more.hcl".to_owned(), text)];
    assert_eq!(changed(|_| {}), []);
    let region = MAIN.replace("\"eu-${var.zone}\"", "\"us\"");
    assert_eq!(changed(|it| it.region = "us".into()), main(region));
    assert_eq!(changed(|it| it.server[1].port = 7), more(MORE.replace("= 1", "= 7")));
    let port = MAIN.replace("shifted(local.base)", "7");
    assert_eq!(changed(|it| it.server[0].port = 7), main(port));
    let gone = MORE.replace("server \"c\" { port = 2 } # c\n", "");
    assert_eq!(changed(|it| drop(it.server.pop())), more(gone));
    let members = |it: &mut Config| it.team.get_mut("x").unwrap().members.push("you".into());
    assert_eq!(changed(members), more(MORE.replace("[\"me\"]", "[\"me\", \"you\"]")));
    let sized = updated(&decoder(), |it| it.size = Some(1));
    assert_eq!(sized[0].0, "main.hcl");
    let both = updated(&decoder(), |it| {
        it.server[0].port = 1;
        it.server[2].port = 3;
        it.server.insert(2, Server { name: "new".into(), port: 9 });
    });
    assert_eq!(both.len(), 2);
    assert!(both[1].1.starts_with("server \"b\" { port = 1 }\nserver \"new\" {"), "{}", both[1].1);
}

#[test]
fn included_files_change() {
    let main = r#"include {
  files = ["a.hcl"]
}
region = "eu"
"#;
    let included = r#"server "a" {
  port = 1 # one
}
"#;
    let folder = Folder::new("update-includes", &[("main.hcl", main), ("a.hcl", included)]);
    let path = |name: &str| folder.path().join(name);
    let decoder = Decoder::new().file(path("main.hcl")).includes("include");
    let changed = updated(&decoder, |it| it.server[0].port = 2);
    let file = path("a.hcl").display().to_string();
    assert_eq!(changed, [(file, included.replace("= 1", "= 2"))]);
    assert_eq!(std::fs::read_to_string(path("a.hcl")).unwrap(), included);
}

#[test]
fn layers_change_where_their_value_counts() {
    let folder = Folder::new("update-layers", &[("a.hcl", "region = \"us\" # above\n")]);
    let drop_ins = folder.path().join("*.hcl").display().to_string();
    let decoder = decoder().defaults("defaults.hcl", "size = 3\n").drop_ins(drop_ins);
    let region = updated(&decoder, |it| it.region = "ap".into());
    let file = folder.path().join("a.hcl").display().to_string();
    assert_eq!(region, [(file, "region = \"ap\" # above\n".to_owned())]);
    let size = updated(&decoder, |it| it.size = Some(4));
    assert_eq!((size.len(), size[0].0.as_str()), (1, "main.hcl"));
    assert!(size[0].1.contains("# region\nsize"), "{}", size[0].1);
}

#[test]
fn what_no_source_holds_is_an_error() {
    let error = |decoder: &Decoder, change: fn(&mut Config)| {
        let mut config = decoder.decode::<Config>().unwrap_or_else(|it| panic!("{it}")).value;
        change(&mut config);
        decoder.update(&config).unwrap_err().to_string()
    };
    let set = decoder().overrides("--set", ["size=3"]);
    let message = error(&set, |it| it.size = Some(4));
    assert!(message.contains("would decode to another configuration"), "{message}");
    let json = Decoder::new().text("main.json", r#"{"region": "eu"}"#);
    let message = error(&json, |it| it.region = "us".into());
    assert!(message.contains("none of its inputs"), "{message}");
}
