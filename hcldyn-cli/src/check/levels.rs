//! The levels of warnings.

use hcldyn::diag::{Level, Levels, codes};

use crate::explain;

/// The name for all codes that are reported by default.
const ALL: &str = "all";

/// The levels of warnings, as arguments of the command.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct LevelArgs {
    /// Report warnings with this code as errors; "all" means all codes that are on by default. This and the
    /// next two options can be repeated. Errors stay errors.
    #[arg(long, value_name = "CODE", value_parser = code)]
    deny: Vec<String>,
    /// Report warnings with this code, such as unused-local, which is off by default.
    #[arg(long, value_name = "CODE", value_parser = code)]
    warn: Vec<String>,
    /// Leave out warnings with this code.
    #[arg(long, value_name = "CODE", value_parser = code)]
    allow: Vec<String>,
}

/// Returns the name of a code, or an error if there is none with this name.
fn code(name: &str) -> Result<String, String> {
    if name == ALL {
        return Ok(name.to_owned());
    }
    explain::parse_code(name).map(|code| code.name().to_owned())
}

impl LevelArgs {
    /// Returns the levels. A code has precedence over "all", and the stricter one of two levels of a code.
    pub(super) fn levels(&self) -> Levels {
        let given =
            [(&self.allow, Level::Allow), (&self.warn, Level::Warn), (&self.deny, Level::Deny)];
        let mut levels = Levels::new();
        let is_on = |name: &str| Levels::new().get(name) != Level::Allow;
        for (names, level) in given {
            if names.iter().any(|name| name == ALL) {
                let on = codes::ALL.iter().filter(|code| is_on(code.name()));
                on.for_each(|code| levels.set(code.name(), level));
            }
        }
        for (names, level) in given {
            let names = names.iter().filter(|name| *name != ALL);
            names.for_each(|name| levels.set(name.as_str(), level));
        }
        levels
    }
}
