//! Schemas under construction.

use hcldyn_core::internal::Json;

/// A schema: its keywords in the order in which they are written. Without keywords, it accepts every value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Schema(Vec<(String, Json)>);

impl Schema {
    /// Returns the schema of every value.
    pub(super) fn any() -> Self {
        Self::default()
    }

    /// Returns the schema of the values of some types.
    pub(super) fn of_types(types: &[&str]) -> Self {
        match types {
            [only] => Self::any().with("type", *only),
            types => Self::any().with("type", strings(types)),
        }
    }

    /// Returns a reference to a definition.
    pub(super) fn reference(name: &str) -> Self {
        Self::any().with("$ref", format!("#/definitions/{name}"))
    }

    /// Returns the schema of the values that a schema rejects.
    pub(super) fn not(schema: Self) -> Self {
        Self::any().with("not", schema)
    }

    /// Returns the schema of the values that one of several schemas accepts.
    pub(super) fn any_of(mut schemas: Vec<Self>) -> Self {
        match schemas.len() {
            1 => schemas.swap_remove(0),
            _ => Self::any().with("anyOf", array(schemas)),
        }
    }

    /// Returns the schema of the values that one of these is.
    pub(super) fn one_of_values(values: Vec<Json>) -> Self {
        Self::any().with("enum", Json::Array(values))
    }

    /// Adds a keyword.
    #[must_use]
    pub(super) fn with(mut self, keyword: &str, value: impl Into<Json>) -> Self {
        self.0.push((keyword.to_owned(), value.into()));
        self
    }

    /// Requires strings to match a pattern, with a message for the editors that show one in place of the pattern.
    #[must_use]
    pub(super) fn with_pattern(self, pattern: &str, message: impl Into<String>) -> Self {
        self.with("pattern", pattern).with("patternErrorMessage", message.into())
    }

    /// Adds a keyword if there is a value for it.
    #[must_use]
    pub(super) fn with_some(self, keyword: &str, value: Option<impl Into<Json>>) -> Self {
        match value {
            Some(value) => self.with(keyword, value),
            None => self,
        }
    }

    /// Adds a keyword with a schema for each name.
    #[must_use]
    pub(super) fn with_named(
        self,
        keyword: &str,
        schemas: impl IntoIterator<Item = (impl Into<String>, Self)>,
    ) -> Self {
        let named = schemas.into_iter().map(|(name, schema)| (name.into(), schema.into()));
        self.with(keyword, Json::Object(named.collect()))
    }

    /// Requires that another schema accepts the values, too.
    #[must_use]
    pub(super) fn and(mut self, schema: Self) -> Self {
        if schema.is_any() {
            return self;
        }
        let known = self.0.iter_mut().find(|(keyword, _)| keyword == "allOf");
        match known {
            Some((_, Json::Array(all))) => all.push(schema.into()),
            _ => self.0.push(("allOf".to_owned(), array([schema]))),
        }
        self
    }

    /// Adds the keywords of another schema, which must be other ones.
    #[must_use]
    pub(super) fn extended(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Returns `true` if every value is accepted.
    pub(super) fn is_any(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the pretty-printed text.
    pub(super) fn text(self) -> String {
        Json::from(self).text()
    }
}

impl From<Schema> for Json {
    fn from(schema: Schema) -> Self {
        if schema.is_any() { true.into() } else { Self::Object(schema.0) }
    }
}

/// Returns an array of schemas.
pub(super) fn array(schemas: impl IntoIterator<Item = Schema>) -> Json {
    Json::Array(schemas.into_iter().map(Json::from).collect())
}

/// Returns an array of strings.
pub(super) fn strings<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Json {
    Json::Array(texts.into_iter().map(|text| text.as_ref().into()).collect())
}
