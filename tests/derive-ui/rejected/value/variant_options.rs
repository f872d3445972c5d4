use hcldyn::HclValue;

#[derive(HclValue)]
enum Level {
    #[hcl(skip, name = "none")]
    Skipped,
    #[hcl(other)]
    First(String),
    #[hcl(other)]
    Second(String),
    #[hcl(alias = "high")]
    High,
    #[hcl(name = "high")]
    Highest,
    #[hcl(untagged)]
    Untagged,
}

fn main() {}
