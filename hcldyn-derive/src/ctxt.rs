//! Collects errors.

use std::cell::RefCell;
use std::fmt::Display;

use quote::ToTokens;

use crate::symbol::Derive;

/// The current derive, and the errors found so far. Dropping a context without [`finish`](Self::finish) panics, so
/// that no error is lost.
pub(crate) struct Ctxt {
    derive: Derive,
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Ctxt {
    pub(crate) fn new(derive: Derive) -> Self {
        Self { derive, errors: RefCell::new(Some(Vec::new())) }
    }

    /// Returns the current derive.
    pub(crate) fn derive(&self) -> Derive {
        self.derive
    }

    /// Adds an error at its tokens.
    pub(crate) fn error_at(&self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Adds an error from `syn`.
    pub(crate) fn push(&self, error: syn::Error) {
        if let Some(errors) = self.errors.borrow_mut().as_mut() {
            errors.push(error);
        }
    }

    /// Returns the number of errors found so far.
    pub(crate) fn count(&self) -> usize {
        self.errors.borrow().as_ref().map_or(0, Vec::len)
    }

    /// Returns all errors in the order of their discovery.
    pub(crate) fn finish(self) -> Vec<syn::Error> {
        self.errors.borrow_mut().take().unwrap_or_default()
    }
}

impl Drop for Ctxt {
    fn drop(&mut self) {
        if !std::thread::panicking() && self.errors.borrow().is_some() {
            panic!("a derive forgot to report its mistakes");
        }
    }
}
