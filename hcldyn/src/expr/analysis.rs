//! Looking at an expression without evaluating it.
