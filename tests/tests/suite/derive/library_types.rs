//! Types of other crates, each with its feature, and types for common notations.

use std::path::{Path, PathBuf};

use hcldyn::cty::{ByteSize, FromValue, Mark, OneOrMany, ToValue, Value};
use hcldyn::decode::ResolvedPath;
use hcldyn::spec::Encoder;
use hcldyn::syntax::Source;
use hcldyn::{EvalContext, HclDecode, HclEncode, HclValue, Limits, Spanned, from_source, from_str};
use secrecy::{ExposeSecret, SecretBox, SecretString};

/// Checks a type as an attribute, in a list of an object, and written.
fn check<T>(text: &str, written: &str)
where
    T: FromValue + ToValue,
{
    #[derive(HclDecode, HclEncode)]
    #[hcl(bound = "T: FromValue + ToValue")]
    struct Config<T> {
        single: T,
        object: Object<T>,
    }

    #[derive(HclValue)]
    #[hcl(into_value, bound = "T: FromValue + ToValue")]
    struct Object<T> {
        list: Vec<T>,
    }

    let source = format!("single = {text:?}\nobject = {{ list = [{text:?}] }}\n");
    let config: Config<T> = from_str(&source, &EvalContext::new()).unwrap();
    let expected = format!("single = {written:?}\nobject = {{\n  list = [{written:?}]\n}}\n");
    assert_eq!(hcldyn::to_string(&config).unwrap(), expected);
    let again: Config<T> = from_str(&expected, &EvalContext::new()).unwrap();
    assert_eq!(again.single.to_value(), config.single.to_value());
}

/// Returns the message for a value that a type rejects.
fn rejected<T: FromValue>(value: impl Into<Value>) -> String {
    T::convert(value.into()).err().unwrap().to_string()
}

#[test]
fn addresses_versions_and_patterns() {
    check::<url::Url>("https://example.com", "https://example.com/");
    check::<ipnet::IpNet>("2001:db8::/32", "2001:db8::/32");
    check::<ipnet::Ipv4Net>("10.0.0.1/8", "10.0.0.1/8");
    check::<ipnet::Ipv6Net>("::/0", "::/0");
    check::<semver::Version>("1.2.3-rc.1", "1.2.3-rc.1");
    check::<semver::VersionReq>(">=1.2, <3", ">=1.2, <3");
    check::<uuid::Uuid>(
        "67E55044-10B1-426F-9247-BB680E5FE0C8",
        "67e55044-10b1-426f-9247-bb680e5fe0c8",
    );
    check::<regex::Regex>(r"^\d+(a|b)$", r"^\d+(a|b)$");
}

#[test]
fn dates_and_times() {
    let (day, time, both) = ("2026-01-31", "12:30:00", "2026-01-31T12:30:00");
    check::<chrono::DateTime<chrono::Utc>>(
        "2026-01-31T12:30:00+01:00",
        "2026-01-31T11:30:00+00:00",
    );
    check::<chrono::DateTime<chrono::FixedOffset>>(
        "2026-01-31T12:30:00+01:00",
        "2026-01-31T12:30:00+01:00",
    );
    check::<chrono::NaiveDate>(day, day);
    check::<chrono::NaiveTime>(time, time);
    check::<chrono::NaiveDateTime>(both, both);
    check::<chrono::NaiveDateTime>("2026-01-31T12:30:00.5", "2026-01-31T12:30:00.500");
    check::<jiff::Timestamp>("2026-01-31T12:30:00+01:00", "2026-01-31T11:30:00Z");
    check::<jiff::civil::Date>(day, day);
    check::<jiff::civil::Time>(time, time);
    check::<jiff::civil::DateTime>(both, both);
    check::<jiff::Span>("1 month 3 days", "P1M3D");
    check::<jiff::SignedDuration>("1h 30m", "PT1H30M");
    check::<time::Date>(day, day);
    check::<time::OffsetDateTime>("2026-01-31T12:30:00+01:00", "2026-01-31T12:30:00+01:00");
}

