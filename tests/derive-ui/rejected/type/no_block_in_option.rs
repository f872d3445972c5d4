use hcldyn::HclDecode;

struct Log;

#[derive(HclDecode)]
struct Config {
    #[hcl(block)]
    log: Option<Log>,
}

fn main() {}
