//! Completion scripts for shells and manual pages.

use clap::Command;
use clap::error::ErrorKind;
use clap_complete::Shell;
use clap_mangen::Man;

/// The footer of a page.
const SOURCE: &str = concat!("hcldyn ", env!("CARGO_PKG_VERSION"));

/// Returns the script for a shell.
pub(crate) fn completions(mut cli: Command, shell: Shell) -> Vec<u8> {
    let (name, mut script) = (cli.get_name().to_owned(), Vec::new());
    clap_complete::generate(shell, &mut cli, name, &mut script);
    script
}

/// Returns the page of a command, or that of all commands.
pub(crate) fn page(mut cli: Command, command: Option<&str>) -> Result<Vec<u8>, clap::Error> {
    cli.build();
    let wanted = match command {
        None => Some(&cli),
        Some(name) => cli.find_subcommand(name),
    };
    match wanted.cloned() {
        Some(command) => Ok(rendered(command)),
        None => {
            let message = format!("unknown command {:?}", command.unwrap_or_default());
            Err(cli.error(ErrorKind::InvalidSubcommand, message))
        }
    }
}

fn rendered(command: Command) -> Vec<u8> {
    let mut page = Vec::new();
    // Writing to memory does not fail.
    let _ = Man::new(command).source(SOURCE).render(&mut page);
    page
}
