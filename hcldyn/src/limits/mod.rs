//! Limits on what a configuration may ask for.

pub(crate) use crate::cty::work;

/// How much a configuration may ask for before it is refused with a located error. Nesting of the
/// text itself is limited by the parser, to 500 levels. How deep and large values may be is
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
    /// How much work one decoding may do, in steps: all expressions that it evaluates and the blocks that it
    /// generates, with the closures that functions evaluate on the way. An expression that is evaluated by
    /// itself, as a closure is that was captured before, has as much for itself.
    ///
    /// An element of a loop or of a value that is made is a step or a few, as are 16 bytes of a string, and a
    /// function takes as many as its arguments and its result are large. What is done once for each byte
    /// of the source is free. A step takes up to 48 bytes of memory and, on a machine of today, a fifth of a
    /// microsecond, so that the default ends after some two seconds and within 512 MB.
    pub work: u64,
    /// How many files a [`Decoder`](crate::Decoder) may read.
    pub files: u64,
    /// How many bytes the files may have together that a [`Decoder`](crate::Decoder) reads, or that are
    /// given to `kit::Inputs`: 64 MiB unless the program sets another number. It also limits the memory that
    /// reading takes. Most files need 20 to 30 bytes of memory for each of theirs; long templates and lists of
    /// short elements in one attribute 100, and expressions such as `[a[b], a[b], …]` or `[1+1+1, …]` up
    /// to 250.
    pub file_bytes: u64,
}

impl Limits {
    /// The limits where no others are asked for.
    pub(crate) const DEFAULT: Self = Self {
        generated_blocks: 250_000,
        // Real modules take a hundredth of it at most.
        work: 8_000_000,
        files: 10_000,
        file_bytes: 64 << 20,
    };

    /// The same with another count of [blocks](Self::generated_blocks).
    #[must_use]
    pub fn with_generated_blocks(self, generated_blocks: u64) -> Self {
        Self { generated_blocks, ..self }
    }

    /// The limits with another amount of [work](Self::work).
    #[must_use]
    pub fn with_work(self, work: u64) -> Self {
        Self { work, ..self }
    }

    /// Runs something whose evaluations on this thread share one amount of [work](Self::work), as if all were
    /// of one decoding.
    ///
    /// ```
    /// use hcldyn::source::Source;
    /// use hcldyn::{Diagnostics, EvalContext, Limits, parse_expression};
    ///
    /// let limits = Limits::default().with_work(2_000);
    /// let ctx = EvalContext::new().with_variable("many", vec![1; 500]).with_limits(limits.clone());
    /// let mut diags = Diagnostics::new();
    /// let expr = parse_expression(&Source::new("t", "[for a in many : a]"), &mut diags).unwrap();
    /// expr.value(&ctx, &mut diags);
    /// assert!(!diags.has_errors());
    /// limits.share(|| (0..10).for_each(|_| drop(expr.value(&ctx, &mut diags))));
    /// assert!(diags.has_errors());
    /// ```
    pub fn share<T>(&self, run: impl FnOnce() -> T) -> T {
        let _budget = work::Budget::open(self.work);
        run()
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
        Self::DEFAULT
    }
}
