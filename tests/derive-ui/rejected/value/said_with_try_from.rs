use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(try_from = "String")]
struct Endpoint {
    #[hcl(name = "address")]
    host: String,
}

#[derive(HclValue)]
#[hcl(try_from = "String")]
enum Level {
    #[hcl(name = "information")]
    Info,
}

impl From<String> for Endpoint {
    fn from(host: String) -> Self {
        Self { host }
    }
}

impl From<String> for Level {
    fn from(_: String) -> Self {
        Self::Info
    }
}

fn main() {}
