//! `tenantctl completions` and `tenantctl man`: files for shells and packages.

use crate::{
    context::{Failure, Output},
    flags::positional,
    tree,
};
use clap::{ArgMatches, Command, builder::PathBufValueParser, value_parser};
use clap_complete::Shell;
use std::path::{Path, PathBuf};

pub fn completions_command() -> Command {
    Command::new("completions")
        .about("Print the completions of a shell")
        .after_help(
            "Examples:\n  tenantctl completions bash >~/.local/share/bash-completion/completions/tenantctl\n  \
             tenantctl completions zsh >\"${fpath[1]}/_tenantctl\"\n  \
             tenantctl completions fish >~/.config/fish/completions/tenantctl.fish",
        )
        .arg(positional("shell", "SHELL", "Shell that reads the completions").value_parser(value_parser!(Shell)))
}

pub fn completions(output: &Output, matches: &ArgMatches) -> Result<(), Failure> {
    let Some(shell) = matches.get_one::<Shell>("shell") else { return Err(Failure::Usage("no shell".to_owned())) };
    let mut script = vec![];
    clap_complete::generate(*shell, &mut tree::whole(), "tenantctl", &mut script);
    output.bytes(&script)
}

pub fn man_command() -> Command {
    Command::new("man")
        .about("Write the manual pages to a folder")
        .after_help("Example:\n  tenantctl man ~/.local/share/man/man1")
        .arg(
            positional("folder", "FOLDER", "Folder of the pages, which is created if necessary")
                .value_parser(PathBufValueParser::new()),
        )
}

pub fn man(matches: &ArgMatches) -> Result<(), Failure> {
    let Some(folder) = matches.get_one::<PathBuf>("folder") else { return Err(Failure::Usage("no folder".to_owned())) };
    std::fs::create_dir_all(folder).map_err(|error| Failure::Usage(format!("{}: {error}", folder.display())))?;
    write_page(folder, &tree::whole(), "tenantctl")
}

/// The page of a command, then those of the commands below it.
fn write_page(folder: &Path, command: &Command, name: &str) -> Result<(), Failure> {
    let mut page = vec![];
    clap_mangen::Man::new(command.clone().name(name.to_owned())).render(&mut page)?;
    let file = folder.join(format!("{name}.1"));
    std::fs::write(&file, page).map_err(|error| Failure::Unexpected(format!("{}: {error}", file.display())))?;
    for below in command.get_subcommands() {
        write_page(folder, below, &format!("{name}-{}", below.get_name()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    #[test]
    fn every_command_has_a_manual_page() {
        let folder = tempfile::tempdir().unwrap();
        let matches = man_command().try_get_matches_from([OsStr::new("man"), folder.path().as_os_str()]).unwrap();
        man(&matches).unwrap();
        for page in ["tenantctl", "tenantctl-tickets", "tenantctl-tickets-create", "tenantctl-login"] {
            assert!(folder.path().join(format!("{page}.1")).exists(), "{page}");
        }
    }
}
