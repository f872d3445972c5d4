//! Specs that are created when a value needs them.

use std::cell::RefCell;
use std::fmt;
use std::sync::{Arc, OnceLock};

use super::{ValueHint, ValueSpec};
use crate::collect::CollectVec;
use crate::key_map::KeyMap;

/// A spec that is created when a value needs it, so that it may contain itself. A function creates it, or it is one of
/// several [definitions](ValueDefinitions).
///
/// ```
/// use hcldyn::cty::value_spec::{LazyValueSpec, ValueSpec};
/// use hcldyn::cty::Type;
///
/// /// Lists of lists.
/// fn nested() -> ValueSpec {
///     ValueSpec::list(ValueSpec::Lazy(LazyValueSpec::new(nested)))
/// }
///
/// let lazy = LazyValueSpec::new(nested);
/// assert_eq!(lazy.spec().ty(), Type::list(Type::Dynamic));
/// assert_eq!(lazy.id(), LazyValueSpec::new(nested).id());
/// assert_eq!(lazy.definition_index(), None);
/// assert_eq!(LazyValueSpec::definition(1).definition_index(), Some(1));
/// ```
#[derive(Clone)]
pub struct LazyValueSpec(Maker);

#[derive(Clone)]
enum Maker {
    Function(fn() -> ValueSpec),
    /// One of several definitions.
    Definition(ValueDefinitions, usize, Arc<OnceLock<ValueSpec>>),
    /// A definition that is not [bound](ValueSpec::bind) yet.
    Unbound(usize),
}

/// Specs of values that may use each other, and themselves, by their index. They hold no pointers to each other, so
/// dropping the last spec that uses one drops all of them.
///
/// ```
/// use hcldyn::cty::value_spec::{
///     LazyValueSpec, ObjectAttribute, ObjectValueSpec, ValueDefinitions, ValueSpec,
/// };
/// use hcldyn::cty::{Type, Value};
///
/// let name = ObjectAttribute::new("name", Type::String);
/// let own = ValueSpec::Lazy(LazyValueSpec::definition(0));
/// let children = ObjectAttribute::new("children", ValueSpec::list(own)).optional();
/// let node = ValueSpec::Object(ObjectValueSpec::new([name, children]).into());
/// let definitions = ValueDefinitions::new([node.clone()]);
/// let node = node.bind(&definitions);
///
/// let leaf = Value::object([("nme", "a".into())]);
/// let tree = Value::object([("name", "b".into()), ("children", vec![leaf].into())]);
/// let error = node.try_convert(tree).unwrap_err().to_string();
/// assert!(error.contains("the attribute \"nme\" is not expected here"), "{error}");
/// ```
#[derive(Clone, Debug)]
pub struct ValueDefinitions(Arc<[ValueSpec]>);

impl LazyValueSpec {
    /// Returns the spec that a function creates, which must return the same spec each time.
    pub fn new(make: fn() -> ValueSpec) -> Self {
        Self(Maker::Function(make))
    }

    /// Returns the definition at an index, for a spec to be [bound](ValueSpec::bind).
    pub fn definition(index: usize) -> Self {
        Self(Maker::Unbound(index))
    }

    /// Returns the spec. For a definition that is not bound, it is the spec of any value.
    pub fn spec(&self) -> ValueSpec {
        match &self.0 {
            Maker::Function(make) => make(),
            Maker::Definition(definitions, index, spec) => spec
                .get_or_init(|| {
                    let spec = definitions.0.get(*index).cloned().unwrap_or(ValueSpec::ANY);
                    spec.bind(definitions)
                })
                .clone(),
            Maker::Unbound(_) => ValueSpec::ANY,
        }
    }

    /// Returns the index of the definition, if the spec is one.
    pub fn definition_index(&self) -> Option<usize> {
        match self.0 {
            Maker::Function(_) => None,
            Maker::Definition(_, index, _) | Maker::Unbound(index) => Some(index),
        }
    }

