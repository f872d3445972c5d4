//! Limits on what a configuration may ask for.

/// How much a configuration may ask for before it is refused with a located error. Nesting of the
/// text itself is limited by the parser, to 64 levels. How deep and large values may be is
/// [`Value::MAX_DEPTH`](crate::Value::MAX_DEPTH) and [`Value::MAX_SIZE`](crate::Value::MAX_SIZE), how many problems
/// are kept is said by [`Diagnostics::with_limit`](crate::Diagnostics::with_limit).
///
/// ```
/// use hcldyn::{EvalContext, Limits};
///
/// let limits = Limits::default().with_generated_blocks(1_000);
/// let ctx = EvalContext::new().with_limits(limits);
/// assert_eq!(ctx.limits().generated_blocks, 1_000);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// How many blocks the `dynamic` blocks of one decoding may generate, nested ones included.
    pub generated_blocks: u64,
    /// How many elements the `for` expressions and splats of one evaluation may go through, nested
    /// ones included. An expression that a function evaluates counts as one too, be it a closure or
    /// the result of a function of the configuration.
    pub loop_elements: u64,
    /// How many bytes the texts of the templates of one evaluation may have together.
    pub template_bytes: u64,
    /// How many files a [`Decoder`](crate::Decoder) may read.
    pub files: u64,
    /// How many bytes the files may have together that a [`Decoder`](crate::Decoder) reads, or that are
    /// given to `kit::Inputs`.
    pub file_bytes: u64,
}

impl Limits {
    /// The limits where no others are asked for.
    pub(crate) const USUAL: Self = Self {
        generated_blocks: 250_000,
        loop_elements: 10_000_000,
        template_bytes: 64 << 20,
        files: 10_000,
        file_bytes: 1 << 30,
    };

    /// The same with another count of [blocks](Self::generated_blocks).
    #[must_use]
    pub fn with_generated_blocks(self, generated_blocks: u64) -> Self {
        Self { generated_blocks, ..self }
    }

    /// The same with another count of [elements](Self::loop_elements).
    #[must_use]
    pub fn with_loop_elements(self, loop_elements: u64) -> Self {
        Self { loop_elements, ..self }
    }

    /// The same with another count of [bytes of templates](Self::template_bytes).
    #[must_use]
    pub fn with_template_bytes(self, template_bytes: u64) -> Self {
        Self { template_bytes, ..self }
    }

    /// The same with another count of [files](Self::files).
    #[must_use]
    pub fn with_files(self, files: u64) -> Self {
        Self { files, ..self }
    }

    /// The same with another count of [bytes of files](Self::file_bytes).
    #[must_use]
    pub fn with_file_bytes(self, file_bytes: u64) -> Self {
        Self { file_bytes, ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::USUAL
    }
}
