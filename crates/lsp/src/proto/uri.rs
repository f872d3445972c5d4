//! URIs as the names of sources: paths of files, and any other URI as it is.

use gen_lsp_types::Uri;

const FILE: &str = "file://";

/// Returns the name of the source of a URI.
pub(super) fn name_of(uri: &Uri) -> String {
    let Some(path) = uri.0.strip_prefix(FILE) else { return uri.0.clone() };
    // The host is not used: it is empty or `localhost`.
    let path = path.find('/').map_or(path, |start| &path[start..]);
    let path = decoded(path);
    // A drive of Windows: /C:/a.
    let is_drive = path.as_bytes().get(2) == Some(&b':') && cfg!(windows);
    if is_drive { path[1..].to_owned() } else { path }
}

/// Returns the URI of a source as text.
pub(crate) fn uri_of(name: &str) -> String {
    of_name(name).0
}

/// Returns the URI of a source. The path has no parts `.` and `..`, so that a file has one URI.
pub(super) fn of_name(name: &str) -> Uri {
    let name = &*if cfg!(windows) { with_slashes(name) } else { name.to_owned() };
    let is_path = name.starts_with('/') || name.as_bytes().get(1) == Some(&b':');
    if !is_path {
        return Uri(name.to_owned());
    }
    let slash = if name.starts_with('/') { "" } else { "/" };
    Uri(format!("{FILE}{slash}{}", encoded(&normal(name))))
}

/// Returns a path of Windows with `/` between its names, and without the start of a canonical path.
fn with_slashes(path: &str) -> String {
    path.strip_prefix(r"\\?\").unwrap_or(path).replace('\\', "/")
}

/// Returns a path without the parts `.` and `..`.
fn normal(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.len() > 1 => drop(parts.pop()),
            ".." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).and_then(|it| std::str::from_utf8(it).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte.filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                encoded.push(char::from(byte));
            }
            _ => encoded += &format!("%{byte:02X}"),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_any_characters_comes_back() {
        for path in ["/a/b.hcl", "/a b/é%.hcl", "/#?.hcl"] {
            assert_eq!(name_of(&of_name(path)), path);
        }
        assert_eq!(of_name("/a b/é").0, "file:///a%20b/%C3%A9");
        assert_eq!(of_name("/a/./b/../../../c").0, "file:///c");
        assert_eq!(of_name("/a/").0, "file:///a/");
    }

    #[test]
    fn paths_of_windows_have_slashes() {
        assert_eq!(with_slashes(r"\\?\C:\a\b.hcl"), "C:/a/b.hcl");
        assert_eq!(with_slashes(r"c:\a/b.hcl"), "c:/a/b.hcl");
        assert_eq!(of_name("C:/a b.hcl").0, "file:///C%3A/a%20b.hcl");
        // On other systems, a backslash is a part of a name.
        let uri = if cfg!(windows) { "file:///a/b.hcl" } else { "file:///a%5Cb.hcl" };
        assert_eq!(of_name(r"/a\b.hcl").0, uri);
    }

    #[test]
    fn other_uris_are_names_themselves() {
        assert_eq!(name_of(&Uri("untitled:1".to_owned())), "untitled:1");
        assert_eq!(of_name("untitled:1").0, "untitled:1");
        assert_eq!(name_of(&Uri("file://localhost/a%".to_owned())), "/a%");
    }
}
