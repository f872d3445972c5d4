//! `hcldyn console`: expressions evaluated one after the other.
//!
//! A [`session`] answers expressions from any source: typed at a [`prompt`] with a [`history`] and [`complete`]d
//! names, or read from standard input.

mod complete;
mod history;
mod prompt;
mod session;

use std::ops::ControlFlow;
use std::path::Path;

use hcldyn::cli::{FAILURE, Streams, files};
use hcldyn::{Diagnostics, EvalContext};

use self::session::{End, Session};

/// The text of the console's `--help`.
pub(crate) const ABOUT: &str = "\
Evaluates expressions typed at a prompt, or those on standard input, and prints their values as HCL.

An expression ends with its line, unless a bracket, a template, a heredoc or a comment is still open. \
Lists and sets are printed as tuples, maps as objects; type(x) prints the type of x, such as \
list(string). A value without HCL syntax is printed in parentheses: (not known yet) for an unknown \
value, (sensitive) for a sensitive one, (infinity).

At the prompt, Tab completes the names of variables, attributes and functions. Ctrl-C discards the \
current input, or ends the console during an evaluation; Ctrl-D or \"exit\" ends the console. The history \
is kept in hcldyn/history in $XDG_STATE_HOME, whose default is ~/.local/state, or in %LOCALAPPDATA% on \
Windows.

If standard input is not a terminal, it is read to its end, then its expressions are evaluated in \
order: values go to standard output, errors to standard error. The exit code is 0 if all expressions \
have a value, 1 if one has none, and 2 if the arguments or the variable files are invalid.";

/// The exit code when an expression on standard input has no value.
const SOME_FAILED: u8 = 1;

/// Answers expressions until the input ends. `ctx` has their variables and functions.
pub(crate) fn run(ctx: EvalContext, streams: &mut Streams<'_>) -> u8 {
    let session = Session::new(ctx);
    if streams.input_is_terminal() {
        prompt::run(session, streams)
    } else {
        run_on_stdin(session, streams)
    }
}

fn run_on_stdin(mut session: Session, streams: &mut Streams<'_>) -> u8 {
    let mut diags = Diagnostics::new();
    let source = files::read(Path::new(files::STDIN), streams, &mut diags);
    streams.report(&diags);
    let Some(source) = source else { return FAILURE };
    match session.answer_all(&source, streams) {
        ControlFlow::Break(End::Unprintable(exit_code)) => exit_code,
        _ if session.has_failed() || diags.has_errors() => SOME_FAILED,
        _ => 0,
    }
}
