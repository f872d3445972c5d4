//! Rules of the flag of a field, and of the sources that may set it.

use crate::ast::Field;
use crate::attr::Source;
use crate::ctxt::Ctxt;

/// Checks that the sources of a field allow its flag, and the environment variable of the flag.
pub(super) fn check(ctxt: &Ctxt, field: &Field<'_>) {
    let (Some((tokens, flag)), Some((_, sources))) = (&field.attrs.flag, &field.attrs.from) else {
        return;
    };
    if !sources.contains(&Source::Flag) {
        let message = "`from` does not allow flags; add `flag` to it, or remove this option";
        ctxt.error_at(tokens, message);
    }
    if let Some((tokens, _)) = &flag.env
        && !sources.contains(&Source::Env)
    {
        let message =
            "`from` does not allow environment variables; add `env` to it, or remove this option";
        ctxt.error_at(tokens, message);
    }
}
