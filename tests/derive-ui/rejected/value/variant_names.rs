use hcldyn::HclValue;

#[derive(HclValue)]
enum Level {
    #[hcl(alias = "information")]
    Info,
    #[hcl(alias = "info")]
    Debug,
    #[hcl(former_name = "information")]
    Trace,
}

fn main() {}
