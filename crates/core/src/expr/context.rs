//! The context of an evaluation.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use crate::cty::internal::{CollectVec, InlineCache, NameIndex, PushAll, sort_by};
use crate::cty::{Function, Str, Value};
use crate::diag::Diagnostics;
use crate::limits::Limits;
#[cfg(feature = "specfile")]
use crate::limits::work;

/// The variables and functions for expressions.
///
/// Contexts form a chain: a name is looked up in the context itself, then in its parent, and so on (reference:
/// `hcl.EvalContext`). A context without any variables set does not allow variables, which is a different error
/// from an undefined variable. A clone is cheap, and changing it leaves the original unchanged.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_expression};
///
/// let ctx = EvalContext::new().with_variable("port", Value::from(8000));
/// let mut diags = Diagnostics::new();
/// let expr = parse_expression(&Source::new("<example>", "port + 80"), &mut diags).unwrap();
/// assert_eq!(expr.value(&ctx, &mut diags), Value::from(8080));
/// ```
#[doc(alias = "scope")]
#[doc(alias = "declare_var")]
#[doc(alias = "declare_func")]
#[derive(Clone, Default)]
pub struct EvalContext(Arc<ContextData>);

#[derive(Clone, Default)]
struct ContextData {
    parent: Option<EvalContext>,
    variables: Option<Named<Value>>,
    functions: Option<Arc<Named<Function>>>,
    /// The names of variables that are only known at run time.
    runtime_names: Vec<Str>,
    limits: Limits,
    warnings: Option<Arc<WarningHook>>,
}

/// A function that receives warnings.
type WarningHook = dyn Fn(&Diagnostics) + Send + Sync;

/// Items that are looked up by name.
#[derive(Clone)]
struct Named<T> {
    names: NameIndex,
    values: Vec<T>,
}

impl EvalContext {
    /// Creates a context that allows neither variables nor functions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a child of this context. The child sees all names of this context, and its own names take
    /// precedence.
    #[must_use]
    pub fn child(&self) -> Self {
        Self(Arc::new(ContextData {
            parent: Some(self.clone()),
            variables: None,
            functions: None,
            runtime_names: Vec::new(),
            limits: self.0.limits.clone(),
            warnings: self.0.warnings.clone(),
        }))
    }

    /// Sets a variable.
    ///
    /// ```
    /// use hcldyn::EvalContext;
    ///
    /// let mut ctx = EvalContext::new();
    /// ctx.set_variable("zone", "eu");
    /// assert_eq!(ctx.child().variable("zone"), Some(&"eu".into()));
    /// ```
    pub fn set_variable(&mut self, name: impl Into<Str>, value: impl Into<Value>) {
        let data = Arc::make_mut(&mut self.0);
        data.variables.get_or_insert_default().insert(name.into(), value.into());
    }

    /// Sets a variable and returns the context.
    #[must_use]
    pub fn with_variable(mut self, name: impl Into<Str>, value: impl Into<Value>) -> Self {
        self.set_variable(name, value);
        self
    }

    /// Sets variables and returns the context.
    ///
    /// ```
    /// use hcldyn::EvalContext;
    ///
    /// let ctx = EvalContext::new().with_variables([("region", "eu"), ("zone", "eu-1")]);
    /// assert_eq!(ctx.variable("zone").unwrap().as_str(), Some("eu-1"));
    /// ```
    #[must_use]
    pub fn with_variables<N: Into<Str>, V: Into<Value>>(
        mut self,
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        for (name, value) in variables {
            self.set_variable(name, value);
        }
        self
    }

    /// Sets a function. The name may have namespaces: `provider::name`.
    ///
    /// ```
    /// use hcldyn::EvalContext;
    /// use hcldyn::cty::Function;
    ///
    /// let mut ctx = EvalContext::new();
    /// ctx.set_function("double", Function::from_fn("Twice a number.", ["n"], |n: u32| n * 2));
    /// assert!(ctx.function("double").is_some());
    /// ```
    pub fn set_function(&mut self, name: impl Into<Str>, function: Function) {
        let data = Arc::make_mut(&mut self.0);
        let functions = data.functions.get_or_insert_default();
        Arc::make_mut(functions).insert(name.into(), function);
    }

    /// Sets a function and returns the context.
    #[must_use]
    pub fn with_function(mut self, name: impl Into<Str>, function: Function) -> Self {
        self.set_function(name, function);
        self
    }

    /// Adds functions and returns the context.
    #[must_use]
    pub fn with_functions<N: Into<Str>>(
        mut self,
        functions: impl IntoIterator<Item = (N, Function)>,
    ) -> Self {
        let data = Arc::make_mut(&mut self.0);
        let own = Arc::make_mut(data.functions.get_or_insert_default());
        for (name, function) in functions {
            own.insert(name.into(), function);
        }
        self
    }

