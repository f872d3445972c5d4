use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(try_from = "String")]
struct Name(u8);

struct NotDisplay;

#[derive(HclValue)]
#[hcl(try_from = "u8")]
struct Percent(u8);

impl TryFrom<u8> for Percent {
    type Error = NotDisplay;

    fn try_from(percent: u8) -> Result<Self, NotDisplay> {
        if percent > 100 { Err(NotDisplay) } else { Ok(Self(percent)) }
    }
}

fn main() {}
