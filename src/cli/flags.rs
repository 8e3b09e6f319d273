//! Flags of the command line that are options of a `fex.toml`, too: their names, helps and values are declared once, where both
//! read them.

use crate::settings::options::{Opt, Visitor, Word};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// Declares the flags of some options, by their keys. What only the command line knows of them is added to the argument of a
/// key by a function.
macro_rules! flags {
    ($(#[$doc:meta])* $name:ident($options:ty): $keys:expr, $adjust:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone)]
        pub(in crate::cli) struct $name($options);

        impl $name {
            const KEYS: &'static [&'static str] = &$keys;

            /// What these flags say.
            pub(in crate::cli) fn settings(&self) -> $options {
                self.0.clone()
            }
        }

        impl clap::FromArgMatches for $name {
            fn from_arg_matches(matches: &clap::ArgMatches) -> Result<$name, clap::Error> {
                let mut options = <$options>::default();
                options.visit(&mut crate::cli::flags::Reading { matches, keys: $name::KEYS });
                Ok($name(options))
            }

            fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
                *self = $name::from_arg_matches(matches)?;
                Ok(())
            }
        }

        impl clap::Args for $name {
            fn augment_args(command: clap::Command) -> clap::Command {
                let mut defining = crate::cli::flags::Defining::new(command, $name::KEYS, $adjust);
                <$options>::default().visit(&mut defining);
                defining.command
            }

            fn augment_args_for_update(command: clap::Command) -> clap::Command {
                $name::augment_args(command)
            }
        }
    };
}
pub(super) use flags;

/// A command that gets a flag for each of some options.
pub(super) struct Defining {
    pub(super) command: Command,
    keys: &'static [&'static str],
    adjust: fn(&str, Arg) -> Arg,
}

impl Defining {
    pub(super) fn new(command: Command, keys: &'static [&'static str], adjust: fn(&str, Arg) -> Arg) -> Defining {
        Defining { command, keys, adjust }
    }

    fn put(&mut self, option: Opt, action: ArgAction, parser: impl Into<ValueParser>, more: fn(Arg) -> Arg) {
        if !self.keys.contains(&option.key) {
            return;
        }
        let help = match option.default {
            "" => option.help.to_owned(),
            default => format!("{} [default: {default}]", option.help),
        };
        let mut arg = Arg::new(option.key)
            .long(option.key)
            .value_name(option.value)
            .help(help)
            .help_heading((!option.heading.is_empty()).then_some(option.heading))
            .action(action)
            .value_parser(parser);
        if option.has_commas {
            arg = arg.value_delimiter(',');
        }
        let arg = (self.adjust)(option.key, more(arg));
        self.command = std::mem::take(&mut self.command).arg(arg);
    }

    fn one(&mut self, option: Opt, parser: impl Into<ValueParser>) {
        self.put(option, ArgAction::Set, parser, |arg| arg);
    }

    fn many(&mut self, option: Opt, parser: impl Into<ValueParser>) {
        self.put(option, ArgAction::Append, parser, |arg| arg);
    }
}

/// Reads one of some words.
fn words<T: Word>() -> impl TypedValueParser<Value = T> {
    let possible = T::all().into_iter().map(|word| match word.meaning() {
        "" => PossibleValue::new(word.word()),
        meaning => PossibleValue::new(word.word()).help(meaning),
    });
    PossibleValuesParser::new(possible).map(|given| {
        let found = T::all().into_iter().find(|word| word.word() == given);
        found.expect("the parser takes these words only")
    })
}

impl Visitor for Defining {
    fn text(&mut self, option: Opt, _: &mut Option<String>) {
        self.one(option, value_parser!(String));
    }

    fn texts(&mut self, option: Opt, _: &mut Option<Vec<String>>) {
        self.many(option, value_parser!(String));
    }

    fn path(&mut self, option: Opt, _: &mut Option<PathBuf>) {
        self.one(option, value_parser!(PathBuf));
    }

    fn paths(&mut self, option: Opt, _: &mut Option<Vec<PathBuf>>) {
        self.many(option, value_parser!(PathBuf));
    }

    fn folder(&mut self, option: Opt, _: &mut Option<PathBuf>) {
        self.one(option, folder);
    }

    fn program(&mut self, option: Opt, _: &mut Option<PathBuf>) {
        self.one(option, value_parser!(PathBuf));
    }

    fn class_path(&mut self, option: Opt, _: &mut Option<String>) {
        self.one(option, value_parser!(String));
    }

    fn flag(&mut self, option: Opt, _: &mut Option<bool>) {
        self.put(option, ArgAction::Set, value_parser!(bool), |arg| {
            arg.num_args(0..=1).require_equals(true).default_missing_value("true").hide_possible_values(true)
        });
    }

    fn number(&mut self, option: Opt, greatest: u32, _: &mut Option<u32>) {
        self.one(option, value_parser!(u32).range(0..=i64::from(greatest)));
    }