    /// Adds names of variables that are only known at run time. If such a variable has no value, a reference to it
    /// evaluates to its own source text as an interpolation, so that a later stage can replace it. A name that
    /// ends in `*` matches all names with that prefix.
    ///
    /// ```
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_expression};
    ///
    /// let ctx = EvalContext::new().with_variable("port", 80).with_runtime_names(["NOMAD_*", "env"]);
    /// let mut diags = Diagnostics::new();
    /// let text = r#""${NOMAD_IP_http}:${port}, ${env["HOME"]}""#;
    /// let expr = parse_expression(&Source::new("<example>", text), &mut diags).unwrap();
    /// assert_eq!(expr.value(&ctx, &mut diags), r#"${NOMAD_IP_http}:80, ${env["HOME"]}"#.into());
    /// ```
    #[must_use]
    pub fn with_runtime_names<N: Into<Str>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        let data = Arc::make_mut(&mut self.0);
        data.runtime_names.extend(names.into_iter().map(Into::into));
        self
    }

    /// Sets the limits and returns the context.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        Arc::make_mut(&mut self.0).limits = limits;
        self
    }

    /// Sets the function that receives the warnings of [`from_str`](crate::from_str) and similar functions, which return
    /// only the struct. Without one, they drop the warnings: a library does not print uninvited. A
    /// [`Decoder`](crate::Decoder) returns its warnings.
    ///
    /// A program that logs passes them on, for example with `tracing::warn!("{warnings}")`; one with a terminal prints a
    /// [`Report`](crate::diag::Report) on standard error.
    ///
    /// ```
    /// use std::sync::mpsc;
    ///
    /// use hcldyn::{EvalContext, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     #[hcl(former_name = "threads")]
    ///     workers: u8,
    /// }
    ///
    /// let (sender, received) = mpsc::channel();
    /// let ctx = EvalContext::new().with_warnings(move |warnings| {
    ///     sender.send(warnings.to_string()).unwrap();
    /// });
    /// let config: Config = hcldyn::from_str("threads = 4", &ctx)?;
    /// assert_eq!(config.workers, 4);
    /// assert!(received.recv().unwrap().contains("\"threads\" is deprecated"));
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn with_warnings(mut self, hook: impl Fn(&Diagnostics) + Send + Sync + 'static) -> Self {
        Arc::make_mut(&mut self.0).warnings = Some(Arc::new(hook));
        self
    }

    /// Passes warnings to the function that receives them, if there is one.
    pub(crate) fn warn(&self, warnings: &Diagnostics) {
        if let Some(hook) = self.0.warnings.as_ref().filter(|_| !warnings.is_empty()) {
            hook(warnings);
        }
    }

    /// Returns a value, and passes its warnings on, or returns all diagnostics if there are errors.
    pub(crate) fn warned<T>(&self, value: Option<T>, diags: Diagnostics) -> Result<T, Diagnostics> {
        match value {
            Some(value) if !diags.has_errors() => {
                self.warn(&diags);
                Ok(value)
            }
            _ => Err(diags),
        }
    }

    /// Returns a context with the functions and limits of this one, but without its variables.
    pub(crate) fn without_variables(&self) -> Self {
        let chain = self.chain().collect_vec();
        let mut context = None;
        for Self(data) in chain.into_iter().rev() {
            context = Some(Self(Arc::new(ContextData {
                parent: context,
                variables: None,
                functions: data.functions.clone(),
                runtime_names: data.runtime_names.clone(),
                limits: data.limits.clone(),
                warnings: data.warnings.clone(),
            })));
        }
        context.unwrap_or_default()
    }

    /// Creates a child of this context in which the value of every variable is unknown.
    #[cfg(feature = "specfile")]
    pub(crate) fn child_with_unknown_values(&self) -> Self {
        let mut child = self.child();
        let mut count = 0;
        for name in self.variable_names() {
            child.set_variable(name, Value::dynamic());
            count += 1;
        }
        work::charge(count);
        child
    }

    /// Creates a child of this context that allows variables, so that an unknown name is reported as undefined.
    #[cfg(feature = "kit")]
    pub(crate) fn child_with_variables(&self) -> Self {
        let mut child = self.child();
        Arc::make_mut(&mut child.0).variables = Some(Named::default());
        child
    }

    /// Returns the limits on a configuration.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// Returns the value of a variable in this context, or in the nearest parent that has it.
    pub fn variable(&self, name: &str) -> Option<&Value> {
        self.nearest(|data| data.variables.as_ref()?.get(name))
    }

    /// Returns a function in this context, or in the nearest parent that has it.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.nearest(|data| data.functions.as_ref()?.get(name))
    }

    /// Returns the value of a variable, with a cache for repeated lookups.
    #[inline]
    pub(crate) fn variable_from(&self, cache: &InlineCache, name: &Str) -> Option<&Value> {
        self.nearest(|data| data.variables.as_ref()?.get_from(cache, name))
    }

    /// Returns a function, with a cache for repeated lookups.
    #[inline]
    pub(crate) fn function_from(&self, cache: &InlineCache, name: &Str) -> Option<&Function> {
        self.nearest(|data| data.functions.as_ref()?.get_from(cache, name))
    }

    /// Finds something in this context, or in the nearest parent that has it.
    #[inline]
    fn nearest<'c, T>(&'c self, find: impl Fn(&'c ContextData) -> Option<&'c T>) -> Option<&'c T> {
        let mut context = self;
        loop {
            match find(&context.0) {
                None => context = context.0.parent.as_ref()?,
                found => return found,
            }
        }
    }

    /// Returns `true` if both are the same context, not only equal ones.
    #[cfg(test)]
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Returns `true` if a variable is only known at run time.
    pub(crate) fn is_runtime_name(&self, name: &str) -> bool {
        let is_named = |pattern: &Str| match pattern.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => *pattern == *name,
        };
        self.nearest(|data| data.runtime_names.iter().find(|known| is_named(known))).is_some()
    }

    /// Returns `true` if this context or a parent allows variables.
    pub(crate) fn allows_variables(&self) -> bool {
        self.nearest(|data| data.variables.as_ref()).is_some()
    }

    /// Returns `true` if this context or a parent has functions.
    pub(crate) fn allows_functions(&self) -> bool {
        self.nearest(|data| data.functions.as_ref()).is_some()
    }

    /// Returns the names of all visible variables, ordered within each context. A name appears once for each
    /// context that has it.
    pub fn variable_names(&self) -> impl Iterator<Item = &str> + '_ {
        let mut names = Vec::new();
        for context in self.chain() {
            names.push_all(context.0.variables.as_ref().map(in_order).unwrap_or_default());
        }
        names.into_iter()
    }

    /// Returns the [names of variables](Self::with_runtime_names) that are only known at run time, without patterns.
    pub fn runtime_names(&self) -> impl Iterator<Item = &str> + '_ {
        let names = self.chain().flat_map(|context| &context.0.runtime_names);
        names.map(Str::as_str).filter(|name| !name.ends_with('*'))
    }

    /// Returns the names of all visible functions, ordered within each context. A name appears once for each
    /// context that has it.
    pub fn function_names(&self) -> impl Iterator<Item = &str> + '_ {
        let mut names = Vec::new();
        for context in self.chain() {
            names.push_all(context.0.functions.as_deref().map(in_order).unwrap_or_default());
        }
        names.into_iter()
    }

    /// Returns this context, its parent, and so on.
    fn chain(&self) -> impl Iterator<Item = &Self> + '_ {
        std::iter::successors(Some(self), |context| context.0.parent.as_ref())
    }
}

