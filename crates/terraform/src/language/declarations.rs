//! `variable` and `output` blocks.

use hcldyn::ext::kit::ValueCondition;
use hcldyn::{Expression, HclDecode};

/// The body of a `variable` block: a value that the user of a module gives.
#[derive(Clone, Debug, HclDecode)]
pub struct Variable {
    /// The type that the value is converted to. Without one, the value may have any type.
    #[hcl(expr)]
    pub r#type: Option<Expression>,
    /// The value if none is given. Without a default, one is required.
    #[hcl(expr)]
    pub default: Option<Expression>,
    /// The purpose of the variable.
    pub description: Option<String>,
    /// `true` if messages and outputs hide the value.
    #[hcl(default)]
    pub sensitive: bool,
    /// `true` if the value is never stored in plans and states.
    #[hcl(default)]
    pub ephemeral: bool,
    /// `true` if the value may be null. Otherwise, the default replaces null.
    #[hcl(default = true)]
    pub nullable: bool,
    /// The advice for those who set the variable, if it is deprecated.
    pub deprecated: Option<String>,
    /// The conditions that the value must meet.
    #[hcl(block)]
    pub validation: Vec<ValueCondition>,
}

/// The body of an `output` block: a value that a module returns.
#[derive(Clone, Debug, HclDecode)]
pub struct Output {
    /// The value.
    #[hcl(expr, example = "\"a value\"")]
    pub value: Expression,
    /// The purpose of the value.
    pub description: Option<String>,
    /// `true` if the value must not be shown. Required for a sensitive value of the root module.
    #[hcl(default)]
    pub sensitive: bool,
    /// `true` if the value is never stored in plans and states.
    #[hcl(default)]
    pub ephemeral: bool,
    /// The advice for those who use the output, if it is deprecated.
    pub deprecated: Option<String>,
    /// References to what must be known first.
    #[hcl(expr, example = "[]")]
    pub depends_on: Option<Expression>,
    /// The conditions that must be met before the value is used.
    #[hcl(block)]
    pub precondition: Vec<ValueCondition>,
}
