use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(tag = "type")]
enum Sink {
    Level(u8),
    Files(Vec<String>),
    Console,
}

#[derive(HclValue)]
#[hcl(from = "u8")]
enum Never {}

fn main() {}
