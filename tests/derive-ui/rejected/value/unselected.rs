use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(ignore_case)]
enum Twins {
    #[hcl(name = "a")]
    Small,
    #[hcl(name = "A")]
    Capital,
    #[hcl(alias = "CAPITAL")]
    Third,
    #[hcl(name = "capital")]
    Fourth,
}

#[derive(HclValue)]
enum Skipped {
    #[hcl(skip)]
    A,
    #[hcl(skip)]
    B,
}

#[derive(HclValue)]
enum Numbers {
    A,
    #[hcl(other)]
    Other(u8),
}

#[derive(HclValue)]
enum Lists {
    A,
    #[hcl(other)]
    Other(Vec<String>),
}

fn main() {}
