//! The names that unknown values wait for.

use std::collections::BTreeSet;
use std::rc::Rc;

use hcldyn::cty::Step;
use hcldyn::cty::Value;
use hcldyn::{EvalContext, Traversal};

use super::view::attribute_name;
use super::{Cell, Evaluation, Repeated};
use crate::graph::{Item, Reference, Target};
use crate::tree::Target as CallTarget;

/// The maximum number of names that are kept for a value.
const MAX_NAMES: usize = 32;

impl Evaluation<'_> {
    /// Returns the names that the unknown parts of a value wait for: those of resources, of modules from elsewhere and of
    /// variables without a value to which its expression leads.
    pub(super) fn waits(
        &self,
        module: usize,
        instance: usize,
        references: &[Reference],
        ctx: &EvalContext,
        value: &Value,
    ) -> Rc<[String]> {
        if value.is_wholly_known() {
            return [].into();
        }
        let mut found = BTreeSet::new();
        for Reference { traversal, target } in references {
            let Target::Node { node, steps } = *target else { continue };
            if found.len() < MAX_NAMES && !is_known(traversal, ctx) {
                self.add_waits(module, instance, (traversal, node, steps), &mut found);
            }
        }
        found.into_iter().take(MAX_NAMES).collect()
    }

    fn add_waits(
        &self,
        module: usize,
        instance: usize,
        (traversal, node, steps): (&Traversal, usize, usize),
        found: &mut BTreeSet<String>,
    ) {
        let own = || {
            let address = &self.instances[module][instance].address;
            let dot = if address.is_empty() { "" } else { "." };
            format!("{address}{dot}{traversal}")
        };
        match self.cell(node, instance) {
            Cell::Value(computed) if !computed.waits.is_empty() => {
                found.extend(computed.waits.iter().cloned());
            }
            Cell::Instances(repeated) if !repeated.waits.is_empty() => {
                found.extend(repeated.waits.iter().cloned());
            }
            Cell::Instances(repeated) => {
                let before = found.len();
                self.add_outputs(node, repeated, &traversal.steps()[steps..], found);
                if found.len() == before {
                    found.insert(own());
                }
            }
            Cell::Value(computed) if computed.value.is_failed() => {}
            Cell::Value(_) | Cell::Open => _ = found.insert(own()),
        }
    }

    /// Adds the names that the outputs of a module wait for.
    fn add_outputs(
        &self,
        node: usize,
        repeated: &Repeated,
        steps: &[Step],
        found: &mut BTreeSet<String>,
    ) {
        let Some(CallTarget::Module(inner)) = self.graph.target_of(node) else { return };
        let named = attribute_name(steps);
        let folder = &self.graph.tree.modules[*inner].folder;
        for (_, index) in &repeated.modules {
            for (output, computed) in self.values_of(*inner, *index) {
                let Item::Output(position) = self.graph.nodes[output].item else { continue };
                if named.is_none_or(|name| *name == folder.outputs[position].name) {
                    found.extend(computed.waits.iter().cloned());
                }
            }
        }
    }
}

/// Returns `true` if everything is known to which a reference leads in a context.
fn is_known(traversal: &Traversal, ctx: &EvalContext) -> bool {
    let Some(mut value) = ctx.variable(traversal.root()).cloned() else { return true };
    for step in traversal.steps() {
        let part = match step {
            Step::Attr(name) => value.attribute(name),
            Step::Index(key) => value.index(key),
        };
        match part {
            Ok(part) => value = part,
            Err(_) => break,
        }
    }
    value.is_wholly_known()
}
