use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(rename_all = "kebab-case")]
struct Port(u16);

#[derive(HclValue)]
#[hcl(rename_all = "UPPERCASE", try_from = "String")]
enum Level {
    Info,
}

impl From<String> for Level {
    fn from(_: String) -> Self {
        Self::Info
    }
}

fn main() {}
