use hcldyn::body::Body;
use hcldyn::{Expression, HclDecode, HclValue, Spanned};

#[derive(HclDecode)]
struct Server {
    x: u8,
}

#[derive(HclDecode)]
enum Step {
    Run {},
}

#[derive(HclValue)]
enum Level {
    Five,
}

#[derive(HclDecode)]
struct FieldOptionalServer {
    #[hcl(block, optional)]
    field: Server,
}

#[derive(HclDecode)]
struct FieldMinItems1Server {
    #[hcl(block, min_items = 1)]
    field: Server,
}

#[derive(HclDecode)]
struct FieldMaxItems2Server {
    #[hcl(block, max_items = 2)]
    field: Server,
}

#[derive(HclDecode)]
struct FieldMaxItems2OptionServer {
    #[hcl(block, max_items = 2)]
    field: Option<Server>,
}

#[derive(HclDecode)]
struct FieldOptionalBoxServer {
    #[hcl(block, optional)]
    field: Box<Server>,
}

#[derive(HclDecode)]
struct FieldMinItems1BoxServer {
    #[hcl(block, min_items = 1)]
    field: Box<Server>,
}

#[derive(HclDecode)]
struct FieldMaxItems2BoxServer {
    #[hcl(block, max_items = 2)]
    field: Box<Server>,
}

#[derive(HclDecode)]
struct FieldMaxItems2OptionBoxServer {
    #[hcl(block, max_items = 2)]
    field: Option<Box<Server>>,
}

#[derive(HclDecode)]
struct FieldOptionalSpannedServer {
    #[hcl(block, optional)]
    field: Spanned<Server>,
}

#[derive(HclDecode)]
struct FieldMinItems1SpannedServer {
    #[hcl(block, min_items = 1)]
    field: Spanned<Server>,
}

#[derive(HclDecode)]
struct FieldMaxItems2SpannedServer {
    #[hcl(block, max_items = 2)]
    field: Spanned<Server>,
}

#[derive(HclDecode)]
struct FieldOptionalStep {
    #[hcl(block, optional)]
    field: Step,
}

#[derive(HclDecode)]
struct FieldMinItems1Step {
    #[hcl(block, min_items = 1)]
    field: Step,
}

#[derive(HclDecode)]
struct FieldMaxItems2Step {
    #[hcl(block, max_items = 2)]
    field: Step,
}

#[derive(HclDecode)]
struct FieldVecVecServer {
    #[hcl(block)]
    field: Vec<Vec<Server>>,
}

#[derive(HclDecode)]
struct FieldLevel {
    #[hcl(block)]
    field: Level,
}

#[derive(HclDecode)]
struct FieldBody {
    #[hcl(block)]
    field: Body,
}

#[derive(HclDecode)]
struct FieldExpression {
    #[hcl(block)]
    field: Expression,
}

#[derive(HclDecode)]
struct FieldSerdeSpannedServer {
    #[hcl(block, serde)]
    field: Spanned<Server>,
}

#[derive(HclDecode)]
struct FieldSerdeVecSpannedServer {
    #[hcl(block, serde)]
    field: Vec<Spanned<Server>>,
}

fn main() {}
