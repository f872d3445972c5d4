use hcldyn::{Deferred, Expression, HclDecode};

#[derive(HclDecode)]
struct Server {
    #[hcl(key)]
    key: Expression,
    #[hcl(label)]
    name: Deferred<String>,
    #[hcl(labels)]
    rest: Vec<Vec<String>>,
}

#[derive(HclDecode)]
struct Client {
    #[hcl(labels)]
    labels: Vec<Option<String>>,
}

fn main() {}
