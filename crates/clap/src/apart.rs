//! Options beside those of a program.

use clap::{Arg, Command};

/// The start of the identifiers of all arguments here. A program cannot have an argument with the same identifier by
/// accident: clap would take one for the other.
const OWN: &str = "hcldyn.";

/// Renames the options that a program's own ones of the same name hide: `--var` becomes `--config-var`, and a short name
/// is dropped. The program's options are those that it has for all its subcommands, and those beside a flattened group.
///
/// It runs when clap builds the command, which has the program's options by then.
pub(super) fn apart(command: Command) -> Command {
    let others = || command.get_arguments().filter(|arg| !is_own(arg));
    let longs = others().flat_map(|arg| {
        arg.get_long().into_iter().chain(arg.get_all_aliases().into_iter().flatten())
    });
    let mut longs: Vec<String> = longs.map(str::to_owned).collect();
    let shorts = others().flat_map(|arg| {
        arg.get_short().into_iter().chain(arg.get_all_short_aliases().into_iter().flatten())
    });
    let mut shorts: Vec<char> = shorts.collect();
    if !command.is_disable_help_flag_set() {
        longs.push("help".to_owned());
        shorts.push('h');
    }
    if command.get_version().or(command.get_long_version()).is_some() {
        longs.push("version".to_owned());
        shorts.push('V');
    }
    command.mut_args(|arg| {
        if !is_own(&arg) {
            return arg;
        }
        let arg = match arg.get_short() {
            Some(short) if shorts.contains(&short) => arg.short(None),
            _ => arg,
        };
        match arg.get_long().map(str::to_owned) {
            Some(long) if longs.contains(&long) => arg.long(format!("config-{long}")),
            _ => arg,
        }
    })
}

fn is_own(arg: &Arg) -> bool {
    arg.get_id().as_str().starts_with(OWN)
}
