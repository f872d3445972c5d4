//! The derive macros of `hcldyn`.
