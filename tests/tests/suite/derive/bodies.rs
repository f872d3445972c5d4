//! Options of structs.

use hcldyn::diag::Severity;
use hcldyn::spec::Spec;
use hcldyn::syntax::Source;
use hcldyn::{EvalContext, HclDecode};

use super::{good, problems};

#[test]
fn names_in_another_case() {
    #[derive(Debug, HclDecode)]
    #[hcl(rename_all = "kebab-case")]
    struct Server {
        max_size: u8,
        #[hcl(name = "plain_name")]
        named: u8,
        r#type: u8,
        #[hcl(block)]
        log_file: Vec<Empty>,
    }
    let server: Server = good("max-size = 1\nplain_name = 2\ntype = 3\nlog-file {}");
    assert_eq!((server.max_size, server.named, server.r#type, server.log_file.len()), (1, 2, 3, 1));
}

#[derive(Debug, HclDecode)]
struct Empty {}

#[test]
fn all_blocks_may_be_generated() {
    #[derive(Debug, HclDecode)]
    #[hcl(dynamic)]
    struct Config {
        #[hcl(block)]
        rule: Vec<Empty>,
        #[hcl(block)]
        log: Option<Empty>,
        size: Option<u8>,
    }
    let generate =
        |ty: &str| format!("dynamic \"{ty}\" {{\n  for_each = [1]\n  content {{}}\n}}\n");
    let config: Config = good(&(generate("rule") + &generate("log")));
    assert_eq!((config.rule.len(), config.log.is_some()), (1, true));
}

#[test]
fn unexpected_items() {
    #[derive(Debug, HclDecode)]
    #[hcl(unknown = "warn")]
    struct Warned {
        port: u16,
    }
    #[derive(Debug, HclDecode)]
    #[hcl(unknown = "ignore")]
    struct Ignored {
        port: u16,
    }
    let text = r"port = 1
prot = 2
other {}
";
    let mut diags = hcldyn::Diagnostics::new();
    let body = hcldyn::parse_body(&Source::new("t.hcl", text), &mut diags);
    let warned: Option<Warned> = hcldyn::from_body(&body, &EvalContext::new(), &mut diags);
    assert_eq!((warned.unwrap().port, diags.len()), (1, 2));
    assert!(diags.iter().all(|diagnostic| diagnostic.severity == Severity::Warning));
    assert_eq!(good::<Ignored>(text).port, 1);
    assert!(problems::<Ignored>("prot = 1").contains("The required attribute \"port\" is not set"));
}

/// A server.
///
/// It listens.
#[derive(Debug, HclDecode)]
struct Documented {
    /// Its name.
    #[hcl(label)]
    name: String,
    /// The port.
    port: u16,
    /// The number of attempts.
    #[hcl(default = 3)]
    tries: u8,
    /// The logs.
    #[hcl(block)]
    log: Vec<Empty>,
}

#[test]
fn doc_comments_are_docs_of_the_spec() {
    let spec = Documented::spec();
    assert_eq!(spec.docs(), Some("A server.\n\nIt listens."));
    let Spec::Object(object) = &spec else { panic!("a struct is an object") };
    let docs: Vec<_> = object.specs().iter().map(Spec::docs).collect();
    let expected = ["Its name.", "The port.", "The number of attempts.", "The logs."];
    assert_eq!(docs, expected.map(Some));
}

#[test]
fn specs_of_structs_are_valid() {
    #[derive(Debug, HclDecode)]
    struct Outer {
        #[hcl(block)]
        documented: Vec<Documented>,
    }
    Outer::spec().check().unwrap();
}

/// A macro produces a part of the docs.
#[derive(HclDecode)]
#[doc = concat!("It ", "listens.")]
struct Described {
    #[doc = stringify!(port)]
    port: u16,
}

#[test]
fn macros_make_docs_of_the_spec() {
    let spec = Described::spec();
    assert_eq!(spec.docs(), Some("A macro produces a part of the docs.\nIt listens."));
    let Spec::Object(object) = &spec else { panic!("{spec:?}") };
    assert_eq!(object.specs()[0].docs(), Some("port"));
}
