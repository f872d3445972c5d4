use hcldyn::HclDecode;

#[derive(HclDecode)]
enum Level {
    Info,
    Debug,
}

fn main() {}
