//! Defaults of whole structs, and the names of the fields of variants.

use std::time::Duration;

use hcldyn::{HclDecode, Spanned};

use super::{good, problems};

#[derive(Debug, PartialEq, HclDecode)]
#[hcl(default)]
struct Server {
    host: String,
    port: u16,
    #[hcl(default = 7)]
    weight: u8,
    comment: Option<String>,
    #[hcl(from_str)]
    address: std::net::Ipv4Addr,
    #[hcl(with = double)]
    size: u8,
    #[hcl(block)]
    log: Log,
    #[hcl(block)]
    rule: Vec<Log>,
}

fn double(size: u8) -> Result<u8, &'static str> {
    size.checked_mul(2).ok_or("too large")
}

#[derive(Debug, Clone, PartialEq, HclDecode)]
struct Log {
    level: u8,
}

impl Default for Server {
    fn default() -> Self {
        Self {
            host: "localhost".into(),
            port: 80,
            weight: 1,
            comment: Some("none".into()),
            address: std::net::Ipv4Addr::LOCALHOST,
            size: 5,
            log: Log { level: 1 },
            rule: vec![Log { level: 2 }],
        }
    }
}

#[test]
fn items_left_out_take_the_values_of_default() {
    let server: Server = good("");
    assert_eq!(server, Server { weight: 7, ..Server::default() });
    let server: Server = good("port = 81\nhost = null\nsize = 2\nrule {\n  level = 3\n}\n");
    let expected =
        Server { weight: 7, port: 81, size: 4, rule: vec![Log { level: 3 }], ..Server::default() };
    assert_eq!(server, expected);
    let found = problems::<Server>("port = 70000\nlog {\n}\n");
    assert_eq!(found.lines().count(), 2, "{found}");
}

#[test]
fn a_generic_struct_takes_the_values_of_default() {
    #[derive(Debug, PartialEq, Default, HclDecode)]
    #[hcl(default)]
    struct Of<T> {
        value: T,
    }
    assert_eq!(good::<Of<u8>>(""), Of { value: 0 });
    assert_eq!(good::<Of<u8>>("value = 3"), Of { value: 3 });
}

#[derive(Debug, HclDecode)]
#[hcl(derive_default)]
struct Config {
    #[hcl(default = "30s")]
    timeout: Duration,
    #[hcl(default = 80.into())]
    port: Spanned<u16>,
    name: Option<String>,
    #[hcl(block)]
    rule: Vec<Log>,
    #[hcl(flatten)]
    limits: Limits,
}

#[derive(Debug, HclDecode)]
#[hcl(derive_default)]
struct Limits {
    #[hcl(default = 10)]
    most: u32,
}

#[test]
fn the_default_is_the_empty_body() {
    let config = Config::default();
    assert_eq!((config.timeout, *config.port), (Duration::from_secs(30), 80));
    assert!(config.name.is_none() && config.rule.is_empty());
    assert_eq!((config.limits.most, Limits::default().most), (10, 10));
}

#[test]
fn an_invalid_empty_body_has_no_default() {
    #[derive(Debug, HclDecode)]
    #[hcl(derive_default)]
    struct Invalid {
        #[hcl(block)]
        #[expect(dead_code, reason = "never decoded")]
        log: Log,
    }
    let panic = std::panic::catch_unwind(Invalid::default).unwrap_err();
    let message = panic.downcast_ref::<String>().unwrap();
    assert!(message.contains("has no `Default`: <default>"), "{message}");
}

#[test]
fn the_case_of_the_fields_of_variants() {
    #[derive(Debug, PartialEq, HclDecode)]
    #[hcl(tag = "type", rename_all = "UPPERCASE", rename_all_fields = "kebab-case")]
    enum Step {
        Run {
            work_dir: String,
        },
        Wait {
            #[hcl(name = "secs")]
            for_seconds: u8,
        },
    }
    let step: Step = good("type = \"RUN\"\nwork-dir = \"/\"\n");
    assert_eq!(step, Step::Run { work_dir: "/".into() });
    assert_eq!(good::<Step>("type = \"WAIT\"\nsecs = 2\n"), Step::Wait { for_seconds: 2 });
}
