//! Functions with effects: they read environment variables, clocks, random bytes and files.
//!
//! They are not part of [`functions::all`](super::all). A program adds the functions it wants, and passes the data
//! that each may access:
//!
//! ```
//! use std::time::SystemTime;
//!
//! use hcldyn::EvalContext;
//! use hcldyn::functions::effects::{Folder, abspath, env, system_random, timestamp, uuid};
//!
//! # fn main() -> std::io::Result<()> {
//! # let modules = std::env::temp_dir();
//! let now = SystemTime::now();
//! let ctx = EvalContext::new()
//!     .with_function("env", env(["HOME", "CI"]))
//!     .with_function("timestamp", timestamp(SystemTime::now))
//!     .with_function("plantimestamp", timestamp(move || now))
//!     .with_function("uuid", uuid(system_random))
//!     .with_function("abspath", abspath(std::env::current_dir()?))
//!     .with_functions(Folder::open(modules)?.functions());
//! # Ok(())
//! # }
//! ```
//!
//! | function | result | access |
//! |---|---|---|
//! | `env(name)` | the value of an environment variable, null if it is not set | the listed variables, or those of a rule ([`env_of`]) |
//! | `timestamp()` | the time in UTC, such as `"2024-02-29T23:59:00Z"` | the given clock |
//! | `uuid()` | a random UUID | the given source of random bytes |
//! | `bcrypt(string, cost)` | the bcrypt hash of a password | the given source of random bytes |
//! | `abspath(path)` | the absolute path | the given current directory |
//! | `pathexpand(path)` | the path with the home directory in place of `~` | the given home directory |
//! | `file(path)` | the content of a UTF-8 file as a string | files below a [`Folder`] |
//! | `filebase64(path)` | the bytes of a file in base64 | files below a [`Folder`] |
//! | `fileexists(path)` | `true` if the file exists | files below a [`Folder`] |
//! | `fileset(path, pattern)` | the files below a directory whose paths match a pattern | files below a [`Folder`] |
//! | `filemd5(path)`, `filesha1(path)`, `filesha256(path)`, `filesha512(path)` | the hash of a file in hexadecimal digits | files below a [`Folder`] |
//! | `filebase64sha256(path)`, `filebase64sha512(path)` | the hash of a file in base64 | files below a [`Folder`] |
//!
//! `templatefile`, which takes an expression, is in `hcldyn::ext`.

mod files;
mod fileset;
mod folder;
mod paths;
mod random;
#[cfg(test)]
mod testing;

use std::collections::BTreeSet;
use std::env::VarError;
use std::time::SystemTime;

use jiff::Timestamp;

pub use self::folder::Folder;
pub use self::paths::{abspath, pathexpand};
pub use self::random::{bcrypt, system_random, uuid};
use super::arguments::text;
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::{Function, Type, Value};

/// Returns the function `env(name)`: the value of an environment variable, or null if it is not set, so that
/// `coalesce(env("REGION"), "eu")` works. Only the listed variables can be read; the error for another one lists
/// them.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::functions::effects::env;
///
/// let env = env(["CARGO_PKG_NAME", "NOT_SET"]);
/// assert_eq!(env.call(vec!["CARGO_PKG_NAME".into()]), Ok(Value::from(env!("CARGO_PKG_NAME"))));
/// assert!(env.call(vec!["NOT_SET".into()]).is_ok_and(|value| value.is_null()));
/// let error = env.call(vec!["PATH".into()]).unwrap_err();
/// assert_eq!(error.to_string(), r#"must be one of "CARGO_PKG_NAME", "NOT_SET", not "PATH""#);
/// ```
pub fn env<N: Into<String>>(allowed: impl IntoIterator<Item = N>) -> Function {
    let allowed: BTreeSet<String> = allowed.into_iter().map(Into::into).collect();
    env_function(
        move |name| if allowed.contains(name) { Ok(()) } else { Err(not_allowed(name, &allowed)) },
    )
}

