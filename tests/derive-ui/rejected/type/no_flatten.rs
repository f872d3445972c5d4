use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(flatten)]
    common: Mine,
}

struct Mine {
}

fn main() {}
