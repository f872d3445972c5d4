use std::collections::BTreeMap;

use hcldyn::body::Body;
use hcldyn::{HclDecode, HclValue, Spanned};

#[derive(HclDecode)]
struct Server {
    x: u8,
}

#[derive(HclDecode)]
enum Step {
    Run {},
}

#[derive(HclDecode)]
#[hcl(tag = "type")]
enum Tagged {
    Run {},
}

#[derive(HclValue)]
enum Level {
    Five,
}

#[derive(HclDecode)]
struct FieldOptionalStep {
    #[hcl(blocks, optional)]
    field: Step,
}

#[derive(HclDecode)]
struct FieldMinItems1Step {
    #[hcl(blocks, min_items = 1)]
    field: Step,
}

#[derive(HclDecode)]
struct FieldMaxItems2Step {
    #[hcl(blocks, max_items = 2)]
    field: Step,
}

#[derive(HclDecode)]
struct FieldMaxItems2OptionStep {
    #[hcl(blocks, max_items = 2)]
    field: Option<Step>,
}

#[derive(HclDecode)]
struct FieldOptionalBoxStep {
    #[hcl(blocks, optional)]
    field: Box<Step>,
}

#[derive(HclDecode)]
struct FieldMinItems1BoxStep {
    #[hcl(blocks, min_items = 1)]
    field: Box<Step>,
}

#[derive(HclDecode)]
struct FieldMaxItems2BoxStep {
    #[hcl(blocks, max_items = 2)]
    field: Box<Step>,
}

#[derive(HclDecode)]
struct FieldOptionalSpannedStep {
    #[hcl(blocks, optional)]
    field: Spanned<Step>,
}

#[derive(HclDecode)]
struct FieldMinItems1SpannedStep {
    #[hcl(blocks, min_items = 1)]
    field: Spanned<Step>,
}

#[derive(HclDecode)]
struct FieldMaxItems2SpannedStep {
    #[hcl(blocks, max_items = 2)]
    field: Spanned<Step>,
}

#[derive(HclDecode)]
struct FieldBtreemapStringStep {
    #[hcl(blocks)]
    field: BTreeMap<String, Step>,
}

#[derive(HclDecode)]
struct FieldVecServer {
    #[hcl(blocks)]
    field: Vec<Server>,
}

#[derive(HclDecode)]
struct FieldVecTagged {
    #[hcl(blocks)]
    field: Vec<Tagged>,
}

#[derive(HclDecode)]
struct FieldLevel {
    #[hcl(blocks)]
    field: Level,
}

#[derive(HclDecode)]
struct FieldBody {
    #[hcl(blocks)]
    field: Body,
}

fn main() {}
