//! HCL native syntax.

#[cfg_attr(not(test), expect(dead_code, reason = "lowering is its first caller"))]
mod cut;
#[cfg(test)]
mod texts;
