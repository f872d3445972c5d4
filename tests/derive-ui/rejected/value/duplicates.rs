use hcldyn::HclValue;

#[derive(HclValue)]
struct Endpoint {
    host: String,
    #[hcl(name = "host")]
    other: String,
}

#[derive(HclValue)]
enum Level {
    Info,
    #[hcl(name = "info")]
    Other,
}

fn main() {}
