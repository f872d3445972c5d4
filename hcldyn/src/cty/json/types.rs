//! Types as JSON: `"string"`, `["list","string"]`, `["object",{"a":"number"},["a"]]`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::value::RawValue;

use super::error::{repeated, too_deep};
use super::text::{Node, document, utf8, write_string};
use super::write::{Form, Writer};
use super::{MAX_BYTES, MAX_DEPTH};
use crate::cty::{ObjectType, Step, Str, Type, WireError};

impl Type {
    /// The type as JSON (reference: `ctyjson.MarshalType`).
    ///
    /// ```
    /// use hcldyn::Type;
    ///
    /// let ty = Type::object([("ports", Type::list(Type::Number))]);
    /// assert_eq!(ty.to_json()?, r#"["object",{"ports":["list","number"]}]"#);
    /// # Ok::<(), hcldyn::cty::WireError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a part of it is a capsule type, or if it nests more than 128 deep.
    pub fn to_json(&self) -> Result<String, WireError> {
        let mut writer = Writer::new(Form::Typed, MAX_BYTES);
        writer.ty(self, MAX_DEPTH)?;
        Ok(writer.out)
    }

    /// Reads a type that [`Type::to_json`] wrote (reference: `ctyjson.UnmarshalType`).
    ///
    /// ```
    /// use hcldyn::Type;
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
    /// Fails if the text is not one JSON value in UTF-8 or does not describe a type. The path of the
    /// error is that into the JSON.
    pub fn from_json(text: impl AsRef<[u8]>) -> Result<Self, WireError> {
        read_type(document(utf8(text.as_ref())?)?, MAX_DEPTH)
    }
}

impl Writer {
    /// Writes a type that nests at most so deep.
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
                let message = format!("the program's own type {name} cannot be written");
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

/// Reads a type that nests at most so deep.
pub(super) fn read_type(raw: &RawValue, depth: usize) -> Result<Type, WireError> {
    let inner = depth.checked_sub(1).ok_or_else(too_deep)?;
    match Node::read(raw)? {
        Node::String(name) => primitive(&name),
        Node::Array(parts) => compound(&parts, inner),
        node => Err(no_type(node.describe())),
    }
}

fn primitive(name: &str) -> Result<Type, WireError> {
    match name {
        "dynamic" => Ok(Type::Dynamic),
        "bool" => Ok(Type::Bool),
        "number" => Ok(Type::Number),
        "string" => Ok(Type::String),
        _ => Err(no_type(&format!("{name:?}"))),
    }
}

fn compound(parts: &[&RawValue], depth: usize) -> Result<Type, WireError> {
    let Some((kind, rest)) = parts.split_first() else {
        return Err(no_type("an empty array"));
    };
    let Node::String(kind) = Node::read(kind)? else {
        return Err(no_type("an array that begins with no name"));
    };
    let (part, optional) = match rest {
        [part] => (part, None),
        [part, optional] if kind == "object" => (part, Some(optional)),
        _ => return Err(no_type(&format!("an array of {} parts", parts.len()))),
    };
    let element = || read_type(part, depth);
    let ty = match kind.as_str() {
        "list" => element().map(Type::list),
        "set" => element().map(Type::set),
        "map" => element().map(Type::map),
        "tuple" => tuple(part, depth),
        "object" => return object(part, optional, depth),
        _ => return Err(no_type(&format!("an array that begins with {kind:?}"))),
    };
    ty.map_err(|error| error.under(Step::Index(1.into())))
}

fn tuple(raw: &RawValue, depth: usize) -> Result<Type, WireError> {
    let Node::Array(parts) = Node::read(raw)? else {
        return Err(WireError::new("the types of a tuple must be an array"));
    };
    let read = |(index, raw): (usize, &RawValue)| {
        read_type(raw, depth).map_err(|error| error.under(Step::Index(index.into())))
    };
    parts.into_iter().enumerate().map(read).collect::<Result<Vec<_>, _>>().map(Type::tuple)
}

fn object(
    attributes: &RawValue,
    optional: Option<&&RawValue>,
    depth: usize,
) -> Result<Type, WireError> {
    let types =
        attribute_types(attributes, depth).map_err(|error| error.under(Step::Index(1.into())))?;
    let optional = optional.map_or(Ok(BTreeSet::new()), |raw| names(raw));
    let optional = optional.map_err(|error| error.under(Step::Index(2.into())))?;
    if let Some(name) = optional.iter().find(|name| !types.contains_key(*name)) {
        return Err(WireError::new(format!("the optional attribute {name:?} has no type")));
    }
    let attributes = types.into_iter().map(|(name, ty)| {
        let is_optional = optional.contains(&name);
        (name, ty, is_optional)
    });
    Ok(Type::Object(ObjectType::new(attributes).into()))
}

fn attribute_types(raw: &RawValue, depth: usize) -> Result<BTreeMap<Str, Type>, WireError> {
    let Node::Object(entries) = Node::read(raw)? else {
        return Err(WireError::new("the types of attributes must be an object"));
    };
    let mut types = BTreeMap::new();
    for (name, raw) in entries {
        let name = Str::from(name);
        let ty = read_type(raw, depth).map_err(|error| error.under(Step::Attr(name.clone())))?;
        if types.insert(name.clone(), ty).is_some() {
            return Err(repeated(&name));
        }
    }
    Ok(types)
}

fn names(raw: &RawValue) -> Result<BTreeSet<Str>, WireError> {
    let not_names =
        || WireError::new("the names of optional attributes must be an array of strings");
    let Node::Array(parts) = Node::read(raw)? else { return Err(not_names()) };
    let name = |raw| match Node::read(raw)? {
        Node::String(name) => Ok(Str::from(name)),
        _ => Err(not_names()),
    };
    parts.into_iter().map(name).collect()
}

fn no_type(found: &str) -> WireError {
    WireError::new(format!(
        "{found} is not a type; types are \"string\", [\"list\", T], [\"object\", {{\"a\": T}}] and so on"
    ))
}
