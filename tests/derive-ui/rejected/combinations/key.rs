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
    #[hcl(key, from_str)]
    field: Level,
}

#[derive(HclDecode)]
struct FieldFromStrBoxStr {
    #[hcl(key, from_str)]
    field: Box<str>,
}

#[derive(HclDecode)]
struct FieldFromStrSpannedString {
    #[hcl(key, from_str)]
    field: Spanned<String>,
}

#[derive(HclDecode)]
struct FieldServer {
    #[hcl(key)]
    field: Server,
}

#[derive(HclDecode)]
struct FieldBody {
    #[hcl(key)]
    field: Body,
}

fn main() {}
