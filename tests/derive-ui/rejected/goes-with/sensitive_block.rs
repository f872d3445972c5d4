use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block, sensitive)]
    login: Login,
}

#[derive(HclDecode)]
struct Login {
}

fn main() {}
