use std::sync::LazyLock;

use hcldyn::HclDecode;

const NAME: &str = "^[a-z]+$";
static COMPILED: LazyLock<Vec<u8>> = LazyLock::new(Vec::new);

#[derive(HclDecode)]
struct Config {
    #[hcl(matches = NAME)]
    right: String,
    #[hcl(matches = COMPILED)]
    a: String,
    #[hcl(name = NAME)]
    b: String,
    #[hcl(alias = NAME)]
    c: String,
}

fn main() {}
