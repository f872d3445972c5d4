use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Direct {
    #[hcl(requires = "key", conflicts_with = "key")]
    cert: Option<String>,
    key: Option<String>,
}

#[derive(HclDecode)]
#[hcl(exactly_one_of("a", "c"))]
struct ThroughOthers {
    #[hcl(requires = "b")]
    a: Option<u8>,
    #[hcl(requires = "c")]
    b: Option<u8>,
    c: Option<u8>,
}

#[derive(HclDecode)]
#[hcl(requires_if("mode" = "tls", "cert", "socket"))]
struct Conditional {
    mode: String,
    #[hcl(conflicts_with = "socket")]
    cert: Option<String>,
    socket: Option<String>,
}

fn main() {}
