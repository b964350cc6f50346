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
    let chosen = variable("XDG_CONFIG_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let base = chosen.or_else(|| std::env::home_dir().map(|home| home.join(".config")))?;
    Some(base.join("tenantctl"))
}
