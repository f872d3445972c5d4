use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(unknown = "deny", rename_al = "kebab-case")]
struct Config {
    #[hcl(label, default = 3, alias = "x")]
    a: Option<String>,
    #[hcl(min_items = 3, max_items = 2, block)]
    b: Vec<Block>,
    #[hcl(flatten, name = "c")]
    c: Option<Block>,
    #[hcl(conflicts_with = "nothing")]
    d: u8,
}

#[derive(HclDecode)]
struct Block {}

fn main() {}
