//! Specs written as spec files.

use hcldyn::cty::{Function, Mark, Type, Value};
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, language};
use hcldyn::{HclDecode, HclValue};
use hcldyn_tests::random_specs::RandomSpec;
use hcldyn_tests::spec_files::{read, round_trip};
use insta::assert_snapshot;

#[test]
fn random_specs_are_read_as_they_were() {
    let (mut valid, mut failed) = (0, Vec::new());
    for index in 0..150 {
        let spec = RandomSpec::new(1, index).spec();
        if spec.check().is_err() {
            continue;
        }
        valid += 1;
        match round_trip(&spec) {
            Ok(losses) if losses.is_empty() => {}
            Ok(losses) => failed.push(format!("{index}: {}", losses[0])),
            Err(error) => failed.push(format!("{index}: {error}")),
        }
    }
    assert!(failed.is_empty(), "{} of {valid}:\n{}", failed.len(), failed[0]);
    assert!(valid >= 100, "{valid}");
}

#[test]
fn spec_files_of_real_formats_are_written_as_they_are_read() {
    for name in ["nomad", "packer", "terragrunt"] {
        let path = format!("{}/../examples/specs/{name}.hcl", env!("CARGO_MANIFEST_DIR"));
        let spec = read(&std::fs::read_to_string(path).unwrap(), false).unwrap();
        assert_eq!(round_trip(&spec), Ok(Vec::new()), "{name}");
    }
}

/// A directory with rules, which may contain themselves.
#[derive(HclDecode)]
#[expect(dead_code, reason = "only its spec is used")]
struct Directory {
    /// The address.
    #[hcl(alias = "addr")]
    address: String,
    #[hcl(default = 8080, range = 1..=65_535)]
    port: u16,
    #[hcl(former_name = "timeout_seconds")]
    timeout: Option<std::time::Duration>,
    level: Level,
    root: Tree,
    #[hcl(block)]
    rule: Vec<Rule>,
}

#[derive(HclDecode)]
#[expect(dead_code, reason = "only its spec is used")]
struct Rule {
    #[hcl(label)]
    name: String,
    #[hcl(block, merge = "append")]
    rule: Vec<Self>,
}

#[derive(HclValue)]
enum Level {
    /// Everything.
    Debug,
    #[hcl(alias = "warning")]
    Warn,
}

#[derive(HclValue)]
#[expect(dead_code, reason = "only its spec is used")]
struct Tree {
    name: String,
    #[hcl(optional)]
    children: Vec<Self>,
}

#[test]
fn the_spec_of_a_struct() {
    let written = language::write(&Directory::spec());
    // The program computes the default of `children`, in both uses of `Tree`.
    assert_eq!(written.losses.len(), 2);
    assert_eq!(round_trip(&Directory::spec()), Ok(written.losses));
    assert_snapshot!(written.text);
}

#[test]
fn parts_that_only_the_program_has_are_listed() {
    let port = || AttrSpec::new("port", Type::Number);
    let double = Function::from_fn("double", ["number"], |number: u16| number * 2);
    let secret = Value::from("hush").mark(Mark::sensitive());
    let handle = hcldyn::cty::CapsuleType::new("handle");
    let server = Spec::object([
        ("a", Spec::from(port()).transform(double)),
        ("b", Spec::from(port()).validate_as("It is even.", |_, _| {})),
        ("c", Spec::from(port()).refine(hcldyn::cty::Refiner::not_null)),
        ("d", port().decode_with(hcldyn::Expression::value).into()),
        ("e", Spec::Literal(secret)),
        ("f", AttrSpec::new("handle", Type::Capsule(handle)).into()),
        ("g", Spec::from(port()).or(Spec::Literal("80".into()))),
    ]);
    let blocks = BlocksSpec::new("server", server).max_items(0);
    let written = language::write(&Spec::object([("servers", Spec::from(blocks.tuple()))]));
    let losses: Vec<_> = written.losses.iter().map(ToString::to_string).collect();
    assert_eq!(
        losses,
        [
            "in servers: the maximum of 0 blocks",
            "in servers, block \"server\", a: the function of a transformation",
            "in servers, block \"server\", b: the function of a validation: It is even.",
            "in servers, block \"server\", c: the function of a refinement",
            "in servers, block \"server\", d: the function that decodes the attribute",
            "in servers, block \"server\", e: a sensitive value",
            "in servers, block \"server\", f: the type handle",
            "in servers, block \"server\", g: the type of a default",
        ]
    );
    assert!(!written.text.contains("hush"), "{}", written.text);
    assert!(read(&written.text, false).is_ok());
}

#[test]
fn bodies_that_several_block_types_share_have_a_name() {
    let limits = BlocksSpec::new("limits", AttrSpec::new("cpu", Type::Number).into());
    let servers =
        BlocksSpec::new("server", Spec::object([("limits", limits.clone().into())])).map("name");
    let spec = Spec::object([("limits", Spec::from(limits)), ("servers", servers.into())]);
    assert_snapshot!(language::write(&spec).text, @r#"
    object {
      block "limits" {
        use {
          spec = "limits"
        }
      }

      block_map "servers" {
        block_type = "server"
        labels     = ["name"]

        object {
          block "limits" {
            use {
              spec = "limits"
            }
          }
        }
      }
    }

    spec "limits" {
      attr {
        name = "cpu"
        type = number
      }
    }
    "#);
    assert_eq!(round_trip(&spec), Ok(Vec::new()));
}

#[test]
fn a_variant_for_other_keywords_keeps_its_value() {
    let text = r#"attr {
  name = "a"
  variants {
    variant "auto" {}
    variant "port" {
      other = true
      integer {
        min = 1
        max = 9
      }
    }
  }
}
"#;
    let spec = read(text, false).unwrap();
    let written = language::write(&spec).text;
    assert!(written.contains("integer {"), "{written}");
    assert_eq!(round_trip(&spec), Ok(Vec::new()));
}
