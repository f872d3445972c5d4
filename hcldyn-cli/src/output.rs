//! What goes to the terminal.

use std::io::{ErrorKind, IsTerminal, Write, stderr, stdout};
use std::ops::ControlFlow;
use std::process::ExitCode;

use hcldyn::Diagnostics;
use hcldyn::diag::{Report, Style};

use crate::diags;

/// The exit code when there is an error. Wrong arguments have it too.
pub(crate) const FAILURE: u8 = 2;

/// Prints a text to standard output. `Break` has the exit code to end with as nothing more can be
/// printed: a reader that has seen enough is no failure.
pub(crate) fn print(text: &str) -> ControlFlow<ExitCode> {
    let mut stdout = stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
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

/// Reports problems on standard error, if there are any.
pub(crate) fn report(problems: &Diagnostics) {
    if problems.is_empty() {
        return;
    }
    let mut stderr = stderr().lock();
    let has_colors =
        stderr.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    let style = if has_colors { Style::Colored } else { Style::Plain };
    // There is nowhere left to say that reporting failed.
    let _ = writeln!(stderr, "{}", Report::new(problems, style));
}
