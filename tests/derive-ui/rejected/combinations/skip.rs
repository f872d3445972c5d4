use hcldyn::HclDecode;

struct NotDecoded;

#[derive(HclDecode)]
struct FieldNotdecoded {
    #[hcl(skip)]
    field: NotDecoded,
}

fn main() {}
