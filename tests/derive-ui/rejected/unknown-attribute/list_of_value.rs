use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(quux)]
struct Point {
    #[hcl(quux)]
    x: u8,
}

#[derive(HclValue)]
enum Level {
    #[hcl(quux)]
    Info,
}

fn main() {}
