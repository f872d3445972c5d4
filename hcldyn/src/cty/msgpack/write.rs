//! Writing values.

use super::output::Output;
use super::read::too_deep;
use super::{MAX_BYTES, MAX_DEPTH, unknown};
use crate::cty::{Kind, Mark, Step, Str, Type, Value, WireError};

/// Writes a value that conforms to a type.
pub(super) fn write(value: &Value, ty: &Type) -> Result<Vec<u8>, WireError> {
    let mut writer = Writer { out: Output::default() };
    writer.value(value, ty, MAX_DEPTH)?;
    Ok(writer.out.into_bytes())
}

struct Writer {
    out: Output,
}

impl Writer {
    /// Writes a value that may nest so deep.
    fn value(&mut self, value: &Value, ty: &Type, depth: usize) -> Result<(), WireError> {
        let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
        if self.out.as_bytes().len() > MAX_BYTES {
            let message = format!("the value would take more than {MAX_BYTES} bytes");
            return Err(WireError::new(message));
        }
        if *ty == Type::Dynamic && !value.has_dynamic_type() && !value.is_marked() {
            return self.dynamic(value, inner);
        }
        match (value.kind(), ty) {
            (Kind::Null(_), _) => self.out.null(),
            (Kind::Unknown(ty, known), _) => unknown::write(&mut self.out, ty, known)?,
            (Kind::Bool(value), _) => self.out.bool(value),
            (Kind::Number(number), _) => self.out.number(number)?,
            (Kind::String(text), _) => self.out.text(text)?,
            (Kind::List(_) | Kind::Set(_), Type::List(element) | Type::Set(element)) => {
                let types = std::iter::repeat(&**element);
                self.elements(value.elements(), types, inner)?;
            }
            (Kind::Tuple(tuple), Type::Tuple(types)) => {
                self.elements(tuple.elements(), types.iter(), inner)?;
            }
            (Kind::Map(map), Type::Map(element)) => {
                self.out.map(map.keys().len())?;
                for (key, value) in map.iter() {
                    self.entry(key, value, element, inner)
                        .map_err(|error| error.under(Step::Index(key.clone().into())))?;
                }
            }
            (Kind::Object(object), Type::Object(ty)) => {
                self.out.map(object.values().len())?;
                for ((name, value), (_, ty)) in object.iter().zip(ty.iter()) {
                    self.entry(name, value, ty, inner)
                        .map_err(|error| error.under(Step::Attr(name.clone())))?;
                }
            }
            (Kind::Marked(_, marks), _) => {
                let mark = marks.first().map_or("", Mark::name);
                let message = format!("a value marked {mark:?} cannot be written");
                return Err(WireError::new(message));
            }
            (Kind::Capsule(_), _) => return Err(no_form(value)),
            _ => {
                let (wanted, given) = (ty.friendly_name(), value.describe());
                return Err(WireError::new(format!("{wanted} is required, not {given}")));
            }
        }
        Ok(())
    }

    /// Writes the type, then the value.
    fn dynamic(&mut self, value: &Value, depth: usize) -> Result<(), WireError> {
        let ty = value.ty();
        self.out.array(2)?;
        self.out.bytes(ty.to_json()?.as_bytes())?;
        self.value(value, &ty, depth)
    }

    fn elements<'t>(
        &mut self,
        elements: &[Value],
        types: impl Iterator<Item = &'t Type>,
        depth: usize,
    ) -> Result<(), WireError> {
        self.out.array(elements.len())?;
        for (index, (element, ty)) in elements.iter().zip(types).enumerate() {
            self.value(element, ty, depth)
                .map_err(|error| error.under(Step::Index(index.into())))?;
        }
        Ok(())
    }

    fn entry(
        &mut self,
        key: &Str,
        value: &Value,
        ty: &Type,
        depth: usize,
    ) -> Result<(), WireError> {
        self.out.text(key)?;
        self.value(value, ty, depth)
    }
}

fn no_form(value: &Value) -> WireError {
    WireError::new(format!("a {} has no form in MessagePack", value.ty().friendly_name()))
}
