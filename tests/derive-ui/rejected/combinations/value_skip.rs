use hcldyn::HclValue;

struct NotDecoded;

#[derive(HclValue)]
struct FieldNotDecoded {
    #[hcl(skip)]
    field: NotDecoded,
}

fn main() {}
