use hcldyn::HclDecode;
use hcldyn::body::Body;

#[derive(HclDecode)]
struct Server {
    x: u8,
}

#[derive(HclDecode)]
struct FieldOptionBody {
    #[hcl(remain)]
    field: Option<Body>,
}

#[derive(HclDecode)]
struct FieldBoxBody {
    #[hcl(remain)]
    field: Box<Body>,
}

#[derive(HclDecode)]
struct FieldServer {
    #[hcl(remain)]
    field: Server,
}

fn main() {}
