use hcldyn::HclValue;

#[derive(HclValue)]
union Bits {
    a: u8,
    b: i8,
}

fn main() {}
