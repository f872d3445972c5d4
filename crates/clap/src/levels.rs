//! The levels of warnings.

use hcldyn_core::diag::{Code, Level, Levels, codes, similar_name};

use super::apart::apart;

/// The name for all codes that are reported by default.
const ALL: &str = "all";

/// The levels of warnings, as arguments of `config check`.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
#[command(defer(apart))]
pub struct LevelArgs {
    /// Report warnings with this code as errors; "all" means all codes that are on by default. This and the
    /// next two options can be repeated. Errors stay errors.
    #[arg(id = "hcldyn.deny", long = "deny", value_name = "CODE", value_parser = code)]
    deny: Vec<String>,
    /// Report warnings with this code, such as unused-local, which is off by default.
    #[arg(id = "hcldyn.warn", long = "warn", value_name = "CODE", value_parser = code)]
    warn: Vec<String>,
    /// Leave out warnings with this code.
    #[arg(id = "hcldyn.allow", long = "allow", value_name = "CODE", value_parser = code)]
    allow: Vec<String>,
}

/// Returns the name of a code, or an error if there is none with this name.
fn code(name: &str) -> Result<String, String> {
    if name == ALL {
        return Ok(name.to_owned());
    }
    let known = codes::ALL.iter().copied().map(Code::name);
    if known.clone().any(|known| known == name) {
        return Ok(name.to_owned());
    }
    let cure = match similar_name(name, known) {
        Some(similar) => format!("Did you mean \"{similar}\"?"),
        None => "The documentation of hcldyn lists all codes.".to_owned(),
    };
    Err(format!("Unknown code. {cure}"))
}

impl LevelArgs {
    /// Returns the levels. A code has precedence over "all", and the stricter one of two levels of a code.
    pub fn levels(&self) -> Levels {
        self.levels_over(Levels::new())
    }

    /// Returns the levels, with other defaults than those of the library.
    ///
    /// ```
    /// use clap::Parser;
    /// use hcldyn::cli::LevelArgs;
    /// use hcldyn::diag::{Level, Levels, codes};
    ///
    /// #[derive(Parser)]
    /// struct Args {
    ///     #[command(flatten)]
    ///     levels: LevelArgs,
    /// }
    ///
    /// let args = Args::parse_from(["app", "--deny", "unused-local"]);
    /// let defaults = Levels::new().with(codes::UNUSED_VARIABLE, Level::Warn);
    /// let levels = args.levels.levels_over(defaults);
    /// assert_eq!(levels.get("unused-local"), Level::Deny);
    /// assert_eq!(levels.get("unused-variable"), Level::Warn);
    /// ```
    pub fn levels_over(&self, defaults: Levels) -> Levels {
        let given =
            [(&self.allow, Level::Allow), (&self.warn, Level::Warn), (&self.deny, Level::Deny)];
        let mut levels = defaults.clone();
        let is_on = |name: &str| defaults.get(name) != Level::Allow;
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
