use hcldyn::HclDecode;

trait Handler {}

#[derive(HclDecode)]
struct Config {
    handler: Box<dyn Handler>,
    #[hcl(block)]
    handlers: Vec<Box<dyn Handler>>,
}

fn main() {}
