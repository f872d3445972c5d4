use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(serde)]
    mine: Mine,
}

struct Mine {
}

fn main() {}
