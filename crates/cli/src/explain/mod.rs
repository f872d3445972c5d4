//! `hcldyn explain`: the codes of diagnostics, and their sections in `docs/diagnostics.md`.

mod sections;

use hcldyn::diag::{Code, codes, similar_name};

pub(crate) use self::sections::section;
use self::sections::sections;
use crate::codes::CODES;

/// The document on the web.
const DOCUMENT_URL: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/HEAD/docs/diagnostics.md");

/// The maximum number of columns of a paragraph.
const WIDTH: usize = 80;

/// Returns all codes: those of the library, then those of the command.
pub(crate) fn all_codes() -> impl Iterator<Item = Code> + Clone {
    codes::ALL.iter().chain(CODES).copied()
}

/// Returns the code with a name.
pub(crate) fn code(name: &str) -> Option<Code> {
    all_codes().find(|code| code.name() == name)
}

/// Returns the code with a name, or a message that suggests another one.
pub(crate) fn parse_code(name: &str) -> Result<Code, String> {
    code(name).ok_or_else(|| {
        let suggestion = match similar_name(name, all_codes().map(Code::name)) {
            Some(near) => format!("Did you mean \"{near}\"?"),
            None => "\"hcldyn explain\" lists all codes.".to_owned(),
        };
        format!("Unknown code. {suggestion}")
    })
}

/// Returns the location of the section of a code on the web.
pub(crate) fn url(code: Code) -> String {
    format!("{DOCUMENT_URL}#{code}")
}

/// Returns the section of a code for a terminal.
pub(crate) fn explanation(code: Code) -> String {
    let mut text = format!("{code}: {}\n", code.summary());
    if let Some(section) = section(code.name()) {
        for part in section.parts() {
            text += &format!("\n{part}");
        }
    }
    format!("{text}\n{}\n", url(code))
}

/// Returns the names and summaries of all codes, by the stage that reports them.
pub(crate) fn list() -> String {
    let sections = sections();
    let width = all_codes().map(|code| code.name().len()).max().unwrap_or_default();
    let (mut text, mut stage) = (String::new(), "");
    for code in all_codes() {
        let found = sections.iter().find(|section| section.code == code.name());
        if let Some(section) = found.filter(|section| section.stage != stage) {
            stage = section.stage;
            let separator = if text.is_empty() { "" } else { "\n" };
            text += &format!("{separator}{stage}:\n");
        }
        text += &format!("  {:width$}  {}\n", code.name(), code.summary());
    }
    text
}
