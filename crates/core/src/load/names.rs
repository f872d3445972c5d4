//! The names that the blocks of a body define, evaluated in the order of their references.

use std::mem;
use std::rc::Rc;

use super::modules::{LoadedModules, ModuleInstance, Modules, path_variable};
use super::references::ReferencedTypes;
use super::resolvers::{Call, Request, Resolvers, Task};
use super::{Decoder, diags};
use crate::body::{Block, Body};
use crate::cty::internal::KeyMap;
use crate::cty::{Str, Value};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::ext::define_functions;
use crate::ext::graph::{Definitions, Evaluator, Graph, Node, check_order};
use crate::ext::kit::{Evaluation, Inputs, Output};
use crate::ext::repetition::{RepeatedBy, Repetition};
use crate::source::Place;
use crate::spec::{Decoded, NestedSpec, Presence, Spec, decode_block};

/// The blocks that define names beside those of the struct: the same in all modules.
pub(super) struct OtherBlocks<'a> {
    decoder: &'a Decoder,
    /// The spec of the struct.
    spec: &'a Spec,
    resolvers: Vec<(&'a Str, &'a Resolvers, NestedSpec)>,
    modules: Option<(&'a Str, &'a Modules, NestedSpec)>,
}

/// The names of a body, evaluated.
pub(super) struct EvaluatedNames {
    /// The context with all names.
    pub(super) context: EvalContext,
    /// Errors in the definitions of names. The decoding may report them too.
    pub(super) found: Diagnostics,
    pub(super) outputs: Vec<Output>,
    /// The names of the outputs that failed.
    failed: Vec<Str>,
    /// The body without the blocks that only define names.
    pub(super) rest: Body,
}

impl<'a> OtherBlocks<'a> {
    pub(super) fn new(decoder: &'a Decoder, spec: &'a Spec) -> Self {
        let resolvers = decoder.resolvers.iter().map(|(ty, it)| (ty, it, it.body())).collect();
        let modules = decoder.modules.as_ref().map(|(ty, it)| (ty, it, it.body()));
        Self { decoder, spec, resolvers, modules }
    }

    /// Evaluates the names of a body. `inputs` are the values for its variables, if it may declare some.
    pub(super) fn evaluate(
        &self,
        body: &Body,
        inputs: Option<&Inputs>,
        ctx: &EvalContext,
        loaded: &mut LoadedModules,
        diags: &mut Diagnostics,
    ) -> EvaluatedNames {
        let ctx = match &self.modules {
            Some((_, modules, _)) => {
                let root = &modules.root;
                let path = path_variable(&root.display().to_string(), root);
                ctx.child().with_variable("path", path)
            }
            None => ctx.clone(),
        };
        let types = (&self.decoder.references[..], self.decoder.leniency);
        let types = Rc::new(ReferencedTypes::new(types.0, (self.spec, types.1), body, diags));
        let scope = Scope { address: "", types, body, inputs, ctx: &ctx };
        self.evaluate_in(scope, loaded, diags)
    }

    fn evaluate_in(
        &self,
        Scope { address, types, body, inputs, ctx }: Scope<'_>,
        loaded: &mut LoadedModules,
        diags: &mut Diagnostics,
    ) -> EvaluatedNames {
        let kit = inputs.map(|inputs| Evaluation::start(body, inputs, ctx, diags));
        let definitions = self.definitions(inputs);
        let (known, waiting) = (KeyMap::default(), Vec::new());
        let types_of = Rc::clone(&types);
        let mut names = Names { others: self, address, types, kit, inputs, loaded, known, waiting };
        let (context, found) = types_of.evaluate(body, definitions.clone(), &mut names, ctx, diags);
        if let Some(kit) = &names.kit {
            kit.check(&context, diags);
        }
        let failed = names.kit.as_mut().map(|kit| mem::take(&mut kit.failed)).unwrap_or_default();
        let outputs = names.kit.map(Evaluation::into_outputs).unwrap_or_default();
        let rest = body.remain(&definitions.schema());
        EvaluatedNames { context, found, outputs, failed, rest }
    }

    /// Returns the graph of the names of a body.
    pub(super) fn graph(
        &self,
        body: &Body,
        inputs: Option<&Inputs>,
        diags: &mut Diagnostics,
    ) -> Graph {
        let types = (self.spec, self.decoder.leniency);
        let types = ReferencedTypes::new(&self.decoder.references, types, body, diags);
        types.add_to(self.definitions(inputs)).graph(body, diags)
    }

    fn definitions(&self, inputs: Option<&Inputs>) -> Definitions {
        let mut definitions = inputs.map_or_else(Definitions::new, Inputs::definitions);
        for (ty, resolvers, body) in &self.resolvers {
            definitions = definitions.block(resolvers.block_kind(ty, body.spec()));
        }
        if let Some((ty, modules, body)) = &self.modules {
            definitions = definitions.block(modules.block_kind(ty, body.spec()));
        }
        definitions
    }
}

