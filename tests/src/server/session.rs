//! A session: edits, files that change, and requests at any time.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::Figures;
use super::client::{Answer, Client};
use super::edits::edit;
use super::languages::{Kind, SPEC, SPECS};
use super::positions::{Texts, Units};
use super::requests::{METHODS, params};
use super::world::{Document, World};
use crate::random::Random;

/// The names of the files. Those in one folder share their names.
const NAMES: [&str; 7] =
    ["a.hcl", "b.hcl", "c.hcl", "d.tf", "e.hcl.json", "sub/f.hcl", "sub/g.tf.json"];

/// The file that shows when a server has read the folder.
pub(super) const SENTINEL: &str = "zz.hcl";

const JSON: &str = r#"{
  "port": 80,
  "variable": {"a": {"default": [1, "x"]}},
  "locals": {"b": "${var.a[0] + 1}", "c": ["%{ for x in var.a }${x}%{ endfor }"]},
  "server": {"s": {"host": "${local.b}"}}
}
"#;

/// The error codes of the protocol.
const CANCELED: i32 = -32800;
const MODIFIED: i32 = -32801;
const OUTDATED: i32 = -32802;
const REJECTED: i32 = -32803;
const UNKNOWN: i32 = -32601;

/// A server with its client.
pub(super) struct Session<'t> {
    pub(super) random: Random,
    pub(super) world: World,
    pub(super) client: Client,
    pub(super) units: Units,
    pub(super) kind: Kind,
    pub(super) pulls: bool,
    pub(super) figures: Figures,
    /// The texts of new files.
    samples: &'t [String],
    sent: BTreeMap<i32, Sent>,
    /// The last request.
    last: i32,
}

/// A request without an answer, with all texts at its time.
struct Sent {
    method: &'static str,
    uri: String,
    texts: Arc<Texts>,
    edits: usize,
    is_canceled: bool,
}

impl<'t> Session<'t> {
    pub(super) fn start(
        mut random: Random,
        folder: &Path,
        samples: &'t [String],
    ) -> Result<Self, String> {
        let world = World::new(folder);
        let mut world = world.map_err(|error| error.to_string())?;
        let (kind, units) = (Kind::random(&mut random), *random.pick(&Units::ALL));
        let pulls = random.percent(50);
        let files = |world: &mut World, random: &mut Random| -> io::Result<()> {
            world.write(SENTINEL, Some("sentinel \"zz\" {}\n"))?;
            world.write(SPEC, Some(SPECS[0]))?;
            for name in NAMES {
                if random.percent(60) {
                    let text = new_text(random, samples, name);
                    world.write(name, Some(&text))?;
                }
            }
            Ok(())
        };
        files(&mut world, &mut random).map_err(|error| error.to_string())?;
        let mut client = client(kind, units, pulls, folder)?;
        wait_until_read(&mut client)?;
        let (figures, sent) = (Figures::default(), BTreeMap::new());
        Ok(Self { random, world, client, units, kind, pulls, figures, samples, sent, last: 0 })
    }

    /// Changes something, and asks for something.
    pub(super) fn step(&mut self) -> Result<(), String> {
        match self.random.below(100) {
            0..70 => self.edit(),
            70..76 => self.open(),
            76..80 => self.close(),
            80..85 => self.save()?,
            85..94 => self.change_disk()?,
            94..96 => self.change_spec()?,
            _ => self.send_nonsense(),
        }
        for _ in 0..self.random.below(4) {
            self.send();
        }
        if self.random.percent(30) {
            self.cancel();
        }
        let arrived = self.client.arrived()?;
        arrived.into_iter().try_for_each(|(id, answer)| self.check(id, answer))
    }

    /// Waits for all answers.
    pub(super) fn settle(&mut self) -> Result<(), String> {
        while let Some((id, sent)) = self.sent.first_key_value() {
            let (id, text) = (*id, &sent.texts[&sent.uri]);
            let answer = self.client.wait(id);
            let answer = answer.map_err(|error| format!("{error}: {} of {text:?}", sent.method))?;
            self.check(id, answer)?;
        }
        Ok(())
    }

    fn edit(&mut self) {
        let Some(name) = self.any_open() else { return self.open() };
        let others: Vec<_> = self.world.open.values().map(|it| it.text.clone()).collect();
        let uri = self.world.uri(&name);
        let Some(document) = self.world.open.get_mut(&name) else { return };
        let changes = edit(&mut self.random, document, &others, self.units);
        let document = json!({"uri": uri, "version": document.version});
        let params = json!({"textDocument": document, "contentChanges": changes});
        self.client.notify("textDocument/didChange", params);
        self.figures.edits += 1;
    }

    fn open(&mut self) {
        let name = *self.random.pick(&NAMES);
        if self.world.open.contains_key(name) {
            return;
        }
        let text = match self.world.disk.get(name) {
            Some(text) if self.random.percent(90) => text.clone(),
            _ => new_text(&mut self.random, self.samples, name),
        };
        self.client.open(&self.world.uri(name), 1, &text);
        let document = Document { text, version: 1, undo: Vec::new() };
        self.world.open.insert(name.to_owned(), document);
        self.figures.edits += 1;
    }

    fn close(&mut self) {
        let Some(name) = self.any_open() else { return };
        self.world.open.remove(&name);
        let document = json!({"uri": self.world.uri(&name)});
        self.client.notify("textDocument/didClose", json!({"textDocument": document}));
        self.figures.edits += 1;
    }

    fn save(&mut self) -> Result<(), String> {
        let Some(name) = self.any_open() else { return Ok(()) };
        let text = self.world.open[&name].text.clone();
        self.write(&name, Some(&text), "textDocument/didSave")
    }

