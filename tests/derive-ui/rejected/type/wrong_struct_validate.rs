use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(validate = check)]
struct Config {
    port: u16,
}

fn check(config: &Config) {
    let _ = config.port;
}

fn main() {}
