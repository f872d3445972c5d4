//! Decoding with everything that can be said about it.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::inputs::{self, DecoderInput};
use super::{Decoded, HclDecode};
use crate::body::{Body, Unexpected};
use crate::cty::Path;
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, is_in_call};
use crate::source::{Place, Source};
use crate::spec::{self, Origin};
use crate::syntax::native;

/// Decodes one configuration, which may be spread over texts, files and folders, and tells warnings and
/// places besides. [`from_str`](crate::from_str) and its kin are shorter where neither is wanted.
///
/// What is read makes up one body, in the order in which it was added: blocks of a type follow each
/// other, and what may be there once may be in one of the texts only. A second one is an error that shows
/// both places.
///
/// ```
/// use hcldyn::body::Unexpected;
/// use hcldyn::{Decoder, EvalContext, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Config {
///     region: String,
///     #[hcl(block)]
///     server: Vec<Server>,
/// }
///
/// #[derive(HclDecode)]
/// struct Server {
///     #[hcl(label)]
///     name: String,
///     port: u16,
/// }
///
/// let decoder = Decoder::new()
///     .context(EvalContext::new().with_variable("zone", "eu"))
///     .unexpected(Unexpected::Warn)
///     .text("main.hcl", "region = zone\nserver \"a\" { port = 80 }\n")
///     .text("more.hcl", "server \"b\" {\n  port = 81\n  speed = 5\n}\n");
/// let loaded = decoder.decode::<Config>()?;
/// assert_eq!((loaded.value.region.as_str(), loaded.value.server[1].port), ("eu", 81));
///
/// let warning = "more.hcl:3:3: Unexpected attribute; There is no attribute \"speed\" here.";
/// assert!(loaded.warnings.to_string().starts_with(warning));
/// let port = loaded.place_of("server[1].port").unwrap();
/// assert_eq!(port.to_string(), "more.hcl:2:10");
///
/// let mistake = decoder.text("c.hcl", "region = \"us\"").decode::<Config>().err().unwrap();
/// assert!(mistake.to_string().contains("is set at main.hcl:1:1 already"));
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    context: EvalContext,
    unexpected: Unexpected,
    problems: Option<usize>,
    /// `None` for one thread.
    threads: Option<NonZeroUsize>,
    inputs: Vec<DecoderInput>,
}

/// A decoded configuration: the struct, the warnings, and where everything in it stands.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Configuration<T> {
    /// The struct.
    pub value: T,
    /// What there is to know besides, in the order of the texts.
    pub warnings: Diagnostics,
    decoded: Decoded,
}

impl Decoder {
    /// A decoder without variables and functions that refuses what no field names, and has nothing to
    /// read yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Expressions are evaluated in this context, and its [limits](EvalContext::with_limits) apply.
    #[must_use]
    pub fn context(mut self, context: EvalContext) -> Self {
        self.context = context;
        self
    }

    /// What happens to items that no field names, in blocks at any depth, unless the struct of a block
    /// is laxer. Without it they are refused.
    #[must_use]
    pub fn unexpected(mut self, unexpected: Unexpected) -> Self {
        self.unexpected = unexpected;
        self
    }

    /// How many problems are kept, instead of [`Diagnostics::DEFAULT_LIMIT`]; further ones are counted.
    #[must_use]
    pub fn max_diagnostics(mut self, most: usize) -> Self {
        self.problems = Some(most);
        self
    }

