//! The parts of a spec that the derives add for documents.

use std::net::IpAddr;
use std::time::Duration;

use hcldyn::cty::value_spec::{ObjectAttribute, ValueHint, ValueSpec};
use hcldyn::spec::outline::{AttributeEvaluation, OutlineAttribute, OutlineBody, OutlineDefault};
use hcldyn::{Deferred, HclDecode, HclValue};

/// A server.
#[derive(HclDecode)]
#[hcl(title = "Server", since = "0.1", example = "port = 1", validate(known, "Its name is known."))]
#[expect(dead_code, reason = "only its spec is used")]
struct Server {
    /// The name.
    #[hcl(label, title = "Name", example = "\"a\"")]
    name: String,
    /// The address.
    #[hcl(title = "Port", since = "1.2", example = ["80", "443"], validate(free, "It is free."))]
    port: u16,
    #[hcl(hide)]
    address: Option<IpAddr>,
    when: Deferred<bool>,
    #[hcl(default = Duration::from_secs(90))]
    timeout: Duration,
    #[hcl(default = 0.5)]
    load: f32,
    #[hcl(with = half, default = 0.5)]
    share: f64,
    #[hcl(default = Unwritable(3))]
    other: Unwritable,
    #[hcl(block, title = "Encryption", hide)]
    tls: Option<Limits>,
    endpoint: Option<Endpoint>,
}

#[derive(HclDecode)]
#[hcl(default)]
struct Limits {
    connections: u32,
    names: Vec<String>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connections: 10, names: vec!["a".to_owned()] }
    }
}

#[derive(HclValue)]
#[expect(dead_code, reason = "only its spec is used")]
struct Endpoint {
    #[hcl(title = "Host", since = "2", example = "\"a\"", hide)]
    host: String,
    #[hcl(validate(free, "It is free."))]
    port: u16,
    level: Level,
}

#[derive(HclValue)]
enum Level {
    #[hcl(since = "3")]
    Debug,
    #[hcl(hide)]
    Trace,
}

#[derive(HclValue)]
struct Unwritable(#[expect(dead_code, reason = "only its spec is used")] u8);

fn known(_: &Server, _: &mut hcldyn::decode::Validation<'_>) {}

fn free(_: &u16) -> Result<(), String> {
    Ok(())
}

fn half(value: u8) -> Result<f64, String> {
    Ok(f64::from(value) / 2.0)
}

fn root() -> OutlineBody {
    Server::spec().outline().root().clone()
}

fn attribute(name: &str) -> OutlineAttribute {
    let mut all = root().attributes.into_iter();
    all.find(|it| *it.names.name == *name).expect("the attribute exists")
}

fn default(name: &str) -> Option<String> {
    attribute(name).default.as_ref().map(OutlineDefault::to_string)
}

#[test]
fn options_for_documents() {
    let docs = root().docs;
    assert_eq!(docs.text.as_deref(), Some("A server."));
    assert_eq!((docs.title.as_deref(), docs.since.as_deref()), (Some("Server"), Some("0.1")));
    assert_eq!(
        (&*docs.examples, &*docs.conditions),
        (&["port = 1".into()][..], &["Its name is known.".into()][..])
    );

    let docs = &root().labels[0].docs;
    assert_eq!((docs.title.as_deref(), docs.text.as_deref()), (Some("Name"), Some("The name.")));
    assert_eq!(docs.examples, ["\"a\""]);

    let docs = attribute("port").docs;
    assert_eq!((docs.title.as_deref(), docs.since.as_deref()), (Some("Port"), Some("1.2")));
    assert_eq!((docs.examples.len(), &*docs.conditions), (2, &["It is free.".into()][..]));
    assert!(!docs.is_hidden && attribute("address").docs.is_hidden);

    let tls = &root().blocks[0].docs;
    assert!(tls.is_hidden && tls.title.as_deref() == Some("Encryption"));
}

#[test]
fn options_for_documents_of_values() {
    let ValueSpec::Object(object) = attribute("endpoint").value else { panic!("it is an object") };
    let [host, port, level] = object.attributes() else { panic!("it has three attributes") };
    let ObjectAttribute { docs, .. } = host;
    assert_eq!((docs.title.as_deref(), docs.since.as_deref()), (Some("Host"), Some("2")));
    assert!(docs.is_hidden && docs.examples == ["\"a\""]);
    assert_eq!(port.docs.conditions, ["It is free."]);
    let ValueSpec::Variants(variants) = &level.spec else { panic!("it has variants") };
    let [debug, trace] = variants.variants() else { panic!("it has two variants") };
    assert_eq!(debug.docs.since.as_deref(), Some("3"));
    assert!(trace.docs.is_hidden);
}

#[test]
fn types_leave_hints() {
    let hint = |name: &str| match attribute(name).value {
        ValueSpec::Leaf(leaf) => leaf.hint().unwrap().clone(),
        _ => panic!("{name} has no hint"),
    };
    assert!(matches!(hint("port"), ValueHint::Integer { .. }));
    assert!(matches!(hint("address"), ValueHint::Text { name, .. } if name == *"IP address"));
    let ValueHint::Deferred(value) = hint("when") else { panic!("it is evaluated later") };
    assert_eq!(*value, ValueSpec::from(hcldyn::cty::Type::Bool));
    assert_eq!(attribute("when").evaluation, AttributeEvaluation::Deferred);
}

#[test]
fn defaults_of_the_program() {
    assert_eq!(default("timeout").as_deref(), Some("\"1m30s\""));
    assert_eq!(default("load").as_deref(), Some("0.5"));
    // The function reads another value than it returns.
    assert_eq!(default("share").as_deref(), Some("0.5"));
    assert!(matches!(attribute("share").default, Some(OutlineDefault::Text(_))));
    assert_eq!(default("other"), None);

    let limits = Limits::spec().outline();
    let defaults =
        limits.root().attributes.iter().map(|it| it.default.as_ref().unwrap().to_string());
    assert_eq!(defaults.collect::<Vec<_>>(), ["10", "[\"a\"]"]);
}
