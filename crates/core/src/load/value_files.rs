//! Environment variables that name files with values, such as mounted secrets.

use crate::body::Body;
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::environment::Environment;
use crate::spec::{AddressedItem, NameMatch, Spec};

/// The suffix of variables that name a file.
const SUFFIX: &str = "_FILE";

impl Environment {
    /// Takes values from the files that some variables name: `APP_TOKEN_FILE=/run/secrets/token` sets `token` to the content
    /// of the file, without a line break at its end. `spec` is that of the struct. A variable names a file if its path ends
    /// in `_FILE`, no item has this path, and an attribute has the path without `_FILE`.
    ///
    /// The files are read during decoding, within the [`Limits`](crate::Limits) of the context, and
    /// [`Watched`](crate::load::Watched) notices their changes. A variable with the value itself overrides a file. No message
    /// shows the content of a file.
    ///
    /// ```
    /// use hcldyn::environment::Environment;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     #[hcl(sensitive)]
    ///     token: String,
    /// }
    ///
    /// # let file = std::env::temp_dir().join(format!("hcldyn-token-{}", std::process::id()));
    /// std::fs::write(&file, "x4y\n").unwrap();
    /// let environment = Environment::with_prefix("APP_")
    ///     .value_files(&Config::spec())
    ///     .variables([("APP_TOKEN_FILE", &file)]);
    /// assert_eq!(Decoder::new().environment(environment).decode::<Config>()?.value.token, "x4y");
    /// # std::fs::remove_file(&file).unwrap();
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    #[must_use]
    #[doc(alias = "secret")]
    pub fn value_files(self, spec: &Spec) -> Self {
        let spec = spec.clone();
        self.items_in_files(move |path| item_in_file(&spec, path))
    }
}

/// Returns the path of the item whose value is in a file, for a path that ends in `_FILE`.
fn item_in_file<'p>(spec: &Spec, path: &'p str) -> Option<&'p str> {
    let item = path.strip_suffix(SUFFIX)?;
    let is_item = |path: &str| {
        let steps = path.split("__").map(Str::new).collect_vec();
        let body = Body::empty("<environment>".to_owned());
        let address = spec.address(&steps, NameMatch::Environment, &body);
        address.is_ok_and(|it| matches!(it.item, AddressedItem::Attribute { .. }))
    };
    (!is_item(path) && is_item(item)).then_some(item)
}
