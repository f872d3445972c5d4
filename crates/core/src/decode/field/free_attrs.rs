//! Maps of attributes with any names.

use super::{FieldOptions, Fields, FromValue, RemainField, diags, element_names};
use crate::cty::internal::{CollectVec, sort_by_key};
use crate::cty::value_spec::ValueSpec;
use crate::cty::{FromValueError, Str, Value, ValueOrigin};
use crate::decode::collections::Mapping;
use crate::decode::fields::{DecodedField, convert_secret};
use crate::diag::Diagnostics;
use crate::spec::{Origin, Presence, Rest, Spec, convert_value};

/// A map of attributes by their names.
pub trait AttrMap: Mapping<Key: FromValue, Element: FromValue> {}

impl<M: Mapping<Key: FromValue, Element: FromValue>> AttrMap for M {}

/// The attributes that no other field names.
impl<M: AttrMap> RemainField for M {
    fn spec(_: &FieldOptions) -> Spec {
        Rest::Attributes(element_spec::<M>()).into()
    }

    fn take(fields: &mut Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        collect_of("", fields.next()?, diags)
    }
}

/// Returns the spec of each attribute. It is sensitive if the type of the elements is.
pub(super) fn element_spec<M: AttrMap>() -> ValueSpec {
    let spec = M::Element::value_spec();
    if M::Element::SENSITIVE && !spec.has_sensitive() { spec.sensitive() } else { spec }
}

/// Takes every attribute of a block in source order, even after one that fails.
pub(super) fn collect<M: AttrMap>(field: DecodedField, diags: &mut Diagnostics) -> Option<M> {
    let block = format!("{}.", field.name);
    collect_of(&block, field, diags)
}

/// Takes every attribute. In errors, their names have a prefix.
fn collect_of<M: AttrMap>(prefix: &str, field: DecodedField, diags: &mut Diagnostics) -> Option<M> {
    let DecodedField { value, origin, .. } = field;
    let value = value.unmarked();
    if !value.is_known() {
        return diags.fail(diags::unknown_block(origin.place));
    }
    let elements = element_names(value).iter().zip(value.elements()).zip(&*origin.parts);
    let mut elements = elements.collect_vec();
    sort_by_key(&mut elements, |(_, origin)| origin.place.span().start);
    let (mut map, mut is_complete) = (M::default(), true);
    let is_sensitive = element_spec::<M>().has_sensitive();
    for ((key, value), origin) in elements {
        if origin.presence == Presence::Failed {
            is_complete = false;
            continue;
        }
        let converted = key_of::<M::Key>(key, origin).map_err(|error| {
            diags.push(diags::unsuitable_name(origin, key, &error));
        });
        let convert = |value: &Value, origin: &Origin| M::Element::from_value_at(value, origin);
        let element = if is_sensitive {
            convert_secret(value.clone(), origin, convert)
        } else {
            convert(value, origin)
        };
        let element = element.map_err(|error| {
            let name = format!("{prefix}{key}");
            if is_sensitive {
                diags.push(diags::unsuitable_secret(origin, &name));
            } else {
                diags::unsuitable_parts(origin, &name, &error, diags);
            }
        });
        let (Ok(converted), Ok(element)) = (converted, element) else {
            is_complete = false;
            continue;
        };
        if map.add(converted, element).is_some() {
            diags.push(diags::repeated_name(origin, key));
            is_complete = false;
        }
    }
    is_complete.then_some(map)
}

/// Converts the name of an attribute.
fn key_of<K: FromValue>(name: &Str, origin: &Origin) -> Result<K, FromValueError> {
    let key = convert_value(&K::value_spec(), Value::from(name.clone()))?;
    K::from_value_at(&key, &*ValueOrigin::of_key(origin))
}