/// The data of a context that may have no other owner.
type Kept = (Option<EvalContext>, Option<Named<Value>>, Option<Arc<Named<Function>>>);

/// The contexts that a thread is dropping.
struct Drops {
    is_under_way: bool,
    /// The data that is still to be dropped.
    left: Vec<Kept>,
}

thread_local! {
    static DROPS: RefCell<Drops> = const { RefCell::new(Drops { is_under_way: false, left: Vec::new() }) };
}

/// Drops the contexts that only this context owns, as its parent or in closures among its variables, one by one.
/// Recursion through a long chain would overflow the stack.
impl Drop for ContextData {
    fn drop(&mut self) {
        let mut kept = Some((self.parent.take(), self.variables.take(), self.functions.take()));
        let is_outermost = DROPS.try_with(|drops| {
            let mut drops = drops.borrow_mut();
            let is_outermost = !drops.is_under_way;
            if is_outermost {
                drops.is_under_way = true;
            } else {
                drops.left.extend(kept.take());
            }
            is_outermost
        });
        // At the end of a thread, the list is already gone and the drops recurse.
        if is_outermost.unwrap_or(false) {
            let end = EndOfDrops;
            while let Some(next) = kept {
                drop(next);
                kept = DROPS.with_borrow_mut(|drops| drops.left.pop());
            }
            drop(end);
        }
    }
}

/// A guard that ends the current drops, even if dropping a value of the program panics.
struct EndOfDrops;

impl Drop for EndOfDrops {
    fn drop(&mut self) {
        DROPS.with_borrow_mut(|drops| drops.is_under_way = false);
    }
}

impl<T> Named<T> {
    fn get(&self, name: &str) -> Option<&T> {
        self.names.position(name).map(|position| &self.values[position])
    }

    #[inline]
    fn get_from(&self, cache: &InlineCache, name: &Str) -> Option<&T> {
        self.names.position_from(cache, name).map(|position| &self.values[position])
    }

    fn insert(&mut self, name: Str, value: T) {
        match self.names.position(&name) {
            Some(position) => self.values[position] = value,
            None => {
                self.names.push(name);
                self.values.push(value);
            }
        }
    }
}

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self { names: NameIndex::default(), values: Vec::new() }
    }
}

fn in_order<T>(named: &Named<T>) -> Vec<&str> {
    let mut names = named.names.iter().map(Str::as_str).collect_vec();
    sort_by(&mut names, Ord::cmp);
    names
}

/// Prints only names, because values may be secret.
impl fmt::Debug for EvalContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EvalContext")
            .field("variables", &self.variable_names().collect_vec())
            .field("functions", &self.function_names().count())
            .finish()
    }
}
