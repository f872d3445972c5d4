//! A directory of configuration files that is rewritten in the ways in which files change.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::BLOCKS;

/// A directory as Kubernetes mounts it: `main.hcl` links to `data/main.hcl`, and `data` to the directory of a version.
#[derive(Debug)]
pub(super) struct Mount {
    folder: PathBuf,
    /// The version of the last swap.
    swap: u32,
}

impl Mount {
    /// Creates the directory with version 0.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let mut mount = Self { folder: folder.to_owned(), swap: 0 };
        mount.swap(0)?;
        for file in ["main.hcl", "other.hcl"] {
            symlink(format!("data/{file}"), mount.path(file))?;
        }
        Ok(mount)
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Replaces both files at once, by a link to another directory.
    pub(super) fn swap(&mut self, version: u32) -> io::Result<()> {
        let before = fs::read_link(self.path("data")).ok();
        self.swap = version;
        let folder = self.path(&format!("v{version}"));
        fs::create_dir(&folder)?;
        fs::write(folder.join("main.hcl"), self.parts(version).concat())?;
        fs::write(folder.join("other.hcl"), format!("other_swap = {version}\n"))?;
        symlink(format!("v{version}"), self.path("data-next"))?;
        fs::rename(self.path("data-next"), self.path("data"))?;
        before.map_or(Ok(()), |before| fs::remove_dir_all(self.folder.join(before)))
    }

    /// Replaces the first file by another one.
    pub(super) fn rename(&self, version: u32) -> io::Result<()> {
        self.replace(&self.parts(version).concat())
    }

    /// Replaces the first file by one with an unexpected attribute.
    pub(super) fn spoil(&self, version: u32) -> io::Result<()> {
        let [start, parts, end] = self.parts(version);
        self.replace(&format!("{start}{parts}wrong_{version} = 1\n{end}"))
    }

    /// Empties the first file, and writes it in several parts.
    pub(super) fn truncate(&self, version: u32) -> io::Result<()> {
        let mut file = File::create(self.path("data/main.hcl"))?;
        self.parts(version).iter().try_for_each(|part| file.write_all(part.as_bytes()))
    }

    /// Deletes the first file.
    pub(super) fn delete(&self) -> io::Result<()> {
        fs::remove_file(self.path("data/main.hcl"))
    }

    fn replace(&self, text: &str) -> io::Result<()> {
        fs::write(self.path("next"), text)?;
        fs::rename(self.path("next"), self.path("data/main.hcl"))
    }

    /// Returns the first file in three parts. The last one is required.
    fn parts(&self, version: u32) -> [String; 3] {
        let start = format!("version = {version}\nswap = {}\n", self.swap);
        let parts = (0..BLOCKS).fold(String::new(), |mut text, _| {
            let _ = write!(text, "part {{\n  version = {version}\n}}\n");
            text
        });
        [start, parts, format!("end = {version}\n")]
    }
}