/// The body of a configuration or of a module.
struct Scope<'a> {
    /// The address of the module with a dot, or nothing.
    address: &'a str,
    types: Rc<ReferencedTypes>,
    body: &'a Body,
    inputs: Option<&'a Inputs>,
    ctx: &'a EvalContext,
}

/// An evaluation of the names of one body.
struct Names<'a> {
    others: &'a OtherBlocks<'a>,
    /// The address of the module with a dot, or nothing.
    address: &'a str,
    types: Rc<ReferencedTypes>,
    kit: Option<Evaluation>,
    inputs: Option<&'a Inputs>,
    loaded: &'a mut LoadedModules,
    /// The values of blocks that are not evaluated again, since the program gave them, or they are modules.
    known: KeyMap<Place, Value>,
    /// The blocks of a level whose values the program is asked for.
    waiting: Vec<Waiting>,
}

/// A block whose instances wait for their values.
struct Waiting {
    node: usize,
    place: Place,
    repeated: Option<RepeatedBy>,
    repetition: Repetition,
    keys: Vec<Str>,
    /// The addresses of the instances.
    addresses: Vec<String>,
    calls: Vec<Call>,
    results: Vec<Option<Result<Value, String>>>,
}

impl Evaluator for Names<'_> {
    fn value_of(
        &mut self,
        node: &Node,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        if let Some(value) = self.types.value_of(node, ctx) {
            return Some(value);
        }
        let Some(block) = node.block() else { return Some(self.kit_value(node, ctx, diags)) };
        let place = block.header_place();
        if let Some(known) = self.known.get(&place) {
            return Some(known.clone());
        }
        let others = self.others;
        if let Some((_, resolvers, body)) = others.resolvers.iter().find(|it| *it.0 == block.ty) {
            if let Some(attribute) = &resolvers.ordered_by {
                check_order(block, attribute, diags);
            }
            let decoded = self.decode(block, body, ctx, diags);
            return match self.ask(node, block, resolvers, decoded, diags) {
                Ok(waiting) => {
                    self.waiting.push(waiting);
                    None
                }
                Err(value) => Some(value),
            };
        }
        if let Some((_, modules, body)) = others.modules.as_ref().filter(|it| *it.0 == block.ty) {
            let errors = diags.error_count();
            if let Some(attribute) = &modules.ordered_by {
                check_order(block, attribute, diags);
            }
            let decoded = self.decode(block, body, ctx, diags);
            let value = self.modules(node, block, modules, decoded, diags);
            if diags.error_count() == errors {
                self.known.insert(place, value.clone());
            }
            return Some(value);
        }
        Some(self.kit_value(node, ctx, diags))
    }

    fn end_level(&mut self, diags: &mut Diagnostics) -> Vec<(usize, Value)> {
        let mut waiting = mem::take(&mut self.waiting);
        let mut tasks = Vec::new();
        for block in &mut waiting {
            let calls = mem::take(&mut block.calls).into_iter();
            tasks.extend(calls.zip(&mut block.results).map(|(call, it)| Task::new(call, it)));
        }
        match &self.others.decoder.runner {
            Some(run) if !tasks.is_empty() => run.0(tasks),
            _ => tasks.into_iter().for_each(Task::run),
        }
        let mut values = Vec::new();
        for block in waiting {
            let (node, place) = (block.node, block.place.clone());
            let value = block.value(diags);
            if let Some(value) = &value {
                self.known.insert(place, value.clone());
            }
            values.push((node, value.unwrap_or_else(Value::failed)));
        }
        values
    }
}

