use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(from = "String")]
struct Name(u8);

#[derive(HclValue)]
#[hcl(from = "String", try_from = "String")]
struct Both(String);

#[derive(HclValue)]
#[hcl(from = String)]
struct Unquoted(String);

#[derive(HclValue)]
#[hcl(from = "Host")]
struct Address(Host);

struct Host;

impl From<Host> for Address {
    fn from(host: Host) -> Self {
        Self(host)
    }
}

#[derive(HclValue)]
#[hcl(from = "String")]
enum Speed {
    #[hcl(alias = "quick")]
    Fast,
    #[hcl(other)]
    Slow,
}

impl From<String> for Speed {
    fn from(name: String) -> Self {
        if name == "fast" { Self::Fast } else { Self::Slow }
    }
}

fn main() {}
