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

#[derive(HclDecode)]
struct FieldFromStrU8String {
    #[hcl(attr, from_str)]
    field: (u8, String),
}

#[derive(HclDecode)]
struct FieldFromStrSliceU81 {
    #[hcl(attr, from_str)]
    field: [u8; 1],
}

#[derive(HclDecode)]
struct FieldFromStrBoxU8 {
    #[hcl(attr, from_str)]
    field: Box<u8>,
}

#[derive(HclDecode)]
struct FieldSerdeSpannedU8 {
    #[hcl(attr, serde)]
    field: Spanned<u8>,
}

#[derive(HclDecode)]
struct FieldSerdeOptionSpannedU8 {
    #[hcl(attr, serde)]
    field: Option<Spanned<u8>>,
}

#[derive(HclDecode)]
struct FieldSerdeVecSpannedU8 {
    #[hcl(attr, serde)]
    field: Vec<Spanned<u8>>,
}

#[derive(HclDecode)]
struct FieldSerdeSpannedVecU8 {
    #[hcl(attr, serde)]
    field: Spanned<Vec<u8>>,
}

#[derive(HclDecode)]
struct FieldDefaultLevel {
    #[hcl(attr, default)]
    field: Level,
}

#[derive(HclDecode)]
struct FieldOptionalLevel {
    #[hcl(attr, optional)]
    field: Level,
}

#[derive(HclDecode)]
struct FieldFromStrLevel {
    #[hcl(attr, from_str)]
    field: Level,
}

#[derive(HclDecode)]
struct FieldSerdeLevel {
    #[hcl(attr, serde)]
    field: Level,
}

#[derive(HclDecode)]
struct FieldFromStrVecLevel {
    #[hcl(attr, from_str)]
    field: Vec<Level>,
}

#[derive(HclDecode)]
struct FieldSerdeVecLevel {
    #[hcl(attr, serde)]
    field: Vec<Level>,
}

#[derive(HclDecode)]
struct FieldDefaultValue {
    #[hcl(attr, default)]
    field: Value,
}

#[derive(HclDecode)]
struct FieldOptionalValue {
    #[hcl(attr, optional)]
    field: Value,
}

#[derive(HclDecode)]
struct FieldFromStrValue {
    #[hcl(attr, from_str)]
    field: Value,
}

#[derive(HclDecode)]
struct FieldFromStrDeferredU8 {
    #[hcl(attr, from_str)]
    field: Deferred<u8>,
}

#[derive(HclDecode)]
struct FieldSerdeDeferredU8 {
    #[hcl(attr, serde)]
    field: Deferred<u8>,
}

#[derive(HclDecode)]
struct FieldDefaultExpression {
    #[hcl(attr, default)]
    field: Expression,
}

#[derive(HclDecode)]
struct FieldOptionalExpression {
    #[hcl(attr, optional)]
    field: Expression,
}

#[derive(HclDecode)]
struct FieldFromStrExpression {
    #[hcl(attr, from_str)]
    field: Expression,
}

#[derive(HclDecode)]
struct FieldSerdeExpression {
    #[hcl(attr, serde)]
    field: Expression,
}

#[derive(HclDecode)]
struct FieldDefaultExpressionclosure {
    #[hcl(attr, default)]
    field: ExpressionClosure,
}

#[derive(HclDecode)]
struct FieldOptionalExpressionclosure {
    #[hcl(attr, optional)]
    field: ExpressionClosure,
}

#[derive(HclDecode)]
struct FieldFromStrExpressionclosure {
    #[hcl(attr, from_str)]
    field: ExpressionClosure,
}

#[derive(HclDecode)]
struct FieldSerdeExpressionclosure {
    #[hcl(attr, serde)]
    field: ExpressionClosure,
}

#[derive(HclDecode)]
struct FieldServer {
    #[hcl(attr)]
    field: Server,
}

#[derive(HclDecode)]
struct FieldOptionServer {
    #[hcl(attr)]
    field: Option<Server>,
}

#[derive(HclDecode)]
struct FieldStep {
    #[hcl(attr)]
    field: Step,
}

#[derive(HclDecode)]
struct FieldBody {
    #[hcl(attr)]
    field: Body,
}

#[derive(HclDecode)]
struct FieldPlace {
    #[hcl(attr)]
    field: Place,
}

#[derive(HclDecode)]
struct FieldFromStrVecDeferredU8 {
    #[hcl(attr, from_str)]
    field: Vec<Deferred<u8>>,
}

#[derive(HclDecode)]
struct FieldSerdeVecDeferredU8 {
    #[hcl(attr, serde)]
    field: Vec<Deferred<u8>>,
}

#[derive(HclDecode)]
struct FieldFromStrObject {
    #[hcl(attr, from_str)]
    field: Object,
}

#[derive(HclDecode)]
struct FieldFromStrOptionObject {
    #[hcl(attr, from_str)]
    field: Option<Object>,
}

#[derive(HclDecode)]
struct FieldFromStrVecObject {
    #[hcl(attr, from_str)]
    field: Vec<Object>,
}

#[derive(HclDecode)]
struct FieldDefaultObject {
    #[hcl(attr, default)]
    field: Object,
}

#[derive(HclDecode)]
struct FieldOptionalObject {
    #[hcl(attr, optional)]
    field: Object,
}

#[derive(HclDecode)]
struct FieldScopeLevel {
    #[hcl(attr, scope(a = u8))]
    field: Level,
}

#[derive(HclDecode)]
struct FieldScopeVecLevel {
    #[hcl(attr, scope(a = u8))]
    field: Vec<Level>,
}

#[derive(HclDecode)]
struct FieldScopeObject {
    #[hcl(attr, scope(a = u8))]
    field: Object,
}

#[derive(HclDecode)]
struct FieldScopeOptionObject {
    #[hcl(attr, scope(a = u8))]
    field: Option<Object>,
}

#[derive(HclDecode)]
struct FieldScopeVecObject {
    #[hcl(attr, scope(a = u8))]
    field: Vec<Object>,
}

fn main() {}
