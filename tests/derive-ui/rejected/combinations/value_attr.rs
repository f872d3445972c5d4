use hcldyn::body::Body;
use hcldyn::cty::Value;
use hcldyn::syntax::Place;
use hcldyn::{Deferred, Expression, ExpressionClosure, HclDecode, HclValue, Spanned};

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

#[derive(HclValue)]
struct Object {
    x: u8,
}

#[derive(HclValue)]
struct FieldFromStrU8String {
    #[hcl(from_str)]
    field: (u8, String),
}

#[derive(HclValue)]
struct FieldFromStrSliceU81 {
    #[hcl(from_str)]
    field: [u8; 1],
}

#[derive(HclValue)]
struct FieldFromStrBoxU8 {
    #[hcl(from_str)]
    field: Box<u8>,
}

#[derive(HclValue)]
struct FieldSerdeSpannedU8 {
    #[hcl(serde)]
    field: Spanned<u8>,
}

#[derive(HclValue)]
struct FieldSerdeOptionSpannedU8 {
    #[hcl(serde)]
    field: Option<Spanned<u8>>,
}

#[derive(HclValue)]
struct FieldSerdeVecSpannedU8 {
    #[hcl(serde)]
    field: Vec<Spanned<u8>>,
}

#[derive(HclValue)]
struct FieldSerdeSpannedVecU8 {
    #[hcl(serde)]
    field: Spanned<Vec<u8>>,
}

#[derive(HclValue)]
struct FieldDefaultLevel {
    #[hcl(default)]
    field: Level,
}

#[derive(HclValue)]
struct FieldOptionalLevel {
    #[hcl(optional)]
    field: Level,
}

#[derive(HclValue)]
struct FieldFromStrLevel {
    #[hcl(from_str)]
    field: Level,
}

#[derive(HclValue)]
struct FieldSerdeLevel {
    #[hcl(serde)]
    field: Level,
}

#[derive(HclValue)]
struct FieldFromStrVecLevel {
    #[hcl(from_str)]
    field: Vec<Level>,
}

#[derive(HclValue)]
struct FieldSerdeVecLevel {
    #[hcl(serde)]
    field: Vec<Level>,
}

#[derive(HclValue)]
struct FieldDefaultValue {
    #[hcl(default)]
    field: Value,
}

#[derive(HclValue)]
struct FieldOptionalValue {
    #[hcl(optional)]
    field: Value,
}

#[derive(HclValue)]
struct FieldFromStrValue {
    #[hcl(from_str)]
    field: Value,
}

#[derive(HclValue)]
struct FieldFromStrDeferredU8 {
    #[hcl(from_str)]
    field: Deferred<u8>,
}

#[derive(HclValue)]
struct FieldSerdeDeferredU8 {
    #[hcl(serde)]
    field: Deferred<u8>,
}

#[derive(HclValue)]
struct FieldDefaultExpression {
    #[hcl(default)]
    field: Expression,
}

#[derive(HclValue)]
struct FieldOptionalExpression {
    #[hcl(optional)]
    field: Expression,
}

#[derive(HclValue)]
struct FieldFromStrExpression {
    #[hcl(from_str)]
    field: Expression,
}

#[derive(HclValue)]
struct FieldSerdeExpression {
    #[hcl(serde)]
    field: Expression,
}

#[derive(HclValue)]
struct FieldDefaultExpressionClosure {
    #[hcl(default)]
    field: ExpressionClosure,
}

#[derive(HclValue)]
struct FieldOptionalExpressionClosure {
    #[hcl(optional)]
    field: ExpressionClosure,
}

#[derive(HclValue)]
struct FieldFromStrExpressionClosure {
    #[hcl(from_str)]
    field: ExpressionClosure,
}

#[derive(HclValue)]
struct FieldSerdeExpressionClosure {
    #[hcl(serde)]
    field: ExpressionClosure,
}

#[derive(HclValue)]
struct FieldServer {
    field: Server,
}

#[derive(HclValue)]
struct FieldOptionServer {
    field: Option<Server>,
}

#[derive(HclValue)]
struct FieldStep {
    field: Step,
}

#[derive(HclValue)]
struct FieldBody {
    field: Body,
}

#[derive(HclValue)]
struct FieldPlace {
    field: Place,
}

#[derive(HclValue)]
struct FieldFromStrVecDeferredU8 {
    #[hcl(from_str)]
    field: Vec<Deferred<u8>>,
}

#[derive(HclValue)]
struct FieldSerdeVecDeferredU8 {
    #[hcl(serde)]
    field: Vec<Deferred<u8>>,
}

#[derive(HclValue)]
struct FieldFromStrObject {
    #[hcl(from_str)]
    field: Object,
}

#[derive(HclValue)]
struct FieldFromStrOptionObject {
    #[hcl(from_str)]
    field: Option<Object>,
}

#[derive(HclValue)]
struct FieldFromStrVecObject {
    #[hcl(from_str)]
    field: Vec<Object>,
}

#[derive(HclValue)]
struct FieldDefaultObject {
    #[hcl(default)]
    field: Object,
}

#[derive(HclValue)]
struct FieldOptionalObject {
    #[hcl(optional)]
    field: Object,
}

fn main() {}
