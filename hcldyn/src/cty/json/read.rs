//! Values of a type from JSON.

use serde_json::value::RawValue;

use super::MAX_DEPTH;
use super::common::of_one_type;
use super::error::{repeated, required, too_deep, too_many_values};
use super::text::Node;
use super::types::read_type;
use crate::cty::convert::convert;
use crate::cty::{Number, ObjectType, Step, Str, Type, Value, WireError};

/// Reads the values of a document, counting them: an object has all attributes of its type, however
/// short its text is.
pub(super) struct Reader {
    most_values: usize,
    values: usize,
}

impl Reader {
    pub(super) fn new(most_values: usize) -> Self {
        Self { most_values, values: 0 }
    }

    /// Reads a value of a type that has no optional attributes.
    pub(super) fn read(
        &mut self,
        raw: &RawValue,
        ty: &Type,
        depth: usize,
    ) -> Result<Value, WireError> {
        let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
        self.count(1)?;
        match (Node::read(raw)?, ty) {
            (Node::Null, _) => Ok(Value::null(ty.clone())),
            (Node::Object(entries), Type::Dynamic) => self.dynamic(entries, inner),
            (Node::Array(parts), Type::List(element)) => {
                let (element, elements) = of_one_type(element, self.all(&parts, element, inner)?)?;
                Ok(Value::list(element, elements))
            }
            (Node::Array(parts), Type::Set(element)) => {
                let (element, elements) = of_one_type(element, self.all(&parts, element, inner)?)?;
                Ok(Value::set(element, elements))
            }
            (Node::Array(parts), Type::Tuple(types)) => self.tuple(&parts, types, inner),
            (Node::Object(entries), Type::Map(element)) => self.map(entries, element, inner),
            (Node::Object(entries), Type::Object(ty)) => self.object(entries, ty, inner),
            (Node::Bool(value), Type::Bool | Type::String) => Ok(convert(value.into(), ty)?),
            (Node::Number(digits), Type::Number) => number(digits),
            (Node::Number(digits), Type::String) => Ok(digits.into()),
            (Node::String(text), Type::Bool | Type::Number | Type::String) => {
                Ok(convert(text.into(), ty)?)
            }
            (_, Type::Capsule(capsule)) => {
                let name = capsule.name();
                Err(WireError::new(format!("a value of the program's own type {name} has no JSON")))
            }
            (node, Type::Dynamic) => Err(WireError::new(format!(
                "a value of any type needs its type, as in {{\"value\": 1, \"type\": \"number\"}}, \
                 but here is {}",
                node.describe()
            ))),
            (node, _) => Err(required(ty, &node)),
        }
    }

    fn all(
        &mut self,
        parts: &[&RawValue],
        element: &Type,
        depth: usize,
    ) -> Result<Vec<Value>, WireError> {
        let read = |(index, raw): (usize, &&RawValue)| self.element(index, raw, element, depth);
        parts.iter().enumerate().map(read).collect()
    }

    fn tuple(
        &mut self,
        parts: &[&RawValue],
        types: &[Type],
        depth: usize,
    ) -> Result<Value, WireError> {
        let (wanted, given) = (types.len(), parts.len());
        if wanted != given {
            let plural = if wanted == 1 { "" } else { "s" };
            let message =
                format!("an array of exactly {wanted} element{plural} is required, not of {given}");
            return Err(WireError::new(message));
        }
        let read =
            |(index, (raw, ty)): (usize, (&&RawValue, &Type))| self.element(index, raw, ty, depth);
        parts.iter().zip(types).enumerate().map(read).collect::<Result<_, _>>().map(Value::tuple)
    }

    fn map(
        &mut self,
        entries: Vec<(String, &RawValue)>,
        element: &Type,
        depth: usize,
    ) -> Result<Value, WireError> {
        let mut keys = Vec::with_capacity(entries.len());
        let mut values = Vec::with_capacity(entries.len());
        for (key, raw) in entries {
            let key = Str::from(key);
            let value = self.read(raw, element, depth);
            values.push(value.map_err(|error| error.under(Step::Index(key.clone().into())))?);
            keys.push(key);
        }
        if let Some(key) = first_repeated(&keys) {
            return Err(repeated(key));
        }
        let (element, values) = of_one_type(element, values)?;
        Ok(Value::map(element, keys.into_iter().zip(values).collect()))
    }

    fn object(
        &mut self,
        entries: Vec<(String, &RawValue)>,
        ty: &ObjectType,
        depth: usize,
    ) -> Result<Value, WireError> {
        self.count(ty.shape().len())?;
        let mut values = vec![None; ty.shape().len()];
        for (name, raw) in entries {
            let name = Str::from(name);
            let Some(position) = ty.shape().position(&name) else {
                return Err(WireError::new(format!("there is no attribute {name:?}")));
            };
            let value = self.read(raw, &ty.types()[position], depth);
            let value = value.map_err(|error| error.under(Step::Attr(name.clone())))?;
            if values[position].replace(value).is_some() {
                return Err(repeated(&name));
            }
        }
        let or_null =
            |(value, ty): (Option<Value>, &Type)| value.unwrap_or(Value::null(ty.clone()));
        let values = values.into_iter().zip(ty.types()).map(or_null).collect();
        Ok(Value::object_of_shape(ty.shape().clone(), values))
    }

    /// Reads a value that brings its type along.
    fn dynamic(
        &mut self,
        entries: Vec<(String, &RawValue)>,
        depth: usize,
    ) -> Result<Value, WireError> {
        let (mut value, mut ty) = (None, None);
        for (name, raw) in entries {
            let before = match name.as_str() {
                "value" => value.replace(raw),
                "type" => ty.replace(raw),
                _ => return Err(incomplete(&format!("not {name:?}"))),
            };
            if before.is_some() {
                return Err(repeated(&name));
            }
        }
        let (Some(value), Some(ty)) = (value, ty) else {
            return Err(incomplete("both of them"));
        };
        let ty = read_type(ty, MAX_DEPTH).map_err(|error| {
            WireError::new(format!("the \"type\" of the value is none: {error}"))
        })?;
        self.read(value, &ty.without_optional(), depth)
    }

    fn element(
        &mut self,
        index: usize,
        raw: &RawValue,
        ty: &Type,
        depth: usize,
    ) -> Result<Value, WireError> {
        self.read(raw, ty, depth).map_err(|error| error.under(Step::Index(index.into())))
    }

    fn count(&mut self, values: usize) -> Result<(), WireError> {
        self.values = self.values.saturating_add(values);
        match self.values <= self.most_values {
            true => Ok(()),
            false => Err(too_many_values(self.most_values)),
        }
    }
}

/// The number that a JSON number stands for.
pub(super) fn number(digits: &str) -> Result<Value, WireError> {
    Number::parse(digits).map(Value::from).map_err(|error| {
        let shown = Value::from(digits).describe();
        WireError::new(format!("{shown} cannot be read as a number: {error}"))
    })
}

fn first_repeated(keys: &[Str]) -> Option<&Str> {
    let mut sorted: Vec<_> = keys.iter().collect();
    sorted.sort_unstable();
    sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

fn incomplete(found: &str) -> WireError {
    WireError::new(format!("a value of any type is an object with \"value\" and \"type\", {found}"))
}
