//! Types as JSON: `"string"`, `["list","string"]`, `["object",{"a":"number"},["a"]]`.

use std::collections::{BTreeMap, BTreeSet};

use super::error::{repeated, too_deep};
use super::text::{Cursor, JsonToken};
use super::write::{JsonWriter, Nulls, write_string};
use super::{MAX_BYTES, MAX_JSON_DEPTH};
use crate::{ObjectType, Step, Str, Type, WireError};

impl Type {
    /// Returns the type as JSON (reference: `ctyjson.MarshalType`).
    ///
    /// ```
    /// use hcldyn::cty::Type;
    ///
    /// let ty = Type::object([("ports", Type::list(Type::Number))]);
    /// assert_eq!(ty.to_json()?, r#"["object",{"ports":["list","number"]}]"#);
    /// # Ok::<(), hcldyn::cty::WireError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a part of it is a capsule type, or if it is nested more than 128 levels deep.
    pub fn to_json(&self) -> Result<String, WireError> {
        let mut writer = JsonWriter::new(Nulls::Written, MAX_BYTES);
        writer.ty(self, MAX_JSON_DEPTH)?;
        writer.into_text()
    }

    /// Reads a type that [`Type::to_json`] wrote (reference: `ctyjson.UnmarshalType`).
    ///
    /// ```
    /// use hcldyn::cty::Type;
    ///
    /// assert_eq!(Type::from_json(r#"["map","dynamic"]"#)?, Type::map(Type::Dynamic));
    ///
    /// let error = Type::from_json(r#"["list","integer"]"#).unwrap_err();
    /// assert!(error.to_string().starts_with("element 1: \"integer\" is not a type"));
    /// # Ok::<(), hcldyn::cty::WireError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the input is not one JSON value in UTF-8, or does not describe a type. The path of the error leads
    /// into the JSON.
    pub fn from_json(text: impl AsRef<[u8]>) -> Result<Self, WireError> {
        read_type(&mut Cursor::new(text.as_ref())?, MAX_JSON_DEPTH)
    }
}

impl JsonWriter {
    /// Writes a type that may be nested `depth` levels deep.
    pub(super) fn ty(&mut self, ty: &Type, depth: usize) -> Result<(), WireError> {
        let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
        self.check_length()?;
        match ty {
            Type::Dynamic => self.out.push_str("\"dynamic\""),
            Type::Bool => self.out.push_str("\"bool\""),
            Type::Number => self.out.push_str("\"number\""),
            Type::String => self.out.push_str("\"string\""),
            Type::List(element) => self.collection("[\"list\",", element, inner)?,
            Type::Set(element) => self.collection("[\"set\",", element, inner)?,
            Type::Map(element) => self.collection("[\"map\",", element, inner)?,
            Type::Tuple(types) => self.tuple(types, inner)?,
            Type::Object(object) => self.object_type(object, inner)?,
            Type::Capsule(capsule) => {
                let name = capsule.name();
                let message = format!("the custom type {name} can't be written");
                return Err(WireError::new(message));
            }
        }
        Ok(())
    }

    fn collection(&mut self, kind: &str, element: &Type, depth: usize) -> Result<(), WireError> {
        self.out.push_str(kind);
        self.ty(element, depth)?;
        self.out.push(']');
        Ok(())
    }

    fn tuple(&mut self, types: &[Type], depth: usize) -> Result<(), WireError> {
        self.out.push_str("[\"tuple\",[");
        for (index, ty) in types.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.ty(ty, depth)?;
        }
        self.out.push_str("]]");
        Ok(())
    }

    fn object_type(&mut self, object: &ObjectType, depth: usize) -> Result<(), WireError> {
        self.out.push_str("[\"object\",{");
        for (index, (name, ty)) in object.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            write_string(&mut self.out, name);
            self.out.push(':');
            self.ty(ty, depth)?;
        }
        self.out.push('}');
        let mut lead = ",[";
        for position in object.shape().in_name_order().filter(|it| object.is_optional(*it)) {
            self.out.push_str(lead);
            write_string(&mut self.out, &object.shape().names()[position]);
            lead = ",";
        }
        self.out.push_str(if lead == "," { "]]" } else { "]" });
        Ok(())
    }
}

