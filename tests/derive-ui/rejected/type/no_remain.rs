use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(remain)]
    rest: Mine,
}

struct Mine {
}

fn main() {}