    /// Returns an identity that all instances of one lazy spec share.
    pub fn id(&self) -> usize {
        match &self.0 {
            Maker::Function(make) => *make as usize,
            Maker::Definition(definitions, index, _) => {
                definitions.0.get(*index).map_or(*index, |spec| std::ptr::from_ref(spec).addr())
            }
            Maker::Unbound(index) => *index,
        }
    }

    fn bind(&self, definitions: &ValueDefinitions) -> Self {
        match &self.0 {
            Maker::Unbound(index) => {
                Self(Maker::Definition(definitions.clone(), *index, Arc::default()))
            }
            Maker::Function(_) | Maker::Definition(..) => self.clone(),
        }
    }
}

impl ValueDefinitions {
    /// Returns definitions, whose specs refer to each other by [`LazyValueSpec::definition`].
    pub fn new(specs: impl IntoIterator<Item = ValueSpec>) -> Self {
        Self(specs.into_iter().collect_vec().into())
    }
}

impl ValueSpec {
    /// Returns the spec with its uses of definitions bound to them.
    #[must_use]
    pub fn bind(&self, definitions: &ValueDefinitions) -> Self {
        self.with_lazy(&|lazy| lazy.bind(definitions))
    }

    /// Returns `true` if another spec has the same structure. Specs that contain themselves are equal (`==`) only if they
    /// share their definitions; here, definitions that were created separately are compared, too.
    ///
    /// ```
    /// use hcldyn::cty::value_spec::{LazyValueSpec, ValueDefinitions, ValueSpec};
    ///
    /// let nested = || {
    ///     let own = ValueSpec::Lazy(LazyValueSpec::definition(0));
    ///     own.bind(&ValueDefinitions::new([ValueSpec::list(own.clone())]))
    /// };
    /// assert!(nested() != nested() && nested().is_same(&nested()));
    /// ```
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self == other || self.numbered() == other.numbered()
    }

    /// Returns the spec and those of its lazy parts, each once, in the order of their first uses. A use is the number of
    /// the part.
    fn numbered(&self) -> Vec<Self> {
        let (numbers, parts) = (RefCell::new(KeyMap::default()), RefCell::new(Vec::new()));
        let number = |lazy: &LazyValueSpec| {
            let mut numbers = numbers.borrow_mut();
            let next = numbers.len();
            let number = *numbers.get_or_insert_with(lazy.id(), || {
                parts.borrow_mut().push(lazy.clone());
                next
            });
            LazyValueSpec::definition(number)
        };
        let mut specs = vec![self.with_lazy(&number)];
        loop {
            let Some(part) = parts.borrow().get(specs.len() - 1).cloned() else { break };
            specs.push(part.spec().with_lazy(&number));
        }
        specs
    }

    /// Returns the spec with other specs in place of its lazy ones.
    fn with_lazy(&self, replace: &impl Fn(&LazyValueSpec) -> LazyValueSpec) -> Self {
        match self {
            Self::Leaf(leaf) => match leaf.hint() {
                Some(ValueHint::Deferred(spec)) => {
                    let deferred = ValueHint::Deferred(spec.with_lazy(replace).into());
                    Self::Leaf(leaf.clone().with_hint(deferred))
                }
                _ => self.clone(),
            },
            Self::Lazy(lazy) => Self::Lazy(replace(lazy)),
            spec => spec.map_parts(|part| part.with_lazy(replace)),
        }
    }
}

/// Compares the identities: lazy specs are equal if they have one function, or are one definition.
impl PartialEq for LazyValueSpec {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

/// Shows the identity, because the spec may contain itself.
impl fmt::Debug for LazyValueSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Maker::Function(make) => f.debug_tuple("LazyValueSpec").field(make).finish(),
            Maker::Definition(_, index, _) | Maker::Unbound(index) => {
                f.debug_tuple("LazyValueSpec").field(index).finish()
            }
        }
    }
}
