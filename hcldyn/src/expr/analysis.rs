//! Looking at an expression without evaluating it.
use super::Expression;
use crate::cty::Str;
impl Expression {
    pub fn as_keyword(&self) -> Option<Str> {
        None
    }
    pub fn as_list(&self) -> Option<Vec<Self>> {
        None
    }
}
