//! Functions on paths as strings, without access to files. Names are separated by `/` on every system.

use super::Named;
use super::arguments::text;
use hcldyn_cty::function::Parameter;
use hcldyn_cty::{Function, Type};

pub(super) fn functions() -> Vec<Named> {
    vec![
        ("basename", of_path("The last name in a path.", basename)),
        ("dirname", of_path("The path without its last name, in its shortest form.", dirname)),
    ]
}

fn of_path(description: &'static str, part: fn(&str) -> String) -> Function {
    Function::builder(description)
        .param(Parameter::new("path", Type::String))
        .returning(Type::String, move |args, _| Ok(part(text(args, 0)?).into()))
}

fn basename(path: &str) -> String {
    let names = path.trim_end_matches('/');
    match names.rsplit('/').next() {
        _ if path.is_empty() => ".".to_owned(),
        Some("") | None => "/".to_owned(),
        Some(last) => last.to_owned(),
    }
}

fn dirname(path: &str) -> String {
    cleaned(path.rfind('/').map_or("", |end| &path[..=end]))
}

/// Returns a path in its shortest form: without `.`, and without `..` after a name.
pub(super) fn cleaned(names: &str) -> String {
    let is_absolute = names.starts_with('/');
    let mut kept = Vec::new();
    for name in names.split('/') {
        match name {
            "" | "." => {}
            ".." if kept.last().is_some_and(|last| *last != "..") => drop(kept.pop()),
            ".." if is_absolute => {}
            _ => kept.push(name),
        }
    }
    match (kept.join("/"), is_absolute) {
        (kept, true) => format!("/{kept}"),
        (kept, false) if kept.is_empty() => ".".to_owned(),
        (kept, false) => kept,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::call;

    /// The base and the directory of each path come from Go's `path/filepath`.
    #[test]
    fn paths_are_split() {
        let paths = [
            ("", ".", "."),
            ("/", "/", "/"),
            ("//", "/", "/"),
            ("a", "a", "."),
            ("a/", "a", "a"),
            ("a/b", "b", "a"),
            ("a/b/", "b", "a/b"),
            ("/a", "a", "/"),
            ("/a/b//", "b", "/a/b"),
            ("..", "..", "."),
            ("../a", "a", ".."),
            ("a/..", "..", "a"),
            ("a/../b", "b", "."),
            ("./a", "a", "."),
            (".", ".", "."),
            ("a//b", "b", "a"),
            ("/..", "..", "/"),
            ("a/./b", "b", "a"),
            ("//a", "a", "/"),
            ("é/b", "b", "é"),
        ];
        for (path, base, dir) in paths {
            assert_eq!(call("basename", [path.into()]), base.into(), "{path}");
            assert_eq!(call("dirname", [path.into()]), dir.into(), "{path}");
        }
    }
}
