//! hcldyn for a page: the answers of editors, and the results of a configuration.
//!
//! A [`Playground`] has three texts: a configuration, its spec and its variables. A page sets them, and asks for answers
//! about them, which are JSON. Offsets are those of a page: units of UTF-16 from the start of a text.
//!
//! - `session`: the texts, and everything that is read from them.
//! - `problems`: the errors and warnings of all texts, with their fixes.
//! - `editing`: completion, hover, colours and layout.
//! - `results`: the decoded configuration, and documents of its spec.

mod editing;
mod expanded;
mod graph;
mod markdown;
mod offsets;
mod problems;
mod results;
mod session;

use wasm_bindgen::prelude::wasm_bindgen;

use self::session::{Pane, Session};

/// A configuration with its spec and its variables.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Playground {
    session: Session,
}

#[wasm_bindgen]
impl Playground {
    /// Creates a playground with empty texts.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self { session: Session::new() }
    }

    /// Sets a text. The pane is `configuration`, `spec` or `variables`; others have no effect.
    pub fn set(&mut self, pane: &str, text: &str) {
        if let Some(pane) = Pane::named(pane) {
            self.session.set(pane, text);
        }
    }

    /// Returns the errors and warnings of all texts, by the names of the panes.
    pub fn problems(&mut self) -> String {
        json(&problems::of(&mut self.session))
    }

    /// Returns a result: `value`, `expanded`, `reference`, `sample`, `schema` or `graph`.
    pub fn result(&mut self, kind: &str) -> String {
        json(&results::of(&mut self.session, kind))
    }

    /// Returns what can be written at an offset.
    pub fn completions(&self, pane: &str, offset: u32) -> String {
        json(&self.editing(pane).map(|it| it.completions(offset)))
    }

    /// Returns the description of a completion at an offset, as HTML.
    pub fn describe(&self, pane: &str, offset: u32, label: &str, kind: &str) -> String {
        json(&self.editing(pane).and_then(|it| it.describe(offset, label, kind)))
    }

    /// Returns the description of the name at an offset, as HTML.
    pub fn hover(&self, pane: &str, offset: u32) -> String {
        json(&self.editing(pane).and_then(|it| it.hover(offset)))
    }

    /// Returns the hints: values of expressions, numbers of generated blocks, and names of parameters.
    pub fn hints(&self, pane: &str) -> String {
        json(&self.editing(pane).map(|it| it.hints()))
    }

    /// Returns the edits that lead to the canonical layout.
    pub fn format(&self, pane: &str) -> String {
        json(&self.editing(pane).map(|it| it.format()))
    }

    /// Returns the tokens with a role: the start and the end of each, and the index of its role in `roles`.
    pub fn tokens(&self, pane: &str) -> Vec<u32> {
        self.editing(pane).map(|it| it.tokens()).unwrap_or_default()
    }

    /// Returns the names of the roles of tokens.
    pub fn roles() -> Vec<String> {
        editing::ROLES.map(str::to_owned).into()
    }
}

impl Playground {
    fn editing(&self, pane: &str) -> Option<editing::Editing<'_>> {
        Pane::named(pane).map(|pane| editing::Editing::new(&self.session, pane))
    }
}

impl Default for Playground {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns an answer as JSON. Answers have only keys that are strings, so that writing them does not fail.
fn json(answer: &impl serde::Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_else(|_| "null".to_owned())
}
