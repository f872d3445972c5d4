use hcldyn::HclDecode;

struct Log;

#[derive(HclDecode)]
struct Config {
    #[hcl(block)]
    log: Box<Log>,
    #[hcl(block)]
    logs: Vec<hcldyn::Spanned<Log>>,
}

fn main() {}
