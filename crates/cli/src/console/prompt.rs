//! The console at a terminal.

use std::io;
use std::ops::ControlFlow;
#[cfg(unix)]
use std::sync::{Arc, atomic::AtomicBool};

use hcldyn::EvalContext;
use hcldyn::cli::{FAILURE, Streams, files};
use hcldyn::syntax::{Source, is_unfinished};
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};
#[cfg(unix)]
use signal_hook::consts::SIGINT;

use super::complete::complete;
use super::history::History;
use super::session::{End, Session};

const PROMPT: &str = "> ";

/// The name of the console in reports.
const NAME: &str = "<console>";

/// The maximum number of inputs in the history.
const MAX_HISTORY: usize = 1_000;

/// Answers each input until the user ends the console.
pub(super) fn run(mut session: Session, streams: &mut Streams<'_>) -> u8 {
    let mut editor = match editor(session.ctx()) {
        Ok(editor) => editor,
        Err(error) => return failure(error, streams),
    };
    let history = History::load(&mut editor);
    loop {
        let text = match editor.readline(PROMPT) {
            Ok(text) => text,
            Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => continue,
            Err(ReadlineError::Eof) => return 0,
            Err(error) => return failure(error, streams),
        };
        if text.trim().is_empty() {
            continue;
        }
        history.add(&mut editor, &text, session.ctx());
        match session.answer_all(&Source::new(NAME, text), streams) {
            ControlFlow::Continue(()) if !streams.is_closed() => {}
            ControlFlow::Continue(()) | ControlFlow::Break(End::Asked) => return 0,
            ControlFlow::Break(End::Unprintable(exit_code)) => return exit_code,
        }
    }
}

fn editor(ctx: &EvalContext) -> rustyline::Result<Editor<HclHelper, FileHistory>> {
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .max_history_size(MAX_HISTORY)?
        .build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(HclHelper { ctx: ctx.clone() }));
    end_at_interrupts()?;
    Ok(editor)
}

/// Lets Ctrl-C end the process while an input is evaluated. The editor would catch the signal and handle it at the
/// next prompt. (Its feature `signal-hook` avoids that, but then it ignores keys that it has already read.)
#[cfg(unix)]
fn end_at_interrupts() -> io::Result<()> {
    let always = Arc::new(AtomicBool::new(true));
    signal_hook::flag::register_conditional_default(SIGINT, always).map(drop)
}

#[cfg(not(unix))]
fn end_at_interrupts() -> io::Result<()> {
    Ok(())
}

fn failure(error: ReadlineError, streams: &mut Streams<'_>) -> u8 {
    let error = match error {
        ReadlineError::Io(error) => error,
        error => io::Error::other(error),
    };
    streams.report(&files::unreadable(NAME, &error).into());
    FAILURE
}

/// The connection between the line editor and HCL.
#[derive(Debug)]
struct HclHelper {
    ctx: EvalContext,
}

impl Completer for HclHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let completion = complete(&self.ctx, &line[..cursor]);
        let pair = |text: String| Pair { display: text.clone(), replacement: text };
        Ok((completion.start, completion.candidates.into_iter().map(pair).collect()))
    }
}

impl Validator for HclHelper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if is_unfinished(context.input()) {
            ValidationResult::Incomplete
        } else {
            ValidationResult::Valid(None)
        })
    }
}

impl Hinter for HclHelper {
    type Hint = String;
}

impl Highlighter for HclHelper {}

impl Helper for HclHelper {}

#[cfg(test)]
mod tests {
    use rustyline::history::History as _;

    use super::*;

    #[test]
    fn the_history_forgets_the_oldest_input() {
        let mut editor = editor(&EvalContext::new()).unwrap();
        for number in 0..=MAX_HISTORY {
            assert!(editor.add_history_entry(number.to_string()).unwrap());
        }
        let history = editor.history();
        assert_eq!((history.len(), history.iter().next()), (MAX_HISTORY, Some(&"1".to_owned())));
    }
}
