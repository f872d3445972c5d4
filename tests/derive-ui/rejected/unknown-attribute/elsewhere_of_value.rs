use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(into = "String", rename = "o")]
struct Object {
    #[hcl(child)]
    child: u8,
    #[hcl(argument)]
    argument: String,
    #[hcl(group = "g")]
    group: Option<u8>,
    #[hcl(regex = "^a")]
    name: String,
    #[hcl(rename = "n")]
    other: u8,
    #[hcl(property)]
    port: u16,
}

#[derive(HclValue)]
enum Level {
    #[hcl(rename = "information")]
    Info,
    #[hcl(inline)]
    Debug,
}

fn main() {}