impl Names<'_> {
    fn kit_value(&mut self, node: &Node, ctx: &EvalContext, diags: &mut Diagnostics) -> Value {
        let value = self.kit.as_mut().and_then(|kit| kit.value_of(node, ctx, diags));
        value.unwrap_or_else(Value::failed)
    }

    fn decode(
        &self,
        block: &Block,
        body: &NestedSpec,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Option<Decoded> {
        let leniency = self.others.decoder.leniency;
        let decoded =
            diags.unless_errors(|diags| decode_block(block, body, ctx, leniency, diags))?;
        (decoded.origin.presence != Presence::Failed).then_some(decoded)
    }

    /// Starts the calls for the instances of a block. Returns its value if there is nothing to wait for.
    fn ask(
        &self,
        node: &Node,
        block: &Block,
        resolvers: &Resolvers,
        decoded: Option<Decoded>,
        diags: &mut Diagnostics,
    ) -> Result<Waiting, Value> {
        let decoded = decoded.ok_or_else(Value::failed)?;
        let repeated = decoded.origin.repeated();
        // A check of types has no values for the program.
        if diags.checks_types() || repeated.is_none() && !decoded.value.is_known() {
            return Err(Value::dynamic());
        }
        let label = |index: usize| block.labels.get(index).map(|label| label.value.clone());
        let (kind, name) = (label(0).unwrap_or_default(), block.labels.last());
        let name = name.map(|label| label.value.clone()).unwrap_or_default();
        let place = block.header_place();
        let mut waiting = Waiting {
            node: node.index(),
            place: place.clone(),
            repeated,
            repetition: resolvers.repetition.clone(),
            keys: Vec::new(),
            addresses: Vec::new(),
            calls: Vec::new(),
            results: Vec::new(),
        };
        let mut is_failed = false;
        decoded.each_instance(&mut |key, instance| {
            let address = format!("{}{node}{key}", self.address);
            let (place, name) = (place.clone(), name.clone());
            let request = Request { address: address.clone(), name, place };
            match resolvers.call(&kind, instance, request, diags) {
                Some(call) => waiting.calls.push(call),
                None => is_failed = true,
            }
            waiting.keys.push(key.name());
            waiting.addresses.push(address);
            waiting.results.push(None);
        });
        if is_failed { Err(Value::failed()) } else { Ok(waiting) }
    }

    /// Evaluates the instances of a module.
    fn modules(
        &mut self,
        node: &Node,
        block: &Block,
        modules: &Modules,
        decoded: Option<Decoded>,
        diags: &mut Diagnostics,
    ) -> Value {
        let Some(decoded) = decoded else { return Value::failed() };
        let repeated = decoded.origin.repeated();
        if repeated.is_none() && !decoded.value.is_known() {
            return Value::dynamic();
        }
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        decoded.each_instance(&mut |key, instance| {
            let address = format!("{}{node}{key}", self.address);
            let errors = diags.error_count();
            let value = self.module(address, block, modules, instance, diags);
            let is_failed = value.is_none() || diags.error_count() > errors;
            keys.push(key.name());
            values.push(value.filter(|_| !is_failed).unwrap_or_else(Value::failed));
        });
        modules.repetition.seen(repeated, keys, values)
    }

    /// Evaluates a module. Returns the object of its outputs.
    fn module(
        &mut self,
        address: String,
        block: &Block,
        modules: &Modules,
        decoded: Decoded,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        let [source, given, ..] = decoded.value.elements() else { return None };
        let mut origins = decoded.origin.parts.iter();
        let (source_origin, given_origin) = origins.next().zip(origins.next())?;
        let place = &source_origin.place;
        if source.is_marked() || !source.is_known() {
            return diags.fail(diags::open_module_source(place.clone()));
        }
        let others = self.others;
        let source = source.as_str()?;
        let module = self.loaded.enter(modules, source, place, others.decoder, diags)?;
        let inputs = self.inputs.cloned().unwrap_or_default();
        let inputs = inputs.of_module(block.header_place(), given, given_origin);
        let path = path_variable(&module.path, &modules.root);
        let ctx = others.decoder.context.child().with_variable("path", path);
        let (ctx, body) = match &others.decoder.functions {
            Some(block_type) => define_functions(&module.body, block_type, &ctx, diags),
            None => (ctx, module.body.clone()),
        };
        let types = Rc::clone(&self.types);
        let (inner, inputs) = (format!("{address}."), Some(&inputs));
        let scope = Scope { address: &inner, types, body: &body, inputs, ctx: &ctx };
        let evaluated = others.evaluate_in(scope, self.loaded, diags);
        diags.append(evaluated.found);
        self.loaded.leave();
        let EvaluatedNames { context, outputs, failed, rest, .. } = evaluated;
        let values = outputs.iter().map(|output| (output.name.clone(), output.value.clone()));
        let failed = failed.into_iter().map(|name| (name, Value::failed()));
        let value = Value::object(values.chain(failed));
        self.loaded.instances.push(ModuleInstance { address, outputs, context, rest });
        Some(value)
    }
}

impl Waiting {
    /// Returns the value of the block. Reports the calls that failed.
    fn value(self, diags: &mut Diagnostics) -> Option<Value> {
        let (mut values, mut is_failed) = (Vec::new(), false);
        for (result, address) in self.results.into_iter().zip(&self.addresses) {
            match result.unwrap_or_else(|| Err("the program's runner left it out".to_owned())) {
                Ok(value) => values.push(value),
                Err(reason) => {
                    is_failed = true;
                    diags.push(diags::not_resolved(self.place.clone(), address, &reason));
                }
            }
        }
        (!is_failed).then(|| self.repetition.seen(self.repeated, self.keys, values))
    }
}
