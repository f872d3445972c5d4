use hcldyn::HclDecode;

#[derive(HclDecode)]
union Config {
    a: u8,
}

fn main() {}
