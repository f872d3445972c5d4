use hcldyn::HclDecode;

#[derive(HclDecode)]
enum Level {
    Info,
}

#[derive(HclDecode)]
struct Port(u16);

fn main() {}
