//! A program with a configuration, on streams of the test.

use std::fs;
use std::sync::Arc;

use clap::{CommandFactory, Parser};
use hcldyn::HclDecode;
use hcldyn::cli::{Loaded, Options, Streams};
use tempfile::TempDir;

#[derive(Debug, HclDecode)]
pub(crate) struct Config {
    /// The region to serve.
    pub(crate) region: String,
    /// The number of threads.
    #[hcl(default = 4, restart)]
    pub(crate) workers: u16,
    /// The key of clients.
    #[hcl(sensitive)]
    pub(crate) token: Option<String>,
    /// Words for searches.
    #[hcl(default)]
    pub(crate) tags: Vec<String>,
    #[hcl(block)]
    pub(crate) server: Vec<Server>,
}

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "only decoded")]
pub(crate) struct Server {
    #[hcl(label)]
    pub(crate) name: String,
    pub(crate) port: u16,
    #[hcl(sensitive)]
    pub(crate) password: Option<String>,
}

/// Serves files.
#[derive(Debug, Parser)]
#[command(name = "app", version = "1.0")]
pub(crate) struct Arguments {
    /// Writes a log.
    #[arg(long)]
    pub(crate) verbose: bool,
}

/// A directory with configuration files, and the environment of a program.
pub(crate) struct Site {
    pub(crate) folder: TempDir,
    pub(crate) environment: Vec<(String, String)>,
}

/// The result of a run.
pub(crate) struct Outcome {
    pub(crate) loaded: Result<Loaded<Config>, u8>,
    pub(crate) output: String,
    pub(crate) errors: String,
}

pub(crate) const MAIN: &str = "# Main.\nregion = \"eu\"\n\nserver \"web\" {\n  port     = 80 # HTTP\n  \
                    password = \"hunter2\"\n}\n";

impl Site {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("home").into_os_string().into_string().unwrap();
        Self { folder, environment: vec![("HOME".to_owned(), home)] }
    }

    pub(crate) fn with_main() -> Self {
        let site = Self::new();
        site.write("main.hcl", MAIN);
        site
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.folder.path().join(name).into_os_string().into_string().unwrap()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap()
    }

    pub(crate) fn set(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn options() -> Options {
        Options::new(Arguments::command()).drop_ins("conf.d").environment("APP_").flags()
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Outcome {
        self.run_with(Self::options(), arguments)
    }

    /// Runs the program with its main file.
    pub(crate) fn run_main(&self, arguments: &[&str]) -> Outcome {
        let main = self.path("main.hcl");
        self.run(&[&["--config", &main], arguments].concat())
    }

    pub(crate) fn run_with(&self, options: Options, arguments: &[&str]) -> Outcome {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let mut streams = Streams::new(&[][..], &mut output, &mut errors);
        let arguments = ["app"].iter().chain(arguments).copied();
        let environment = self.environment.iter().cloned();
        let loaded = options.load_from(arguments, environment, &mut streams);
        drop(streams);
        // Messages name the files of the test.
        let folder = format!("{}{}", self.folder.path().display(), std::path::MAIN_SEPARATOR);
        let [output, errors] =
            [output, errors].map(|it| String::from_utf8(it).unwrap().replace(&folder, ""));
        Outcome { loaded, output, errors }
    }
}

impl Outcome {
    pub(crate) fn config(self) -> Arc<Config> {
        match self.loaded {
            Ok(loaded) => loaded.current(),
            Err(code) => panic!("{code}: {}{}", self.output, self.errors),
        }
    }

    /// The exit code, with the output and the errors.
    pub(crate) fn ended(self) -> (u8, String, String) {
        (
            self.loaded.map(|loaded| loaded.current()).expect_err("the program ends"),
            self.output,
            self.errors,
        )
    }
}
