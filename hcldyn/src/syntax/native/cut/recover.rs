//! Ends an item that was left open, so that the items behind it survive.

use super::scan::{identifier_length, trim_blanks_end};
use super::{Mode, Scanner};

/// How often an item left open may be ended early and the text behind it scanned again. The bound
/// keeps the cut linear.
const MAX_RECOVERIES: usize = 16;

impl Scanner<'_> {
    /// Ends the item left open before the next line that plainly starts another one, if there is
    /// one, otherwise with the text.
    pub(super) fn recover(&mut self, start: usize) {
        let next =
            if self.recoveries < MAX_RECOVERIES { self.next_plain_start(start) } else { None };
        self.recoveries += 1;
        self.pos = next.unwrap_or(self.text.len());
        self.tokens_end = start + trim_blanks_end(&self.text[start..self.pos]).len();

        // What is behind the new end belongs to an item that is scanned again.
        self.flaw = self.flaw.filter(|flaw| flaw.at < self.pos);
        if let Some(found) = &mut self.found {
            // It is found again.
            found.split_off(self.pos);
        }
        if let Some(index) = self.open.iter().rposition(|open| open.at < self.pos) {
            self.report_open(index);
        }
    }

    /// The start of the first line behind the item's first opener that is indented as the item's
    /// own first line and starts as an item does.
    fn next_plain_start(&self, start: usize) -> Option<usize> {
        let before = &self.text[..start];
        let line = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |index| index + 1);
        let indent = &before[line..];
        if !trim_blanks_end(indent).is_empty() {
            return None;
        }
        let outermost = self.open.first()?;
        let mut line = outermost.at;
        while let Some(length) = self.text[line..].iter().position(|&byte| byte == b'\n') {
            line += length + 1;
            let Some(rest) = self.text[line..].strip_prefix(indent) else { continue };
            let plain = match plain_start(rest) {
                Some(b'{') => true,
                // An object or a block holds such lines itself; a list or a call does not.
                Some(b'=') => outermost.mode == Mode::Paren,
                _ => false,
            };
            if plain {
                return Some(line + indent.len());
            }
        }
        None
    }
}

/// If the line starts with a name and labels, the `{` or `=` after them.
fn plain_start(mut line: &[u8]) -> Option<u8> {
    line = &line[identifier_length(line)?..];
    loop {
        let blanks = line.iter().take_while(|&&byte| matches!(byte, b' ' | b'\t')).count();
        line = &line[blanks..];
        line = match line {
            [b'=', b'=' | b'>', ..] => return None,
            [mark @ (b'{' | b'='), ..] => return Some(*mark),
            [b'"', label @ ..] => {
                let length = label.iter().position(|byte| matches!(byte, b'"' | b'\n'))?;
                label[length..].strip_prefix(b"\"")?
            }
            _ => &line[identifier_length(line)?..],
        };
    }
}
