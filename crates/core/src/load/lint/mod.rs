//! Warnings about valid configurations that may not do what is intended.
//!
//! | code | default | warns about |
//! |---|---|---|
//! | `constant-for-each` | on | a `dynamic` block that generates exactly one block |
//! | `empty-for-each` | on | a `dynamic` block that generates no blocks |
//! | `mismatched-comparison` | on | `==` and `!=` between values that always have different types |
//! | `shadowed-iterator` | on | a variable of `for`, or an iterator, that hides an outer one |
//! | `interpolation-only` | off | `"${a}"`, which is `a` |
//! | `legacy-index` | off | `a.0`, which is written `a[0]` |
//! | `legacy-lookup` | off | `lookup(a, "b")`, which is written `a["b"]` |
//! | `legacy-splat` | off | `a.*.b`, which is written `a[*].b` |
//! | `null-attribute` | off | `a = null`, which mostly means that `a` is not set |
//! | `unused-local` | off | local values without references; needs the feature `kit` |
//! | `unused-variable` | off | variables without references; needs the feature `kit` |
//!
//! [`Levels`] turn warnings on and off, or into errors. So do comments in native syntax:
//!
//! ```hcl
//! # hcldyn: allow-file(shadowed-iterator)
//!
//! # hcldyn: allow(empty-for-each), deny(legacy-index)
//! dynamic "rule" {
//!   for_each = []
//!   content {}
//! }
//! ```
//!
//! A comment with `allow`, `warn` or `deny` applies to the attribute or block that begins on its line, or on the next
//! line with code if the comment is alone on its line. One with `allow-file`, `warn-file` or `deny-file` applies to the
//! whole file. Comments override the levels of the program, also for warnings that do not come from the linter.

mod comments;
mod diags;
mod exprs;
mod items;
#[cfg(feature = "kit")]
mod unused;

use self::comments::LevelComment;
use crate::body::Body;
use crate::diag::{Diagnostics, Level, Levels};

/// The maximum number of warnings that are found. Most of them may be off.
const MAX_FOUND: usize = 10_000;

/// The search for warnings in one or more files.
///
/// ```
/// use hcldyn::diag::{Level, Levels, codes};
/// use hcldyn::load::lint::Linter;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, parse_body};
///
/// let levels = Levels::new().with(codes::LEGACY_INDEX, Level::Deny);
/// let mut diags = Diagnostics::new();
/// let body = parse_body(&Source::new("a.hcl", "a = b.0"), &mut diags);
///
/// let mut linter = Linter::new(&levels);
/// linter.file(&body);
/// let diags = linter.finish(diags);
/// assert_eq!(diags.iter().next().unwrap().code, "legacy-index");
/// assert!(diags.has_errors());
/// ```
#[derive(Debug)]
pub struct Linter<'l> {
    levels: &'l Levels,
    comments: Vec<LevelComment>,
    diags: Diagnostics,
}

impl<'l> Linter<'l> {
    /// Creates a linter with levels of warnings.
    pub fn new(levels: &'l Levels) -> Self {
        Self { levels, comments: Vec::new(), diags: Diagnostics::with_limit(MAX_FOUND) }
    }

    /// Reads the levels in the comments of a file, and checks its blocks and expressions. The body is a whole file as
    /// it was parsed.
    pub fn file(&mut self, body: &Body) {
        self.read_comments(body, true);
        items::check(body, &mut self.diags);
    }

    /// Reads the levels in the comments of a file that is checked elsewhere. They apply to
    /// [`unused`](Self::unused).
    ///
    /// ```
    /// use hcldyn::diag::{Level, Levels, codes};
    /// use hcldyn::load::lint::Linter;
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, parse_body};
    ///
    /// let text = "variable \"zone\" {} # hcldyn: allow(unused-variable)\nvariable \"port\" {}\n";
    /// let body = parse_body(&Source::new("a.hcl", text), &mut Diagnostics::new());
    /// let levels = Levels::new().with(codes::UNUSED_VARIABLE, Level::Warn);
    /// let mut linter = Linter::new(&levels);
    /// linter.comments(&body);
    /// linter.unused(&body);
    /// assert_eq!(linter.finish(Diagnostics::new()).len(), 1);
    /// ```
    #[cfg(feature = "kit")]
    pub fn comments(&mut self, body: &Body) {
        self.read_comments(body, false);
    }

    fn read_comments(&mut self, body: &Body, reports: bool) {
        let mut others = Diagnostics::new();
        for source in body.sources() {
            let diags = if reports { &mut self.diags } else { &mut others };
            comments::read(&source, body, &mut self.comments, diags);
        }
    }

    /// Warns about names that the kit's `variable` and `locals` blocks define but nothing in the body uses. The body
    /// can be [merged](Body::merge) from several files.
    #[cfg(feature = "kit")]
    pub fn unused(&mut self, body: &Body) {
        unused::check(body, &mut self.diags);
    }

    /// Returns diagnostics together with the warnings of the linter, at their levels.
    pub fn finish(self, mut diags: Diagnostics) -> Diagnostics {
        diags.append(self.diags);
        diags.filter_map(|diagnostic| {
            let place = diagnostic.place();
            let comment = place.and_then(|place| {
                self.comments.iter().rev().find(|comment| comment.covers(place, &diagnostic.code))
            });
            let level: Level =
                comment.map_or_else(|| self.levels.get(&diagnostic.code), |comment| comment.level);
            level.apply(diagnostic)
        })
    }
}
