//! Strings, and types that are written as strings.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::{FromValue, FromValueError, unsuitable};
use crate::duration::{self, DurationError};
use crate::value_spec::ValueSpec;
use crate::{Kind, Number, Str, Type, Value, convert};

/// The format of durations, for messages.
const DURATION: &str = "a duration such as \"1h30m\", \"1.5s\" or \"250ms\"";

const LONGEST_DURATION: &str = "a duration of at most 5124095576030431h";

impl FromValue for String {
    fn ty() -> Type {
        Type::String
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        text(value, "a string").map(Self::from)
    }

    fn check(value: &Value) -> Result<(), FromValueError> {
        text(value, "a string").map(drop)
    }
}

macro_rules! from_value_for_texts {
    ($($text:ty as $owned:ty),*) => {$(
        impl FromValue for $text {
            fn ty() -> Type {
                <$owned>::ty()
            }

            fn value_spec() -> ValueSpec {
                <$owned>::value_spec()
            }

            fn from_value(value: &Value) -> Result<Self, FromValueError> {
                <$owned>::from_value(value).map(Self::from)
            }

            fn check(value: &Value) -> Result<(), FromValueError> {
                <$owned>::check(value)
            }
        }
    )*};
}

from_value_for_texts!(Box<str> as String, Rc<str> as String, Arc<str> as String, OsString as String);
from_value_for_texts!(Box<OsStr> as OsString, Rc<OsStr> as OsString, Arc<OsStr> as OsString);
from_value_for_texts!(Box<Path> as PathBuf, Rc<Path> as PathBuf, Arc<Path> as PathBuf);
from_value_for_texts!(Cow<'static, str> as String, Cow<'static, OsStr> as OsString, Cow<'static, Path> as PathBuf);

impl FromValue for Str {
    fn ty() -> Type {
        Type::String
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        match value.kind() {
            Kind::String(text) => Ok(text.clone()),
            _ => Err(unsuitable(value, "a string")),
        }
    }
}

/// Converts from a string of exactly one character.
impl FromValue for char {
    fn ty() -> Type {
        Type::String
    }

    fn value_spec() -> ValueSpec {
        ValueSpec::text("character", "a")
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        let mut chars = text(value, "one character")?.chars();
        match (chars.next(), chars.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(unsuitable(value, "one character")),
        }
    }
}

/// Converts the string without changes. No file is accessed.
impl FromValue for PathBuf {
    fn ty() -> Type {
        Type::String
    }

    fn value_spec() -> ValueSpec {
        ValueSpec::text("path", "/var/lib/app")
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        text(value, "a path").map(Self::from)
    }
}

macro_rules! from_value_for_addresses {
    ($($address:ty => $name:literal, $example:literal, $needed:literal;)*) => {$(
        impl FromValue for $address {
            fn ty() -> Type {
                Type::String
            }

            fn value_spec() -> ValueSpec {
                ValueSpec::text($name, $example)
            }

            fn from_value(value: &Value) -> Result<Self, FromValueError> {
                text(value, $needed)?.parse().map_err(|_| unsuitable(value, $needed))
            }
        }
    )*};
}

from_value_for_addresses! {
    IpAddr => "IP address", "10.0.0.1",
        "an IP address such as \"10.0.0.1\" or \"2001:db8::1\"";
    Ipv4Addr => "IPv4 address", "10.0.0.1",
        "an IPv4 address such as \"10.0.0.1\"";
    Ipv6Addr => "IPv6 address", "2001:db8::1",
        "an IPv6 address such as \"2001:db8::1\"";
    SocketAddr => "IP address and port", "10.0.0.1:80",
        "an IP address with a port such as \"10.0.0.1:80\" or \"[2001:db8::1]:80\"";
    SocketAddrV4 => "IPv4 address and port", "10.0.0.1:80",
        "an IPv4 address with a port such as \"10.0.0.1:80\"";
    SocketAddrV6 => "IPv6 address and port", "[2001:db8::1]:80",
        "an IPv6 address with a port such as \"[2001:db8::1]:80\"";
}

/// A string of numbers with units, `"1h30m"`, `"1.5s"` or `"250ms"`, the format of most programs that read HCL
/// (reference: `time.ParseDuration` of Go). Spaces are allowed around the units: `"1 day 12 hours"`.
///
/// | unit | also |
/// |---|---|
/// | `w` | `week`, `weeks` |
/// | `d`, of 24 hours | `day`, `days` |
/// | `h` | `hr`, `hrs`, `hour`, `hours` |
/// | `m` | `min`, `mins`, `minute`, `minutes` |
/// | `s` | `sec`, `secs`, `second`, `seconds` |
/// | `ms` | `millisecond`, `milliseconds` |
/// | `us` | `µs`, `microsecond`, `microseconds` |
/// | `ns` | `nanosecond`, `nanoseconds` |
///
/// Only zero may have no unit; the function [`seconds`](super::seconds()) also converts plain numbers. Months and years
/// have no fixed length, so they are not units. A sign is allowed, but negative durations are rejected, and so are
/// those above [`Duration::MAX`], `"5124095576030431h15.999999999s"`.
///
/// ```
/// use std::time::Duration;
///
/// use hcldyn::{EvalContext, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Server { timeout: Duration }
///
/// let server: Server = hcldyn::from_str("timeout = \"1m1.5s\"", &EvalContext::new())?;
/// assert_eq!(server.timeout, Duration::from_millis(61_500));
/// let mistake = hcldyn::from_str::<Server>("timeout = 90", &EvalContext::new()).err().unwrap();
/// assert!(mistake.to_string().ends_with("add a unit, such as \"90s\" for seconds."));
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
impl FromValue for Duration {
    fn ty() -> Type {
        Type::String
    }

    fn value_spec() -> ValueSpec {
        ValueSpec::text("duration", "1h30m")
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        let text = text(value, DURATION)?;
        match duration::read_words(text) {
            Ok(nanoseconds) if nanoseconds < 0 => {
                Err(unsuitable(value, "a duration of at least zero"))
            }
            Ok(nanoseconds) => {
                of_nanoseconds(nanoseconds).ok_or_else(|| unsuitable(value, LONGEST_DURATION))
            }
            Err(DurationError::TooLong) => Err(unsuitable(value, LONGEST_DURATION)),
            Err(DurationError::Invalid) => Err(invalid_duration(value, text)),
        }
    }
}

/// Returns the duration of a number of nanoseconds, unless it is negative or longer than [`Duration::MAX`].
fn of_nanoseconds(nanoseconds: i128) -> Option<Duration> {
    const PER_SECOND: i128 = 1_000_000_000;
    let seconds = u64::try_from(nanoseconds / PER_SECOND).ok()?;
    let rest = u32::try_from(nanoseconds % PER_SECOND).ok()?;
    Some(Duration::new(seconds, rest))
}

/// Converts a number of seconds, or a string as for a [`Duration`], for the option `with` of `hcldyn`'s derives.
///
/// # Errors
///
/// Fails for a negative number, and for a string that is neither a number nor a duration.
///
/// ```
/// use std::time::Duration;
///
/// use hcldyn::{EvalContext, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Server {
///     #[hcl(with = hcldyn::cty::seconds)]
///     timeout: Duration,
///     #[hcl(with = hcldyn::cty::seconds)]
///     delay: Option<Duration>,
/// }
///
/// let server: Server = hcldyn::from_str("timeout = 90\ndelay = \"5min\"", &EvalContext::new())?;
/// assert_eq!(server.timeout, Duration::from_secs(90));
/// assert_eq!(server.delay, Some(Duration::from_secs(300)));
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
pub fn seconds(value: Value) -> Result<Duration, FromValueError> {
    const NEEDED: &str = "a number of seconds or a duration such as \"1h30m\"";
    match value.kind() {
        Kind::Number(_) => {}
        Kind::String(text) => match convert::convert(value.clone(), &Type::Number) {
            Ok(number) => return seconds(number),
            Err(_) if duration::read_words(text) == Err(DurationError::Invalid) => {
                return Err(unsuitable(&value, NEEDED));
            }
            Err(_) => return Duration::from_value(&value),
        },
        _ => return Err(unsuitable(&value, NEEDED)),
    }
    let number = value.as_number().map_or(f64::NAN, Number::to_f64);
    Duration::try_from_secs_f64(number)
        .map_err(|_| unsuitable(&value, "a number of seconds of at least zero"))
}

fn invalid_duration(value: &Value, text: &str) -> FromValueError {
    let error = unsuitable(value, DURATION);
    if !text.is_empty() && text.len() < 10 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return error.with_message(|reason| {
            format!("{reason}; add a unit, such as \"{text}s\" for seconds")
        });
    }
    error
}

