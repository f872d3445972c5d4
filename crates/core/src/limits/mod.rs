//! Limits on untrusted input.

use std::sync::Arc;
use std::time::{Duration, Instant};

pub(crate) use crate::cty::work;
pub use crate::cty::work::Cancellation;
use crate::cty::work::Interrupts;

/// Limits on a configuration. Exceeding one is an error with a source location. There are other limits too: the
/// parser limits nesting in the source to 500 levels, [`Value::MAX_DEPTH`](crate::cty::Value::MAX_DEPTH) and
/// [`Value::MAX_SIZE`](crate::cty::Value::MAX_SIZE) limit values, and
/// [`Diagnostics::with_limit`](crate::Diagnostics::with_limit) limits the number of stored diagnostics.
///
/// ```
/// use hcldyn::{EvalContext, Limits};
///
/// let limits = Limits::default().with_generated_blocks(1_000);
/// let ctx = EvalContext::new().with_limits(limits);
/// assert_eq!(ctx.limits().generated_blocks, 1_000);
/// ```
#[doc(alias = "timeout")]
#[doc(alias = "sandbox")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum number of blocks that the `dynamic` blocks of one decoding generate, including nested ones. The
    /// default is 250,000.
    pub generated_blocks: u64,
    /// The maximum work of one decoding, in steps: evaluating all expressions, including closures that functions
    /// evaluate, and generating blocks. An expression that is evaluated separately, such as a captured closure,
    /// has the same limit to itself.
    ///
    /// An element of a loop or a new value takes one or a few steps. A string takes one step per 16 bytes, and a
    /// function takes steps in proportion to its arguments and its result. Work that is done once per byte of the
    /// source is free. A step takes up to 48 bytes of memory and about a fifth of a microsecond on current machines.
    /// The default, 8,000,000 steps, therefore allows about two seconds and 400 MB.
    pub work: u64,
    /// The maximum number of files that a [`Decoder`](crate::Decoder) reads. The default is 10,000.
    pub files: u64,
    /// The maximum total size in bytes of the files that a [`Decoder`](crate::Decoder) reads or that are given to
    /// `kit::Inputs`. The default is 64 MiB. It also limits the memory for reading: most files need 20 to 30 bytes
    /// of memory per byte. Long templates, and lists of short elements in one attribute, need 100, and expressions
    /// such as `[a[b], a[b], …]` or `[1+1+1, …]` up to 250.
    pub file_bytes: u64,
    /// The time limits and the cancellation, if there are any.
    pub(crate) interrupts: Option<Arc<Interrupts>>,
}

impl Limits {
    /// The default limits.
    pub(crate) const DEFAULT: Self = Self {
        generated_blocks: 250_000,
        // Real modules need at most one percent of this.
        work: 8_000_000,
        files: 10_000,
        file_bytes: 64 << 20,
        interrupts: None,
    };

    /// Sets the maximum number of [generated blocks](Self::generated_blocks).
    #[must_use]
    pub fn with_generated_blocks(self, generated_blocks: u64) -> Self {
        Self { generated_blocks, ..self }
    }

    /// Sets the maximum [work](Self::work).
    #[must_use]
    pub fn with_work(self, work: u64) -> Self {
        Self { work, ..self }
    }

    /// Runs a closure. All its evaluations on this thread share one budget of [work](Self::work), as if they were part
    /// of one decoding. Inside another budget, such as that of a decoding, the outer one applies.
    ///
    /// ```
    /// use hcldyn::syntax::Source;
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
        let _budget = self.open_budget();
        run()
    }

    /// Opens the budget of a decoding.
    pub(crate) fn open_budget(&self) -> work::Budget {
        work::Budget::open(self.work, self.interrupts.as_ref())
    }

    /// Sets the maximum time of one decoding, or of an expression that is evaluated separately. When it is over, the
    /// decoding ends with an error, even inside `try` and `can`. By default, only [work](Self::work) is limited.
    ///
    /// The clock is read about once per 1,000 steps of [work](Self::work), and before each file that a
    /// [`Decoder`](crate::Decoder) reads. A call of a function of the program, and the parsing of a file,
    /// which takes about 10 ms per MiB, come to their end. All parts of [`Self::share`] have one time limit together.
    /// Targets without a clock, such as `wasm32-unknown-unknown`, have no time limit.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use hcldyn::{EvalContext, Limits, cty::Value};
    ///
    /// # #[derive(Debug, hcldyn::HclDecode)]
    /// # struct Config { sums: Value }
    /// let text = "sums = [for a in many : [for b in many : a + b]]";
    /// let limits = Limits::default().with_timeout(Duration::ZERO);
    /// let ctx = EvalContext::new().with_variable("many", vec![1; 500]).with_limits(limits);
    /// let error = hcldyn::from_str::<Config>(text, &ctx).unwrap_err();
    /// assert!(error.to_string().contains("Time limit exceeded"));
    /// ```
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        self.with_interrupts(|interrupts| interrupts.timeout = Some(timeout))
    }

    /// Sets the latest point in time at which decodings and evaluations end, e.g. for several that answer one request.
    /// Otherwise, it is like a [timeout](Self::with_timeout). Of both, the earlier applies.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    ///
    /// use hcldyn::{EvalContext, Limits};
    ///
    /// let limits = Limits::default().with_deadline(Instant::now() + Duration::from_secs(1));
    /// let ctx = EvalContext::new().with_limits(limits);
    /// ```
    #[must_use]
    pub fn with_deadline(self, deadline: Instant) -> Self {
        self.with_interrupts(|interrupts| interrupts.deadline = Some(deadline))
    }

    /// Sets the flag that ends decodings and evaluations with an error, as soon as a [timeout](Self::with_timeout) would.
    ///
    /// ```
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Cancellation, Diagnostics, EvalContext, Limits, parse_expression};
    ///
    /// let cancellation = Cancellation::new();
    /// let limits = Limits::default().with_cancellation(&cancellation);
    /// let ctx = EvalContext::new().with_variable("many", vec![1; 500]).with_limits(limits);
    /// let mut diags = Diagnostics::new();
    /// let expr = parse_expression(&Source::new("t", "[for a in many : a]"), &mut diags).unwrap();
    /// assert!(expr.value(&ctx, &mut diags).is_known());
    ///
    /// // Usually, another thread does this.
    /// cancellation.cancel();
    /// assert!(!expr.value(&ctx, &mut diags).is_known());
    /// assert!(diags.to_string().contains("Evaluation cancelled"));
    /// ```
    #[must_use]
    pub fn with_cancellation(self, cancellation: &Cancellation) -> Self {
        self.with_interrupts(|interrupts| interrupts.cancellation = Some(cancellation.clone()))
    }

    fn with_interrupts(mut self, set: impl FnOnce(&mut Interrupts)) -> Self {
        set(Arc::make_mut(self.interrupts.get_or_insert_default()));
        self
    }

    /// Sets the maximum number of [files](Self::files).
    ///
    /// ```
    /// use hcldyn::Limits;
    ///
    /// let limits = Limits::default().with_files(100).with_file_bytes(1 << 20);
    /// assert_eq!((limits.files, limits.file_bytes), (100, 1 << 20));
    /// ```
    #[must_use]
    pub fn with_files(self, files: u64) -> Self {
        Self { files, ..self }
    }

    /// Sets the maximum [size of all files](Self::file_bytes).
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
