//! The blocks that a decoder reads itself, for documents.

use super::Decoder;
use crate::HclDecode;
use crate::cty::{Str, Value};
use crate::expr::Expression;
use crate::spec::{BlocksSpec, Spec};

/// Other files, whose content belongs to this configuration.
#[derive(HclDecode)]
#[hcl(crate = "crate")]
#[expect(dead_code, reason = "describes the block")]
struct Include {
    /// The path of a file, relative to the directory of this file. It may be a pattern such as `"conf.d/*.hcl"`, or a list
    /// of paths and patterns.
    #[hcl(example = "\"conf.d/*.hcl\"")]
    files: Value,
    /// `true` if the files may be missing.
    #[hcl(default)]
    optional: bool,
}

/// A function for the expressions of this configuration.
#[derive(HclDecode)]
#[hcl(crate = "crate")]
#[expect(dead_code, reason = "describes the block")]
struct Function {
    #[hcl(label)]
    name: String,
    /// The names of the parameters, without quotes.
    #[hcl(expr, example = "[a, b]")]
    params: Expression,
    /// The name of a parameter for all further arguments, as a tuple.
    #[hcl(expr)]
    variadic_param: Option<Expression>,
    /// The result, in which each parameter is a variable.
    #[hcl(expr, example = "\"${a}-${b}\"")]
    result: Expression,
}

impl Decoder {
    /// Returns the spec of everything that authors may write for this decoder: the spec of `T`, and the blocks that the
    /// decoder reads itself. These are the blocks of [`includes`](Self::includes) and [`functions`](Self::functions), and
    /// those of the kit after [`inputs`](Self::inputs). [Documents](crate::docs) and a
    /// [JSON Schema](crate::json_schema) for authors are made from its [outline](Spec::outline).
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
        let own = [(&self.includes, Include::spec()), (&self.functions, Function::spec())];
        for (ty, spec) in own {
            let blocks = |ty: &Str| Spec::BlockTuple(BlocksSpec::new(ty.clone(), spec).into());
            specs.extend(ty.as_ref().map(blocks));
        }
        #[cfg(feature = "kit")]
        if let Some(inputs) = &self.variables {
            specs.extend(inputs.block_specs());
        }
        match specs.len() {
            1 => specs.remove(0),
            _ => Spec::tuple(specs),
        }
    }
}