/// Returns the function `env(name)`, like [`env()`], for the variables that a rule of the program allows.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::functions::effects::env_of;
///
/// let env = env_of(|name| name.starts_with("CARGO_PKG_"));
/// assert_eq!(env.call(vec!["CARGO_PKG_NAME".into()]), Ok(Value::from(env!("CARGO_PKG_NAME"))));
/// let error = env.call(vec!["PATH".into()]).unwrap_err();
/// assert_eq!(error.to_string(), r#"must name a variable that the program allows, not "PATH""#);
/// ```
pub fn env_of(is_allowed: impl Fn(&str) -> bool + Send + Sync + 'static) -> Function {
    env_function(move |name| {
        if is_allowed(name) {
            return Ok(());
        }
        let expected = format!(
            "name a variable that the program allows, not {}",
            Value::from(name).describe()
        );
        Err(FunctionError::must(0, expected))
    })
}

/// Returns the function `env(name)` for the variables that a check accepts.
fn env_function(
    check: impl Fn(&str) -> Result<(), FunctionError> + Send + Sync + 'static,
) -> Function {
    Function::builder("The value of an environment variable, null if it is not set.")
        .param(Parameter::new("name", Type::String))
        .may_return_null()
        .returning(Type::String, move |args, _| {
            let name = text(args, 0)?;
            check(name)?;
            match std::env::var(name) {
                Ok(value) => Ok(value.into()),
                Err(VarError::NotPresent) => Ok(Value::null(Type::String)),
                Err(VarError::NotUnicode(_)) => {
                    Err(FunctionError::must(0, "name a variable with a UTF-8 value"))
                }
            }
        })
}

fn not_allowed(name: &str, allowed: &BTreeSet<String>) -> FunctionError {
    let name = Value::from(name).describe();
    if allowed.is_empty() {
        return FunctionError::at(0, format!("no variable may be read, so {name} may not either"));
    }
    let names: Vec<_> = allowed.iter().map(|name| format!("{name:?}")).collect();
    FunctionError::must(0, format!("be one of {}, not {name}", names.join(", ")))
}

/// Returns the function `timestamp()`: the current time of a clock, in UTC and without fractions of a second. With
/// [`SystemTime::now`], it is the time of the call, like Terraform's `timestamp`; with a clock that returns a
/// constant, it is always the same, like `plantimestamp`.
///
/// ```
/// use std::time::{Duration, SystemTime};
///
/// use hcldyn::cty::Value;
/// use hcldyn::functions::effects::timestamp;
///
/// let start = SystemTime::UNIX_EPOCH + Duration::from_millis(1_709_251_140_500);
/// let timestamp = timestamp(move || start);
/// assert_eq!(timestamp.call(vec![]), Ok(Value::from("2024-02-29T23:59:00Z")));
/// ```
pub fn timestamp(clock: impl Fn() -> SystemTime + Send + Sync + 'static) -> Function {
    Function::builder("The time in UTC.").returning(Type::String, move |_, _| {
        let time = Timestamp::try_from(clock()).map_err(|error| error.to_string())?;
        let whole = Timestamp::from_second(time.as_second()).map_err(|error| error.to_string())?;
        Ok(whole.to_string().into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_variables_can_be_read() {
        let none = env([] as [&str; 0]);
        let message = none.call(vec!["PATH".into()]).unwrap_err().to_string();
        assert_eq!(message, "no variable may be read, so \"PATH\" may not either");
        let some = env(["PATH"]);
        assert!(some.call(vec!["PATH".into()]).is_ok_and(|path| path.as_str().is_some()));
        for odd in ["", "=", "PATH=", "path", "PATH\0", "A\0B"] {
            assert!(some.call(vec![odd.into()]).is_err(), "{odd:?}");
        }
        let odd = env(["", "=", "A\0B"]);
        for name in ["", "=", "A\0B"] {
            assert!(odd.call(vec![name.into()]).is_ok_and(|value| value.is_null()), "{name:?}");
        }
    }

    #[test]
    fn the_system_clock_can_be_used() {
        let value = timestamp(SystemTime::now).call(vec![]).unwrap();
        let time: Timestamp = value.as_str().unwrap().parse().unwrap();
        assert!(time.as_second() > 1_700_000_000);
    }
}
