//! Keywords for readers: titles, descriptions, defaults, examples.

use hcldyn_core::cty::value_spec::{Deprecation, ItemDocs, ItemNames};
use hcldyn_core::cty::{Kind, Str, Value};
use hcldyn_core::internal::{Json, body_to_json, expression_to_json};
use hcldyn_core::spec::outline::OutlineDefault;
use hcldyn_core::syntax::Source;
use hcldyn_core::{Diagnostics, parse_body, parse_expression};

use super::schema::Schema;

/// The knowledge about an item under one of its names.
#[derive(Clone, Debug)]
pub(super) struct About<'a> {
    pub(super) docs: &'a ItemDocs,
    /// The deprecation of the name or the item.
    pub(super) deprecation: Option<Deprecation>,
    pub(super) default: Option<&'a OutlineDefault>,
    pub(super) is_sensitive: bool,
    /// `true` if the name is not the current one.
    pub(super) is_other_name: bool,
    /// `true` if examples are the content of a block.
    pub(super) is_block: bool,
}

/// The markup of a text.
#[derive(Clone, Copy, PartialEq)]
enum Markup {
    Plain,
    Markdown,
}

impl<'a> About<'a> {
    /// Returns the knowledge that documentation gives.
    pub(super) fn new(docs: &'a ItemDocs) -> Self {
        Self {
            docs,
            deprecation: None,
            default: None,
            is_sensitive: false,
            is_other_name: false,
            is_block: false,
        }
    }

    /// Adds the state of one of the names of an item.
    pub(super) fn named(self, names: &ItemNames, name: &Str) -> Self {
        let deprecation = names.deprecation_of(name);
        Self { deprecation, is_other_name: *name != names.name, ..self }
    }

    /// Adds the keywords to a schema, before its own.
    pub(super) fn annotate(&self, schema: Schema) -> Schema {
        let description = self.description(Markup::Plain);
        let markdown = self.description(Markup::Markdown);
        let mut keywords = Schema::any()
            .with_some("title", self.docs.title.as_ref().map(Str::as_str))
            .with_some("description", description)
            .with_some("markdownDescription", markdown);
        if !self.is_sensitive {
            let default = self.default.and_then(default_as_json);
            keywords = keywords.with_some("default", default);
            let examples: Vec<_> =
                self.docs.examples.iter().filter_map(|text| self.example(text)).collect();
            keywords = keywords
                .with_some("examples", (!examples.is_empty()).then_some(Json::Array(examples)));
        }
        let is_true = |is_true: bool| is_true.then_some(true);
        keywords
            .with_some("deprecated", is_true(self.deprecation.is_some()))
            .with_some("writeOnly", is_true(self.is_sensitive))
            // A keyword of Visual Studio Code.
            .with_some("doNotSuggest", is_true(self.is_other_name || self.docs.is_hidden))
            .extended(schema)
    }

    /// Returns the documentation in prose. Returns `None` if there is none.
    fn description(&self, markup: Markup) -> Option<String> {
        let mut parts: Vec<String> = self.docs.text.iter().map(|text| text.trim().into()).collect();
        parts.extend(self.docs.conditions.iter().map(|condition| condition.as_str().into()));
        if let Some(OutlineDefault::Text(text)) = self.default.filter(|_| !self.is_sensitive) {
            parts.push(format!("Default: {text}"));
        }
        parts.extend(self.docs.since.iter().map(|version| format!("Since {version}.")));
        if let Some(Deprecation { replacement, advice, .. }) = &self.deprecation {
            let word = match markup {
                Markup::Plain => "Deprecated.",
                Markup::Markdown => "**Deprecated.**",
            };
            let replacement = replacement.as_ref().map(|name| match markup {
                Markup::Plain => format!("Use \"{name}\" instead."),
                Markup::Markdown => format!("Use `{name}` instead."),
            });
            let advice = advice.as_ref().map(ToString::to_string);
            let sentences = [Some(word.to_owned()), replacement, advice].into_iter().flatten();
            parts.push(sentences.collect::<Vec<_>>().join(" "));
        }
        (!parts.is_empty()).then(|| parts.join("\n\n"))
    }

    /// Returns an example in JSON syntax. Returns `None` if it has a syntax error, or is too deep.
    fn example(&self, text: &Str) -> Option<Json> {
        let source = Source::new("example", text.as_str());
        let mut diags = Diagnostics::new();
        if !self.is_block {
            return expression_of(&source);
        }
        let body = parse_body(&source, &mut diags);
        if diags.has_errors() { None } else { body_to_json(&body).ok() }
    }
}

/// Returns a default in JSON syntax. Returns `None` if only words describe it.
fn default_as_json(default: &OutlineDefault) -> Option<Json> {
    match default {
        OutlineDefault::Value(value) => in_templates(as_json(value)?),
        OutlineDefault::Expression(text) => expression_of(&Source::new("default", text.as_str())),
        OutlineDefault::Text(_) => None,
    }
}

fn expression_of(source: &Source) -> Option<Json> {
    parse_expression(source, &mut Diagnostics::new()).map(|expr| expression_to_json(&expr))
}

/// Returns data in JSON syntax, in which strings are templates.
fn in_templates(json: Json) -> Option<Json> {
    let escaped = |text: String| text.replace("${", "$${").replace("%{", "%%{");
    Some(match json {
        Json::Word(word) => Json::Word(word),
        Json::String(text) => Json::String(escaped(text)),
        Json::Array(elements) => {
            Json::Array(elements.into_iter().map(in_templates).collect::<Option<_>>()?)
        }
        Json::Object(properties) => {
            let escaped = properties
                .into_iter()
                .map(|(name, value)| Some((escaped(name), in_templates(value)?)));
            Json::Object(escaped.collect::<Option<_>>()?)
        }
    })
}

/// Returns a value as plain data. Returns `None` if a part of it is unknown, marked, infinite or a capsule.
pub(super) fn as_json(value: &Value) -> Option<Json> {
    let all = |values: &[Value]| values.iter().map(as_json).collect::<Option<Vec<_>>>();
    Some(match value.kind() {
        Kind::Null(_) => Json::Word("null".into()),
        Kind::Bool(word) => word.into(),
        Kind::Number(number) if !number.is_infinite() => Json::Word(number.to_string()),
        Kind::String(text) => text.as_str().into(),
        Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => Json::Array(all(value.elements())?),
        Kind::Map(map) => {
            let named = map.iter().map(|(name, value)| Some((name.to_string(), as_json(value)?)));
            Json::Object(named.collect::<Option<_>>()?)
        }
        Kind::Object(object) => {
            let named =
                object.iter().map(|(name, value)| Some((name.to_string(), as_json(value)?)));
            Json::Object(named.collect::<Option<_>>()?)
        }
        _ => return None,
    })
}
