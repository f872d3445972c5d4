//! `resource` blocks: one object, or one for each of several instances.

use hcldyn::body::{Block, Body};
use hcldyn::cty::{Kind as ValueKind, MaybeUnknown, Str, Type, Value};
use hcldyn::diag::Diagnostic;
use hcldyn::spec::{Decoded, Origin, Presence, decode_with_origin};
use hcldyn::{Diagnostics, EvalContext, Spanned, from_body};

use crate::language::Resource;
use crate::provider::{self, Kind};

/// The cloud, which receives a resource after its settings are decoded.
pub(crate) trait Cloud {
    /// Returns the id of an instance; `None` if creating it failed, which is reported.
    fn create(
        &mut self,
        address: &str,
        kind: &Kind,
        settings: Decoded,
        diags: &mut Diagnostics,
    ) -> Option<Value>;
}

/// The number of instances of a resource.
enum Repetition {
    Once,
    /// One instance for each scope.
    Each(Vec<Scope>),
    /// An unknown number of instances, all with a scope like this.
    Unknown(Scope),
}

/// The variable that an instance sees.
struct Scope {
    /// The key after the address of the resource.
    key: String,
    /// `each` or `count`.
    name: &'static str,
    value: Value,
}

/// Decodes the value of a resource with its origin. Returns `None` after an error, which is reported.
pub(crate) fn decode(
    address: &str,
    block: &Block,
    ctx: &EvalContext,
    cloud: &mut impl Cloud,
    diags: &mut Diagnostics,
) -> Option<Decoded> {
    let kind = provider::kind(block, diags);
    let resource: Resource = from_body(&block.body, ctx, diags)?;
    resource.check_depends_on(diags);
    let (kind, repetition) = (kind?, repetition(&resource, diags)?);
    let mut instance = |scope: &Scope, diags: &mut Diagnostics| {
        let ctx = ctx.child().with_variable(scope.name, scope.value.clone());
        let address = format!("{address}{}", scope.key);
        decode_instance(&address, &kind, &resource.settings, &ctx, cloud, diags)
    };
    let mut origin = Origin::new(block.header_place(), Presence::Present);
    let value = match repetition {
        Repetition::Once => {
            return decode_instance(address, &kind, &resource.settings, ctx, cloud, diags);
        }
        Repetition::Each(scopes) => {
            let instances: Vec<_> = scopes.iter().map(|scope| instance(scope, diags)).collect();
            let instances = instances.into_iter().collect::<Option<Vec<_>>>()?;
            origin.parts = instances.iter().map(|instance| instance.origin.clone()).collect();
            together(kind.ty(), instances.into_iter().map(|instance| instance.value).collect())
        }
        // Errors that every instance would have are found now.
        Repetition::Unknown(scope) => {
            instance(&scope, diags)?;
            unknown_together(kind.ty())
        }
    };
    Some(Decoded { value, origin })
}

/// Collects the instances in a list, or in a tuple if their types may differ, e.g. in the number of blocks.
fn together(ty: Type, instances: Vec<Value>) -> Value {
    if ty.has_dynamic() { Value::tuple(instances) } else { Value::list(ty, instances) }
}

/// Returns the unknown value for instances whose number is unknown.
fn unknown_together(ty: Type) -> Value {
    if ty.has_dynamic() { Value::dynamic() } else { Value::unknown(Type::list(ty)) }
}

/// Decodes the settings, creates the instance, and combines both.
fn decode_instance(
    address: &str,
    kind: &Kind,
    settings: &Body,
    ctx: &EvalContext,
    cloud: &mut impl Cloud,
    diags: &mut Diagnostics,
) -> Option<Decoded> {
    let errors = diags.error_count();
    let settings = decode_with_origin(settings, &kind.spec(), ctx, diags);
    if diags.error_count() > errors {
        return None;
    }
    let (known, origin) = (settings.value.clone(), settings.origin.clone());
    let id = cloud.create(address, kind, settings, diags)?;
    Some(Decoded {
        value: kind.instance(&known, &id),
        origin: kind.instance_origin(&known, origin),
    })
}

fn repetition(resource: &Resource, diags: &mut Diagnostics) -> Option<Repetition> {
    match (&resource.count, &resource.for_each) {
        (Some(MaybeUnknown::Known(count)), _) => {
            Some(Repetition::Each((0..*count).map(|index| Scope::count(index.into())).collect()))
        }
        (Some(_), _) => Some(Repetition::Unknown(Scope::count(Value::unknown(Type::Number)))),
        (None, Some(collection)) => {
            let repetition = elements(collection);
            if repetition.is_none() {
                diags.push(unsuitable_for_each(collection));
            }
            repetition
        }
        (None, None) => Some(Repetition::Once),
    }
}

/// Returns one instance for each element of a collection; `None` if the value is not a collection with keys.
fn elements(collection: &Value) -> Option<Repetition> {
    let key = |key: &Str| Value::from(key.clone());
    let scopes = match collection.kind() {
        ValueKind::Map(map) => map.iter().map(|(k, it)| Scope::each(key(k), it.clone())).collect(),
        ValueKind::Object(object) => {
            object.iter().map(|(k, it)| Scope::each(key(k), it.clone())).collect()
        }
        ValueKind::Set(set) if collection.is_wholly_known() => {
            let keys = set.elements().iter().filter(|it| it.as_str().is_some());
            let scopes: Vec<_> = keys.map(|it| Scope::each(it.clone(), it.clone())).collect();
            (scopes.len() == set.elements().len()).then_some(scopes)?
        }
        ValueKind::Set(_) | ValueKind::Unknown(..) => {
            let element = match collection.ty() {
                Type::Map(element) | Type::Set(element) => Value::unknown((*element).clone()),
                Type::Object(_) | Type::Dynamic => Value::dynamic(),
                _ => return None,
            };
            let scope = Scope::each(Value::unknown(Type::String), element);
            return Some(Repetition::Unknown(scope));
        }
        _ => return None,
    };
    Some(Repetition::Each(scopes))
}

impl Scope {
    fn count(index: Value) -> Self {
        let key = key(&index);
        Self { key, name: "count", value: Value::object([("index", index)]) }
    }

    fn each(name: Value, value: Value) -> Self {
        Self {
            key: key(&name),
            name: "each",
            value: Value::object([("key", name), ("value", value)]),
        }
    }
}

/// Returns the key that follows the address of the resource in the address of an instance.
fn key(key: &Value) -> String {
    if key.is_known() { format!("[{}]", key.describe()) } else { "[...]".to_owned() }
}

fn unsuitable_for_each(collection: &Spanned<Value>) -> Diagnostic {
    let detail = format!(
        "The for_each of a resource must be a map, an object or a set of strings, and must not be sensitive, \
         but this is {}.",
        collection.describe()
    );
    Diagnostic::error(collection.place().clone(), "Unsuitable for_each", detail)
}
