use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(label)]
    name: Mine,
}

struct Mine {
}

fn main() {}
