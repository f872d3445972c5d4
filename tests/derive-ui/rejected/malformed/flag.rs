use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Server {
    #[hcl(flag)]
    host: String,
    #[hcl(flag = "port")]
    port: u16,
    #[hcl(flag(short = "p", long = "--path", name = "x"))]
    path: String,
    #[hcl(from = "file")]
    region: String,
    #[hcl(from())]
    zone: String,
    #[hcl(from(file, file, disk))]
    rack: String,
    #[hcl(from(file), flag(long = "name"))]
    name: String,
    #[hcl(from(flag), flag(env = "TOKEN"))]
    token: String,
    #[hcl(block, from(file))]
    tls: Tls,
}

#[derive(HclDecode)]
struct Tls {
    key: String,
}

fn main() {}
