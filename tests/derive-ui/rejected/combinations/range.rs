use hcldyn::syntax::Place;
use hcldyn::{HclDecode, Spanned};

#[derive(HclDecode)]
struct FieldOptionPlace {
    #[hcl(range)]
    field: Option<Place>,
}

#[derive(HclDecode)]
struct FieldString {
    #[hcl(range)]
    field: String,
}

#[derive(HclDecode)]
struct FieldSpannedU8 {
    #[hcl(range)]
    field: Spanned<u8>,
}

fn main() {}
