//! The specs of the blocks that a decoder reads itself, for documents.

use super::Decoder;
use crate::cty::value_spec::ItemDocs;
use crate::cty::{Str, Type};
use crate::decode::HclDecode;
use crate::expr::expression_type;
use crate::spec::{AttrSpec, DefaultSpec, LabelSpec, Spec};

/// Returns the spec of blocks that include files.
fn include(ty: &Str) -> Spec {
    let files = "The path of a file, relative to the directory of this file. It may be a pattern, or a list of paths and \
                 patterns.";
    let files = ItemDocs::new(files).example("\"conf.d/*.hcl\"");
    let files = AttrSpec::new("files", Type::Dynamic).required().with_docs(files);
    let optional = ItemDocs::new("`true` if the files may be missing.");
    let optional = AttrSpec::new("optional", Type::Bool).with_docs(optional).into();
    let optional = DefaultSpec::new(optional, Spec::Literal(false.into())).into();
    let docs = "Other files, whose content belongs to this configuration.";
    Spec::blocks(ty.clone(), Spec::tuple([files.into(), optional]), docs)
}

/// Returns the spec of blocks that define functions.
fn function(ty: &Str) -> Spec {
    let attr = |name: &str, docs| AttrSpec::new(name, expression_type()).with_docs(docs);
    let params = ItemDocs::new("The names of the parameters, without quotes.").example("[a, b]");
    let variadic = ItemDocs::new("The name of a parameter for all further arguments, as a tuple.")
        .example("rest");
    let result = ItemDocs::new("The result, in which each parameter is a variable.");
    let items = [
        LabelSpec::new(0, "name").into(),
        attr("params", params).required().into(),
        attr("variadic_param", variadic).into(),
        attr("result", result.example("\"${a}-${b}\"")).required().into(),
    ];
    let docs = "A function for the expressions of this configuration.";
    Spec::blocks(ty.clone(), Spec::tuple(items), docs)
}

impl Decoder {
    /// Returns the spec of everything that authors may write for this decoder: the spec of `T`, and the blocks that the
    /// decoder reads itself. These are the blocks of [`includes`](Self::includes) and [`functions`](Self::functions), and
    /// those of the kit after `inputs` (feature `kit`). Documents and a JSON Schema for authors are made from its
    /// [outline](Spec::outline).
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     port: u16,
    /// }
    ///
    /// let outline = Decoder::new().includes("include").whole_spec::<Config>().outline();
    /// let types = outline.root().blocks.iter().map(|block| block.types[0].names.name.as_str());
    /// assert_eq!(types.collect::<Vec<_>>(), ["include"]);
    /// ```
    pub fn whole_spec<T: HclDecode>(&self) -> Spec {
        let mut specs = vec![T::spec()];
        specs.extend(self.includes.as_ref().map(include));
        specs.extend(self.functions.as_ref().map(function));
        #[cfg(feature = "kit")]
        if let Some(inputs) = &self.variables {
            specs.extend(inputs.block_specs());
        }
        #[cfg(feature = "kit")]
        {
            specs.extend(self.resolvers.iter().map(|(ty, resolvers)| resolvers.document(ty)));
            specs.extend(self.modules.iter().map(|(ty, modules)| modules.document(ty)));
        }
        match specs.len() {
            1 => specs.remove(0),
            _ => Spec::tuple(specs),
        }
    }
}
