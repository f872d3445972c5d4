//! Scopes: borrowed during evaluation, owned when captured.

use std::sync::Arc;

use super::EvalContext;
use crate::cty::internal::{CollectVec, InlineCache};
use crate::cty::{Function, Marks, Str, Value};
use crate::limits::Limits;

/// An iteration of a `dynamic` block over its collection. Its names are visible to the expressions of a generated
/// block, in addition to their context.
#[derive(Debug)]
pub(crate) struct Iteration {
    /// The iterator's name.
    pub(crate) name: Str,
    pub(crate) key: Value,
    pub(crate) value: Value,
    /// The marks of the collection, which are added to every attribute of the generated block.
    pub(crate) marks: Marks,
    /// `true` if the iteration represents all elements of an unknown collection.
    pub(crate) of_unknown: bool,
    /// `true` if every attribute is unknown, because this collection or that of an outer iteration is unknown.
    pub(crate) unknown: bool,
    /// The iteration of the enclosing `dynamic` block.
    pub(crate) outer: Option<Arc<Self>>,
}

/// A chain of name bindings on the stack, innermost first.
pub(crate) struct Scope<'a> {
    frame: Frame<'a>,
    parent: Option<&'a Self>,
}

enum Frame<'a> {
    Context(&'a EvalContext),
    /// Additional variables for the evaluation of a closure.
    Variables(&'a [(&'a str, Value)]),
    Iteration(&'a Iteration),
    Local {
        key: Option<(&'a Str, &'a Value)>,
        value: (&'a Str, &'a Value),
    },
    /// The current element of a splat, which has no name.
    Item(&'a Value),
}

/// The binding of a name.
#[derive(Clone, Copy)]
pub(crate) enum Binding<'a> {
    Value(&'a Value),
    /// An iterator, which is an object of `key` and `value`.
    Iterator(&'a Iteration),
}

impl<'a> Scope<'a> {
    /// Creates the outermost scope.
    pub(crate) fn of_context(context: &'a EvalContext) -> Self {
        Self { frame: Frame::Context(context), parent: None }
    }

    /// Creates a scope with additional variables, which take precedence.
    pub(crate) fn of_variables(parent: &'a Self, variables: &'a [(&'a str, Value)]) -> Self {
        Self { frame: Frame::Variables(variables), parent: Some(parent) }
    }

    /// Creates the scope inside a generated block, which includes the iterators of outer blocks.
    pub(crate) fn of_iteration(parent: &'a Self, iteration: &'a Iteration) -> Self {
        Self { frame: Frame::Iteration(iteration), parent: Some(parent) }
    }

    /// Creates the scope inside a `for` expression.
    pub(crate) fn of_local(
        parent: &'a Self,
        key: Option<(&'a Str, &'a Value)>,
        value: (&'a Str, &'a Value),
    ) -> Self {
        Self { frame: Frame::Local { key, value }, parent: Some(parent) }
    }

    /// Creates the scope inside a splat, with its current element.
    pub(crate) fn of_item(parent: &'a Self, item: &'a Value) -> Self {
        Self { frame: Frame::Item(item), parent: Some(parent) }
    }

    /// Returns the current element of the innermost splat.
    pub(crate) fn item(&self) -> Option<&'a Value> {
        let mut scope = self;
        loop {
            match scope.frame {
                Frame::Item(item) => return Some(item),
                _ => scope = scope.parent?,
            }
        }
    }

    /// Returns the innermost binding of a name.
    // Every variable lookup goes through here. Without this attribute, the compiler adds a frame.
    #[inline(always)]
    pub(crate) fn variable(&self, cache: &InlineCache, name: &Str) -> Option<Binding<'a>> {
        let mut scope = self;
        loop {
            let found = match &scope.frame {
                Frame::Context(context) => context.variable_from(cache, name).map(Binding::Value),
                Frame::Local { .. } => scope.local(name).map(Binding::Value),
                _ => scope.own(name),
            };
            if found.is_some() {
                return found;
            }
            scope = scope.parent?;
        }
    }

    /// Returns the variable of a `for` expression with a name.
    // This is a separate function, because a cached lookup in a context does not read the name.
    #[inline(never)]
    fn local(&self, name: &Str) -> Option<&'a Value> {
        match &self.frame {
            Frame::Local { value: (bound, value), .. } if *bound == name => Some(value),
            Frame::Local { key: Some((bound, key)), .. } if *bound == name => Some(key),
            _ => None,
        }
    }

    /// Returns the additional variable or the iterator with a name.
    #[inline(never)]
    fn own(&self, name: &Str) -> Option<Binding<'a>> {
        match &self.frame {
            Frame::Variables(variables) => {
                let found = variables.iter().rev().find(|(bound, _)| *name == **bound);
                found.map(|(_, value)| Binding::Value(value))
            }
            Frame::Iteration(iteration) => iteration.find(name).map(Binding::Iterator),
            _ => None,
        }
    }

    /// Returns a function by its name.
    #[inline]
    pub(crate) fn function(&self, cache: &InlineCache, name: &Str) -> Option<&'a Function> {
        self.context()?.function_from(cache, name)
    }

    /// Returns `true` if variables are allowed here.
    pub(crate) fn allows_variables(&self) -> bool {
        self.frames().any(|frame| match frame {
            Frame::Context(context) => context.allows_variables(),
            Frame::Variables(variables) => !variables.is_empty(),
            Frame::Iteration(_) | Frame::Local { .. } => true,
            Frame::Item(_) => false,
        })
    }

    /// Returns the context at the bottom of the scope.
    #[inline]
    pub(crate) fn context(&self) -> Option<&'a EvalContext> {
        let mut scope = self;
        loop {
            match scope.frame {
                Frame::Context(context) => return Some(context),
                _ => scope = scope.parent?,
            }
        }
    }

    /// Returns the limits of the context at the bottom.
    pub(crate) fn limits(&self) -> &'a Limits {
        self.context().map_or(&Limits::DEFAULT, EvalContext::limits)
    }

    /// Returns the scope as an owned context, for a closure that outlives the evaluation. In a scope without other
    /// bindings, it is a clone of the context.
    pub(crate) fn capture(&self) -> EvalContext {
        let outer = self.parent.map(Self::capture);
        match &self.frame {
            Frame::Context(context) => (*context).clone(),
            Frame::Variables(variables) => {
                let mut context = outer.unwrap_or_default().child();
                for (name, value) in *variables {
                    context.set_variable(*name, value.clone());
                }
                context
            }
            Frame::Iteration(iteration) => iteration.capture(&outer.unwrap_or_default()),
            Frame::Local { key, value } => {
                let mut context = outer.unwrap_or_default().child();
                for (name, value) in key.iter().chain([value]) {
                    context.set_variable((*name).clone(), (*value).clone());
                }
                context
            }
            // Captured expressions never refer to the element of a splat.
            Frame::Item(_) => outer.unwrap_or_default(),
        }
    }

    fn frames(&self) -> impl Iterator<Item = &Frame<'a>> + '_ {
        std::iter::successors(Some(self), |scope| scope.parent).map(|scope| &scope.frame)
    }
}

