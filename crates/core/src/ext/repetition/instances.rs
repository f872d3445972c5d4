//! The instances of a block, for programs that decode it themselves.

use super::{Evaluated, Instance, InstanceVariables, RepeatedBy, Repetition, evaluate};
use crate::body::Body;
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::dynblock::{BlockBudget, GeneratorSite};

/// The instances of a block: [`Repetition::instances`] has an example. Each has the variables that its expressions see.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum BlockInstances {
    /// The block is not repeated.
    Single,
    /// Instances by their index.
    Counted(Vec<InstanceVariables>),
    /// Instances by their key, or by the name that a matrix gives them.
    Keyed(Vec<(Str, InstanceVariables)>),
    /// A number of instances that is not known yet. The variables are unknown, with the types that are known of them.
    Unknown(InstanceVariables),
    /// The attributes have an error, which was reported. The variables are unknown.
    Failed(InstanceVariables),
}

impl BlockInstances {
    /// Returns a child of a context for each instance, with its variables, and the key of a keyed one. A block that is not
    /// repeated is one instance, and so is a block whose instances are unknown or failed.
    ///
    /// ```
    /// use hcldyn::ext::repetition::Repetition;
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let mut diags = Diagnostics::new();
    /// let text = "for_each = { fast = 10, slow = 200 }\nsize     = each.value\n";
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let ctx = EvalContext::new();
    /// let instances = Repetition::new().for_each("for_each").instances(&body, &ctx, &mut diags);
    /// let size = body.attribute("size").unwrap().expr;
    /// let mut sizes = Vec::new();
    /// for (key, ctx) in instances.in_context(&ctx) {
    ///     sizes.push((key.unwrap(), size.value(&ctx, &mut diags)));
    /// }
    /// assert_eq!(sizes, [("fast".into(), 10.into()), ("slow".into(), 200.into())]);
    /// ```
    pub fn in_context(self, ctx: &EvalContext) -> Vec<(Option<Str>, EvalContext)> {
        let with = |variables: InstanceVariables| {
            variables
                .into_iter()
                .fold(ctx.child(), |ctx, (name, value)| ctx.with_variable(name, value))
        };
        match self {
            Self::Single => vec![(None, ctx.clone())],
            Self::Counted(instances) => {
                instances.into_iter().map(|it| (None, with(it))).collect_vec()
            }
            Self::Keyed(instances) => {
                instances.into_iter().map(|(key, it)| (Some(key), with(it))).collect_vec()
            }
            Self::Unknown(variables) | Self::Failed(variables) => vec![(None, with(variables))],
        }
    }
}

impl Repetition {
    /// Evaluates the attributes of a body that repeat its block, and reports errors. The other items of the body are not
    /// read.
    ///
    /// ```
    /// use hcldyn::ext::repetition::{BlockInstances, Repetition};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let mut diags = Diagnostics::new();
    /// let text = "for_each = { fast = 10, slow = 200 }\nsize     = each.value\n";
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let repetition = Repetition::new().for_each("for_each");
    /// let instances = repetition.instances(&body, &EvalContext::new(), &mut diags);
    /// let BlockInstances::Keyed(instances) = instances else { panic!("has keys") };
    /// let (key, variables) = &instances[1];
    /// assert_eq!((key.as_str(), variables[0].0.as_str()), ("slow", "each"));
    /// assert_eq!(variables[0].1.get("value"), Some(&200.into()));
    /// ```
    pub fn instances(
        &self,
        body: &Body,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> BlockInstances {
        let budget = BlockBudget::new(ctx.limits().generated_blocks);
        let site = GeneratorSite { ctx, budget: &budget };
        let counted = |it: Instance| it.variables;
        let keyed = |it: Instance| (it.key, it.variables);
        match evaluate(self, body, site, diags) {
            Evaluated::Single => BlockInstances::Single,
            Evaluated::Several(RepeatedBy::Index, instances) => {
                BlockInstances::Counted(instances.into_iter().map(counted).collect_vec())
            }
            Evaluated::Several(RepeatedBy::Key | RepeatedBy::Name, instances) => {
                BlockInstances::Keyed(instances.into_iter().map(keyed).collect_vec())
            }
            Evaluated::Empty(RepeatedBy::Index, _) => BlockInstances::Counted(Vec::new()),
            Evaluated::Empty(..) => BlockInstances::Keyed(Vec::new()),
            Evaluated::Unknown(variables) => BlockInstances::Unknown(variables),
            Evaluated::Failed(variables) => BlockInstances::Failed(variables),
        }
    }
}
