//! The context that expressions are evaluated in.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use crate::cty::internal::{InlineCache, NameIndex};
use crate::cty::{Function, Str, Value};
use crate::limits::Limits;

/// The variables and functions that an expression may use.
///
/// Contexts form a chain: a name is looked up in the context itself, then in its parent, and so on
/// (reference: `hcl.EvalContext`). A context that was given no variables at all allows none, which is
/// another message than a variable that does not exist. Cloning copies a pointer; changing a clone
/// leaves the original as it was.
///
/// ```
/// use hcldyn::source::Source;
/// use hcldyn::{Diagnostics, EvalContext, Value, parse_expression};
///
/// let ctx = EvalContext::new().with_variable("port", Value::from(8000));
/// let mut diags = Diagnostics::new();
/// let expr = parse_expression(&Source::new("<example>", "port + 80"), &mut diags).unwrap();
/// assert_eq!(expr.value(&ctx, &mut diags), Value::from(8080));
/// ```
#[derive(Clone, Default)]
pub struct EvalContext(Arc<ContextData>);

#[derive(Clone, Default)]
struct ContextData {
    parent: Option<EvalContext>,
    variables: Option<Named<Value>>,
    functions: Option<Arc<Named<Function>>>,
    /// Names of variables that are known only at run time.
    runtime_names: Vec<Str>,
    limits: Limits,
}

/// What is looked up by name.
#[derive(Clone)]
struct Named<T> {
    names: NameIndex,
    values: Vec<T>,
}

impl EvalContext {
    /// A context that allows neither variables nor functions.
    pub fn new() -> Self {
        Self::default()
    }

    /// A context inside this one: it sees everything this one has, and what it is given itself goes
    /// first.
    #[must_use]
    pub fn child(&self) -> Self {
        Self(Arc::new(ContextData {
            parent: Some(self.clone()),
            variables: None,
            functions: None,
            runtime_names: Vec::new(),
            limits: self.0.limits.clone(),
        }))
    }

    /// Adds a variable, or gives it another value.
    pub fn set_variable(&mut self, name: impl Into<Str>, value: impl Into<Value>) {
        let data = Arc::make_mut(&mut self.0);
        data.variables.get_or_insert_default().insert(name.into(), value.into());
    }

    /// The context with one more variable.
    #[must_use]
    pub fn with_variable(mut self, name: impl Into<Str>, value: impl Into<Value>) -> Self {
        self.set_variable(name, value);
        self
    }

    /// Adds a function. A name may have namespaces in front: `provider::name`.
    pub fn set_function(&mut self, name: impl Into<Str>, function: Function) {
        let data = Arc::make_mut(&mut self.0);
        let functions = data.functions.get_or_insert_default();
        Arc::make_mut(functions).insert(name.into(), function);
    }

    /// The context with one more function.
    #[must_use]
    pub fn with_function(mut self, name: impl Into<Str>, function: Function) -> Self {
        self.set_function(name, function);
        self
    }

    /// The context with these functions besides its own.
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

    /// Adds names of variables that are known only at run time. A reference to one that has no value evaluates to its own
    /// source text as an interpolation, so that a later stage can replace it. A name that ends in `*` stands for all
    /// names that begin with what is before it.
    ///
    /// ```
    /// use hcldyn::source::Source;
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

