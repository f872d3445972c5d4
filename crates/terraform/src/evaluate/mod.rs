//! The evaluation of a tree without its providers.
//!
//! The declarations are evaluated in the order of their references, each in all instances of its module. What only a provider
//! knows is unknown, and so is everything that depends on it. Before that, everything is evaluated once with unknown values of
//! the variables, which finds errors that do not depend on them, also in blocks without instances.

mod calls;
mod conditions;
mod declared;
mod repeated;
mod resources;
mod scope;
mod values;
mod variables;
mod view;
mod waits;

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use hcldyn::cty::{Str, Value};
use hcldyn::ext::kit::Inputs;
use hcldyn::ext::repetition::InstanceVariables as Given;
use hcldyn::{Cancellation, Diagnostics, EvalContext};

use self::declared::Prepared;
pub(crate) use self::resources::ResourceInstance;
use crate::functions::{self, Files};
use crate::graph::{Graph, Item};
use crate::progress::{Observer, Progress};
use crate::schemas::ProviderSchemas;
use crate::tree::Tree;

/// A module tree, evaluated. [`show`](Self::show) returns it as JSON.
#[derive(Debug)]
pub struct Evaluation<'t> {
    pub(crate) graph: Graph<'t>,
    /// The instances of each module.
    pub(crate) instances: Vec<Vec<Instance>>,
    ctx: EvalContext,
    workspace: String,
    /// The folder of the root module.
    root: std::path::PathBuf,
    prepared: Vec<Vec<Prepared>>,
    /// The values of the variables of the root module.
    root_variables: Value,
    /// The number of instances that may still be made.
    left: u64,
    pass: Pass,
    schemas: Option<Arc<ProviderSchemas>>,
}

/// The purpose of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// Errors for any values of the variables. Each block has one instance, with an unknown key.
    Check,
    /// The values.
    Values,
}

/// The options of an evaluation: values for the variables of the root module, and the circumstances.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// The values for variables.
    pub inputs: Inputs,
    /// The name of the workspace; `default` if it is empty.
    pub workspace: String,
    /// The schemas of the providers. Without that of its type, a resource has the arguments that are written alone.
    pub schemas: Option<Arc<ProviderSchemas>>,
    /// The observer that sees each evaluated declaration.
    pub observer: Observer,
    /// The flag that ends the evaluation with an error.
    pub cancellation: Option<Cancellation>,
}

/// An instance of a module.
#[derive(Debug)]
pub(crate) struct Instance {
    /// The address, such as `module.network["a"]`; empty for the root module.
    pub(crate) address: String,
    /// The instance of the module around it.
    pub(crate) parent: usize,
    /// The variables that the expressions of the block's inputs see.
    given: Given,
    pub(crate) cells: Vec<Cell>,
}

/// The key of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Single,
    Index(usize),
    Name(Str),
}

/// The result of a declaration in one instance of its module.
#[derive(Clone, Debug, Default)]
pub(crate) enum Cell {
    #[default]
    Open,
    Value(Computed),
    Instances(Rc<Repeated>),
}

/// A value, with the names that its unknown parts wait for.
#[derive(Clone, Debug)]
pub(crate) struct Computed {
    pub(crate) value: Value,
    pub(crate) waits: Rc<[String]>,
}

/// The instances of a resource or of a module call.
#[derive(Debug)]
pub(crate) struct Repeated {
    pub(crate) by: RepeatedBy,
    pub(crate) resources: Vec<ResourceInstance>,
    /// The instances of the module, by their keys and indices.
    pub(crate) modules: Vec<(Key, usize)>,
    /// The names that their number waits for.
    pub(crate) waits: Rc<[String]>,
}

/// The kind of the keys of a block's instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RepeatedBy {
    Nothing,
    Index,
    Key,
    Unknown,
    Failed,
}

impl<'t> Evaluation<'t> {
    /// Evaluates a tree, whose root module is in the folder `root`. Errors are reported, and the failed values are unknown.
    ///
    /// ```
    /// use hcldyn::Diagnostics;
    /// use hcldyn_terraform::{Evaluation, Loader, Options};
    ///
    /// # let folder = std::env::temp_dir().join(format!("hcldyn-evaluation-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder).unwrap();
    /// let text = "locals {\n  zones = [\"a\", \"b\"]\n}\noutput \"count\" {\n  value = length(local.zones)\n}\n";
    /// std::fs::write(folder.join("main.tf"), text).unwrap();
    /// let mut diags = Diagnostics::new();
    /// let tree = Loader::new().load(&folder, &mut diags);
    /// let evaluation = Evaluation::of(&tree, &folder, &Options::default(), &mut diags);
    /// assert_eq!(evaluation.output("count"), Some(&2.into()));
    /// # std::fs::remove_dir_all(&folder).unwrap();
    /// ```
    pub fn of(tree: &'t Tree, root: &Path, options: &Options, diags: &mut Diagnostics) -> Self {
        let ctx = EvalContext::new().with_functions(functions::all(root, tree, Files::Read));
        let limits = ctx.limits().clone();
        let limits = match &options.cancellation {
            Some(cancellation) => limits.with_cancellation(cancellation),
            None => limits,
        };
        let ctx = ctx.with_limits(limits.clone());
        limits.share(|| {
            let errors = diags.error_count();
            let variables = variables::of_root(tree, &options.inputs, &ctx, diags);
            let mut evaluation = Self::new(tree, root, options, ctx, diags);
            evaluation.root_variables = variables;
            evaluation.run(&options.observer, diags);
            evaluation.pass = Pass::Values;
            // Values cause the same errors once more, with other words.
            let mut unreported = Diagnostics::new();
            let is_valid = diags.error_count() == errors;
            let diags = if is_valid { diags } else { &mut unreported };
            evaluation.run(&options.observer, diags);
            evaluation
        })
    }

