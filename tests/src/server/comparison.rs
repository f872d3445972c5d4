//! The comparison with a server that starts with the same texts.

use serde_json::{Value, json};

use super::client::Client;
use super::requests::{METHODS, params};
use super::session::{SENTINEL, Session, client, wait_until_read};

/// The number of places at which answers are compared.
const PLACES: usize = 6;

/// Compares all that a server knows with what a new one knows.
pub(super) fn compare(session: &mut Session<'_>) -> Result<(), String> {
    session.settle()?;
    let world = &session.world;
    let mut fresh = client(session.kind, session.units, session.pulls, world.folder())?;
    wait_until_read(&mut fresh)?;
    for (name, document) in &world.open {
        fresh.open(&world.uri(name), document.version, &document.text);
    }
    if !session.pulls {
        let uris: Vec<_> =
            world.open.iter().map(|(name, it)| (world.uri(name), it.version)).collect();
        for (uri, version) in uris {
            equal_pushed(&mut session.client, &mut fresh, &uri, version)?;
            session.figures.compared += 1;
        }
    }
    let texts = session.world.texts();
    let uris: Vec<_> = texts.keys().filter(|it| !it.ends_with("app.hcldec")).cloned().collect();
    let places = (0..PLACES).map(|_| session.random.pick(&uris).clone());
    for uri in places.collect::<Vec<_>>() {
        for method in METHODS {
            let mut params = params(&mut session.random, session.units, &uri, &texts[&uri]);
            params["previousResultId"] = Value::Null;
            if method.ends_with("/delta") {
                same_tokens(&mut session.client, &uri)?;
                continue;
            }
            let ours = session.client.request(method, params.clone())?;
            let theirs = fresh.request(method, params.clone())?;
            let is_equal = match (&ours, &theirs) {
                (Ok(ours), Ok(theirs)) => ours == theirs,
                (Err(ours), Err(theirs)) => ours.message == theirs.message,
                _ => false,
            };
            if !is_equal {
                return Err(format!(
                    "{method} with {params} in {:?}\n{:?}\na new server: {theirs:?}\nthis one: {ours:?}",
                    session.kind, texts[&uri]
                ));
            }
            session.figures.compared += 1;
        }
    }
    debug_assert!(session.world.disk.contains_key(SENTINEL));
    session.figures.comparisons += 1;
    fresh.stop()
}

/// Waits until both servers have pushed equal diagnostics of a version.
fn equal_pushed(
    client: &mut Client,
    fresh: &mut Client,
    uri: &str,
    version: i32,
) -> Result<(), String> {
    let mut last = (None, None);
    let result = super::eventually(|| {
        client.arrived()?;
        fresh.arrived()?;
        last = (client.pushed.get(uri).cloned(), fresh.pushed.get(uri).cloned());
        let is_current =
            |it: &Option<Value>| it.as_ref().is_some_and(|it| it["version"] == version);
        let is_equal = last.0 == last.1 && is_current(&last.0);
        Ok(is_equal.then_some(()))
    });
    result.map_err(|error| {
        format!(
            "pushed diagnostics of {uri}: {error}\na new server: {:?}\nthis one: {:?}",
            last.1, last.0
        )
    })
}

/// Compares tokens by their changes with all tokens.
fn same_tokens(client: &mut Client, uri: &str) -> Result<(), String> {
    let document = json!({"uri": uri});
    let full = client
        .result("textDocument/semanticTokens/full", json!({"textDocument": document.clone()}))?;
    if full.is_null() {
        return Ok(());
    }
    let params = json!({"textDocument": document, "previousResultId": full["resultId"]});
    let delta = client.result("textDocument/semanticTokens/full/delta", params)?;
    if delta["edits"] == json!([]) {
        return Ok(());
    }
    Err(format!("changed tokens without a change: {delta}"))
}
