//! Blocks of resources and modules, with their meta-arguments.

use hcldyn::body::Body;
use hcldyn::ext::kit::ValueCondition;
use hcldyn::{Expression, HclDecode};

/// The arguments and blocks of all resources, which no provider defines.
#[derive(Clone, Debug, HclDecode)]
pub struct MetaArguments {
    /// The number of instances.
    #[hcl(expr)]
    pub count: Option<Expression>,
    /// The collection with an element for each instance.
    #[hcl(expr)]
    pub for_each: Option<Expression>,
    /// The configuration of the provider.
    #[hcl(expr)]
    pub provider: Option<Expression>,
    /// References to what must exist first.
    #[hcl(expr, example = "[]")]
    pub depends_on: Option<Expression>,
    /// The rules for changes of the resource, and its conditions.
    #[hcl(block)]
    pub lifecycle: Option<Lifecycle>,
}

/// The body of a `resource` block.
#[derive(Clone, Debug, HclDecode)]
pub struct Resource {
    /// The arguments that no provider defines.
    #[hcl(flatten)]
    pub meta: MetaArguments,
    /// The default connection of the provisioners.
    #[hcl(block)]
    pub connection: Option<Connection>,
    /// The actions after a creation or before a destruction.
    #[hcl(block)]
    pub provisioner: Vec<Provisioner>,
    /// The arguments that the provider defines.
    #[hcl(remain)]
    pub arguments: Body,
}

/// The body of a `data` block.
#[derive(Clone, Debug, HclDecode)]
pub struct DataSource {
    /// The arguments that no provider defines.
    #[hcl(flatten)]
    pub meta: MetaArguments,
    /// The arguments that the provider defines.
    #[hcl(remain)]
    pub arguments: Body,
}

/// The body of an `ephemeral` block.
pub type Ephemeral = DataSource;

/// The body of a `lifecycle` block.
#[derive(Clone, Debug, HclDecode)]
pub struct Lifecycle {
    /// `false` if the resource has no instances, in OpenTofu.
    #[hcl(expr)]
    pub enabled: Option<Expression>,
    /// `true` if a replacement is created before the destruction.
    #[hcl(expr)]
    pub create_before_destroy: Option<Expression>,
    /// `true` if a plan that destroys the resource is rejected.
    #[hcl(expr)]
    pub prevent_destroy: Option<Expression>,
    /// The arguments whose changes are ignored, or `all`.
    #[hcl(expr)]
    pub ignore_changes: Option<Expression>,
    /// References to resources whose changes replace this one.
    #[hcl(expr)]
    pub replace_triggered_by: Option<Expression>,
    /// The conditions before a change.
    #[hcl(block)]
    pub precondition: Vec<ValueCondition>,
    /// The conditions after a change.
    #[hcl(block)]
    pub postcondition: Vec<ValueCondition>,
}

/// The body of a `connection` block, whose arguments depend on the kind of the connection.
#[derive(Clone, Debug, HclDecode)]
pub struct Connection {
    /// The arguments.
    #[hcl(remain)]
    pub arguments: Body,
}

/// A `provisioner` block.
#[derive(Clone, Debug, HclDecode)]
pub struct Provisioner {
    /// The kind, such as `local-exec`.
    #[hcl(label)]
    pub kind: String,
    /// The time of the action: `create` or `destroy`.
    #[hcl(expr)]
    pub when: Option<Expression>,
    /// The reaction to a failure: `continue` or `fail`.
    #[hcl(expr)]
    pub on_failure: Option<Expression>,
    /// The connection of this provisioner.
    #[hcl(block)]
    pub connection: Option<Connection>,
    /// The arguments that the kind defines.
    #[hcl(remain)]
    pub arguments: Body,
}

/// The body of a `module` block: the use of another module.
#[derive(Clone, Debug, HclDecode)]
pub struct ModuleCall {
    /// The address of the module: a path that begins with `./` or `../`, or that of a registry or a repository.
    #[hcl(expr, example = "\"./modules/network\"")]
    pub source: Expression,
    /// The versions of a module in a registry.
    #[hcl(expr)]
    pub version: Option<Expression>,
    /// The provider configurations that the module uses.
    #[hcl(expr)]
    pub providers: Option<Expression>,
    /// The number of instances.
    #[hcl(expr)]
    pub count: Option<Expression>,
    /// The collection with an element for each instance.
    #[hcl(expr)]
    pub for_each: Option<Expression>,
    /// References to what must exist first.
    #[hcl(expr, example = "[]")]
    pub depends_on: Option<Expression>,
    /// The rules for the module, in OpenTofu.
    #[hcl(block)]
    pub lifecycle: Option<CallLifecycle>,
    /// The values for the variables of the module.
    #[hcl(remain)]
    pub inputs: Body,
}

/// The body of a `lifecycle` block of a module.
#[derive(Clone, Debug, HclDecode)]
pub struct CallLifecycle {
    /// `false` if the module has no instances.
    #[hcl(expr)]
    pub enabled: Option<Expression>,
}

/// The body of a `check` block: assertions that only warn. It may have a `data` block of its own.
#[derive(Clone, Debug, HclDecode)]
pub struct Check {
    /// The assertions.
    #[hcl(block)]
    pub assert: Vec<ValueCondition>,
    /// The remaining items: at most one `data` block.
    #[hcl(remain)]
    pub rest: Body,
}