    fn count(&mut self, option: Opt, _: &mut Option<u16>) {
        self.one(option, value_parser!(u16).range(1..));
    }

    fn seconds(&mut self, option: Opt, _: &mut Option<Duration>) {
        self.one(option, seconds);
    }

    fn time(&mut self, option: Opt, _: &mut Option<Duration>) {
        self.one(option, duration);
    }

    fn choice<T: Word>(&mut self, option: Opt, _: &mut Option<T>) {
        self.one(option, ValueParser::new(words::<T>()));
    }

    fn choices<T: Word>(&mut self, option: Opt, _: &mut Option<Vec<T>>) {
        self.many(option, ValueParser::new(words::<T>()));
    }

    fn parsed<T: FromStr<Err = String> + Clone + Send + Sync + 'static>(
        &mut self,
        option: Opt,
        _form: &'static str,
        _: &mut Option<Vec<T>>,
    ) {
        self.many(option, |text: &str| text.parse::<T>());
    }
}

/// What was given for some options.
pub(super) struct Reading<'m> {
    pub(super) matches: &'m ArgMatches,
    pub(super) keys: &'static [&'static str],
}

impl Reading<'_> {
    fn one<T: Clone + Send + Sync + 'static>(&self, option: Opt, value: &mut Option<T>) {
        if self.keys.contains(&option.key) {
            *value = self.matches.get_one::<T>(option.key).cloned();
        }
    }

    fn many<T: Clone + Send + Sync + 'static>(&self, option: Opt, value: &mut Option<Vec<T>>) {
        if self.keys.contains(&option.key) {
            *value = self.matches.get_many::<T>(option.key).map(|values| values.cloned().collect());
        }
    }
}

impl Visitor for Reading<'_> {
    fn text(&mut self, option: Opt, value: &mut Option<String>) {
        self.one(option, value);
    }

    fn texts(&mut self, option: Opt, value: &mut Option<Vec<String>>) {
        self.many(option, value);
    }

    fn path(&mut self, option: Opt, value: &mut Option<PathBuf>) {
        self.one(option, value);
    }

    fn paths(&mut self, option: Opt, value: &mut Option<Vec<PathBuf>>) {
        self.many(option, value);
    }

    fn folder(&mut self, option: Opt, value: &mut Option<PathBuf>) {
        self.one(option, value);
    }

    fn program(&mut self, option: Opt, value: &mut Option<PathBuf>) {
        self.one(option, value);
    }

    fn class_path(&mut self, option: Opt, value: &mut Option<String>) {
        self.one(option, value);
    }

    fn flag(&mut self, option: Opt, value: &mut Option<bool>) {
        self.one(option, value);
    }

    fn number(&mut self, option: Opt, _greatest: u32, value: &mut Option<u32>) {
        self.one(option, value);
    }

    fn count(&mut self, option: Opt, value: &mut Option<u16>) {
        self.one(option, value);
    }

    fn seconds(&mut self, option: Opt, value: &mut Option<Duration>) {
        self.one(option, value);
    }

    fn time(&mut self, option: Opt, value: &mut Option<Duration>) {
        self.one(option, value);
    }

    fn choice<T: Word>(&mut self, option: Opt, value: &mut Option<T>) {
        self.one(option, value);
    }

    fn choices<T: Word>(&mut self, option: Opt, value: &mut Option<Vec<T>>) {
        self.many(option, value);
    }

    fn parsed<T: FromStr<Err = String> + Clone + Send + Sync + 'static>(
        &mut self,
        option: Opt,
        _form: &'static str,
        value: &mut Option<Vec<T>>,
    ) {
        self.many(option, value);
    }
}

/// Reads the name of a folder. What other commands take for standard output is none.
pub(super) fn folder(text: &str) -> Result<PathBuf, String> {
    match text {
        "-" => Err("standard output is no folder, and there is more than one file to write".to_owned()),
        _ => Ok(PathBuf::from(text)),
    }
}

/// Reads a number of seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let value: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(value).map_err(|error| error.to_string())
}

/// Reads a time in seconds, or in the unit behind it: `90`, `90s`, `10m`, `1.5h`.
fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let seconds = match unit {
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("no unit `{unit}`; there are `s`, `m` and `h`")),
    };
    let number: f64 = number.trim().parse().map_err(|_| "not a time like `90s`, `10m` or `2h`".to_owned())?;
    let time = Duration::try_from_secs_f64(number * seconds).map_err(|error| error.to_string())?;
    // Nobody waits longer than a year, and clocks have an end.
    Ok(time.min(Duration::from_secs(365 * 24 * 3600)))
}

#[cfg(test)]
mod tests {
    use super::duration;

    #[test]
    fn a_time_is_a_number_with_a_unit() {
        let seconds = |text| duration(text).map(|time| time.as_secs());
        assert_eq!(["90", "90s", "10m", "2min", "1.5h"].map(seconds), [90, 90, 600, 120, 5400].map(Ok));
        for wrong in ["", "m", "10d", "-1m", "1e", "NaNs", "ten"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
