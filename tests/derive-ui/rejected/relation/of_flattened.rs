use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Key {
    #[hcl(conflicts_with = "password", requires = "usr")]
    key: Option<String>,
    user: Option<String>,
    #[hcl(flatten)]
    login: Login,
}

#[derive(HclDecode)]
struct Login {
    password: Option<String>,
}

fn main() {}
