use hcldyn::HclDecode;

struct Mine;

#[derive(HclDecode)]
struct Config {
    mine: Mine,
}

fn main() {}
