//! Unknown values and their refinements.

use super::input::MsgpackInput;
use super::output::MsgpackOutput;
use crate::{Inclusive, Number, Refinement, Str, Type, Value, WireError};

/// The extension of an unknown value without refinements. Its one byte has no meaning.
const UNREFINED: i8 = 0;
/// The extension of an unknown value with refinements.
const REFINED: i8 = 0x0c;
/// The maximum length of a description that is read.
const MAX_REFINEMENT: u32 = 1024;
/// The maximum length of a prefix or number in a written description.
const MAX_TEXT: usize = 256;

/// The keys of the description.
const NULLNESS: i128 = 1;
const PREFIX: i128 = 2;
const NUMBER_MIN: i128 = 3;
const NUMBER_MAX: i128 = 4;
const LENGTH_MIN: i128 = 5;
const LENGTH_MAX: i128 = 6;

/// Writes an unknown value of a type.
pub(super) fn write(
    out: &mut MsgpackOutput,
    ty: &Type,
    known: Option<&Refinement>,
) -> Result<(), WireError> {
    let mut description = Description::default();
    if let Some(known) = known {
        description.add(ty, known)?;
    }
    if description.entries == 0 {
        return out.extension(UNREFINED, &[&[0]]);
    }
    let mut head = MsgpackOutput::default();
    head.map(description.entries)?;
    out.extension(REFINED, &[head.as_bytes(), description.body.as_bytes()])
}

/// Reads an unknown value of a type. The result is known if only one value is possible.
pub(super) fn read(input: &mut MsgpackInput<'_>, ty: &Type) -> Result<Value, WireError> {
    let extension = input.extension()?;
    if extension.size <= 1 {
        input.take(extension.size)?;
        return Ok(Value::unknown(ty.clone()));
    }
    if extension.typeid != REFINED {
        let message = format!("unknown extension type {}", extension.typeid);
        return Err(WireError::new(message));
    }
    if extension.size > MAX_REFINEMENT {
        let message =
            format!("the refinements of an unknown value have more than {MAX_REFINEMENT} bytes");
        return Err(WireError::new(message));
    }
    let mut body = MsgpackInput::new(input.take(extension.size)?);
    let entries = body.map("a map of refinements")?;
    if *ty == Type::Dynamic {
        return Ok(Value::dynamic());
    }
    let mut knowledge = Knowledge::default();
    for _ in 0..entries {
        knowledge.read_entry(&mut body, ty)?;
    }
    // Bytes after the map are ignored: later versions of the format may use them.
    knowledge.into_value(ty)
}

/// A map of refinements that is being written.
#[derive(Default)]
struct Description {
    entries: usize,
    body: MsgpackOutput,
}

