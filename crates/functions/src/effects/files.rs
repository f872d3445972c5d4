//! Functions on the files of a folder.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::folder::{Failure, Folder};
use crate::arguments::text;
use crate::hash::OF_FILES;
use hcldyn_cty::function::{FunctionBuilder, FunctionError, Parameter};
use hcldyn_cty::{Function, Type};

impl Folder {
    /// Returns all functions on the files of the folder, with their names.
    pub fn functions(&self) -> impl Iterator<Item = (&'static str, Function)> + use<> {
        [
            ("file", self.file()),
            ("filebase64", self.filebase64()),
            ("fileexists", self.fileexists()),
            ("fileset", self.fileset()),
        ]
        .into_iter()
        .chain(self.hashes())
    }

    /// Returns the function `file(path)`: the content of a file as a string. The file must be UTF-8.
    pub fn file(&self) -> Function {
        let folder = self.clone();
        of_path("The content of a file as a string.")
            .returning(Type::String, move |args, _| Ok(folder.text(text(args, 0)?)?.into()))
    }

    /// Returns the function `filebase64(path)`: the bytes of a file in base64.
    pub fn filebase64(&self) -> Function {
        let folder = self.clone();
        of_path("The bytes of a file in base64.").returning(Type::String, move |args, _| {
            let bytes = folder.read(text(args, 0)?).map_err(failed)?;
            Ok(STANDARD.encode(bytes).into())
        })
    }

    /// Returns the functions that hash the bytes of a file, with their names: `filebase64sha256(path)`,
    /// `filebase64sha512(path)`, `filemd5(path)`, `filesha1(path)`, `filesha256(path)` and `filesha512(path)`.
    pub fn hashes(&self) -> impl Iterator<Item = (&'static str, Function)> + use<> {
        let folder = self.clone();
        OF_FILES.into_iter().map(move |(name, description, hash)| {
            let folder = folder.clone();
            let function = of_path(description).returning(Type::String, move |args, _| {
                Ok(hash(&folder.read(text(args, 0)?).map_err(failed)?).into())
            });
            (name, function)
        })
    }

    /// Returns the function `fileexists(path)`: `true` if a regular file exists. A directory is an error, as in
    /// Terraform.
    pub fn fileexists(&self) -> Function {
        let folder = self.clone();
        of_path("`true` if a file exists.").returning(Type::Bool, move |args, _| {
            match folder.find(text(args, 0)?) {
                Ok(_) => Ok(true.into()),
                Err(Failure::Missing) => Ok(false.into()),
                Err(failure) => Err(failed(failure)),
            }
        })
    }

    /// Returns the content of a file as a string, for a program's own functions. The error refers to the first
    /// argument.
    ///
    /// # Errors
    ///
    /// Fails when the file is not found in the folder, cannot be read, is too large, or is not UTF-8.
    ///
    /// ```
    /// use hcldyn::functions::effects::Folder;
    ///
    /// # let path = std::env::temp_dir().join(format!("hcldyn-text-{}", std::process::id()));
    /// # std::fs::create_dir_all(&path).unwrap();
    /// std::fs::write(path.join("motd"), "Hello").unwrap();
    /// let folder = Folder::open(&path).unwrap().with_max_bytes(100).with_max_entries(10);
    /// assert_eq!(folder.text("motd")?, "Hello");
    /// assert!(folder.text("../motd").is_err());
    /// # std::fs::remove_dir_all(&path).unwrap();
    /// # Ok::<(), hcldyn::cty::function::FunctionError>(())
    /// ```
    pub fn text(&self, path: &str) -> Result<String, FunctionError> {
        String::from_utf8(self.read(path).map_err(failed)?).map_err(|_| {
            FunctionError::must(0, "name a UTF-8 file")
                .with_help("read other files with filebase64")
        })
    }
}

fn of_path(description: &'static str) -> FunctionBuilder {
    Function::builder(description).param(Parameter::new("path", Type::String))
}

fn failed(failure: Failure) -> FunctionError {
    FunctionError::must(
        0,
        match failure {
            Failure::Missing => "name an existing file".to_owned(),
            Failure::Rejected(expected) => expected,
        },
    )
}

#[cfg(test)]
mod tests;
