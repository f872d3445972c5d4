//! The source locations of the parts of an attribute's value.

use std::sync::Arc;

use crate::body::Attribute;
use crate::cty::internal::{CollectVec, KeyMap};
use crate::cty::value_spec::{AttributeKind, ObjectAttribute, ValueSpec, VariantSelector};
use crate::cty::{Kind, Number, Path, Step, Str, Value};
use crate::expr::Expression;
use crate::source::{Place, Span};
use crate::spec::{Origin, Presence};
use crate::tree::ExprId;

/// The expression of a part of an attribute's value.
#[derive(Debug)]
pub(in crate::spec) struct PartExpr {
    /// The expression of the part; of the innermost part around it if its own is not written out.
    expr: Expression,
    /// The key of the part, if it is an item of an object constructor.
    key: Option<Expression>,
    /// The items of the innermost object constructor around the part.
    around: Option<Arc<Items>>,
    /// `true` if the expression is that of the part.
    pub(in crate::spec) is_exact: bool,
}

impl PartExpr {
    /// Returns the location of the part's expression.
    pub(in crate::spec) fn place(&self) -> Place {
        self.expr.place()
    }

    /// Returns the location of the part's key, or of its expression if it has none.
    pub(in crate::spec) fn name_place(&self) -> Place {
        self.key.as_ref().filter(|_| self.is_exact).unwrap_or(&self.expr).place()
    }

    /// Returns `true` if the object constructor around the part has an item with this name.
    pub(in crate::spec) fn is_beside(&self, name: &str) -> bool {
        self.around.as_ref().is_some_and(|items| items.contains(name))
    }

    /// Returns `true` if another part of the same attribute is this one or inside it.
    pub(in crate::spec) fn contains(&self, other: &Self) -> bool {
        let (outer, inner) = (self.expr.span(), other.expr.span());
        outer.start <= inner.start && inner.end <= outer.end
    }

    /// Returns the names that are written as keys of an object constructor.
    pub(in crate::spec) fn keys(&self) -> Vec<Str> {
        let items = self.expr.as_map().unwrap_or_default();
        items.iter().filter_map(|(key, _)| key.as_name()).collect()
    }

    /// Returns the location where a missing attribute would be written: the opening brace of an object constructor.
    pub(in crate::spec) fn start(&self) -> Place {
        let (place, span) = (self.expr.place(), self.expr.span());
        if self.expr.as_map().is_none() {
            return place;
        }
        place.source().place(Span::new(span.start, span.start + 1))
    }
}

/// The search for the expressions of the parts of a value. Many parts of a list or an object may have diagnostics, so each
/// constructor is taken apart once.
pub(super) struct PartFinder<'a> {
    spec: &'a ValueSpec,
    attribute: &'a Attribute,
    /// By the position of an added element, whose nodes are in a tree of its own, and the node.
    constructors: KeyMap<(Option<usize>, ExprId), Constructor>,
}

/// The parts of an expression.
enum Constructor {
    List(Vec<Expression>),
    /// The items whose keys are names.
    Object(Arc<Items>),
    /// An expression whose parts are not written out.
    Other,
}

impl<'a> PartFinder<'a> {
    /// Creates the search in the value of an attribute.
    pub(super) fn new(spec: &'a ValueSpec, attribute: &'a Attribute) -> Self {
        Self { spec, attribute, constructors: KeyMap::default() }
    }

    /// Returns the expression of the part at a path. Names in the path are those in the value, or the present names of the
    /// spec.
    pub(super) fn find(&mut self, path: &Path) -> PartExpr {
        let (expr, mut steps) = (self.attribute.expr.clone(), path.steps());
        let mut part = PartExpr { expr, key: None, around: None, is_exact: true };
        let mut spec = self.spec.resolved().into_owned();
        let mut added = None;
        if let Some((element, position)) = self.addition(steps) {
            (part.expr, added) = (element, Some(position));
            spec = element_spec(&spec, position).unwrap_or(&ValueSpec::ANY).clone();
            steps = &steps[1..];
        }
        for step in steps {
            let constructor = || Constructor::of(&part.expr);
            let constructor =
                self.constructors.get_or_insert_with((added, part.expr.node()), constructor);
            let (next, inner) = match step {
                Step::Attr(name) => (constructor.item(&spec, name), attribute_spec(&spec, name)),
                Step::Index(key) => match (key.as_str(), key.as_number()) {
                    (Some(name), _) => (constructor.item(&spec, name), element_spec(&spec, 0)),
                    (None, Some(number)) => {
                        let position = number.to_usize().unwrap_or(usize::MAX);
                        (constructor.element(position), element_spec(&spec, position))
                    }
                    (None, None) => (None, None),
                },
            };
            let Some((key, expr)) = next else {
                part.is_exact = false;
                break;
            };
            let around = constructor.items().or(part.around);
            part = PartExpr { expr, key, around, is_exact: true };
            spec = inner.map_or(ValueSpec::ANY, |inner| inner.resolved().into_owned());
        }
        part
    }
}

