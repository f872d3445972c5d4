use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(from_str)]
    mine: Mine,
}

struct Mine {
}

fn main() {}
