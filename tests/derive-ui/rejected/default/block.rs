use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block, default)]
    log: Log,
}

#[derive(Default, HclDecode)]
struct Log {}

fn main() {}
