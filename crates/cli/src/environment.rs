//! Variables of the environment that belong to the system and not to tenantctl. The settings of tenantctl come through
//! clap, so that `--help` documents them.

use std::path::PathBuf;

/// A variable of the system, such as `TERM`.
pub fn variable(name: &str) -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "the variable belongs to the system and is no setting of tenantctl")]
    std::env::var(name).ok()
}

/// The folder of the configuration: `$XDG_CONFIG_HOME/tenantctl`, or `~/.config/tenantctl`.
pub fn config_folder() -> Option<PathBuf> {
    folder("XDG_CONFIG_HOME", ".config")
}

/// The folder of state that is kept between commands: `$XDG_STATE_HOME/tenantctl`, or `~/.local/state/tenantctl`.
pub fn state_folder() -> Option<PathBuf> {
    folder("XDG_STATE_HOME", ".local/state")
}

/// The folder of tenantctl within the one that a variable names, or within the usual one of the home folder.
fn folder(name: &str, usual: &str) -> Option<PathBuf> {
    let chosen = variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = chosen.or_else(|| std::env::home_dir().map(|home| home.join(usual)))?;
    Some(base.join("tenantctl"))
}
