//! What goes to the terminal.

use std::io::{ErrorKind, IsTerminal, Write, stderr, stdout};
use std::ops::ControlFlow;
use std::process::ExitCode;

use hcldyn::Diagnostics;
use hcldyn::diag::{Report, Style};

use crate::diags;

/// The exit code when there is an error. Wrong arguments have it too.
pub(crate) const FAILURE: u8 = 2;

/// Prints to standard output. `Break` has the exit code to end with as nothing more can be
/// printed: a reader that has seen enough is no failure.
pub(crate) fn print(text: impl AsRef<[u8]>) -> ControlFlow<ExitCode> {
    let mut stdout = stdout().lock();
    match stdout.write_all(text.as_ref()).and_then(|()| stdout.flush()) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            ControlFlow::Break(ExitCode::SUCCESS)
        }
        Err(error) => {
            let mut problems = Diagnostics::new();
            problems.push(diags::unwritable(&error));
            report(&problems);
            ControlFlow::Break(ExitCode::from(FAILURE))
        }
    }
}

/// Prints the whole output of a command, and gives the exit code to end with.
pub(crate) fn print_or_fail(text: impl AsRef<[u8]>) -> ExitCode {
    print(text).break_value().unwrap_or(ExitCode::SUCCESS)
}

/// Reports problems on standard error, if there are any.
pub(crate) fn report(problems: &Diagnostics) {
    if !problems.is_empty() {
        complain(&format!("{}\n", Report::new(problems, style(&stderr()))));
    }
}

/// Writes a text to standard error.
pub(crate) fn complain(text: &str) {
    // There is nowhere left to say that this failed.
    let _ = stderr().lock().write_all(text.as_bytes());
}

/// Colours for a terminal, unless they are not wanted (<https://no-color.org>).
pub(crate) fn style(stream: &impl IsTerminal) -> Style {
    let has_colors =
        stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    if has_colors { Style::Colored } else { Style::Plain }
}
