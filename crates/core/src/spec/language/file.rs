//! The content of a whole spec file: its definitions and its spec.

use std::collections::BTreeMap;

use super::argument::{LibraryFunctions, OwnVariables, Required};
use super::block::{BlockKind, BlockKinds, Blocks, NamedContent};
use super::kinds::Specs;
use super::options::TypedValue;
use crate::cty::{Str, Value};
use crate::expr::Expression;
use crate::{HclDecode, HclEncode};

/// A spec file.
#[derive(Default, HclDecode)]
#[hcl(crate = "crate", default)]
pub(super) struct File {
    #[hcl(flatten)]
    #[expect(dead_code, reason = "`decode_functions` reads these blocks")]
    function: Blocks<FunctionDefinition>,
    /// The names of variables that are only known at run time.
    pub(super) runtime_names: Vec<Str>,
    /// The functions of the library for configurations: `"all"`, or a list of names.
    pub(super) functions: Option<LibraryFunctions>,
    /// `true` if configurations can have `variable` and `locals` blocks, or `"packer"` for the rules of Packer.
    pub(super) own_variables: Option<OwnVariables>,
    #[hcl(flatten)]
    pub(super) definitions: Blocks<Definition>,
    #[hcl(flatten)]
    pub(super) values: Blocks<ValueDefinition>,
    #[hcl(flatten)]
    pub(super) variables: Blocks<Variables>,
    #[hcl(flatten)]
    pub(super) spec: Blocks<Specs>,
}

/// A function for configurations.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct FunctionDefinition {
    /// The names of the parameters.
    #[hcl(expr)]
    params: Option<Expression>,
    /// The name of a tuple of all further arguments.
    #[hcl(expr)]
    variadic_param: Option<Expression>,
    /// The result, in which the parameters are variables.
    result: Required<Expression>,
}

/// A spec to use by its name.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct Definition {
    #[hcl(flatten)]
    pub(super) spec: Blocks<Specs>,
}

/// Variables for configurations.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct Variables {
    #[hcl(remain)]
    values: BTreeMap<String, Value>,
}

/// The blocks for values to use by their names.
pub(super) struct ValueDefinition;

impl NamedContent for FunctionDefinition {
    const NAME: &'static str = "function";
    const LABEL: Option<&'static str> = Some("name");
}

impl NamedContent for Definition {
    const NAME: &'static str = "spec";
    const LABEL: Option<&'static str> = Some("name");
}

impl NamedContent for Variables {
    const NAME: &'static str = "variables";
}

impl BlockKinds for ValueDefinition {
    const LABEL: Option<&'static str> = Some("name");

    fn kinds() -> Vec<BlockKind> {
        vec![BlockKind::of::<TypedValue>("value")]
    }
}
