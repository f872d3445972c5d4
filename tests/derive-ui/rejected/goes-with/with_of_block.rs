use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(block, with = make)]
    login: Login,
}

#[derive(HclDecode)]
struct Login {
}

fn main() {}
