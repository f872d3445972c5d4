//! Names and their definitions.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, ThreadId};

use super::{diags, references};
use crate::body::Body;
use crate::cty::convert::convert;
use crate::cty::{Function, Str, Type, Value};
use crate::decode::HclDecode;
use crate::decode::from::from_body;
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression, Traversal};
use crate::ext::FunctionDefinition;
use crate::ext::graph::{Name, View, Whole};
use crate::source::Place;
use crate::spec::variables;

/// Names that are evaluated on demand. Clones share the names. The [module](super) has an example.
#[derive(Clone)]
pub struct Names(Arc<Mutex<State>>);

/// The definition of a name: a function of the program, or an expression.
#[derive(Clone)]
pub struct Definition {
    references: Arc<[Traversal]>,
    /// The context with the variables that hide names.
    ctx: Option<EvalContext>,
    evaluate: Arc<Evaluate>,
}

type Evaluate = dyn Fn(&EvalContext, &mut Diagnostics) -> Value + Send + Sync;

struct State {
    ctx: EvalContext,
    names: BTreeMap<Vec<Str>, Entry>,
    /// The names that begin alike, as objects.
    wholes: HashMap<Vec<Str>, Value>,
    /// The names that a thread is evaluating.
    running: Vec<(ThreadId, Vec<Str>)>,
    /// The errors in definitions that are not reported yet.
    found: Diagnostics,
}

enum Entry {
    Defined(Definition),
    Known(Value),
}

/// The target of a reference: a name, or all names that begin with some parts, as a whole.
#[derive(Clone)]
enum Open {
    Name(Definition),
    Whole,
}

/// A name or a whole whose dependencies are being evaluated.
struct Frame {
    name: Vec<Str>,
    open: Open,
    /// The dependencies, with the references to them.
    needs: std::vec::IntoIter<Need>,
    /// The reference to the dependency that is being evaluated; `None` in a whole.
    reference: Option<Place>,
    is_in_cycle: bool,
}

/// A name or the beginning of names, and a reference to it. A member of a whole has no reference of its own.
type Need = (Vec<Str>, Option<Place>);

impl Definition {
    /// Creates a definition by an expression.
    pub fn of(expr: &Expression) -> Self {
        let evaluated = expr.clone();
        Self::new(expr.variables(), move |ctx, diags| evaluated.value(ctx, diags))
    }

    /// Creates a definition by a function. It gets a context with the values of these references, and reports errors.
    pub fn new(
        references: Vec<Traversal>,
        evaluate: impl Fn(&EvalContext, &mut Diagnostics) -> Value + Send + Sync + 'static,
    ) -> Self {
        Self { references: references.into(), ctx: None, evaluate: Arc::new(evaluate) }
    }

    /// Creates a definition by an expression whose value is converted to a type, or of null.
    fn of_type(expr: Option<Expression>, ty: Type) -> Self {
        let references = expr.as_ref().map(Expression::variables).unwrap_or_default();
        Self::new(references, move |ctx, found| {
            let Some(expr) = &expr else { return Value::null(ty.clone()) };
            convert(expr.value(ctx, found), &ty).unwrap_or_else(|error| {
                found.push(diags::wrong_type(expr.place(), &error));
                Value::failed()
            })
        })
    }

    /// Sets the context in which the name is evaluated, in place of that of the names. Its variables hide names.
    ///
    /// ```
    /// use hcldyn::ext::on_demand::{Definition, Names};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_expression};
    ///
    /// let mut diags = Diagnostics::new();
    /// let names = Names::new(EvalContext::new());
    /// let port = parse_expression(&Source::new("a.hcl", "base + 80"), &mut diags).unwrap();
    /// let own = EvalContext::new().with_variable("base", 8000);
    /// names.define(["web", "port"], Definition::of(&port).in_context(own));
    ///
    /// let url = parse_expression(&Source::new("b.hcl", "\"http://a:${web.port}\""), &mut diags).unwrap();
    /// let ctx = names.context(&url.variables(), &EvalContext::new(), &mut diags);
    /// assert_eq!(url.value(&ctx, &mut diags), "http://a:8080".into());
    /// ```
    #[must_use]
    pub fn in_context(self, ctx: EvalContext) -> Self {
        Self { ctx: Some(ctx), ..self }
    }
}

