//! Writing values.

use super::output::MsgpackOutput;
use super::read::too_deep;
use super::{MAX_MSGPACK_DEPTH, unknown};
use crate::convert::with_article;
use crate::{Kind, Mark, Step, Str, Type, Value, WireError};

/// Writes a value that conforms to a type, in at most `most_bytes` bytes.
pub(super) fn write(value: &Value, ty: &Type, most_bytes: usize) -> Result<Vec<u8>, WireError> {
    let mut writer = MsgpackWriter { out: MsgpackOutput::default(), most_bytes };
    writer.value(value, ty, MAX_MSGPACK_DEPTH)?;
    writer.check_length()?;
    Ok(writer.out.into_bytes())
}

struct MsgpackWriter {
    out: MsgpackOutput,
    most_bytes: usize,
}

impl MsgpackWriter {
    /// Writes a value that may be nested `depth` levels deep.
    fn value(&mut self, value: &Value, ty: &Type, depth: usize) -> Result<(), WireError> {
        let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
        self.check_length()?;
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
                let message = format!("a value marked {mark:?} can't be written");
                return Err(WireError::new(message));
            }
            (Kind::Capsule(_), _) => {
                let message = format!("{} can't be written as MessagePack", value.describe());
                return Err(WireError::new(message));
            }
            _ => {
                let (wanted, given) = (with_article(&ty.friendly_name()), value.describe());
                return Err(WireError::new(format!("{wanted} is required, not {given}")));
            }
        }
        Ok(())
    }

    /// Fails if the written bytes exceed the maximum.
    fn check_length(&self) -> Result<(), WireError> {
        if self.out.as_bytes().len() <= self.most_bytes {
            Ok(())
        } else {
            let message = format!("the output would have more than {} bytes", self.most_bytes);
            Err(WireError::new(message))
        }
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
            self.value(element, ty, depth).map_err(|error| error.under_index(index))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_bytes_is_limited() {
        let value =
            Value::tuple(vec!["abc".into(), Value::object([("k", true.into())]), 300.into()]);
        // An array of three elements: a string of three bytes, a map with one entry, and a number in two bytes.
        let bytes = b"\x93\xa3abc\x81\xa1k\xc3\xcd\x01\x2c";
        let write = |most| write(&value, &value.ty(), most);
        assert_eq!(write(bytes.len()).unwrap(), bytes);
        for most in 0..bytes.len() {
            let problem = format!("the output would have more than {most} bytes");
            assert!(write(most).unwrap_err().to_string().ends_with(&problem));
        }
    }
}