    /// Sets how many threads parse the texts and files, the one that calls [`decode`](Self::decode) among them; without
    /// it that one parses all. They are for many files: one text is parsed by one thread, and decoding is done by
    /// the thread that asks for it. The result is the same, and so are the problems and their order.
    ///
    /// ```
    /// use std::thread::available_parallelism;
    ///
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     #[hcl(block)]
    ///     host: Vec<Host>,
    /// }
    ///
    /// #[derive(HclDecode)]
    /// struct Host {
    ///     #[hcl(label)]
    ///     name: String,
    ///     port: u16,
    /// }
    ///
    /// let mut decoder = Decoder::new().threads(available_parallelism()?);
    /// for file in 0..100 {
    ///     let hosts = (0..50).map(|i| format!("host \"h{i}\" {{ port = {file} }}\n"));
    ///     decoder = decoder.text(format!("{file}.hcl"), hosts.collect::<String>());
    /// }
    /// let config = decoder.decode::<Config>()?.value;
    /// assert_eq!((config.host[4_999].name.as_str(), config.host[4_999].port), ("h49", 99));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn threads(mut self, count: NonZeroUsize) -> Self {
        self.threads = Some(count);
        self
    }

    /// Adds a text, in JSON syntax if the name ends in `.json` and in native syntax otherwise. Messages call
    /// it by the name.
    #[must_use]
    pub fn text(self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.input(DecoderInput::Text(Source::new(name, text)))
    }

    /// Adds a file, in JSON syntax if it ends in `.json` and in native syntax otherwise. It is read while
    /// decoding.
    #[must_use]
    pub fn file(self, path: impl Into<PathBuf>) -> Self {
        self.input(DecoderInput::File(path.into()))
    }

    /// Adds the files of a folder in the order of their names, as they are while decoding: those that
    /// [`files_in`](crate::syntax::files_in) finds, whose names end in `.hcl` or `.hcl.json`. There
    /// need not be any.
    #[must_use]
    pub fn folder(self, path: impl Into<PathBuf>) -> Self {
        self.input(DecoderInput::Folder(path.into()))
    }

    /// Adds a body that the program has already.
    #[must_use]
    pub fn body(self, body: Body) -> Self {
        self.input(DecoderInput::Body(body))
    }

    /// Reads what was added, and decodes it.
    ///
    /// # Errors
    ///
    /// Returns all problems found, when one of them is an error; that a file or folder cannot be read is
    /// one, and so is that there are more or longer files than [`Limits`](crate::Limits) allow.
    pub fn decode<T: HclDecode>(&self) -> Result<Configuration<T>, Diagnostics> {
        let mut diags = self.problems.map_or_else(Diagnostics::new, Diagnostics::with_limit);
        // The work of an evaluation is counted by its thread alone.
        let threads = self.threads.filter(|_| !is_in_call()).unwrap_or(NonZeroUsize::MIN);
        let body = inputs::read(&self.inputs, self.context.limits(), threads, &mut diags);
        let (spec, ctx, unexpected) = (T::spec(), &self.context, self.unexpected);
        let decoded = spec::decode_leniently(&body, &spec, ctx, unexpected, &mut diags);
        // What takes expressions or the rest of a body keeps the tree.
        drop(body);
        let value = T::from_decoded(decoded.clone(), &mut diags);
        diags.sort();
        match value {
            Some(value) if !diags.has_errors() => {
                Ok(Configuration { value, warnings: diags, decoded })
            }
            _ => Err(diags),
        }
    }

    /// Decodes a text besides what was added, which messages call `<text>`.
    ///
    /// ```
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { port: u16 }
    ///
    /// let loaded = Decoder::new().decode_str::<Config>("port = 8000 + 80")?;
    /// assert_eq!(loaded.value.port, 8080);
    /// assert!(loaded.warnings.is_empty());
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns all problems found, when one of them is an error.
    pub fn decode_str<T: HclDecode>(&self, text: &str) -> Result<Configuration<T>, Diagnostics> {
        self.clone().text("<text>", text).decode()
    }

    fn input(mut self, input: DecoderInput) -> Self {
        self.inputs.push(input);
        self
    }
}

impl<T> Configuration<T> {
    /// Where something stands, by its path in HCL: `rule[0].port` is the expression of the attribute
    /// `port` in the first block of type `rule`, `rule[0]` the header of that block. Of what is not
    /// written, where it would be. `None` where there is nothing of this path.
    pub fn place_of(&self, path: &str) -> Option<Place> {
        let path = native::parse_expression(&Source::new("<path>", path), &mut Diagnostics::new())?;
        let path = path.as_traversal()?.to_path();
        self.origin_of(&path).map(|origin| origin.place.clone())
    }

    /// Where something comes from, by its path in the decoded value; of a part of what one expression
    /// gives as a whole, where that comes from. `None` where there is nothing of this path.
    pub fn origin_of(&self, path: &Path) -> Option<&Origin> {
        self.decoded.origin_of(path)
    }
}
