//! Inheritance between blocks of one type: a block takes over the items of others.
//!
//! ```hcl
//! disk "base" {
//!   size = 10
//!   tags { team = "core" }
//! }
//!
//! disk "fast" {
//!   inherits = ["base"]                # or [disk.base]
//!   size     = 20                      # in place of 10
//!   tags { tier = "ssd" }              # beside team
//! }
//! ```
//!
//! In a derived struct, `#[hcl(inherits)]` on a field of blocks allows it:
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! use hcldyn::{Decoder, HclDecode};
//!
//! #[derive(HclDecode)]
//! struct Config {
//!     #[hcl(block, inherits)]
//!     disk: BTreeMap<String, Disk>,
//! }
//!
//! #[derive(HclDecode)]
//! struct Disk {
//!     size: u32,
//!     path: String,
//! }
//!
//! let text = r#"
//!     disk "base" {
//!       size = 10
//!       path = "/dev/sda"
//!     }
//!     disk "fast" {
//!       inherits = [disk.base]
//!       size     = disk.base.size * 2
//!     }
//! "#;
//! let config = Decoder::new().references("disk").decode_str::<Config>(text)?.value;
//! assert_eq!((config.disk["fast"].size, &*config.disk["fast"].path), (20, "/dev/sda"));
//! # Ok::<(), hcldyn::Diagnostics>(())
//! ```
//!
//! # Rules
//!
//! - The attribute is a list of blocks of the same type in the same body. A block is named by its last label, and its other
//!   labels are then those of the block that inherits; or by a reference, `disk.base`, with all its labels. The names may be
//!   any expressions that are known, such as `"base-${each.key}"` in a [repeated](super::repetition) block.
//! - Attributes of a later block in the list override those of the earlier ones, and the block's own attributes override all.
//!   Blocks in a block are merged by their labels, as those of several [layers](crate::body::Layering) are. What a listed
//!   block inherits counts as its own.
//! - The attributes for [repetition](super::repetition), the labels and the list itself are not inherited.
//! - Inherited expressions are evaluated in the context of the block that inherits them: they see its `each`, `count` and
//!   matrix variables, not those of the block in which they are written.
//! - An unknown name, a block that inherits from itself, and more than 64 levels of inheritance are located errors.
//!
//! Each listed block is also decoded for itself, so an attribute that only some blocks set is an `Option`. In a
//! [graph](super::graph), a block depends on all names in its inherited items. If a list is not a constant, any block of the
//! type may be inherited, and the block depends on the names in all of them.

mod diags;
mod parents;

pub(crate) use self::parents::{Inheritance, Inherited};
