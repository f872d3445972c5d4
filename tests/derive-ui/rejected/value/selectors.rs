use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(tag = label)]
enum Labelled {
    A,
}

#[derive(HclValue)]
#[hcl(tag = "type", untagged)]
enum Both {
    A,
}

#[derive(HclValue)]
#[hcl(tag = "type", ignore_case)]
enum TagInAnyCase {
    A,
}

#[derive(HclValue)]
#[hcl(untagged)]
struct Struct {
    a: u8,
}

#[derive(HclValue)]
#[hcl(into_value)]
enum Keyword {
    A,
}

#[derive(HclValue)]
#[hcl(unknown = "warn")]
struct Newtype(u8);

#[derive(HclValue)]
#[hcl(from = "String", tag = "type")]
enum Converted {
    A,
}

impl From<String> for Converted {
    fn from(_: String) -> Self {
        Self::A
    }
}

fn main() {}
