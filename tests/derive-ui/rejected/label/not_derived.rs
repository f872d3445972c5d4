use hcldyn::HclDecode;

struct Name(String);

#[derive(HclDecode)]
struct Server {
    #[hcl(label)]
    name: Name,
}

fn main() {}
