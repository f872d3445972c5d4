//! Functions on paths that depend on the environment of the program.

use std::path::Path;

use crate::arguments::text;
use crate::path::cleaned;
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::{Function, Type};

/// Returns the function `abspath(path)`: an absolute path, without `.` and `..`. Relative paths start at the given
/// directory, such as [`std::env::current_dir`]. It does not access any file.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::functions::effects::abspath;
///
/// let abspath = abspath("/srv/app");
/// assert_eq!(abspath.call(vec!["../lib/./a.txt".into()]), Ok(Value::from("/srv/lib/a.txt")));
/// assert_eq!(abspath.call(vec!["/etc//hosts".into()]), Ok(Value::from("/etc/hosts")));
/// ```
pub fn abspath(directory: impl AsRef<Path>) -> Function {
    let directory = with_slashes(directory.as_ref());
    Function::builder("The path as an absolute one, without \".\" and \"..\" in it.")
        .param(Parameter::new("path", Type::String))
        .returning(Type::String, move |args, _| {
            let path = with_slashes(Path::new(text(args, 0)?));
            let is_absolute = path.starts_with('/') || Path::new(&path).is_absolute();
            let absolute = if is_absolute { path } else { format!("{directory}/{path}") };
            Ok(cleaned(&absolute).into())
        })
}

/// Returns the function `pathexpand(path)`: a path with the given home directory in place of a leading `~`. Other
/// paths are unchanged.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::functions::effects::pathexpand;
///
/// let pathexpand = pathexpand("/home/cory");
/// assert_eq!(pathexpand.call(vec!["~/.ssh/id".into()]), Ok(Value::from("/home/cory/.ssh/id")));
/// assert_eq!(pathexpand.call(vec!["a/~".into()]), Ok(Value::from("a/~")));
/// ```
pub fn pathexpand(home: impl AsRef<Path>) -> Function {
    let home = with_slashes(home.as_ref());
    Function::builder("The path with the home directory in place of a \"~\" at its start.")
        .param(Parameter::new("path", Type::String))
        .returning(Type::String, move |args, _| {
            let path = text(args, 0)?;
            match path.strip_prefix('~') {
                None => Ok(path.into()),
                Some(rest) if rest.is_empty() || rest.starts_with(['/', '\\']) => {
                    Ok(cleaned(&format!("{home}/{rest}")).into())
                }
                Some(_) => Err(FunctionError::must(0, "have \"/\" after \"~\"")
                    .with_help("write ~/ for your own home directory; others are not supported")),
            }
        })
}

/// Returns a path with `/` between its names on every system.
fn with_slashes(path: &Path) -> String {
    let path = path.to_string_lossy();
    if cfg!(windows) { path.replace('\\', "/") } else { path.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(function: &Function, path: &str) -> Result<String, String> {
        let value = function.call(vec![path.into()]).map_err(|error| error.to_string())?;
        Ok(value.as_str().unwrap().to_owned())
    }

    /// The results of Go's `filepath.Abs`.
    #[test]
    fn absolute_paths() {
        let abspath = abspath("/a/b");
        for (path, expected) in [
            ("", "/a/b"),
            (".", "/a/b"),
            ("c", "/a/b/c"),
            ("./c/../d", "/a/b/d"),
            ("../../../..", "/"),
            ("/", "/"),
            ("/x/../y/", "/y"),
            ("~", "/a/b/~"),
        ] {
            assert_eq!(call(&abspath, path), Ok(expected.to_owned()), "{path}");
        }
        assert_eq!(call(&super::abspath("/"), "a"), Ok("/a".to_owned()));
    }

    #[test]
    fn homes() {
        let pathexpand = pathexpand("/home/cory/");
        for (path, expected) in [
            ("", ""),
            ("~", "/home/cory"),
            ("~/", "/home/cory"),
            ("~/../x//y", "/home/x/y"),
            ("a//~", "a//~"),
            ("/~", "/~"),
        ] {
            assert_eq!(call(&pathexpand, path), Ok(expected.to_owned()), "{path}");
        }
        assert!(call(&pathexpand, "~root/x").unwrap_err().contains("others are not supported"));
    }
}
