//! The examples of the documents that the project started from.

use hcldyn::{Diagnostics, EvalContext, HclDecode, Value, ext, parse_expression};

#[derive(Debug, HclDecode)]
struct Config {
    #[hcl(block)]
    toplevel: Toplevel,
}

#[derive(Debug, HclDecode)]
struct Toplevel {
    #[hcl(dynamic)]
    nested: Vec<Nested>,
}

#[derive(Debug, HclDecode)]
struct Nested {
    foo: String,
}

/// Generated blocks stand where their `dynamic` block does, between the static ones.
#[test]
fn dynamic_blocks_stand_in_their_place() {
    let text = r#"
toplevel {
  nested {
    foo = "static block 1"
  }

  dynamic "nested" {
    for_each = ["a", "b", "c"]
    iterator = nested
    content {
      foo = "dynamic block ${nested.value}"
    }
  }

  nested {
    foo = "static block 2"
  }
}
"#;
    let config: Config = hcldyn::from_str(text, &EvalContext::new()).unwrap();
    let foos: Vec<_> = config.toplevel.nested.iter().map(|nested| nested.foo.as_str()).collect();
    assert_eq!(
        foos,
        [
            "static block 1",
            "dynamic block a",
            "dynamic block b",
            "dynamic block c",
            "static block 2"
        ]
    );
}

/// The function that evaluates an expression with more variables.
#[test]
fn with_evaluates_in_the_scope_of_its_argument() {
    let ctx = EvalContext::new().with_functions(ext::all()).with_variable("greeting", "Hello");
    let mut diags = Diagnostics::new();
    let call = "with({name = \"Cory\"}, \"${greeting}, ${name}!\")";
    let value = parse_expression("<test>", call, &mut diags).unwrap().value(&ctx, &mut diags);
    assert!(diags.is_empty(), "{diags}");
    assert_eq!(value, Value::from("Hello, Cory!"));
}
