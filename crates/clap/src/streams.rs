//! The streams that a command reads from and writes to.

use std::fmt;
use std::io::{ErrorKind, IsTerminal, Read, Write, stderr, stdin, stdout};
use std::ops::ControlFlow;

use hcldyn_core::Diagnostics;
use hcldyn_core::diag::{Report, Style, escape_controls};

use super::{FAILURE, diags};

/// Standard input, output and errors of one run of a command.
///
/// ```
/// use hcldyn::cli::Streams;
///
/// let (mut output, mut errors) = (Vec::new(), Vec::new());
/// let mut streams = Streams::new(&b"port = 80"[..], &mut output, &mut errors);
/// assert_eq!(streams.print_all("done\n"), 0);
/// streams.complain("1 warning\n");
/// drop(streams);
/// assert_eq!((&output[..], &errors[..]), (&b"done\n"[..], &b"1 warning\n"[..]));
/// ```
pub struct Streams<'a> {
    input: Box<dyn Read + 'a>,
    output: Box<dyn Write + 'a>,
    errors: Box<dyn Write + 'a>,
    input_is_terminal: bool,
    output_is_terminal: bool,
    errors_are_terminal: bool,
    output_style: Style,
    error_style: Style,
    /// `true` if the reader of the output has closed it.
    is_closed: bool,
}

impl Streams<'static> {
    /// The streams of the process.
    ///
    /// ```
    /// use hcldyn::cli::Streams;
    ///
    /// assert_eq!(Streams::standard().print_all("done\n"), 0);
    /// ```
    pub fn standard() -> Self {
        // Some consoles of Windows only understand colors after this.
        #[cfg(windows)]
        let _ = anstyle_query::windows::enable_ansi_colors();
        Self {
            input_is_terminal: stdin().is_terminal(),
            output_is_terminal: stdout().is_terminal(),
            errors_are_terminal: stderr().is_terminal(),
            output_style: Style::of(&stdout()),
            error_style: Style::of(&stderr()),
            ..Self::new(stdin(), stdout(), stderr())
        }
    }
}

impl<'a> Streams<'a> {
    /// Streams that are not terminals.
    pub fn new(input: impl Read + 'a, output: impl Write + 'a, errors: impl Write + 'a) -> Self {
        Self {
            input: Box::new(input),
            output: Box::new(output),
            errors: Box::new(errors),
            input_is_terminal: false,
            output_is_terminal: false,
            errors_are_terminal: false,
            output_style: Style::Plain,
            error_style: Style::Plain,
            is_closed: false,
        }
    }

    /// Treats output and errors as terminals, without colors: control characters in what the command prints are
    /// escaped, as in `\\u001b`.
    ///
    /// ```
    /// use hcldyn::cli::Streams;
    ///
    /// let (mut output, mut piped) = (Vec::new(), Vec::new());
    /// Streams::new(&[][..], &mut output, std::io::sink()).to_terminals().print_all("\u{1b}[31m\n");
    /// Streams::new(&[][..], &mut piped, std::io::sink()).print_all("\u{1b}[31m\n");
    /// assert_eq!((&output[..], &piped[..]), (&b"\\u001b[31m\n"[..], &b"\x1b[31m\n"[..]));
    /// ```
    #[must_use]
    pub fn to_terminals(self) -> Self {
        Self { output_is_terminal: true, errors_are_terminal: true, ..self }
    }

    /// Returns the input.
    pub fn input(&mut self) -> &mut dyn Read {
        &mut self.input
    }

    /// Returns `true` if the input is a terminal.
    pub fn input_is_terminal(&self) -> bool {
        self.input_is_terminal
    }

    /// Returns `true` if the reader of the output has closed it, as `head` does. Further output is dropped then.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Prints to the output at once. On a terminal, control characters are escaped. A closed output is not a failure;
    /// `Break` has the exit code of any other failure.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use hcldyn::cli::Streams;
    ///
    /// /// Prints the lines of an answer, and stops when they cannot be printed.
    /// fn answer(streams: &mut Streams<'_>) -> ControlFlow<u8> {
    ///     streams.print("port = 80\n")?;
    ///     streams.print_styled("host = \"a\"\n")
    /// }
    ///
    /// let mut output = Vec::new();
    /// assert!(answer(&mut Streams::new(&[][..], &mut output, std::io::sink())).is_continue());
    /// assert_eq!(output, b"port = 80\nhost = \"a\"\n");
    /// ```
    pub fn print(&mut self, text: impl AsRef<[u8]>) -> ControlFlow<u8> {
        if self.output_is_terminal {
            let text = String::from_utf8_lossy(text.as_ref());
            return self.print_styled(&escaped(&text));
        }
        self.write(text.as_ref())
    }

