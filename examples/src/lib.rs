//! Example programs of `hcldyn`; see the files beside this crate's manifest.
