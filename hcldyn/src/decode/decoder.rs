//! The decoder for several inputs.

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

/// Decodes one configuration from any number of sources, files and directories, and returns warnings and source
/// locations. Without these needs, [`from_str`](crate::from_str) and similar functions are shorter.
///
/// All inputs make up one body, in the order in which they are added: blocks of a type follow each other, and a
/// unique item may be in only one of the inputs. A second one is an error that shows both source locations.
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
/// let warning = "more.hcl:3:3: Unexpected attribute; The attribute \"speed\" is not expected here.";
/// assert!(loaded.warnings.to_string().starts_with(warning));
/// let port = loaded.place_of("server[1].port").unwrap();
/// assert_eq!(port.to_string(), "more.hcl:2:10");
///
/// let mistake = decoder.text("c.hcl", "region = \"us\"").decode::<Config>().err().unwrap();
/// assert!(mistake.to_string().contains("is already set at main.hcl:1:1"));
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    context: EvalContext,
    unexpected: Unexpected,
    problems: Option<usize>,
    /// `None` for a single thread.
    threads: Option<NonZeroUsize>,
    inputs: Vec<DecoderInput>,
}

/// A decoded configuration: the struct, the warnings, and the source locations of its parts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Configuration<T> {
    /// The struct.
    pub value: T,
    /// The warnings, in the order of the inputs.
    pub warnings: Diagnostics,
    decoded: Decoded,
}

impl Decoder {
    /// Creates a decoder without variables, functions and inputs, which denies unexpected items.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the context for expressions, and its [limits](EvalContext::with_limits).
    #[must_use]
    pub fn context(mut self, context: EvalContext) -> Self {
        self.context = context;
        self
    }

    /// Sets the handling of items without a field, in blocks at any depth. The struct of a block may be more
    /// lenient. The default is to deny them.
    #[must_use]
    pub fn unexpected(mut self, unexpected: Unexpected) -> Self {
        self.unexpected = unexpected;
        self
    }

    /// Sets the maximum number of stored diagnostics. The default is [`Diagnostics::DEFAULT_LIMIT`]; further ones
    /// are only counted.
    #[must_use]
    pub fn max_diagnostics(mut self, most: usize) -> Self {
        self.problems = Some(most);
        self
    }

    /// Sets the number of threads that parse sources and files, including the thread that calls
    /// [`decode`](Self::decode). The default is one. Threads speed up many files: each file is parsed by one
    /// thread, and the calling thread decodes all of them. The number of threads does not change the result, nor
    /// the diagnostics and their order.
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

    /// Adds a source, in JSON syntax if the name ends in `.json` and in native syntax otherwise. Diagnostics use
    /// the name.
    #[must_use]
    pub fn text(self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.input(DecoderInput::Text(Source::new(name, text)))
    }

    /// Adds a file, in JSON syntax if its name ends in `.json` and in native syntax otherwise. It is read during
    /// decoding.
    #[must_use]
    pub fn file(self, path: impl Into<PathBuf>) -> Self {
        self.input(DecoderInput::File(path.into()))
    }

    /// Adds the files of a directory in the order of their names: the files that
    /// [`files_in`](crate::syntax::files_in) finds during decoding, with names that end in `.hcl` or `.hcl.json`.
    /// The directory may be empty.
    #[must_use]
    pub fn folder(self, path: impl Into<PathBuf>) -> Self {
        self.input(DecoderInput::Folder(path.into()))
    }

    /// Adds a parsed body.
    #[must_use]
    pub fn body(self, body: Body) -> Self {
        self.input(DecoderInput::Body(body))
    }

    /// Reads all inputs, and decodes them.
    ///
    /// # Errors
    ///
    /// Returns all diagnostics if one of them is an error. Unreadable files and directories are errors, and so are
    /// more or larger files than [`Limits`](crate::Limits) allow.
    pub fn decode<T: HclDecode>(&self) -> Result<Configuration<T>, Diagnostics> {
        let mut diags = self.problems.map_or_else(Diagnostics::new, Diagnostics::with_limit);
        // The work of an evaluation is only counted on its own thread.
        let threads = self.threads.filter(|_| !is_in_call()).unwrap_or(NonZeroUsize::MIN);
        let body = inputs::read(&self.inputs, self.context.limits(), threads, &mut diags);
        let (spec, ctx, unexpected) = (T::spec(), &self.context, self.unexpected);
        let decoded = spec::decode_leniently(&body, &spec, ctx, unexpected, &mut diags);
        // Fields for expressions and remaining items keep the tree.
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

    /// Decodes a source in addition to the inputs. Diagnostics call it `<text>`.
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
    /// Returns all diagnostics if one of them is an error.
    pub fn decode_str<T: HclDecode>(&self, text: &str) -> Result<Configuration<T>, Diagnostics> {
        self.clone().text("<text>", text).decode()
    }

    fn input(mut self, input: DecoderInput) -> Self {
        self.inputs.push(input);
        self
    }
}

impl<T> Configuration<T> {
    /// Returns the source location of an item, by its path in HCL: `rule[0].port` is the expression of the
    /// attribute `port` in the first block of type `rule`, `rule[0]` the header of that block. An item that is not
    /// written has the location where it would be written. Returns `None` if the path does not exist.
    pub fn place_of(&self, path: &str) -> Option<Place> {
        let path = native::parse_expression(&Source::new("<path>", path), &mut Diagnostics::new())?;
        let path = path.as_traversal()?.to_path();
        self.origin_of(&path).map(|origin| origin.place.clone())
    }

    /// Returns the origin of a value, by its path in the decoded value. A part of the result of one expression has
    /// the origin of the whole. Returns `None` if the path does not exist.
    pub fn origin_of(&self, path: &Path) -> Option<&Origin> {
        self.decoded.origin_of(path)
    }
}