/// Reads the next value as a type that may be nested `depth` levels deep.
pub(super) fn read_type(cursor: &mut Cursor<'_>, depth: usize) -> Result<Type, WireError> {
    let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
    match cursor.token()? {
        JsonToken::String(name) => primitive(&name),
        JsonToken::Array => compound(cursor, inner),
        token => Err(not_a_type(token.describe())),
    }
}

fn primitive(name: &str) -> Result<Type, WireError> {
    match name {
        "dynamic" => Ok(Type::Dynamic),
        "bool" => Ok(Type::Bool),
        "number" => Ok(Type::Number),
        "string" => Ok(Type::String),
        _ => Err(not_a_type(&format!("{name:?}"))),
    }
}

fn compound(cursor: &mut Cursor<'_>, depth: usize) -> Result<Type, WireError> {
    if !cursor.element()? {
        return Err(not_a_type("an empty array"));
    }
    let JsonToken::String(kind) = cursor.token()? else {
        return Err(not_a_type("an array that does not start with a type name"));
    };
    if !cursor.element()? {
        return Err(not_a_type(&format!("an array with only {kind:?}")));
    }
    let part = match &*kind {
        "list" => read_type(cursor, depth).map(Type::list),
        "set" => read_type(cursor, depth).map(Type::set),
        "map" => read_type(cursor, depth).map(Type::map),
        "tuple" => tuple(cursor, depth),
        "object" => return object(cursor, depth),
        _ => return Err(not_a_type(&format!("an array that starts with {kind:?}"))),
    };
    let ty = part.map_err(|error| error.under_index(1))?;
    no_more_parts(cursor)?;
    Ok(ty)
}

fn tuple(cursor: &mut Cursor<'_>, depth: usize) -> Result<Type, WireError> {
    let JsonToken::Array = cursor.token()? else {
        return Err(WireError::new("the types of a tuple must be an array"));
    };
    let mut types = Vec::new();
    while cursor.element()? {
        let ty = read_type(cursor, depth);
        types.push(ty.map_err(|error| error.under_index(types.len()))?);
    }
    Ok(Type::tuple(types))
}

fn object(cursor: &mut Cursor<'_>, depth: usize) -> Result<Type, WireError> {
    let types = attribute_types(cursor, depth).map_err(|error| error.under_index(1))?;
    let mut optional = BTreeSet::new();
    if cursor.element()? {
        optional = names(cursor).map_err(|error| error.under_index(2))?;
        no_more_parts(cursor)?;
    }
    if let Some(name) = optional.iter().find(|name| !types.contains_key(*name)) {
        return Err(WireError::new(format!(
            "the optional attribute {name:?} is not an attribute of the type"
        )));
    }
    let attributes = types.into_iter().map(|(name, ty)| {
        let is_optional = optional.contains(&name);
        (name, ty, is_optional)
    });
    Ok(Type::Object(ObjectType::new(attributes).into()))
}

fn attribute_types(
    cursor: &mut Cursor<'_>,
    depth: usize,
) -> Result<BTreeMap<Str, Type>, WireError> {
    let JsonToken::Object = cursor.token()? else {
        return Err(WireError::new("the types of attributes must be an object"));
    };
    let mut types = BTreeMap::new();
    while let Some(name) = cursor.key()? {
        let name = Str::new(&name);
        let ty = read_type(cursor, depth).map_err(|error| error.under(Step::Attr(name.clone())))?;
        if types.insert(name.clone(), ty).is_some() {
            return Err(repeated(&name));
        }
    }
    Ok(types)
}

fn names(cursor: &mut Cursor<'_>) -> Result<BTreeSet<Str>, WireError> {
    let not_names =
        || WireError::new("the names of optional attributes must be an array of strings");
    let JsonToken::Array = cursor.token()? else { return Err(not_names()) };
    let mut names = BTreeSet::new();
    while cursor.element()? {
        let JsonToken::String(name) = cursor.token()? else { return Err(not_names()) };
        names.insert(Str::new(&name));
    }
    Ok(names)
}

fn no_more_parts(cursor: &mut Cursor<'_>) -> Result<(), WireError> {
    if cursor.element()? { Err(not_a_type("an array with too many parts")) } else { Ok(()) }
}

fn not_a_type(found: &str) -> WireError {
    WireError::new(format!(
        "{found} is not a type, such as \"string\", [\"list\", T] or [\"object\", {{\"a\": T}}]"
    ))
}
