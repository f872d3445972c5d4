//! The inputs of earlier runs of the console.

use std::env;
use std::fs;
use std::path::PathBuf;

use hcldyn::EvalContext;
use hcldyn_syntax::lexer::{Lexer, TokenKind};
use rustyline::history::FileHistory;
use rustyline::{Editor, Helper};

/// The file with the history. The console works without it, so a file that cannot be read or written is not
/// reported.
#[derive(Debug)]
pub(super) struct History {
    file: Option<PathBuf>,
}

impl History {
    /// Loads the history of the user, if there is one.
    pub(super) fn load<H: Helper>(editor: &mut Editor<H, FileHistory>) -> Self {
        let dir = state_dir().map(|dir| dir.join("hcldyn"));
        let dir = dir.filter(|dir| fs::create_dir_all(dir).is_ok());
        let file = dir.map(|dir| dir.join("history"));
        if let Some(file) = &file {
            let _ = editor.load_history(file);
        }
        Self { file }
    }

    /// Saves an input at once, since a console may be killed, and several may run. An input that may hold a secret is not
    /// saved.
    pub(super) fn add<H: Helper>(
        &self,
        editor: &mut Editor<H, FileHistory>,
        input: &str,
        ctx: &EvalContext,
    ) {
        if may_hold_secret(input, ctx) {
            return;
        }
        let is_new = editor.add_history_entry(input).unwrap_or_default();
        if let Some(file) = self.file.as_ref().filter(|_| is_new) {
            let _ = editor.append_history(file);
        }
    }
}

/// Returns `true` if an input names the function `sensitive`, even in an expression with errors, or assigns to a
/// sensitive variable or a part of one.
fn may_hold_secret(input: &str, ctx: &EvalContext) -> bool {
    let mut start = 0;
    let tokens = Lexer::new(input).filter_map(|token| {
        let text = &input[start..token.end as usize];
        start = token.end as usize;
        (!token.kind.is_trivia()).then_some((token.kind, text))
    });
    let tokens: Vec<_> = tokens.collect();
    let names_function =
        |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|it| it == "sensitive");
    if tokens.iter().any(|(_, text)| names_function(text)) {
        return true;
    }
    let is_set = |(position, (kind, name)): (usize, &(TokenKind, &str))| {
        let value = ctx.variable(name).filter(|_| *kind == TokenKind::Ident)?;
        let is_step = |kind: &TokenKind| matches!(kind, TokenKind::Dot | TokenKind::Ident);
        let mut rest = tokens[position + 1..].iter().map(|(kind, _)| kind);
        let sign = rest.find(|kind| !is_step(kind))?;
        Some(*sign == TokenKind::Equals && value.contains_marked())
    };
    tokens.iter().enumerate().any(|token| is_set(token) == Some(true))
}

/// Returns the folder for such files of a user (XDG Base Directory Specification). The specification says to ignore
/// a relative path.
fn state_dir() -> Option<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if let Some(dir) = absolute("XDG_STATE_HOME") {
        return Some(dir);
    }
    if cfg!(windows) {
        return absolute("LOCALAPPDATA");
    }
    env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(".local/state"))
}

#[cfg(test)]
mod tests {
    use hcldyn::cty::{Mark, Value};

    use super::*;

    #[test]
    fn inputs_that_may_hold_a_secret_are_not_saved() {
        let secret = Value::from("a").mark(Mark::sensitive());
        let var = Value::object([("pw", secret.clone()), ("port", 1.into())]);
        let ctx = EvalContext::new()
            .with_variable("pin", secret)
            .with_variable("var", var)
            .with_variable("port", 1);
        for input in [
            "sensitive(\"hunter2\")",
            "upper( sensitive ( \"hunter2\"",
            "\"${sensitive(\"hunter2\")}\"",
            "sensitive(\"hunter2",
            "[x, sensitive",
            "core::sensitive(\"hunter2\")",
            "pin = \"hunter2\"",
            "var.pw = \"hunter2",
            "x\npin = 1",
        ] {
            assert!(may_hold_secret(input, &ctx), "{input}");
        }
        for input in
            ["upper(\"a\")", "pin", "port = 1", "nonsensitive(pin)", "pin == 1", "other = 2"]
        {
            assert!(!may_hold_secret(input, &ctx), "{input}");
        }
    }
}
