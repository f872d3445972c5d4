use hcldyn::HclDecode;

#[derive(HclDecode)]
enum Level {
    Info,
    Debug,
}

#[derive(HclDecode)]
struct Config {
    level: Level,
}

fn main() {}
