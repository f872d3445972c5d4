use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(tag = "label")]
enum Quoted {
    A { port: u16 },
}

#[derive(HclDecode)]
#[hcl(tag = type)]
enum Keyword {
    A { port: u16 },
}

#[derive(HclDecode)]
#[hcl(tag = "type")]
enum Taken {
    A { r#type: u16 },
    B { r#type: String },
}

#[derive(HclDecode)]
#[hcl(exactly_one_of(a, b))]
struct Group {
    a: Option<u8>,
    b: Option<u8>,
}

fn main() {}
