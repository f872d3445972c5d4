use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(default_value = "3")]
    a: u8,
    #[hcl(default_value_t = 3)]
    b: u8,
    #[hcl(value_parser = parse)]
    c: u8,
    #[hcl(env = "PORT")]
    d: u8,
    #[hcl(help = "The port.")]
    e: u8,
    #[hcl(group = "g")]
    f: Option<u8>,
    #[hcl(hide = true)]
    g: u8,
    #[hcl(value_enum)]
    h: u8,
    #[hcl(requires_if("a", "b"))]
    i: Option<u8>,
}

fn main() {}
