//! `resource` blocks: one object, or one for each of several.

use hcldyn::body::Block;
use hcldyn::cty::{Kind as ValueKind, Str};
use hcldyn::spec::{Decoded, Origin, Presence, decode_with_origin};
use hcldyn::{
    Body, Diagnostic, Diagnostics, EvalContext, MaybeUnknown, Spanned, Type, Value, from_body,
};

use crate::language::Resource;
use crate::provider::{self, Kind};

/// Who is asked for a resource once its settings are decoded.
pub(crate) trait Cloud {
    /// The id of an instance. `None` if it could not be created, which was then reported.
    fn create(
        &mut self,
        address: &str,
        kind: &Kind,
        settings: Decoded,
        diags: &mut Diagnostics,
    ) -> Option<Value>;
}

/// How often a resource is there.
enum Repetition {
    Once,
    /// For each of these.
    Each(Vec<Scope>),
    /// For each of some that are not known yet, all of which look like this.
    Unknown(Scope),
}

/// What one of several instances sees.
struct Scope {
    /// What follows the address.
    key: String,
    /// `each` or `count`.
    name: &'static str,
    value: Value,
}

/// The value of a resource and where it stands. `None` where something is wrong, which was reported.
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
        // What would be wrong with any of them is found already now.
        Repetition::Unknown(scope) => {
            instance(&scope, diags)?;
            unknown_together(kind.ty())
        }
    };
    Some(Decoded { value, origin })
}

/// The instances as a list, or as a tuple where their types leave something open: how many blocks each has, say.
fn together(ty: Type, instances: Vec<Value>) -> Value {
    if ty.has_dynamic() { Value::tuple(instances) } else { Value::list(ty, instances) }
}

/// The same of instances of which not even the number is known.
fn unknown_together(ty: Type) -> Value {
    if ty.has_dynamic() { Value::dynamic() } else { Value::unknown(Type::list(ty)) }
}

/// Decodes the settings, has the instance created, and puts both together.
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

/// For each element of a collection. `None` of what is no collection with keys.
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

/// What follows the address of a resource in that of an instance.
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
