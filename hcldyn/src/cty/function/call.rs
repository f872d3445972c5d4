//! Calling a function: the rules for unknown, null and marked arguments.

use super::{Function, FunctionError};
use crate::cty::Value;

impl Function {
    /// Calls the function. Arguments must already be of their parameters' types.
    ///
    /// # Errors
    ///
    /// Fails when there are too few or too many arguments, when an argument is null where its
    /// parameter does not allow that, and when the implementation fails.
    pub fn call(&self, args: Vec<Value>) -> Result<Value, FunctionError> {
        let ty = (self.0.result_type)(&args)?;
        (self.0.implementation)(&args, &ty)
    }
}