impl PartFinder<'_> {
    /// Returns the added element at the start of a path, with its position, if the list before it is written out.
    fn addition(&self, steps: &[Step]) -> Option<(Expression, usize)> {
        let attribute = self.attribute;
        let Some(Step::Index(key)) = steps.first().filter(|_| attribute.has_additions()) else {
            return None;
        };
        let position = key.as_number()?.to_usize()?;
        let own = attribute.is_addition.then(|| vec![attribute.expr.clone()]);
        let written = own.or_else(|| attribute.expr.as_list())?;
        let element = written.iter().chain(&attribute.additions).nth(position)?;
        Some((element.clone(), position))
    }
}

impl Constructor {
    fn of(expr: &Expression) -> Self {
        let named = |item: (Expression, Expression)| Some((item.0.as_name()?, item));
        match (expr.as_list(), expr.as_map()) {
            (Some(elements), _) => Self::List(elements),
            (None, Some(items)) => {
                Self::Object(Arc::new(items.into_iter().filter_map(named).collect()))
            }
            (None, None) => Self::Other,
        }
    }

    fn items(&self) -> Option<Arc<Items>> {
        let Self::Object(items) = self else { return None };
        Some(Arc::clone(items))
    }

    /// Returns the element of a list.
    fn element(&self, position: usize) -> Option<(Option<Expression>, Expression)> {
        let Self::List(elements) = self else { return None };
        Some((None, elements.get(position)?.clone()))
    }

    /// Returns the item of an object with a name, or another name of the attribute.
    fn item(&self, spec: &ValueSpec, name: &str) -> Option<(Option<Expression>, Expression)> {
        let Self::Object(items) = self else { return None };
        let renamed = || {
            let attribute = find_attribute(spec, name)?;
            attribute.names.all().find_map(|name| items.get(name))
        };
        let (key, value) = items.get(name).or_else(renamed)?;
        Some((Some(key.clone()), value.clone()))
    }
}

/// Returns the attribute that a spec calls by a name, also one of a flattened object.
fn find_attribute<'s>(spec: &'s ValueSpec, name: &str) -> Option<&'s ObjectAttribute> {
    let object = match spec {
        ValueSpec::Object(object) => object,
        ValueSpec::Variants(variants) => {
            let mut variants = variants.variants().iter();
            return variants.find_map(|variant| find_attribute(&variant.spec, name));
        }
        _ => return None,
    };
    object.attributes().iter().find_map(|attribute| match attribute.kind {
        AttributeKind::Flattened => find_attribute(&attribute.spec, name),
        _ => attribute.names.all().any(|known| **known == *name).then_some(attribute),
    })
}

/// Adds all attributes that a spec calls by a name, of all variants.
pub(super) fn attributes_called<'s>(
    spec: &'s ValueSpec,
    name: &str,
    found: &mut Vec<&'s ObjectAttribute>,
) {
    match spec {
        ValueSpec::Object(_) => found.extend(find_attribute(spec, name)),
        ValueSpec::Variants(variants) => {
            let variants = variants.variants().iter();
            variants.for_each(|variant| attributes_called(&variant.spec, name, found));
        }
        _ => {}
    }
}

fn attribute_spec<'s>(spec: &'s ValueSpec, name: &str) -> Option<&'s ValueSpec> {
    find_attribute(spec, name).map(|attribute| &attribute.spec)
}

fn element_spec(spec: &ValueSpec, position: usize) -> Option<&ValueSpec> {
    match spec {
        ValueSpec::List(collection) | ValueSpec::Set(collection) | ValueSpec::Map(collection) => {
            Some(collection.element())
        }
        ValueSpec::Tuple(tuple) => tuple.elements().get(position),
        _ => None,
    }
}

