use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(from = "String", into_value)]
struct Host(String);

impl From<String> for Host {
    fn from(text: String) -> Self {
        Self(text)
    }
}

fn main() {}