fn text<'a>(value: &'a Value, needed: &str) -> Result<&'a str, FromValueError> {
    value.as_str().ok_or_else(|| unsuitable(value, needed))
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;
    use crate::Mark;

    fn read<T: FromValue>(text: &str) -> Result<T, String> {
        T::from_value(&text.into()).map_err(|error| error.to_string())
    }

    #[test]
    fn texts() {
        assert_eq!(read("a b"), Ok(Cow::<str>::Owned("a b".to_owned())));
        assert_eq!(read("é"), Ok('é'));
        assert_eq!(read::<char>("ab"), Err("one character is required, not \"ab\"".into()));
        assert_eq!(read::<char>(""), Err("one character is required, not \"\"".into()));
        assert_eq!(read("../a"), Ok(PathBuf::from("../a")));
    }

    #[test]
    fn addresses() {
        assert_eq!(read("10.0.0.1"), Ok(IpAddr::from([10, 0, 0, 1])));
        assert_eq!(read("::1"), Ok(IpAddr::V6(Ipv6Addr::LOCALHOST)));
        assert_eq!(read("127.0.0.1"), Ok(Ipv4Addr::LOCALHOST));
        assert_eq!(read("::"), Ok(Ipv6Addr::UNSPECIFIED));
        assert_eq!(read("10.0.0.1:80"), Ok(SocketAddr::from(([10, 0, 0, 1], 80))));
        assert_eq!(read("[::1]:65535"), Ok(SocketAddr::from((Ipv6Addr::LOCALHOST, u16::MAX))));
        assert_eq!(
            read::<Ipv4Addr>("::1").unwrap_err(),
            "an IPv4 address such as \"10.0.0.1\" is required, not \"::1\""
        );
        for wrong in ["", "10.0.0", "10.0.0.256", "10.0.0.1/8", "localhost", " ::1", "10.0.0.01"] {
            assert!(read::<IpAddr>(wrong).is_err(), "{wrong}");
        }
        for wrong in ["10.0.0.1", "10.0.0.1:65536", "::1:80", "localhost:80", ":80"] {
            assert!(read::<SocketAddr>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn plain_seconds() {
        let number = |text: &str| seconds(Value::from(text)).map_err(|error| error.to_string());
        assert_eq!(seconds(90.into()), Ok(Duration::from_secs(90)));
        assert_eq!(seconds(Value::try_from(1.5).unwrap()), Ok(Duration::from_millis(1_500)));
        assert_eq!(number("30"), Ok(Duration::from_secs(30)));
        assert_eq!(number("1 day"), Ok(Duration::from_secs(86_400)));
        assert_eq!(
            number("soon"),
            Err("a number of seconds or a duration such as \"1h30m\" is required, not \"soon\""
                .into())
        );
        let negative = seconds((-1).into()).unwrap_err().to_string();
        assert_eq!(negative, "a number of seconds of at least zero is required, not -1");
        assert!(number("-1s").unwrap_err().starts_with("a duration of at least zero"));
        assert!(seconds(Value::null(Type::Number)).is_err());
        assert!(seconds(Value::from(77).mark(Mark::sensitive())).is_err());
    }

    #[test]
    fn durations() {
        assert_eq!(read("1h30m"), Ok(Duration::from_secs(5_400)));
        assert_eq!(read("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(read("+1.5us"), Ok(Duration::from_nanos(1_500)));
        assert_eq!((read("0"), read("-0s")), (Ok(Duration::ZERO), Ok(Duration::ZERO)));
        assert_eq!(read("5124095576030431h15.999999999s"), Ok(Duration::MAX));
        for long in ["5124095576030431h16s", "99999999999999999999s"] {
            let expected =
                format!("a duration of at most 5124095576030431h is required, not {long:?}");
            assert_eq!(read::<Duration>(long).unwrap_err(), expected);
        }
        assert_eq!(
            read::<Duration>("-1s").unwrap_err(),
            "a duration of at least zero is required, not \"-1s\""
        );
        assert_eq!(
            read::<Duration>("1y").unwrap_err(),
            "a duration such as \"1h30m\", \"1.5s\" or \"250ms\" is required, not \"1y\""
        );
        let error = read::<Duration>("30").unwrap_err();
        assert!(error.ends_with("; add a unit, such as \"30s\" for seconds"));
    }

    /// Checks that a type rejects null, unknown and marked values, and that no error shows a marked value.
    fn rejects<T: FromValue + Debug>() {
        let message = |value| T::from_value(&value).unwrap_err().to_string();
        assert!(message(Value::null(Type::String)).ends_with(" is required, not null"));
        assert!(message(Value::unknown(Type::String)).ends_with("but the value is not known yet"));
        let secret = Value::from("-hunter2").mark(Mark::sensitive());
        assert!(!message(secret).contains("hunter2"));
    }

    #[test]
    fn null_unknown_and_marked_values_are_rejected() {
        rejects::<String>();
        rejects::<Cow<'static, str>>();
        rejects::<Str>();
        rejects::<char>();
        rejects::<PathBuf>();
        rejects::<IpAddr>();
        rejects::<Ipv4Addr>();
        rejects::<Ipv6Addr>();
        rejects::<SocketAddr>();
        rejects::<Duration>();
    }
}