    /// Prints text with the colors of [`output_style`](Self::output_style), as a report has. The control characters of
    /// inputs must be escaped in it.
    pub fn print_styled(&mut self, text: &str) -> ControlFlow<u8> {
        self.write(text.as_bytes())
    }

    fn write(&mut self, text: &[u8]) -> ControlFlow<u8> {
        if self.is_closed {
            return ControlFlow::Continue(());
        }
        match self.output.write_all(text).and_then(|()| self.output.flush()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                ControlFlow::Continue(())
            }
            Err(error) => {
                self.report(&diags::unwritable(&error).into());
                ControlFlow::Break(FAILURE)
            }
        }
    }

    /// Prints the whole output of a command, and returns the exit code: 0, or [`FAILURE`] if that is impossible.
    pub fn print_all(&mut self, text: impl AsRef<[u8]>) -> u8 {
        self.print(text).break_value().unwrap_or_default()
    }

    /// Reports diagnostics on standard error, if there are any.
    pub fn report(&mut self, diags: &Diagnostics) {
        if !diags.is_empty() {
            let report = Report::new(diags).style(self.error_style);
            self.write_error(&format!("{report}\n"));
        }
    }

    /// Writes to standard error. On a terminal, control characters are escaped.
    pub fn complain(&mut self, text: &str) {
        if self.errors_are_terminal {
            self.write_error(&escaped(text));
        } else {
            self.write_error(text);
        }
    }

    fn write_error(&mut self, text: &str) {
        // A failure cannot be reported anywhere.
        let _ = self.errors.write_all(text.as_bytes());
    }

    /// Reports the diagnostics of `run` on standard error, and returns its result if none of them is an error.
    ///
    /// ```
    /// use hcldyn::Diagnostics;
    /// use hcldyn::cli::Streams;
    /// use hcldyn::diag::Diagnostic;
    ///
    /// let mut errors = Vec::new();
    /// let mut streams = Streams::new(&[][..], std::io::sink(), &mut errors);
    /// assert_eq!(streams.reported(|_, _| Some(80)), Some(80));
    /// streams.report(&Diagnostics::from(Diagnostic::input_error("a.hcl", "Missing file", "The program needs it.")));
    /// drop(streams);
    /// assert!(String::from_utf8(errors).unwrap().contains("Missing file"));
    /// ```
    pub fn reported<T>(
        &mut self,
        run: impl FnOnce(&mut Self, &mut Diagnostics) -> Option<T>,
    ) -> Option<T> {
        let mut diags = Diagnostics::new();
        let result = run(self, &mut diags);
        diags.sort();
        self.report(&diags);
        result.filter(|_| !diags.has_errors())
    }

    /// Prints the result of `run`, or reports why there is none. Returns the exit code.
    ///
    /// ```
    /// use hcldyn::cli::Streams;
    /// use hcldyn::diag::{Diagnostic, Style};
    ///
    /// let (mut output, mut errors) = (Vec::new(), Vec::new());
    /// let mut streams = Streams::new(&[][..], &mut output, &mut errors);
    /// assert_eq!(streams.printed(|_, _| Some("80\n")), 0);
    /// let code = streams.printed(|streams, diags| -> Option<&str> {
    ///     diags.push(Diagnostic::input_error("a.hcl", "Missing file", "The program needs it."));
    ///     assert_eq!(streams.output_style(), Style::Plain);
    ///     None
    /// });
    /// assert_ne!(code, 0);
    /// drop(streams);
    /// assert_eq!(output, b"80\n");
    /// assert!(String::from_utf8(errors).unwrap().contains("Missing file"));
    /// ```
    pub fn printed<T: AsRef<[u8]>>(
        &mut self,
        run: impl FnOnce(&mut Self, &mut Diagnostics) -> Option<T>,
    ) -> u8 {
        match self.reported(run) {
            Some(text) => self.print_all(text),
            None => FAILURE,
        }
    }

    /// Returns the style of reports that are printed to the output.
    pub fn output_style(&self) -> Style {
        self.output_style
    }
}

/// Returns text without control characters that a terminal would obey. Line breaks and tabs stay.
fn escaped(text: &str) -> String {
    let lines: Vec<_> = text.split("\r\n").map(escape_controls).collect();
    lines.join("\r\n")
}

impl fmt::Debug for Streams<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Streams")
            .field("input_is_terminal", &self.input_is_terminal)
            .field("output_style", &self.output_style)
            .field("error_style", &self.error_style)
            .field("is_closed", &self.is_closed)
            .finish_non_exhaustive()
    }
}