/// Returns the origins of the parts that have their own expressions: the elements of a list or tuple, and the entries of a map
/// or object with names or literals as keys. The elements of a set are not in source order, so they have no origins.
/// An attribute that is not written has the location of its object.
pub(super) fn part_origins(spec: &ValueSpec, expr: &Expression, value: &Value) -> Vec<Origin> {
    let origins = match (spec, value.unmarked().kind()) {
        (ValueSpec::Lazy(lazy), _) => return part_origins(&lazy.spec(), expr, value),
        (ValueSpec::Variants(variants), Kind::Tuple(tuple)) => match tuple.elements() {
            [position, inner]
                if !matches!(variants.selector(), VariantSelector::Keyword { .. }) =>
            {
                let position = position.as_number().and_then(Number::to_usize);
                let variant = position.and_then(|position| variants.variants().get(position));
                variant.map(|variant| {
                    let parts = part_origins(&variant.spec, expr, inner);
                    let whole = Origin::new(expr.place(), Presence::Present);
                    vec![whole, Origin::with_parts(expr.place(), Presence::Present, parts)]
                })
            }
            _ => None,
        },
        (_, Kind::List(list)) => elements(spec, expr, list.elements()),
        (_, Kind::Tuple(tuple)) => elements(spec, expr, tuple.elements()),
        (_, Kind::Map(map)) => attributes(spec, expr, map.keys(), map.values()),
        (ValueSpec::Object(object), Kind::Object(values)) => {
            let items = items_of(expr);
            items.map(|items| {
                let attributes = object.attributes().iter().zip(values.values());
                let origin = |(attribute, value): (&ObjectAttribute, &Value)| {
                    attribute_origin(attribute, expr, &items, value)
                };
                attributes.map(origin).collect_vec()
            })
        }
        (_, Kind::Object(object)) => {
            attributes(spec, expr, object.shape().names(), object.values())
        }
        _ => None,
    };
    origins.unwrap_or_default()
}

/// The items of an object constructor by their names. If a key is repeated, the last item wins.
type Items = KeyMap<Str, (Expression, Expression)>;

fn attribute_origin(
    attribute: &ObjectAttribute,
    expr: &Expression,
    items: &Items,
    value: &Value,
) -> Origin {
    let whole = |parts| Origin::with_parts(expr.place(), Presence::Present, parts);
    match attribute.kind {
        AttributeKind::Single => match attribute.names.all().find_map(|name| items.get(name)) {
            Some((key, expr)) => {
                Origin::of_item(key, expr, part_origins(&attribute.spec, expr, value))
            }
            None => Origin::new(expr.place(), Presence::Absent),
        },
        AttributeKind::Flattened => whole(part_origins(&attribute.spec, expr, value)),
        _ => {
            let spec = ValueSpec::map(attribute.spec.clone());
            whole(part_origins(&spec, expr, value))
        }
    }
}

fn elements(spec: &ValueSpec, expr: &Expression, values: &[Value]) -> Option<Vec<Origin>> {
    let exprs = expr.as_list()?;
    let origin = |(position, (expr, value)): (usize, (&Expression, &Value))| {
        let spec = element_spec(spec, position).unwrap_or(&ValueSpec::ANY);
        Origin::with_parts(expr.place(), Presence::Present, part_origins(spec, expr, value))
    };
    (exprs.len() == values.len())
        .then(|| exprs.iter().zip(values).enumerate().map(origin).collect_vec())
}

fn attributes(
    spec: &ValueSpec,
    expr: &Expression,
    names: &[Str],
    values: &[Value],
) -> Option<Vec<Origin>> {
    let items = items_of(expr)?;
    let origin = |(name, value): (&Str, &Value)| {
        let inner = attribute_spec(spec, name).or_else(|| element_spec(spec, 0));
        let inner = inner.unwrap_or(&ValueSpec::ANY);
        match items.get(name) {
            Some((key, expr)) => Origin::of_item(key, expr, part_origins(inner, expr, value)),
            None => Origin::new(expr.place(), Presence::Absent),
        }
    };
    Some(names.iter().zip(values).map(origin).collect_vec())
}

/// Returns the items of an object constructor whose keys are all names.
fn items_of(expr: &Expression) -> Option<Items> {
    expr.as_map()?.into_iter().map(|item| Some((item.0.as_name()?, item))).collect()
}