    /// Reports the errors of a tree for any values of the variables, which need none.
    pub(crate) fn check(tree: &'t Tree, root: &Path, options: &Options, diags: &mut Diagnostics) {
        let ctx = EvalContext::new().with_functions(functions::all(root, tree, Files::Unknown));
        let limits = ctx.limits().clone();
        limits.share(|| Self::new(tree, root, options, ctx, diags).run(&options.observer, diags));
    }

    /// Prepares a check.
    fn new(
        tree: &'t Tree,
        root: &Path,
        options: &Options,
        ctx: EvalContext,
        diags: &mut Diagnostics,
    ) -> Self {
        let graph = Graph::of(tree, diags);
        let prepared = tree.modules.iter().map(|it| declared::prepare(&it.folder, diags));
        Self {
            prepared: prepared.collect(),
            graph,
            instances: tree.modules.iter().map(|_| Vec::new()).collect(),
            workspace: match options.workspace.as_str() {
                "" => "default".to_owned(),
                name => name.to_owned(),
            },
            root: root.to_owned(),
            root_variables: Value::object::<&str>([]),
            left: 0,
            ctx,
            pass: Pass::Check,
            schemas: options.schemas.clone(),
        }
    }

    fn run(&mut self, observer: &Observer, diags: &mut Diagnostics) {
        self.instances.iter_mut().for_each(Vec::clear);
        self.left = self.ctx.limits().generated_blocks;
        let root = self.instance(0, String::new(), 0, Given::new());
        self.instances[0].push(root);
        let count = self.graph.nodes.len();
        let before = if self.pass == Pass::Check { 0 } else { count };
        for (finished, node) in self.graph.in_order().to_vec().into_iter().enumerate() {
            let (module, position) = (self.graph.nodes[node].module, self.graph.position(node));
            for instance in 0..self.instances[module].len() {
                let cell = self.evaluate(node, instance, diags);
                self.instances[module][instance].cells[position] = cell;
            }
            observer.see(Progress::Declaration { done: before + finished + 1, all: 2 * count });
        }
        self.check_conditions(diags);
    }

    fn evaluate(&mut self, node: usize, instance: usize, diags: &mut Diagnostics) -> Cell {
        let item = self.graph.nodes[node].item;
        if self.graph.is_cyclic(node) {
            return match item {
                Item::Call(_) | Item::Resource(_) => Repeated::failed(),
                _ => Cell::Value(Computed::failed()),
            };
        }
        match item {
            Item::Variable(index) => Cell::Value(self.variable(node, index, instance, diags)),
            Item::Local(index) => Cell::Value(self.local(node, index, instance, diags)),
            Item::Output(index) => Cell::Value(self.output_value(node, index, instance, diags)),
            Item::Resource(index) => self.resource(node, index, instance, diags),
            Item::Call(index) => self.call(node, index, instance, diags),
        }
    }

    /// Makes an instance of a module.
    fn instance(&self, module: usize, address: String, parent: usize, given: Given) -> Instance {
        let cells = vec![Cell::Open; self.graph.nodes_of(module).len()];
        Instance { address, parent, given, cells }
    }

    /// Returns the value of an output of the root module.
    pub fn output(&self, name: &str) -> Option<&Value> {
        self.values_of(0, 0).find_map(|(node, computed)| match self.graph.nodes[node].item {
            Item::Output(index) => {
                let outputs = &self.graph.tree.root().folder.outputs;
                (outputs[index].name == *name).then_some(&computed.value)
            }
            _ => None,
        })
    }

    /// Returns the nodes of an instance that are values.
    pub(crate) fn values_of(
        &self,
        module: usize,
        instance: usize,
    ) -> impl Iterator<Item = (usize, &Computed)> {
        let cells = self.instances[module].get(instance).map_or(&[][..], |it| &it.cells);
        self.graph.nodes_of(module).zip(cells).filter_map(|(node, cell)| match cell {
            Cell::Value(computed) => Some((node, computed)),
            Cell::Open | Cell::Instances(_) => None,
        })
    }

    /// Returns the result of a node in an instance of its module.
    pub(crate) fn cell(&self, node: usize, instance: usize) -> &Cell {
        &self.instances[self.graph.nodes[node].module][instance].cells[self.graph.position(node)]
    }
}

impl Computed {
    /// Returns a value that failed, which was reported.
    fn failed() -> Self {
        Self { value: Value::failed(), waits: [].into() }
    }
}

impl Repeated {
    fn failed() -> Cell {
        let (by, waits) = (RepeatedBy::Failed, [].into());
        Cell::Instances(Rc::new(Self { by, resources: Vec::new(), modules: Vec::new(), waits }))
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use hcldyn::ext::repetition::InstanceKey;

        match self {
            Self::Single => Ok(()),
            Self::Index(index) => InstanceKey::Index(*index).fmt(f),
            Self::Name(name) => InstanceKey::Name(name).fmt(f),
        }
    }
}
