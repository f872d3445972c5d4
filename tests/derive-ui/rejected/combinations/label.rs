use hcldyn::body::Body;
use hcldyn::{HclDecode, HclValue, Spanned};

#[derive(HclDecode)]
struct Server {
    x: u8,
}

#[derive(HclValue)]
enum Level {
    Five,
}

#[derive(HclDecode)]
struct FieldFromStrLevel {
    #[hcl(label, from_str)]
    field: Level,
}

#[derive(HclDecode)]
struct FieldFromStrBoxStr {
    #[hcl(label, from_str)]
    field: Box<str>,
}

#[derive(HclDecode)]
struct FieldFromStrSpannedString {
    #[hcl(label, from_str)]
    field: Spanned<String>,
}

#[derive(HclDecode)]
struct FieldServer {
    #[hcl(label)]
    field: Server,
}

#[derive(HclDecode)]
struct FieldBody {
    #[hcl(label)]
    field: Body,
}

fn main() {}
