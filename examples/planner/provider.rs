//! The types of resources, and a simulated cloud that only invents ids.

use std::collections::BTreeMap;
use std::fmt;
use std::thread::sleep;
use std::time::Duration;

use hcldyn::Diagnostics;
use hcldyn::body::Block;
use hcldyn::cty::{Str, Type, Value};
use hcldyn::diag::Diagnostic;
use hcldyn::spec::{Decoded, Origin, Presence, Spec};

use crate::settings::{Network, Server, Settings, Subnet};

/// A type of resources: its settings, and the way to create one.
pub(crate) struct Kind {
    name: &'static str,
    spec: fn() -> Spec,
    /// Summarizes a created resource.
    summary: fn(Decoded, &mut Diagnostics) -> Option<String>,
}

/// A created resource.
pub(crate) struct Created {
    pub(crate) id: String,
    summary: String,
}

const KINDS: [Kind; 3] = [Kind::of::<Network>(), Kind::of::<Subnet>(), Kind::of::<Server>()];

/// Returns the type of resources that the first label of a block names. Reports an unknown type.
pub(crate) fn kind(block: &Block, diags: &mut Diagnostics) -> Option<Kind> {
    let name = &*block.labels.first()?.value;
    let found = KINDS.into_iter().find(|kind| kind.name == name);
    if found.is_none() {
        let names = KINDS.map(|kind| kind.name).join(", ");
        let detail = format!("Expected one of the types {names}, not {name:?}.");
        let place = block.label_place(0).unwrap_or_else(|| block.header_place());
        diags.push(Diagnostic::error(place, "Unknown type of resource", detail));
    }
    found
}

impl Kind {
    const fn of<T: Settings>() -> Self {
        let summary = |settings, diags: &mut Diagnostics| {
            T::from_decoded(settings, diags).map(|it: T| it.summary())
        };
        Self { name: T::KIND, spec: T::spec, summary }
    }

    /// The spec of the settings.
    pub(crate) fn spec(&self) -> Spec {
        (self.spec)()
    }

    /// The type of an instance.
    pub(crate) fn ty(&self) -> Type {
        let mut attributes = vec![("id".into(), Type::String)];
        if let Type::Object(settings) = self.spec().implied_type() {
            attributes.extend(settings.iter().map(|(name, ty)| (name.clone(), ty.clone())));
        }
        Type::object(attributes)
    }

    /// The settings together with the id.
    pub(crate) fn instance(&self, settings: &Value, id: &Value) -> Value {
        let settings = settings.as_object().into_iter().flat_map(|object| object.iter());
        let settings = settings.map(|(name, value)| (name.clone(), value.clone()));
        Value::object(settings.chain([("id".into(), id.clone())]))
    }

    /// Returns the origin of an instance, given the origin of its settings. The parts are ordered by name. The
    /// id is not written anywhere, so its location is that of the whole block.
    pub(crate) fn instance_origin(&self, settings: &Value, mut origin: Origin) -> Origin {
        let names = settings.as_object().into_iter().flat_map(|object| object.shape().names());
        let parts = names.cloned().zip(origin.parts.iter().cloned());
        let id = ("id".into(), Origin::new(origin.place.clone(), Presence::Present));
        let parts: BTreeMap<Str, Origin> = parts.chain([id]).collect();
        origin.parts = parts.into_values().collect();
        origin
    }

    /// An unknown id with its known properties.
    pub(crate) fn unknown_id(&self) -> Value {
        let id = Value::unknown(Type::String).refine().not_null().whole_prefix(self.prefix());
        id.finish().unwrap_or_else(|_| Value::unknown(Type::String))
    }

    /// Creates an instance, which takes the simulated cloud a moment.
    pub(crate) fn create(
        &self,
        address: &str,
        settings: Decoded,
        diags: &mut Diagnostics,
    ) -> Option<Created> {
        let summary = (self.summary)(settings, diags)?;
        sleep(Duration::from_millis(20));
        let id = format!("{}{:08x}", self.prefix(), fingerprint(address));
        Some(Created { id, summary })
    }

    /// The prefix of all ids: `subnet-` for `cloud_subnet`.
    fn prefix(&self) -> String {
        format!("{}-", self.name.trim_start_matches("cloud_"))
    }
}

/// FNV-1a, which is equal on every machine, so that an example can be run twice.
fn fingerprint(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl fmt::Display for Created {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.id, self.summary)
    }
}
