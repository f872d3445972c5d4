use hcldyn::HclDecode;
use hcldyn::body::Body;

#[derive(HclDecode)]
struct Config {
    #[hcl("name,label")]
    a: String,
    #[hcl("b,optional")]
    b: Option<u8>,
    #[hcl(",remain")]
    c: Body,
    #[hcl("port")]
    d: u16,
    #[hcl(name = "e,optional")]
    e: Option<u8>,
}

fn main() {}
