//! The languages of random servers.

use std::path::Path;

use hcldyn::ext::kit::Inputs;
use hcldyn::{Decoder, EvalContext, HclDecode, functions};
use hcldyn_lsp::{Languages, SpecFiles};

use crate::random::Random;

/// The name of the spec file in the folder.
pub(super) const SPEC: &str = "app.hcldec";

/// The spec files that replace each other. The last one is invalid.
pub(super) const SPECS: [&str; 3] = [
    r#"own_variables = true
object {
  attr "port" { type = number }
  block_tuple "server" {
    dynamic = true
    object {
      label "name" { index = 0 }
      attr "host" {
        type = string
        required = true
      }
    }
  }
}
"#,
    "object {\n  attr \"a\" { type = string }\n  attr \"x\" {\n    type = any\n    required = true\n  }\n}\n",
    "object {\n  attr \"a\" { type = \n}\n",
];

/// The kind of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    WithoutSpec,
    /// The spec file of the folder.
    SpecFile,
    /// The struct of a program.
    Program,
}

/// The configuration of a program.
#[derive(HclDecode)]
#[expect(dead_code, reason = "only decoded")]
struct Config {
    /// The port to listen on.
    port: u16,
    #[hcl(default = "eu")]
    region: String,
    #[hcl(sensitive)]
    password: Option<String>,
    #[hcl(deprecated = "Use `region`.")]
    zone: Option<String>,
    /// A server.
    #[hcl(dynamic)]
    server: Vec<Server>,
}

#[derive(HclDecode)]
#[expect(dead_code, reason = "only decoded")]
struct Server {
    #[hcl(label)]
    name: String,
    host: String,
    tls: Option<bool>,
}

impl Kind {
    pub(super) fn random(random: &mut Random) -> Self {
        *random.pick(&[Self::WithoutSpec, Self::SpecFile, Self::Program])
    }

    /// Returns the languages of the files in a folder.
    pub(super) fn languages(self, folder: &Path) -> Languages {
        let library = EvalContext::new().with_functions(functions::all());
        match self {
            Self::WithoutSpec => SpecFiles::new(library).into(),
            Self::SpecFile => SpecFiles::new(library).default_spec(folder.join(SPEC)).into(),
            Self::Program => {
                let decoder = Decoder::new().context(library).inputs(Inputs::new());
                let decoder = decoder.includes("include").functions("function").within(folder);
                Languages::of_type::<Config>(decoder)
            }
        }
    }
}
