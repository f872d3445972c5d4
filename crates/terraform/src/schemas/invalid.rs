//! Errors in provider schemas.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// An error in the schemas of providers, whose [`source`](Error::source) is the cause.
///
/// ```
/// use std::error::Error;
///
/// use hcldyn_terraform::ProviderSchemas;
///
/// let error = ProviderSchemas::new("{}").unwrap_err();
/// assert_eq!(error.to_string(), "the provider schema has an unexpected form");
/// assert!(error.source().unwrap().to_string().starts_with("missing field `provider_schemas`"));
/// ```
#[derive(Clone, Debug)]
pub struct InvalidSchema {
    /// The type whose schema is invalid; `None` for the whole document.
    ty: Option<String>,
    cause: Arc<dyn Error + Send + Sync>,
}

impl InvalidSchema {
    /// Creates the error of a document.
    pub(super) fn of_document(cause: serde_json::Error) -> Self {
        Self { ty: None, cause: Arc::new(cause) }
    }

    /// Creates the error of a type.
    pub(super) fn of_type(ty: &str, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { ty: Some(ty.to_owned()), cause: cause.into().into() }
    }
}

impl fmt::Display for InvalidSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.ty {
            None => f.write_str("the provider schema has an unexpected form"),
            Some(ty) => write!(f, "the schema of {ty:?} has an unexpected form"),
        }
    }
}

impl Error for InvalidSchema {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.cause)
    }
}
