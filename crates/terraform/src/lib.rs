//! Modules of Terraform and OpenTofu as data: loaded from their files, and evaluated without a provider.
//!
//! A [`Loader`] reads a folder and all modules that it uses, [`Graph`] has the references between their declarations, and
//! [`Evaluation`] the values: variables, local values, outputs, and resources with their arguments. What only a provider knows
//! is unknown. [`Evaluation::show`] returns everything as JSON, in the form of `terraform show -json`. [`Lint`] finds errors and
//! warnings without values.
//!
//! ```
//! use hcldyn::Diagnostics;
//! use hcldyn::cty::Value;
//! use hcldyn::ext::kit::Inputs;
//! use hcldyn_terraform::{Evaluation, Loader, Options};
//!
//! # let folder = std::env::temp_dir().join(format!("hcldyn-terraform-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder).unwrap();
//! let text = r#"
//! variable "zones" {
//!   type = list(string)
//! }
//! resource "aws_subnet" "each" {
//!   for_each          = toset(var.zones)
//!   availability_zone = each.key
//! }
//! output "names" {
//!   value = [for zone, subnet in aws_subnet.each : upper(zone)]
//! }
//! "#;
//! std::fs::write(folder.join("main.tf"), text).unwrap();
//! let mut diags = Diagnostics::new();
//! let tree = Loader::new().load(&folder, &mut diags);
//! let mut options = Options::default();
//! options.inputs = Inputs::new().argument("zones=[\"a\", \"b\"]");
//! let evaluation = Evaluation::of(&tree, &folder, &options, &mut diags);
//! let names = Value::tuple(vec!["A".into(), "B".into()]);
//! assert_eq!(evaluation.output("names"), Some(&names));
//! # assert!(diags.is_empty());
//! # std::fs::remove_dir_all(&folder).unwrap();
//! ```

mod check;
mod diags;
mod evaluate;
pub mod files;
mod folder;
mod functions;
mod graph;
pub mod language;
mod lint;
mod loader;
mod manifest;
mod names;
mod parallel;
mod paths;
mod progress;
mod schemas;
mod show;
mod tree;

#[doc(inline)]
pub use hcldyn::Cancellation;

pub use self::check::check;
pub use self::evaluate::{Evaluation, Options};
pub use self::folder::{Declared, Mode, ModuleFolder, Resource};
pub use self::graph::Graph;
pub use self::lint::{Lint, Linted};
pub use self::loader::Loader;
pub use self::progress::{Observer, Progress};
pub use self::schemas::{InvalidSchema, ProviderSchemas};
pub use self::show::Sensitive;
pub use self::tree::{Module, Target, Tree};
