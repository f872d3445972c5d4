//! The files that commands read and change, and standard input.

mod attributes;
mod change;
mod folder;
mod input;
mod lock;
mod out;
mod targets;

pub use self::change::{FileChange, Version, diff, replace};
pub(super) use self::folder::ENDINGS;
pub use self::input::{STDIN, STDIN_NAME, read, read_all, read_file};
pub use self::out::write;
pub(super) use self::targets::to_format;
pub use self::targets::{Target, to_check};
pub use super::diags::unreadable;