impl Iteration {
    /// Returns this iteration and the outer ones, innermost first.
    pub(crate) fn chain(&self) -> impl Iterator<Item = &Self> + '_ {
        std::iter::successors(Some(self), |iteration| iteration.outer.as_deref())
    }

    /// Returns the innermost iteration with a name.
    pub(crate) fn find(&self, name: &str) -> Option<&Self> {
        self.chain().find(|iteration| iteration.name == *name)
    }

    /// Returns the iterator as an object, as expressions see it.
    pub(crate) fn object(&self) -> Value {
        Value::object([("key", self.key.clone()), ("value", self.value.clone())])
    }

    /// Describes the iteration for messages: `port.key is 0`, `port.value is "http"`. Omits unknown and marked
    /// values.
    pub(crate) fn describe(&self) -> Vec<String> {
        [("key", &self.key), ("value", &self.value)]
            .into_iter()
            .filter(|(_, value)| value.is_known() && !value.contains_marked())
            .map(|(part, value)| format!("{}.{part} is {}", self.name, value.describe()))
            .collect_vec()
    }

    /// Returns the iteration for the expressions of a `dynamic` block itself. Only the iterators are unknown or
    /// marked, so that expressions without them are neither.
    pub(crate) fn only_iterators(&self) -> Self {
        Self {
            name: self.name.clone(),
            key: self.key.clone(),
            value: self.value.clone(),
            marks: Marks::new(),
            of_unknown: self.of_unknown,
            unknown: false,
            outer: self.outer.as_deref().map(Self::only_iterators).map(Arc::new),
        }
    }

    fn capture(&self, outer: &EvalContext) -> EvalContext {
        let mut context = outer.child();
        let mut iterations = self.chain().collect_vec();
        iterations.reverse();
        for iteration in iterations {
            context.set_variable(iteration.name.clone(), iteration.object());
        }
        context
    }
}
