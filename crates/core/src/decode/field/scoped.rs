//! `scope`: expressions that are checked when they are loaded.

use std::collections::{BTreeMap, HashMap};

use super::Fields;
use crate::cty::FromValue;
use crate::decode::Deferred;
use crate::diag::Diagnostics;
use crate::expr::{ClosureScope, ExpressionClosure};

/// The type of a field with expressions that a program evaluates later.
#[diagnostic::on_unimplemented(
    message = "`scope` requires an expression that is evaluated later, not `{Self}`",
    label = "expected an `ExpressionClosure` or a `Deferred`",
    note = "they can also be in an `Option`, a `Box`, a `Vec` or a map"
)]
pub trait ScopedField {
    /// Reports the errors of an evaluation with the variables of the scope.
    fn check_in(&self, scope: &ClosureScope, diags: &mut Diagnostics);
}

/// Takes a field, and checks its expressions with the variables of a scope.
pub fn in_scope<T: ScopedField>(
    fields: &mut Fields<'_>,
    diags: &mut Diagnostics,
    take: impl FnOnce(&mut Fields<'_>, &mut Diagnostics) -> Option<T>,
    scope: &ClosureScope,
) -> Option<T> {
    let value = take(fields, diags)?;
    value.check_in(scope, diags);
    Some(value)
}

#[doc(hidden)]
impl ScopedField for ExpressionClosure {
    fn check_in(&self, scope: &ClosureScope, diags: &mut Diagnostics) {
        let mut found = diags.of_check();
        self.value_in_scope(scope, &mut found);
        diags.append(found);
    }
}

#[doc(hidden)]
impl<T: FromValue> ScopedField for Deferred<T> {
    fn check_in(&self, scope: &ClosureScope, diags: &mut Diagnostics) {
        let found = self.check_in(scope, diags.of_check());
        diags.append(found);
    }
}

impl<T: ScopedField> ScopedField for Option<T> {
    fn check_in(&self, scope: &ClosureScope, diags: &mut Diagnostics) {
        if let Some(field) = self {
            field.check_in(scope, diags);
        }
    }
}

impl<T: ScopedField> ScopedField for Box<T> {
    fn check_in(&self, scope: &ClosureScope, diags: &mut Diagnostics) {
        (**self).check_in(scope, diags);
    }
}

impl<T: ScopedField> ScopedField for Vec<T> {
    fn check_in(&self, scope: &ClosureScope, diags: &mut Diagnostics) {
        for field in self {
            field.check_in(scope, diags);
        }
    }
}

impl<K, T: ScopedField> ScopedField for BTreeMap<K, T> {
    fn check_in(&self, scope: &ClosureScope, diags: &mut Diagnostics) {
        for field in self.values() {
            field.check_in(scope, diags);
        }
    }
}

/// The elements of a hash map have no order, so their errors are sorted.
impl<K, T: ScopedField, S> ScopedField for HashMap<K, T, S> {
    fn check_in(&self, scope: &ClosureScope, diags: &mut Diagnostics) {
        let mut found = diags.another();
        for field in self.values() {
            field.check_in(scope, &mut found);
        }
        found.sort();
        diags.append(found);
    }
}
