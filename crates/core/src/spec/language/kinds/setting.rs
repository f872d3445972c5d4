//! `from` and `flag`: the sources that may set an attribute, and its flag.

use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::spec::language::argument::{Word, Words};
use crate::spec::{FlagOptions, SettingOptions, SettingSource};
use crate::{HclDecode, HclEncode};

impl Words for SettingSource {
    const WORDS: &'static [(&'static str, Self)] =
        &[("file", Self::File), ("env", Self::Environment), ("flag", Self::Flag)];
}

// The options of an attribute about the sources of its value.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
pub(super) struct Setting {
    /// The sources that may set the attribute: `file`, `env` and `flag`. By default, all may.
    from: Vec<Word<SettingSource>>,
    /// The flag of the attribute on a command line.
    #[hcl(block)]
    flag: Option<Flag>,
}

/// A flag of a command line.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
struct Flag {
    /// The short name.
    short: Option<char>,
    /// The whole long name. By default, it is made from the path of the attribute.
    long: Option<Str>,
    /// Other long names, which the help does not show.
    aliases: Vec<Str>,
    /// The environment variable that is read if the flag is not given.
    env: Option<Str>,
    /// `true` if the help leaves the flag out.
    hidden: bool,
}

impl Setting {
    pub(super) fn read(self) -> Option<Box<SettingOptions>> {
        let sources = self.from.into_iter().map(|Word(source)| source).collect_vec();
        let flag = self.flag.unwrap_or_default();
        let flag = FlagOptions {
            short: flag.short,
            long: flag.long,
            aliases: flag.aliases,
            variable: flag.env,
            is_hidden: flag.hidden,
        };
        let options = SettingOptions { flag, sources };
        (options != SettingOptions::default()).then(|| Box::new(options))
    }

    pub(super) fn of(options: Option<&SettingOptions>) -> Self {
        let Some(SettingOptions { flag, sources }) = options else { return Self::default() };
        let written = Flag {
            short: flag.short,
            long: flag.long.clone(),
            aliases: flag.aliases.clone(),
            env: flag.variable.clone(),
            hidden: flag.is_hidden,
        };
        Self {
            from: sources.iter().copied().map(Word).collect_vec(),
            flag: (*flag != FlagOptions::default()).then_some(written),
        }
    }
}
