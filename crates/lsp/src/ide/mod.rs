//! Answers about sources: what a server shows, as plain data in byte ranges.
//!
//! A [`Workspace`] has the sources, each with its [`Language`]. A [`Snapshot`] of it never changes, so that any thread can
//! compute answers while the workspace goes on. All answers are methods of the snapshot; for a file that it does not have,
//! they are empty.
//!
//! ```
//! use hcldyn::cty::Type;
//! use hcldyn::spec::{AttrSpec, Spec};
//! use hcldyn::syntax::Source;
//! use hcldyn_lsp::ide::{Language, Workspace};
//!
//! let port: Spec = AttrSpec::new("port", Type::Number).doc("Where it listens.").into();
//! let mut workspace = Workspace::new();
//! workspace.set(Source::new("a.hcl", "port = 80\n"), Language::of_spec(port).into());
//!
//! let hover = workspace.snapshot().hover("a.hcl", 2).unwrap();
//! assert!(hover.markdown.contains("Where it listens."));
//! assert_eq!(hover.range, 0..4);
//! ```

mod actions;
mod check;
mod completion;
mod cursor;
mod diagnostics;
mod fixes;
mod folding;
mod format;
mod functions;
mod hints;
mod hover;
mod json;
mod language;
mod links;
mod locals;
mod members;
mod missing;
mod modules;
mod names;
mod navigation;
mod outline;
mod selection;
mod signature;
mod symbols;
mod tokens;
mod tree;
mod values;
mod workspace;

#[doc(inline)]
pub use hcldyn_core::Cancellation;

pub use self::actions::{Refactoring, RefactoringKind};
pub use self::completion::{Completion, CompletionDocs, CompletionKind};
pub use self::diagnostics::FileReport;
pub use self::fixes::{Action, FileEdit};
pub use self::folding::{Fold, FoldKind};
pub use self::hints::{Hint, HintKind, HintKinds};
pub use self::hover::Hover;
pub use self::language::Language;
pub use self::navigation::{Highlight, Location};
pub use self::signature::Signature;
pub use self::symbols::{Symbol, SymbolKind};
pub use self::tokens::{SemanticKind, SemanticToken};
pub use self::workspace::{GivenValues, Snapshot, Workspace};
