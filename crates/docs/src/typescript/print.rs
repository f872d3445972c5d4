//! TypeScript types, and their text.

use std::fmt::Write as _;

/// The spaces of one level of indentation.
const INDENT: &str = "  ";

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ts {
    /// A name of a type, or a literal.
    Name(String),
    Array(Box<Self>),
    Record(Box<Self>),
    Tuple(Vec<Self>),
    Union(Vec<Self>),
    Object(Vec<Member>),
}

/// A property of an object.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) is_optional: bool,
    pub(super) ty: Ts,
}

/// A declaration of a type.
#[derive(Debug)]
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) ty: Ts,
}

impl Ts {
    pub(super) fn name(name: impl Into<String>) -> Self {
        Self::Name(name.into())
    }

    pub(super) fn unknown() -> Self {
        Self::name("unknown")
    }

    pub(super) fn array(element: Self) -> Self {
        Self::Array(Box::new(element))
    }

    pub(super) fn record(element: Self) -> Self {
        Self::Record(Box::new(element))
    }

    /// Returns the union of types, without duplicates. A union with `unknown` is `unknown`.
    pub(super) fn union(types: impl IntoIterator<Item = Self>) -> Self {
        let mut all: Vec<Self> = Vec::new();
        for ty in types {
            match ty {
                Self::Union(inner) => inner.into_iter().for_each(|ty| add(&mut all, ty)),
                ty => add(&mut all, ty),
            }
        }
        match all.len() {
            0 => Self::name("never"),
            1 => all.swap_remove(0),
            _ if all.contains(&Self::unknown()) => Self::unknown(),
            _ => Self::Union(all),
        }
    }

    /// Returns the text of the type, whose lines after the first one are indented.
    fn text(&self, indent: &str) -> String {
        let list = |types: &[Self], separator: &str| {
            let all: Vec<_> = types.iter().map(|ty| ty.text(indent)).collect();
            all.join(separator)
        };
        match self {
            Self::Name(name) => name.clone(),
            Self::Array(element) => match &**element {
                union @ Self::Union(_) => format!("({})[]", union.text(indent)),
                other => format!("{}[]", other.text(indent)),
            },
            Self::Record(element) => format!("Record<string, {}>", element.text(indent)),
            Self::Tuple(elements) => format!("[{}]", list(elements, ", ")),
            Self::Union(types) => list(types, " | "),
            Self::Object(members) => object(members, indent),
        }
    }
}

fn add(all: &mut Vec<Ts>, ty: Ts) {
    if !all.contains(&ty) {
        all.push(ty);
    }
}

impl Declaration {
    pub(super) fn text(&self) -> String {
        let (docs, name, text) = (comment(&self.docs, ""), &self.name, self.ty.text(""));
        match self.ty {
            Ts::Object(_) => format!("{docs}export interface {name} {text}\n"),
            _ => format!("{docs}export type {name} = {text};\n"),
        }
    }
}

fn object(members: &[Member], indent: &str) -> String {
    if members.is_empty() {
        return "{}".to_owned();
    }
    let inner = format!("{indent}{INDENT}");
    let mut text = "{\n".to_owned();
    for Member { name, docs, is_optional, ty } in members {
        let (docs, name, ty) = (comment(docs, &inner), property(name), ty.text(&inner));
        let mark = if *is_optional { "?" } else { "" };
        let _ = writeln!(text, "{docs}{inner}{name}{mark}: {ty};");
    }
    text + indent + "}"
}

/// Returns the name of a property, in quotes if it is not an identifier.
fn property(name: &str) -> String {
    let is_start = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '$';
    let is_identifier =
        name.starts_with(is_start) && name.chars().all(|c| is_start(c) || c.is_ascii_digit());
    if is_identifier { name.to_owned() } else { string(name) }
}

/// Returns a string literal.
pub(super) fn string(text: &str) -> String {
    let mut literal = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => literal.extend(['\\', c]),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                let _ = write!(literal, "\\u{:04x}", u32::from(c));
            }
            c => literal.push(c),
        }
    }
    literal + "\""
}

/// Returns a documentation comment with its line break, or nothing without text.
fn comment(docs: &str, indent: &str) -> String {
    let docs = docs.trim().replace("*/", "*\u{2215}");
    let lines: Vec<_> = docs.lines().map(str::trim_end).collect();
    match lines[..] {
        [] => String::new(),
        [only] => format!("{indent}/** {only} */\n"),
        ref lines => {
            let mut text = format!("{indent}/**\n");
            for line in lines {
                let line = format!("{indent} * {line}");
                text.extend([line.trim_end(), "\n"]);
            }
            text + indent + " */\n"
        }
    }
}