    /// The context with other limits than the usual ones.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        Arc::make_mut(&mut self.0).limits = limits;
        self
    }

    /// A context with the functions and limits of this one, and none of its variables.
    pub(crate) fn without_variables(&self) -> Self {
        let chain: Vec<_> = self.chain().collect();
        let mut context = None;
        for Self(data) in chain.into_iter().rev() {
            context = Some(Self(Arc::new(ContextData {
                parent: context,
                variables: None,
                functions: data.functions.clone(),
                runtime_names: data.runtime_names.clone(),
                limits: data.limits.clone(),
            })));
        }
        context.unwrap_or_default()
    }

    /// A context inside this one that was given variables, if none yet: a name that is not found is then
    /// one that does not exist.
    #[cfg(feature = "graph")]
    pub(crate) fn child_with_variables(&self) -> Self {
        let mut child = self.child();
        Arc::make_mut(&mut child.0).variables = Some(Named::default());
        child
    }

    /// The limits on what a configuration may ask for.
    pub fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// The value of a variable, from this context or the nearest one around it that has it.
    pub fn variable(&self, name: &str) -> Option<&Value> {
        self.nearest(|data| data.variables.as_ref()?.get(name))
    }

    /// A function, from this context or the nearest one around it that has it.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.nearest(|data| data.functions.as_ref()?.get(name))
    }

    /// The value of a variable whose name is looked up again and again.
    #[inline]
    pub(crate) fn variable_from(&self, cache: &InlineCache, name: &str) -> Option<&Value> {
        self.nearest(|data| data.variables.as_ref()?.get_from(cache, name))
    }

    /// A function whose name is looked up again and again.
    #[inline]
    pub(crate) fn function_from(&self, cache: &InlineCache, name: &str) -> Option<&Function> {
        self.nearest(|data| data.functions.as_ref()?.get_from(cache, name))
    }

    /// What is found in this context, or in the nearest one around it that has it.
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

    /// Whether two contexts are the very same one.
    #[cfg(test)]
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Returns `true` for a variable that is known only at run time.
    pub(crate) fn is_runtime_name(&self, name: &str) -> bool {
        let is_named = |pattern: &Str| match pattern.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => *pattern == *name,
        };
        self.chain().any(|context| context.0.runtime_names.iter().any(is_named))
    }

    /// Whether this context or one around it was given variables.
    pub(crate) fn allows_variables(&self) -> bool {
        self.chain().any(|context| context.0.variables.is_some())
    }

    /// Whether this context or one around it was given functions.
    pub(crate) fn allows_functions(&self) -> bool {
        self.chain().any(|context| context.0.functions.is_some())
    }

    /// The names of all variables that can be seen from here, those of each context in order. A name
    /// comes once for each context that has it.
    pub fn variable_names(&self) -> impl Iterator<Item = &str> + '_ {
        self.chain().filter_map(|context| context.0.variables.as_ref()).flat_map(in_order)
    }

    /// The names of all functions that can be seen from here, as those of variables.
    pub fn function_names(&self) -> impl Iterator<Item = &str> + '_ {
        self.chain().filter_map(|context| context.0.functions.as_deref()).flat_map(in_order)
    }

    /// This context, then its parent, and so on.
    fn chain(&self) -> impl Iterator<Item = &Self> + '_ {
        std::iter::successors(Some(self), |context| context.0.parent.as_ref())
    }
}

/// What a context may be the last to keep.
type Kept = (Option<EvalContext>, Option<Named<Value>>, Option<Arc<Named<Function>>>);

/// The contexts that are being dropped on a thread.
struct Drops {
    is_under_way: bool,
    /// What is left to drop of them.
    left: Vec<Kept>,
}

thread_local! {
    static DROPS: RefCell<Drops> = const { RefCell::new(Drops { is_under_way: false, left: Vec::new() }) };
}

/// Contexts that only this one kept, as its parent or in closures among its variables, go one after the other:
/// inside one another those of a long chain would need more stack than there is.
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
        // At the end of a thread there is no list, and one goes inside the other.
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

/// Ends the drops that are under way, also when a value of the program's panics in one.
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
    fn get_from(&self, cache: &InlineCache, name: &str) -> Option<&T> {
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
    let mut names: Vec<_> = named.names.iter().map(Str::as_str).collect();
    names.sort_unstable();
    names
}

/// Names only: values may be secret.
impl fmt::Debug for EvalContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EvalContext")
            .field("variables", &self.variable_names().collect::<Vec<_>>())
            .field("functions", &self.function_names().count())
            .finish()
    }
}
