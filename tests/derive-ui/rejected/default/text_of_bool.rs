use hcldyn::{HclDecode, HclValue};

#[derive(HclDecode)]
struct Config {
    #[hcl(default = "yes")]
    verbose: bool,
    #[hcl(default = "is_debug")]
    debug: bool,
    #[hcl(default = "true")]
    right: bool,
}

#[derive(HclValue)]
struct Object {
    #[hcl(default = "on")]
    flag: bool,
    #[hcl(default = "many")]
    count: usize,
}

fn main() {}
