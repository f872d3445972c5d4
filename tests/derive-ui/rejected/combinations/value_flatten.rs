use hcldyn::{HclDecode, HclValue};

#[derive(HclDecode)]
struct Server {
    x: u8,
}

#[derive(HclValue)]
enum Level {
    Five,
}

#[derive(HclValue)]
struct FieldServer {
    #[hcl(flatten)]
    field: Server,
}

#[derive(HclValue)]
struct FieldLevel {
    #[hcl(flatten)]
    field: Level,
}

fn main() {}
