use hcldyn::{HclDecode, HclValue};

#[derive(HclDecode)]
struct Common {
    port: u16,
}

#[derive(HclDecode)]
struct Config {
    #[hcl(flatten)]
    one: Common,
    #[hcl(flatten)]
    two: Box<Common>,
}

#[derive(HclValue)]
struct Part {
    port: u16,
}

#[derive(HclValue)]
struct Object {
    #[hcl(flatten)]
    one: Part,
    #[hcl(flatten)]
    two: Part,
}

fn main() {}