impl Description {
    /// Adds the refinements that have a meaning for the type.
    fn add(&mut self, ty: &Type, known: &Refinement) -> Result<(), WireError> {
        if known.not_null {
            self.key(NULLNESS).bool(false);
        }
        match ty {
            Type::Number => {
                self.bound(NUMBER_MIN, known.lower.as_ref(), &Number::NEG_INFINITY)?;
                self.bound(NUMBER_MAX, known.upper.as_ref(), &Number::INFINITY)
            }
            Type::String => self.prefix(known.prefix.as_ref()),
            Type::List(_) | Type::Set(_) | Type::Map(_) => {
                let min = i64::try_from(known.min_length).unwrap_or(i64::MAX);
                if min > 0 {
                    self.key(LENGTH_MIN).integer(min);
                }
                // The reference treats the greatest length as no maximum.
                let max = known.max_length.and_then(|max| i64::try_from(max).ok());
                if let Some(max) = max.filter(|max| *max < i64::MAX) {
                    self.key(LENGTH_MAX).integer(max);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn bound(
        &mut self,
        key: i128,
        bound: Option<&(Number, Inclusive)>,
        none: &Number,
    ) -> Result<(), WireError> {
        let Some((number, inclusive)) = bound.filter(|(number, _)| number != none) else {
            return Ok(());
        };
        let mut form = MsgpackOutput::default();
        form.array(2)?;
        form.number(number)?;
        form.bool(*inclusive == Inclusive::Yes);
        if form.as_bytes().len() <= MAX_TEXT {
            self.key(key).append(&form);
        }
        Ok(())
    }

    fn prefix(&mut self, prefix: Option<&Str>) -> Result<(), WireError> {
        let Some(prefix) = prefix.filter(|prefix| !prefix.is_empty()) else { return Ok(()) };
        if prefix.len() <= MAX_TEXT {
            return self.key(PREFIX).text(prefix);
        }
        // The reference cuts before the last byte that would fit.
        let end = (0..MAX_TEXT).rev().find(|end| prefix.is_char_boundary(*end)).unwrap_or(0);
        match Refinement::default().with_prefix(&prefix[..end]).prefix {
            Some(cut) => self.key(PREFIX).text(&cut),
            None => Ok(()),
        }
    }

    /// Starts an entry. Its value comes next.
    fn key(&mut self, key: i128) -> &mut MsgpackOutput {
        self.entries += 1;
        self.body.integer(key as i64);
        &mut self.body
    }
}

/// The refinements read from a description.
#[derive(Default)]
struct Knowledge {
    keys: Vec<i128>,
    is_null: bool,
    known: Refinement,
}

impl Knowledge {
    fn read_entry(&mut self, body: &mut MsgpackInput<'_>, ty: &Type) -> Result<(), WireError> {
        let key = body.integer("a whole number as key")?;
        if self.keys.contains(&key) {
            return Err(WireError::new("a refinement of an unknown value appears more than once"));
        }
        self.keys.push(key);
        match (key, ty) {
            (NULLNESS, _) => {
                self.is_null = body.bool()?;
                self.known.not_null = !self.is_null;
            }
            (PREFIX, Type::String) => {
                let prefix = Str::new(body.text("a string")?);
                self.known.prefix = Some(prefix).filter(|prefix| !prefix.is_empty());
            }
            (NUMBER_MIN, Type::Number) => {
                self.known.lower = read_bound(body, &Number::NEG_INFINITY)?;
            }
            (NUMBER_MAX, Type::Number) => {
                self.known.upper = read_bound(body, &Number::INFINITY)?;
            }
            (LENGTH_MIN, _) if ty.is_collection() => {
                self.known.min_length = read_length(body)?;
            }
            (LENGTH_MAX, _) if ty.is_collection() => {
                self.known.max_length = Some(read_length(body)?);
            }
            (PREFIX..=LENGTH_MAX, _) => {
                let ty = ty.friendly_name();
                let message = format!("the refinement {key} does not apply to an unknown {ty}");
                return Err(WireError::new(message));
            }
            _ => body.skip()?,
        }
        Ok(())
    }

    fn into_value(self, ty: &Type) -> Result<Value, WireError> {
        if self.is_null {
            return Ok(Value::null(ty.clone()));
        }
        match self.known.checked() {
            Ok(known) => Ok(Value::unknown_refined(ty.clone(), known)),
            Err(contradiction) => Err(WireError::new(contradiction.to_string())),
        }
    }
}

/// Reads a bound. Returns `None` for the bound `none`, which does not limit the range.
fn read_bound(
    body: &mut MsgpackInput<'_>,
    none: &Number,
) -> Result<Option<(Number, Inclusive)>, WireError> {
    let needed = "an array of a number and a bool";
    if body.array(needed)? != 2 {
        return Err(WireError::new(format!("{needed} is required")));
    }
    let number = body.number()?;
    let inclusive = if body.bool()? { Inclusive::Yes } else { Inclusive::No };
    Ok(Some((number, inclusive)).filter(|(number, _)| number != none))
}

fn read_length(body: &mut MsgpackInput<'_>) -> Result<u64, WireError> {
    let length = body.integer("a length")?;
    length.try_into().map_err(|_| WireError::new(format!("a length is required, not {length}")))
}
