//! Temporary.
use crate::cty::number::ArithmeticError;
use crate::cty::{Marks, Refinement, Type, Value};
fn bin(
    a: &Value,
    b: &Value,
    ty: Type,
    f: impl Fn(&crate::cty::Number, &crate::cty::Number) -> Result<Value, ArithmeticError>,
) -> Result<Value, ArithmeticError> {
    let mut m = Marks::new();
    super::collect_marks(a, &mut m);
    super::collect_marks(b, &mut m);
    let v = match (a.unmarked().as_number(), b.unmarked().as_number()) {
        (Some(a), Some(b)) => f(a, b)?,
        _ => Value::unknown_refined(ty, Refinement::not_null()),
    };
    Ok(v.with_marks(&m))
}
impl Value {
    pub(crate) fn negate(&self) -> Self {
        match self.as_number() {
            Some(n) => Self::number(n.neg()),
            None => Self::unknown_refined(Type::Number, Refinement::not_null()),
        }
    }
    pub(crate) fn not(&self) -> Self {
        match self.unmarked().as_bool() {
            Some(b) => Self::bool(!b),
            None => Self::unknown_refined(Type::Bool, Refinement::not_null()),
        }
        .with_marks(&self.marks().cloned().unwrap_or_default())
    }
    pub(crate) fn add(&self, o: &Self) -> Result<Self, ArithmeticError> {
        bin(self, o, Type::Number, |a, b| Ok(Self::number(a.add(b)?)))
    }
    pub(crate) fn subtract(&self, o: &Self) -> Result<Self, ArithmeticError> {
        bin(self, o, Type::Number, |a, b| Ok(Self::number(a.sub(b)?)))
    }
    pub(crate) fn multiply(&self, o: &Self) -> Result<Self, ArithmeticError> {
        bin(self, o, Type::Number, |a, b| Ok(Self::number(a.mul(b)?)))
    }
    pub(crate) fn divide(&self, o: &Self) -> Result<Self, ArithmeticError> {
        bin(self, o, Type::Number, |a, b| Ok(Self::number(a.div(b)?)))
    }
    pub(crate) fn modulo(&self, o: &Self) -> Result<Self, ArithmeticError> {
        bin(self, o, Type::Number, |a, b| Ok(Self::number(a.modulo(b)?)))
    }
    pub(crate) fn less_than(&self, o: &Self) -> Self {
        bin(self, o, Type::Bool, |a, b| Ok(Self::bool(a < b))).unwrap()
    }
    pub(crate) fn less_than_or_equal(&self, o: &Self) -> Self {
        bin(self, o, Type::Bool, |a, b| Ok(Self::bool(a <= b))).unwrap()
    }
}
