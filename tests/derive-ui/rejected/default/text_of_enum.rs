use hcldyn::{HclDecode, HclValue, Spanned};

#[derive(HclValue)]
enum Level {
    Info,
    #[hcl(alias = "trace", former_name = "verbose")]
    Debug,
}

#[derive(HclDecode)]
struct Config {
    #[hcl(default = "inof")]
    level: Level,
    #[hcl(default = "Info")]
    spanned: Spanned<Level>,
    #[hcl(default = "verbose")]
    right: Box<Level>,
}

#[derive(HclValue)]
struct Object {
    #[hcl(default = "wran")]
    level: Level,
    #[hcl(default = "trace")]
    right: Level,
}

fn main() {}
