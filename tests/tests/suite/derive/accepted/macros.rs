//! Options of a type that a macro generates may come from variables of the macro.

use hcldyn::{EvalContext, HclDecode};

macro_rules! config {
    ($name:literal, $alias:expr, $default:expr, $count:expr, $check:path) => {
        #[derive(HclDecode)]
        struct Config {
            #[hcl(name = $name, alias = [$alias, "other"], default = $default, validate = $check)]
            value: u8,
            #[hcl(block, max_items = $count)]
            rule: Vec<Rule>,
        }

        #[derive(HclDecode)]
        struct Rule {}
    };
}

config!("first", "second", 1 + 2, 2, check);

fn check(_: &u8) -> Result<(), &'static str> {
    Ok(())
}

#[test]
fn options_come_from_variables_of_the_macro() {
    let decode = |text| hcldyn::from_str::<Config>(text, &EvalContext::new());
    assert_eq!(decode("").unwrap().value, 3);
    assert_eq!(decode("second = 7").unwrap().value, 7);
    assert!(decode("rule {}\nrule {}\nrule {}").is_err());
}
