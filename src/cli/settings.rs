//! The flags that are settings of a suite, too.

use super::config::Config;
use super::flags::flags;
use crate::app::settings::Request;
use crate::settings::Settings;
use clap::Args;
use std::path::Path;

flags! {
    /// The flags that say which suite it is.
    Chosen(Settings): ["scope", "generate"], |_, arg| arg
}

flags! {
    /// The flag for the fields to cover.
    Fields(Settings): ["fields"], |_, arg| arg
}

flags! {
    /// The flag for where a suite is.
    Place(Settings): ["out"], |_, arg| arg
}

flags! {
    /// The flags for the classes that a specification is bound to, and those that are written for it.
    Classes(Settings): ["classpath", "package"], |key, arg| match key {
        "classpath" => arg.visible_alias("class-path"),
        _ => arg,
    }
}

flags! {
    /// The flags for how a suite is written.
    Emission(Settings): ["classpath", "package", "format", "build", "record", "complement", "strength", "certify"], |key, arg| match key {
        "classpath" => arg.visible_alias("class-path"),
        _ => arg,
    }
}

flags! {
    /// The flags for which structures are selected when a suite is written for the first time.
    Selection(Settings): ["exhaustive", "threads", "minimise"], |key, arg| match key {
        "exhaustive" => arg.conflicts_with_all(["complement", "certify"]),
        "threads" => arg,
        _ => arg.visible_alias("minimize").conflicts_with("exhaustive"),
    }
}

flags! {
    /// The flags for how structures are searched for.
    Solving(Settings): ["solver", "seed", "time-limit"], |_, arg| arg
}

/// The flags that say which suite it is, where it is, and which `fex.toml` there is.
#[derive(Debug, Args)]
pub(super) struct Flags {
    #[command(flatten)]
    chosen: Chosen,
    #[command(flatten)]
    fields: Fields,
    #[command(flatten)]
    config: Config,
    #[command(flatten)]
    place: Place,
}

impl Flags {
    /// What flags say of the settings of the project.
    pub(super) fn config(&self) -> &Config {
        &self.config
    }

    /// The suites that are asked for: of one specification, or all of the project. `more` is what other flags say.
    pub(super) fn request(&self, spec: Option<&Path>, more: &Settings) -> Request {
        let own = self.chosen.settings().or(&self.fields.settings()).or(&self.place.settings());
        Request {
            spec: spec.map(Path::to_owned),
            config: self.config.file().map(Path::to_owned),
            settings: own.or(more),
        }
    }
}
