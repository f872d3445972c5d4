//! The layouts of `formatdate`: letters stand for the parts of a timestamp, `'quoted'` text for itself.

use jiff::tz::Offset;

use super::Timestamp;

/// Returns the `strftime` format that corresponds to the layout for a timestamp.
pub(super) fn strftime(layout: &str, timestamp: &Timestamp) -> Result<String, String> {
    let mut format = String::new();
    let mut rest = layout;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '\'' => {
                let (text, end) = quoted(rest).ok_or("have a closing ' for each opening one")?;
                format.push_str(&text.replace('%', "%%"));
                end
            }
            'a'..='z' | 'A'..='Z' => {
                let end = rest.find(|c| c != first).unwrap_or(rest.len());
                format.push_str(&verb(&rest[..end], timestamp)?);
                end
            }
            '%' => {
                format.push_str("%%");
                1
            }
            _ => {
                format.push(first);
                first.len_utf8()
            }
        };
        rest = &rest[end..];
    }
    Ok(format)
}

/// Returns the unquoted text of the quotes at the beginning, and their end.
fn quoted(text: &str) -> Option<(String, usize)> {
    if text.starts_with("''") {
        return Some(("'".to_owned(), 2));
    }
    let mut end = 1;
    loop {
        end += text[end..].find('\'')? + 1;
        if !text[end..].starts_with('\'') {
            return Some((text[1..end - 1].replace("''", "'"), end));
        }
        end += 1;
    }
}

fn verb(letters: &str, timestamp: &Timestamp) -> Result<String, String> {
    let utc = timestamp.offset == Offset::UTC;
    let format = match letters {
        // The library can only write the years of one century with two digits.
        "YY" => return Ok(format!("{:02}", timestamp.local.year() % 100)),
        "YYYY" => "%Y",
        "M" => "%-m",
        "MM" => "%m",
        "MMM" => "%b",
        "MMMM" => "%B",
        "D" => "%-d",
        "DD" => "%d",
        "EEE" => "%a",
        "EEEE" => "%A",
        "h" => "%-H",
        "hh" => "%H",
        "H" => "%-I",
        "HH" => "%I",
        "AA" => "%p",
        "aa" => "%P",
        "m" => "%-M",
        "mm" => "%M",
        "s" => "%-S",
        "ss" => "%S",
        "Z" if utc => "Z",
        "ZZZ" if utc => "UTC",
        "ZZZ" | "ZZZZ" => "%z",
        "Z" | "ZZZZZ" => "%:z",
        _ => return Err(no_verb(letters)),
    };
    Ok(format.to_owned())
}

fn no_verb(letters: &str) -> String {
    let (what, verbs) = match letters.as_bytes()[0] {
        b'Y' => ("the year", "YY or YYYY"),
        b'M' => ("the month", "M, MM, MMM or MMMM"),
        b'D' => ("the day of the month", "D or DD"),
        b'E' => ("the day of the week", "EEE or EEEE"),
        b'h' => ("the hour (0 to 23)", "h or hh"),
        b'H' => ("the hour (1 to 12)", "H or HH"),
        b'A' | b'a' => ("AM or PM", "AA or aa"),
        b'm' => ("the minute", "m or mm"),
        b's' => ("the second", "s or ss"),
        b'Z' => ("the offset from UTC", "Z, ZZZ, ZZZZ or ZZZZZ"),
        _ => return format!("contain only known verbs and quoted text, not {letters:?}"),
    };
    let letters: String = letters.chars().take(20).collect();
    format!("write {what} as {verbs}, not {letters:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doubled_quote_is_a_literal_quote() {
        assert_eq!(quoted("'it''s' m"), Some(("it's".to_owned(), 7)));
        assert_eq!(quoted("'''h'"), Some(("'".to_owned(), 2)));
        assert_eq!(quoted("'h''"), None);
        assert_eq!(quoted("'"), None);
    }
}