impl Names {
    /// Creates names that are evaluated in a context. Its variables hide names.
    pub fn new(ctx: EvalContext) -> Self {
        Self(Arc::new(Mutex::new(State {
            ctx: ctx.child(),
            names: BTreeMap::new(),
            wholes: HashMap::new(),
            running: Vec::new(),
            found: Diagnostics::new(),
        })))
    }

    /// Defines a name by its parts: `["target", "app", "tag"]` is `target.app.tag`. A later definition of a name replaces an
    /// earlier one until the name is evaluated. A reference sees the shorter one of two names that begin alike.
    pub fn define<S: Into<Str>>(&self, name: impl IntoIterator<Item = S>, definition: Definition) {
        let name = name.into_iter().map(Into::into).collect();
        let mut state = self.state();
        state.wholes.clear();
        let entry = state.names.entry(name).or_insert_with(|| Entry::Defined(definition.clone()));
        if let Entry::Defined(known) = entry {
            *known = definition;
        }
    }

    /// Defines the attributes of a body as names that begin with these parts, in the types of a struct, with the variables of a
    /// context. An attribute that the body does not set keeps its earlier definition, or else is null.
    ///
    /// ```
    /// use hcldyn::cty::Value;
    /// use hcldyn::ext::on_demand::Names;
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, HclDecode, parse_body};
    ///
    /// #[derive(HclDecode)]
    /// struct Server {
    ///     port: Option<u16>,
    ///     host: Option<String>,
    /// }
    ///
    /// let mut diags = Diagnostics::new();
    /// let names = Names::new(EvalContext::new());
    /// for (index, text) in ["host = \"a\"\nport = 1 + base\n", "port = 2 + base\n"].into_iter().enumerate() {
    ///     let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    ///     let ctx = EvalContext::new().with_variable("base", 10 * (index + 1));
    ///     names.define_attributes::<Server>(&["server", "a"], &body, &ctx);
    /// }
    /// assert_eq!(names.value(&["server", "a", "port"], &mut diags), Some(22.into()));
    /// assert_eq!(names.value(&["server", "a", "host"], &mut diags), Some("a".into()));
    /// ```
    pub fn define_attributes<T: HclDecode>(&self, name: &[&str], body: &Body, ctx: &EvalContext) {
        let (spec, mut full) = (T::spec(), name.to_vec());
        let (schema, Type::Object(types)) = (spec.implied_schema(), spec.implied_type()) else {
            return;
        };
        for (attribute, ty) in types.iter().filter(|(name, _)| schema.attribute(name).is_some()) {
            full.push(attribute);
            let expr = body.attribute(attribute).map(|it| it.expr);
            if expr.is_some() || !self.defines(&full) {
                let definition = Definition::of_type(expr, ty.clone()).in_context(ctx.clone());
                self.define(full.iter().copied(), definition);
            }
            full.pop();
        }
    }

    /// Defines a function of the configuration, which sees all names. It sees those that are defined later, too.
    ///
    /// ```
    /// use hcldyn::cty::Value;
    /// use hcldyn::ext::FunctionBlocks;
    /// use hcldyn::ext::on_demand::{Definition, Names};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let text = "port = offset(80)\nbase = 8000\nfunction \"offset\" {\n  params = [n]\n  result = base + n\n}\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let (functions, rest) = FunctionBlocks::new("function").read(&body, &mut diags);
    /// let names = Names::new(EvalContext::new());
    /// for (name, function) in functions {
    ///     names.define_function(name, function);
    /// }
    /// for attribute in rest.just_attributes(&mut diags) {
    ///     names.define([attribute.name], Definition::of(&attribute.expr));
    /// }
    /// assert_eq!(names.value(&["port"], &mut diags), Some(Value::from(8080)));
    /// ```
    pub fn define_function(&self, name: impl Into<Str>, definition: FunctionDefinition) {
        let references = definition.references();
        // A strong pointer would keep the names alive for ever.
        let names: Weak<_> = Arc::downgrade(&self.0);
        let context = move || {
            let Some(names) = names.upgrade().map(Names) else { return EvalContext::new() };
            let ctx = names.state().ctx.clone();
            names.seen_by(&references, &ctx)
        };
        let function: Function = definition.into_function(context);
        self.state().ctx.set_function(name, function);
    }

    /// Returns `true` for the parts that a defined name begins with.
    pub fn defines(&self, name: &[&str]) -> bool {
        let name: Vec<_> = name.iter().map(|it| Str::new(it)).collect();
        references::below(&self.state().names, &name).next().is_some()
    }

    /// Returns the context in which the names are evaluated, with the functions that were defined.
    pub fn base(&self) -> EvalContext {
        self.state().ctx.clone()
    }

    /// Returns the value of a name. It is [failed](Value::failed) after an error, which is reported once. Returns `None` if
    /// the name is not defined.
    pub fn value(&self, name: &[&str], diags: &mut Diagnostics) -> Option<Value> {
        let name: Vec<_> = name.iter().map(|it| Str::new(it)).collect();
        let _work = self.base().limits().open_budget();
        if !self.state().names.contains_key(&name) {
            return None;
        }
        self.evaluate((name.clone(), None));
        self.report(diags);
        Some(self.state().known(&name).unwrap_or_else(Value::failed))
    }

    /// Returns a child of a context with the names that these references lead to. Variables of the context hide names.
    ///
    /// ```
    /// use hcldyn::ext::on_demand::{Definition, Names};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_expression};
    ///
    /// let mut diags = Diagnostics::new();
    /// let names = Names::new(EvalContext::new());
    /// names.define(["base"], Definition::new(vec![], |_, _| 8000.into()));
    /// let port = parse_expression(&Source::new("a.hcl", "base + 80"), &mut diags).unwrap();
    /// let ctx = names.context(&port.variables(), &EvalContext::new(), &mut diags);
    /// assert_eq!(port.value(&ctx, &mut diags), 8080.into());
    /// ```
    pub fn context(
        &self,
        references: &[Traversal],
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> EvalContext {
        let _work = ctx.limits().open_budget();
        let ctx = self.seen_by(references, ctx);
        self.report(diags);
        ctx
    }

    /// Decodes a body in a child of a context with the names that the body refers to. Returns `None` after reporting an error.
    ///
    /// ```
    /// use hcldyn::ext::on_demand::{Definition, Names};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, HclDecode, EvalContext, parse_body};
    ///
    /// #[derive(HclDecode)]
    /// struct Server {
    ///     port: u16,
    /// }
    ///
    /// let mut diags = Diagnostics::new();
    /// let names = Names::new(EvalContext::new());
    /// names.define(["base"], Definition::new(vec![], |_, _| 8000.into()));
    /// let body = parse_body(&Source::new("a.hcl", "port = base + 80"), &mut diags);
    /// let server: Option<Server> = names.decode(&body, &EvalContext::new(), &mut diags);
    /// assert_eq!(server.unwrap().port, 8080);
    /// ```
    pub fn decode<T: HclDecode>(
        &self,
        body: &Body,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Option<T> {
        let ctx = self.context(&variables(body, &T::spec()), ctx, diags);
        from_body(body, &ctx, diags)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports the errors that were found in definitions.
    fn report(&self, diags: &mut Diagnostics) {
        diags.append(std::mem::take(&mut self.state().found));
    }

    fn seen_by(&self, references: &[Traversal], ctx: &EvalContext) -> EvalContext {
        let needs = self.state().needs(references, ctx);
        needs.iter().cloned().for_each(|need| self.evaluate(need));
        let (mut view, state) = (View::default(), self.state());
        for (name, _) in needs {
            // A name is unknown if the evaluation of this reference is a part of its own.
            let value = state.known(&name).unwrap_or_else(Value::failed);
            view.add(&name, Whole::of(value));
        }
        view.into_context(ctx).0
    }

    /// Evaluates a name after its dependencies. Long chains need no deep recursion.
    fn evaluate(&self, (name, place): Need) {
        let Some(open) = self.state().open(&name, place.as_ref()) else { return };
        let mut positions = HashMap::from([(name.clone(), 0)]);
        let mut frames = vec![self.frame(name, open)];
        while let Some(frame) = frames.last_mut() {
            let Some((need, place)) = frame.needs.next() else {
                let Some(frame) = frames.pop() else { return };
                positions.remove(&frame.name);
                self.finish(frame);
                continue;
            };
            frame.reference.clone_from(&place);
            if let Some(start) = positions.get(&need) {
                self.state().report_cycle(&mut frames[*start..]);
                continue;
            }
            let open = self.state().open(&need, place.as_ref());
            if let Some(open) = open {
                positions.insert(need.clone(), frames.len());
                frames.push(self.frame(need, open));
            }
        }
    }

    fn frame(&self, name: Vec<Str>, open: Open) -> Frame {
        let state = self.state();
        let needs = match &open {
            Open::Whole => {
                references::below(&state.names, &name).map(|it| (it.clone(), None)).collect()
            }
            Open::Name(definition) => {
                let ctx = definition.ctx.as_ref().unwrap_or(&state.ctx);
                state.needs(&definition.references, ctx)
            }
        };
        Frame { name, open, needs: needs.into_iter(), reference: None, is_in_cycle: false }
    }

    /// Evaluates a name or a whole whose dependencies are known.
    fn finish(&self, Frame { name, open, is_in_cycle, .. }: Frame) {
        let definition = match open {
            Open::Name(definition) => definition,
            Open::Whole => return self.state().finish_whole(name, is_in_cycle),
        };
        let mut found = Diagnostics::new();
        let value =
            if is_in_cycle { Value::failed() } else { self.run(&name, &definition, &mut found) };
        let mut state = self.state();
        state.found.append(found);
        state.names.insert(name, Entry::Known(value));
    }

    fn run(&self, name: &[Str], definition: &Definition, found: &mut Diagnostics) -> Value {
        let running = (thread::current().id(), name.to_vec());
        self.state().running.push(running.clone());
        let ctx = definition.ctx.clone().unwrap_or_else(|| self.base());
        let ctx = self.seen_by(&definition.references, &ctx);
        let value = (definition.evaluate)(&ctx, found);
        self.state().running.retain(|it| *it != running);
        let marks = || Value::failed().with_marks(&value.clone().unmark_deep().1);
        if found.has_errors() { marks() } else { value }
    }
}

impl State {
    fn known(&self, name: &[Str]) -> Option<Value> {
        match self.names.get(name) {
            Some(Entry::Known(value)) => Some(value.clone()),
            Some(Entry::Defined(_)) => None,
            None => self.wholes.get(name).cloned(),
        }
    }

    /// Returns the names and wholes that references lead to, each once.
    fn needs(&self, references: &[Traversal], ctx: &EvalContext) -> Vec<Need> {
        let (mut needs, mut seen) = (Vec::new(), HashSet::new());
        for reference in references.iter().filter(|it| ctx.variable(it.root()).is_none()) {
            if let Some(name) = references::target(&self.names, reference)
                && seen.insert(name.clone())
            {
                needs.push((name, Some(reference.place().clone())));
            }
        }
        needs
    }

    /// Returns a name or a whole if it must still be evaluated. A reference to a name from a function that its evaluation
    /// calls is reported.
    fn open(&mut self, name: &[Str], place: Option<&Place>) -> Option<Open> {
        let thread = thread::current().id();
        if self.running.iter().any(|(by, it)| *by == thread && it == name) {
            if let Some(place) = place {
                self.found.push(diags::in_own_function(name, place.clone()));
            }
            return None;
        }
        match self.names.get(name) {
            Some(Entry::Defined(definition)) => Some(Open::Name(definition.clone())),
            Some(Entry::Known(_)) => None,
            None => (!self.wholes.contains_key(name)).then_some(Open::Whole),
        }
    }

    /// Makes the object of all names that begin with these parts.
    fn finish_whole(&mut self, name: Vec<Str>, is_in_cycle: bool) {
        let mut view = View::default();
        for member in references::below(&self.names, &name) {
            let value = self.known(member).unwrap_or_else(Value::failed);
            view.add(&member[name.len()..], Whole::of(value));
        }
        let value = if is_in_cycle { Value::failed() } else { view.into_value() };
        self.wholes.insert(name, value);
    }

    /// Reports a cycle of frames, unless its first one is in a cycle that was reported.
    fn report_cycle(&mut self, frames: &mut [Frame]) {
        if frames.first().is_some_and(|it| !it.is_in_cycle) {
            let step = |it: &Frame| Some((it.name.clone(), it.reference.clone()?));
            let steps: Vec<_> = frames.iter().filter_map(step).collect();
            if let Some(error) = diags::in_cycle(&steps) {
                self.found.push(error);
            }
        }
        for frame in frames {
            frame.is_in_cycle = true;
        }
    }
}

/// Shows the defined names without their values, which may be secret.
impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.state();
        let names = state.names.keys().map(|it| it.iter().cloned().collect::<Name>());
        f.debug_list().entries(names.map(|it| it.to_string())).finish()
    }
}

impl fmt::Debug for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Definition").field("references", &self.references).finish_non_exhaustive()
    }
}
