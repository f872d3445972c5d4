//! The new forms of a decoder's sources.

use super::super::Decoder;
use super::super::diags;
use crate::HclDecode;
use crate::cty::internal::CollectVec;
use crate::cty::{Kind, Value};
use crate::diag::Diagnostics;
use crate::expr::expression_type;
use crate::source::Source;
use crate::syntax::native::are_same_expressions;

impl Decoder {
    /// Returns the sources and files in an old form, each with its new one, which has the comments and the layout of the
    /// old one. The name of a file's source is its path; nothing is written.
    ///
    /// The configuration is decoded before and after the migration, which must give the same value.
    ///
    /// ```
    /// use hcldyn::edit::migrate::{MigrationStep, Migrations};
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { listen: u16 }
    ///
    /// let migrations = Migrations::new().step(MigrationStep::rename("listen", "port", "listen"));
    /// let decoder = Decoder::new().migrations(migrations).text("a.hcl", "port = 80 # HTTP\n");
    /// let changed = decoder.migrate::<Config>()?;
    /// assert_eq!(changed[0].1.text(), "listen = 80 # HTTP\n");
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the inputs do not decode, and if the value would be another one.
    pub fn migrate<T: HclDecode>(&self) -> Result<Vec<(Source, Source)>, Diagnostics> {
        let read = self.read_inputs();
        let pairs = read.migrated();
        let before = self.decode_inputs::<T>(read.clone())?;
        if pairs.is_empty() {
            return Ok(pairs);
        }
        let mut read = read;
        for body in &mut read.bodies {
            if let Some(old_form) = body.old_form.take() {
                let mut unreported = Diagnostics::new();
                let parsed = crate::parse_body(&old_form.migrated, &mut unreported);
                body.body = self.without_includes(&parsed);
                body.source = Some(old_form.migrated);
            }
        }
        let after = self.decode_inputs::<T>(read)?;
        if is_same(&before.decoded.value, &after.decoded.value) {
            return Ok(pairs);
        }
        let sources = pairs.iter().map(|(old, _)| old).collect_vec();
        Err(diags::changed_by_migration(sources[0]).into())
    }
}

/// Returns `true` if two values are equal. Captured expressions are equal if they are written alike; other values of the
/// program, which may have no equality, if they have one type.
fn is_same(a: &Value, b: &Value) -> bool {
    let pairs = |a: &[Value], b: &[Value]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
    };
    match (a.kind(), b.kind()) {
        _ if a == b => true,
        (Kind::Capsule(_), Kind::Capsule(_)) if a.ty() == expression_type() => {
            are_same_expressions(a, b)
        }
        (Kind::Capsule(_), Kind::Capsule(_)) => a.ty() == b.ty(),
        (Kind::Object(x), Kind::Object(y)) => {
            x.iter().map(|it| it.0).eq(y.iter().map(|it| it.0)) && pairs(x.values(), y.values())
        }
        (Kind::Map(x), Kind::Map(y)) => x.keys() == y.keys() && pairs(x.values(), y.values()),
        (Kind::List(_), Kind::List(_)) | (Kind::Tuple(_), Kind::Tuple(_)) => {
            pairs(a.elements(), b.elements())
        }
        _ => false,
    }
}
