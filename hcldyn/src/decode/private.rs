//! What the derive's code calls. Not for anybody else: it changes with the derive.

use std::any::type_name;
pub use std::boxed::Box;
use std::cell::RefCell;
use std::ptr;
use std::sync::OnceLock;

pub use super::field::{
    AttrField, AttrsField, BlockField, BlocksField, ClosureField, ExprField, FlattenField,
    LabelField, ParsedField, RemainField, RepeatedField, SerdeField, With, or_else, sensitive,
    validated,
};
pub use super::fields::Fields;
pub use super::said::Said;
use super::validation::Validation;
pub use super::value::{ObjectFields, ValueField, keyword, nowhere, object_type, refuse, try_from};
pub use super::variant::{Variant, by_attribute, by_block_type, by_label, numbered, variant};
pub use crate::body::Unexpected;
pub use crate::cty::{FromValue, FromValueError, Type, Value};
pub use crate::diag::Diagnostics;
pub use crate::spec::{Decoded, ObjectSpec, Origin, Spec};

/// The spec of a type, made once.
#[derive(Debug)]
pub struct SpecCell(OnceLock<Spec>);

impl SpecCell {
    /// Not made yet.
    #[allow(clippy::new_without_default, reason = "it is made in statics only")]
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// The spec of `T`; the first time it is asked for it is made.
    ///
    /// # Panics
    ///
    /// Panics where `T` is a block of itself, if only through other types, for then the spec has no end.
    pub fn get<T>(&self, make: fn() -> Spec) -> Spec {
        self.get_or_make(type_name::<T>(), make)
    }

    fn get_or_make(&self, ty: &'static str, make: fn() -> Spec) -> Spec {
        thread_local! {
            /// The specs that are being made, each for a block of the one before it.
            static MAKING: RefCell<Vec<(*const SpecCell, &'static str)>> =
                const { RefCell::new(Vec::new()) };
        }
        if let Some(spec) = self.0.get() {
            return spec.clone();
        }
        MAKING.with_borrow_mut(|making| {
            let position = making.iter().position(|(cell, _)| ptr::eq(*cell, self));
            making.push((self, ty));
            if let Some(position) = position {
                let way: Vec<_> = making[position..].iter().map(|(_, ty)| *ty).collect();
                panic!(
                    "a type cannot be a block of itself, take it as `remain`: {}",
                    way.join(" > ")
                );
            }
        });
        // Outside of the cell, which would wait for itself where the spec needs itself.
        let spec = make();
        MAKING.with_borrow_mut(Vec::pop);
        self.0.get_or_init(|| spec).clone()
    }
}

/// An object of fields that are decoded from one body. The labels of each come after those of the ones
/// before it.
pub fn object(fields: Box<[(&'static str, Spec)]>) -> ObjectSpec {
    let mut labels = 0;
    ObjectSpec::new(fields.into_iter().map(|(name, spec)| {
        let spec = spec.after_labels(labels);
        labels = spec.label_count().max(labels);
        (name, spec)
    }))
}

/// The object as a spec.
pub fn built(object: ObjectSpec) -> Spec {
    object.into()
}

/// Makes a struct, and lets a function of the program look at it. The function reports what is wrong.
pub fn validate<T>(
    decoded: Decoded,
    diags: &mut Diagnostics,
    make: impl FnOnce(Decoded, &mut Diagnostics) -> Option<T>,
    check: impl FnOnce(&T, &mut Validation<'_>),
) -> Option<T> {
    let places = decoded.clone();
    let made = make(decoded, diags)?;
    let errors = diags.error_count();
    check(&made, &mut Validation::new(&places, diags));
    (diags.error_count() == errors).then_some(made)
}