    fn change_disk(&mut self) -> Result<(), String> {
        let name = *self.random.pick(&NAMES);
        let is_removed = self.random.percent(30);
        let text = (!is_removed).then(|| new_text(&mut self.random, self.samples, name));
        self.figures.files += 1;
        self.write(name, text.as_deref(), "workspace/didChangeWatchedFiles")
    }

    fn change_spec(&mut self) -> Result<(), String> {
        let spec = *self.random.pick(&SPECS);
        self.write(SPEC, Some(spec), "workspace/didChangeWatchedFiles")
    }

    /// Changes a file, and waits until the server knows it.
    fn write(&mut self, name: &str, text: Option<&str>, method: &str) -> Result<(), String> {
        self.settle()?;
        let kind = match (text, self.world.disk.contains_key(name)) {
            (None, _) => 3,
            (Some(_), true) => 2,
            (Some(_), false) => 1,
        };
        self.world.write(name, text).map_err(|error| error.to_string())?;
        let uri = self.world.uri(name);
        let document = json!({"uri": uri});
        let changes = json!([{"uri": uri, "type": kind}]);
        self.client.notify(method, json!({"textDocument": document, "changes": changes}));
        self.client.result("workspace/symbol", json!({"query": ""}))?;
        Ok(())
    }

    /// Sends messages that no client should send.
    fn send_nonsense(&mut self) {
        let uri = self.world.uri("nowhere.hcl");
        let document = json!({"uri": uri, "version": 9});
        let params = match self.random.below(3) {
            0 => json!({"textDocument": document, "contentChanges": [{"text": "a"}]}),
            1 => json!({"textDocument": document}),
            _ => json!({}),
        };
        let methods = ["textDocument/didChange", "textDocument/didClose", "$/setTrace", "nonsense"];
        self.client.notify(self.random.pick::<&str>(&methods), params);
        self.client.notify("$/cancelRequest", json!({"id": "x"}));
        self.figures.edits += 1;
    }

    fn send(&mut self) {
        let texts = Arc::new(self.world.texts());
        let uris: Vec<_> = texts.keys().filter(|uri| !uri.ends_with(SPEC)).cloned().collect();
        let uri = self.random.pick(&uris).clone();
        let method = if self.random.percent(2) {
            "textDocument/unknown"
        } else {
            *self.random.pick(&METHODS)
        };
        let params = params(&mut self.random, self.units, &uri, &texts[&uri]);
        let id = self.client.send(method, params);
        self.last = id;
        let edits = self.figures.edits;
        self.sent.insert(id, Sent { method, uri, texts, edits, is_canceled: false });
        *self.figures.requests.entry(method).or_default() += 1;
    }

    /// Cancels one of the last requests, which may have its answer.
    fn cancel(&mut self) {
        let id = self.last - self.random.below(4) as i32;
        if let Some(sent) = self.sent.get_mut(&id) {
            sent.is_canceled = true;
        }
        self.client.notify("$/cancelRequest", json!({"id": id}));
        self.figures.cancels += 1;
    }

    /// Checks an answer.
    fn check(&mut self, id: i32, answer: Answer) -> Result<(), String> {
        let Some(sent) = self.sent.remove(&id) else {
            return Err(format!("the answer {id} of no request"));
        };
        let Sent { method, uri, texts, edits, is_canceled } = sent;
        match answer {
            Ok(answer) => {
                let wrong = self.units.wrong_range(&answer, &uri, &texts);
                let data = answer["data"].as_array().into_iter().flatten();
                let data: Vec<_> = data.filter_map(Value::as_u64).collect();
                let wrong = wrong.or_else(|| self.units.wrong_token(&data, &texts[&uri]));
                wrong.map_or(Ok(()), |wrong| Err(format!("{method}: {wrong}")))
            }
            Err(error) => {
                *self.figures.errors.entry(error.code).or_default() += 1;
                let is_right = match error.code {
                    CANCELED => is_canceled,
                    MODIFIED => edits < self.figures.edits,
                    OUTDATED => edits < self.figures.edits && method.ends_with("/diagnostic"),
                    REJECTED => ["hcldyn/expanded", "textDocument/rename"].contains(&method),
                    UNKNOWN => matches!(method, "textDocument/unknown" | "textDocument/inlayHint"),
                    _ => false,
                };
                if is_right {
                    return Ok(());
                }
                Err(format!("{method} of {uri}: {error:?}\n{:?}", texts[&uri]))
            }
        }
    }

    fn any_open(&mut self) -> Option<String> {
        let names: Vec<_> = self.world.open.keys().cloned().collect();
        (!names.is_empty()).then(|| self.random.pick(&names).clone())
    }
}

/// Starts a client of a server.
pub(super) fn client(
    kind: Kind,
    units: Units,
    pulls: bool,
    folder: &Path,
) -> Result<Client, String> {
    let mut text_document = json!({"completion": {"completionItem": {"snippetSupport": true}}});
    if pulls {
        text_document["diagnostic"] = json!({});
    }
    let capabilities = json!({
        "general": {"positionEncodings": [units.name()]},
        "textDocument": text_document,
        "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}},
    });
    Client::start(kind.languages(folder), capabilities, &[&folder.display().to_string()])
}

/// Waits until a server has read the folder.
pub(super) fn wait_until_read(client: &mut Client) -> Result<(), String> {
    super::eventually(|| {
        let symbols = client.result("workspace/symbol", json!({"query": "sentinelzz"}))?;
        Ok(symbols.as_array().is_some_and(|it| !it.is_empty()).then_some(()))
    })
}

/// Returns the text of a new file.
fn new_text(random: &mut Random, samples: &[String], name: &str) -> String {
    if name.ends_with(".json") {
        return JSON.to_owned();
    }
    random.pick(samples).clone()
}
