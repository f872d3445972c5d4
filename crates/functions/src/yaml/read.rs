//! Reads values from YAML.

use std::collections::{BTreeMap, HashMap};

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, StrInput, Tag};

use super::{MAX_YAML_DEPTH, scalar};
use hcldyn_cty::convert::convert;
use hcldyn_cty::{Kind, Str, Type, Value};

/// Reads a single document with at most `most_values` values. The error, worded to follow "but", includes the
/// source location.
pub(super) fn read(text: &str, most_values: usize) -> Result<Value, String> {
    let parser = Parser::new_from_str(text);
    YamlReader { parser, anchors: HashMap::new(), most_values, values: 0 }.document()
}

/// A reader of events, one at a time.
struct YamlReader<'a> {
    parser: Parser<'a, StrInput<'a>>,
    /// The values of anchors that are already read.
    anchors: HashMap<usize, Anchored>,
    most_values: usize,
    /// The number of values read, with the content of aliases counted each time.
    values: usize,
}

#[derive(Clone)]
struct Anchored {
    value: Value,
    /// The number of values inside.
    values: usize,
}

/// An event with its start.
type Placed<'a> = (Event<'a>, Marker);

impl<'a> YamlReader<'a> {
    fn document(&mut self) -> Result<Value, String> {
        self.next()?;
        let (event, _) = self.next()?;
        if event == Event::StreamEnd {
            return Err("it is empty".to_owned());
        }
        let value = self.value(MAX_YAML_DEPTH)?;
        self.next()?;
        match self.next()? {
            (Event::StreamEnd, _) => Ok(value),
            (_, place) => Err(at(place, "begins a second document")),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, String> {
        let first = self.next()?;
        self.value_from(first, depth)
    }

    /// Reads the value that begins with an event.
    fn value_from(&mut self, (event, place): Placed<'a>, depth: usize) -> Result<Value, String> {
        if let Event::Alias(anchor) = event {
            return self.alias(anchor, place, depth);
        }
        let before = self.values;
        self.count(1, place)?;
        let (value, anchor) = match event {
            Event::Scalar(text, style, anchor, tag) => {
                let tag = tag_name(tag.as_deref());
                let value = scalar::resolve(tag.as_deref(), &text, style);
                (value.map_err(|reason| at(place, &reason))?, anchor)
            }
            Event::SequenceStart(anchor, tag) => {
                check_tag(tag.as_deref(), "seq", place)?;
                (self.sequence(inside(depth, place)?)?, anchor)
            }
            Event::MappingStart(anchor, tag) => {
                check_tag(tag.as_deref(), "map", place)?;
                (self.mapping(inside(depth, place)?)?, anchor)
            }
            _ => return Err(at(place, "has no value")),
        };
        // A value without an anchor has the number 0.
        if anchor > 0 {
            let anchored = Anchored { value: value.clone(), values: self.values - before };
            self.anchors.insert(anchor, anchored);
        }
        Ok(value)
    }

    fn alias(&mut self, anchor: usize, place: Marker, depth: usize) -> Result<Value, String> {
        let anchored = self.anchors.get(&anchor).cloned();
        let Anchored { value, values } =
            anchored.ok_or_else(|| at(place, "refers to a value that contains it"))?;
        self.count(values, place)?;
        if value.depth() <= depth { Ok(value) } else { Err(too_deep(place)) }
    }

    fn sequence(&mut self, depth: usize) -> Result<Value, String> {
        let mut elements = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Ok(Value::tuple(elements)),
                first => elements.push(self.value_from(first, depth)?),
            }
        }
    }

    fn mapping(&mut self, depth: usize) -> Result<Value, String> {
        let mut attributes = BTreeMap::new();
        loop {
            let (event, place) = self.next()?;
            match event {
                Event::MappingEnd => return Ok(Value::object(attributes)),
                Event::Scalar(text, style, _, tag) => {
                    let tag = tag_name(tag.as_deref());
                    if is_merge(tag.as_deref(), &text) {
                        self.merge(&mut attributes, depth)?;
                        continue;
                    }
                    let key = key(tag.as_deref(), &text, style);
                    let key = key.map_err(|reason| at(place, &reason))?;
                    attributes.insert(key, self.value(depth)?);
                }
                _ => return Err(at(place, "has a key that is not a string")),
            }
        }
    }

    /// Reads the content of `<<`: a mapping, or a sequence of mappings.
    fn merge(&mut self, into: &mut BTreeMap<Str, Value>, depth: usize) -> Result<(), String> {
        let first = self.next()?;
        let place = first.1;
        let merged = self.value_from(first, depth)?;
        let objects = match merged.kind() {
            Kind::Tuple(tuple) => tuple.elements(),
            _ => std::slice::from_ref(&merged),
        };
        for object in objects {
            let object = object
                .as_object()
                .ok_or_else(|| at(place, "merges something else than mappings"))?;
            into.extend(object.iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Placed<'a>, String> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => Ok((event, span.start)),
            Some(Err(error)) => Err(at(*error.marker(), &format!("is invalid: {}", error.info()))),
            None => Err("it ends too early".to_owned()),
        }
    }

    fn count(&mut self, values: usize, place: Marker) -> Result<(), String> {
        self.values = self.values.saturating_add(values);
        if self.values <= self.most_values {
            Ok(())
        } else {
            Err(at(place, &format!("exceeds the limit of {} values", self.most_values)))
        }
    }
}

/// Returns the remaining depth inside a value.
fn inside(depth: usize, place: Marker) -> Result<usize, String> {
    depth.checked_sub(1).ok_or_else(|| too_deep(place))
}

/// Returns the key of a mapping, which is always a string: `1` is `"1"`.
fn key(tag: Option<&str>, text: &str, style: ScalarStyle) -> Result<Str, String> {
    let key = scalar::resolve(tag, text, style)?;
    if key.is_null() {
        return Err("has a null key".to_owned());
    }
    let key = convert(key, &Type::String).map_err(|error| error.to_string())?;
    Ok(key.as_str().unwrap_or_default().into())
}

fn is_merge(tag: Option<&str>, text: &str) -> bool {
    tag == Some("!!merge") || (tag.is_none() && text == "<<")
}

fn check_tag(tag: Option<&Tag>, expected: &str, place: Marker) -> Result<(), String> {
    match tag_name(tag) {
        Some(tag) if tag.strip_prefix("!!") != Some(expected) => {
            Err(at(place, &scalar::unknown_tag(&tag)))
        }
        _ => Ok(()),
    }
}

/// Returns a tag in its short form, `!!str`.
fn tag_name(tag: Option<&Tag>) -> Option<String> {
    let tag = tag?;
    let name = format!("{}{}", tag.handle, tag.suffix);
    let short = name.strip_prefix("tag:yaml.org,2002:").map(|short| format!("!!{short}"));
    Some(short.unwrap_or(name))
}

fn too_deep(place: Marker) -> String {
    at(place, &format!("is nested more than {MAX_YAML_DEPTH} levels deep"))
}

fn at(place: Marker, problem: &str) -> String {
    format!("line {}, column {} {problem}", place.line(), place.col() + 1)
}