#[test]
fn messages_name_the_expectation_the_value_and_the_reason() {
    let messages = [
        rejected::<url::Url>("example.com"),
        rejected::<ipnet::IpNet>("10.0.0.0"),
        rejected::<semver::Version>("1.2"),
        rejected::<semver::VersionReq>("latest"),
        rejected::<uuid::Uuid>("4"),
        rejected::<regex::Regex>("a(b"),
        rejected::<regex::Regex>(r"(\w{1000}){1000}"),
        rejected::<chrono::NaiveDate>("2026-02-30"),
        rejected::<chrono::DateTime<chrono::Utc>>("2026-01-31"),
        rejected::<jiff::civil::Date>("2026-02-30"),
        rejected::<jiff::Timestamp>("2026-01-31"),
        rejected::<jiff::Span>("soon"),
        rejected::<time::Date>("2026-02-30"),
        rejected::<time::OffsetDateTime>("2026-01-31"),
        rejected::<url::Url>(Value::null(hcldyn::cty::Type::String)),
        rejected::<url::Url>(Value::from("https://u:hunter2@").mark(Mark::sensitive())),
    ];
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn an_error_is_at_the_element() {
    #[derive(Debug, HclDecode)]
    #[expect(dead_code, reason = "no text here is decoded whole")]
    struct Config {
        allow: Vec<ipnet::IpNet>,
        cache: ByteSize,
    }
    let text = "allow = [\"10.0.0.0/8\", \"10.0.0.0/33\"]\ncache = \"10M\"\n";
    let errors = from_str::<Config>(text, &EvalContext::new()).unwrap_err().to_string();
    let lines: Vec<_> = errors.lines().collect();
    assert_eq!(lines.len(), 2, "{errors}");
    assert!(lines[0].starts_with("<text>:1:24: error: Invalid value for "), "{errors}");
    assert!(lines[1].contains("2:9: error: Invalid value for \"cache\": a size such as"));
}

#[test]
fn expensive_patterns_are_limited() {
    #[derive(Debug, HclDecode)]
    struct Config {
        patterns: Vec<regex::Regex>,
    }
    let text = format!("patterns = [{}]", "\"(\\\\w{3}){9}\", ".repeat(20));
    let limited = EvalContext::new().with_limits(Limits::default().with_work(50_000));
    let errors = from_str::<Config>(&text, &limited).unwrap_err();
    assert!(errors.to_string().contains("exceeds its limit"), "{errors}");
    let few = format!("patterns = [{}]", "\"^[a-z]+$\", ".repeat(500));
    assert_eq!(from_str::<Config>(&few, &EvalContext::new()).unwrap().patterns.len(), 500);
}

#[test]
fn secrets_accept_sensitive_values_and_stay_hidden() {
    #[derive(Debug, HclDecode, HclEncode)]
    struct Config {
        password: SecretString,
        pins: Option<SecretBox<Vec<u16>>>,
    }
    let ctx =
        EvalContext::new().with_variable("pw", Value::from("hunter2").mark(Mark::sensitive()));
    let config: Config = from_str("password = pw\npins = [4711]", &ctx).unwrap();
    assert_eq!(config.password.expose_secret(), "hunter2");
    assert_eq!(config.pins.as_ref().unwrap().expose_secret(), &[4711]);
    assert!(!format!("{config:?}").contains("hunter2"));
    assert!(hcldyn::to_string(&config).unwrap_err().to_string().contains("sensitive"));
    let text = Encoder::new().reveal_sensitive().to_string(&config).unwrap();
    assert_eq!(text, "password = \"hunter2\"\npins     = [4711]\n");
    let errors =
        from_str::<Config>("password = \"hunter2\"\npins = [4711, 99999]", &ctx).unwrap_err();
    let report = hcldyn::diag::Report::new(&errors).to_string();
    assert!(!report.contains("99999") && !report.contains("hunter2"), "{report}");
}

#[test]
fn one_value_or_a_list() {
    #[derive(Debug, HclDecode, HclEncode)]
    struct Config {
        listen: OneOrMany<u16>,
        #[hcl(default = "all")]
        tags: OneOrMany<String>,
        hosts: Option<OneOrMany<Spanned<String>>>,
    }
    let config: Config =
        from_str("listen = 80\nhosts = [\"a\", \"b\"]", &EvalContext::new()).unwrap();
    assert_eq!((&**config.listen, &**config.tags), (&[80][..], &["all".to_owned()][..]));
    assert_eq!(config.hosts.as_ref().unwrap()[1].place().to_string(), "<text>:2:15");
    assert_eq!(hcldyn::to_string(&config).unwrap(), "listen = 80\nhosts  = [\"a\", \"b\"]\n");
    let errors = from_str::<Config>("listen = [80, 70000, -1]\ntags = {}", &EvalContext::new());
    let errors = errors.unwrap_err().to_string();
    assert_eq!(errors.lines().count(), 3, "{errors}");
    assert!(errors.starts_with("<text>:1:15: error: Invalid value for "), "{errors}");
}

#[test]
fn paths_are_relative_to_their_file() {
    #[derive(Debug, HclDecode, HclEncode)]
    struct Config {
        key: ResolvedPath,
        #[hcl(default = "ca.pem")]
        ca: ResolvedPath,
        more: Vec<ResolvedPath>,
    }
    let text = "key = \"keys/a.pem\"\nmore = [\"../b\", \"/c\"]\n";
    let config: Config =
        from_source(&Source::new("etc/app.hcl", text), &EvalContext::new()).unwrap();
    assert_eq!(*config.key, *Path::new("etc/keys/a.pem"));
    assert_eq!(*config.ca, *Path::new("etc/ca.pem"));
    assert_eq!(*config.more[0], *Path::new("etc/../b"));
    assert_eq!(PathBuf::from(config.more[1].clone()), Path::new("/c"));
    assert_eq!(
        hcldyn::to_string(&config).unwrap(),
        "key  = \"keys/a.pem\"\nmore = [\"../b\", \"/c\"]\n"
    );
    let config: Config = from_str(text, &EvalContext::new()).unwrap();
    assert_eq!(*config.key, *Path::new("keys/a.pem"));
}
