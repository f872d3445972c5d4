//! Gathers mistakes.

use std::cell::RefCell;
use std::fmt::Display;

use quote::ToTokens;

/// The mistakes found so far. It must be finished: a context that is dropped unasked panics, so that
/// no mistake is lost.
pub(crate) struct Ctxt {
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Ctxt {
    pub(crate) fn new() -> Self {
        Self { errors: RefCell::new(Some(Vec::new())) }
    }

    /// Adds a mistake at the tokens it is in.
    pub(crate) fn error_at(&self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Adds a mistake that `syn` found.
    pub(crate) fn push(&self, error: syn::Error) {
        if let Some(errors) = self.errors.borrow_mut().as_mut() {
            errors.push(error);
        }
    }

    /// All mistakes, in the order they were found.
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
