//! Options read from a table of the file: relative paths count from the folder of the file.

use super::options::{Opt, Visitor, Word};
use super::reader::Table;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// A table of the file, and the folder that its paths count from.
pub(super) struct Reading<'r, 'd, 'i> {
    pub(super) table: &'r mut Table<'d, 'i>,
    pub(super) folder: &'r Path,
}

impl Visitor for Reading<'_, '_, '_> {
    fn text(&mut self, option: Opt, value: &mut Option<String>) {
        *value = self.table.text(option.key, option.example).map(|text| text.into_inner());
    }

    fn texts(&mut self, option: Opt, value: &mut Option<Vec<String>>) {
        *value = self.table.texts(option);
    }

    fn path(&mut self, option: Opt, value: &mut Option<PathBuf>) {
        *value = self.table.text(option.key, option.example).map(|path| self.folder.join(path.into_inner()));
    }

    fn paths(&mut self, option: Opt, value: &mut Option<Vec<PathBuf>>) {
        let paths = self.table.texts(option);
        *value = paths.map(|paths| paths.into_iter().map(|path| self.folder.join(path)).collect());
    }

    fn folder(&mut self, option: Opt, value: &mut Option<PathBuf>) {
        self.path(option, value);
    }

    fn program(&mut self, option: Opt, value: &mut Option<PathBuf>) {
        let text = self.table.text(option.key, option.example).map(|text| PathBuf::from(text.into_inner()));
        // A bare name is looked up on the path; whatever has a folder in it counts from the file.
        *value = text.map(|path| if path.components().count() > 1 { self.folder.join(path) } else { path });
    }

    fn class_path(&mut self, option: Opt, value: &mut Option<String>) {
        *value = self.table.texts(option).map(|paths| class_path(&paths, self.folder));
    }

    fn flag(&mut self, option: Opt, value: &mut Option<bool>) {
        *value = self.table.flag(option.key);
    }

    fn number(&mut self, option: Opt, greatest: u32, value: &mut Option<u32>) {
        *value = self.table.number(option.key, greatest);
    }

    fn count(&mut self, option: Opt, value: &mut Option<u16>) {
        *value = self.table.count(option.key);
    }

    fn seconds(&mut self, option: Opt, value: &mut Option<Duration>) {
        *value = self.table.seconds(option.key);
    }

    fn time(&mut self, option: Opt, value: &mut Option<Duration>) {
        self.seconds(option, value);
    }

    fn choice<T: Word>(&mut self, option: Opt, value: &mut Option<T>) {
        *value = self.table.choice(option.key, &words());
    }

    fn choices<T: Word>(&mut self, option: Opt, value: &mut Option<Vec<T>>) {
        *value = self.table.choices(option, &words());
    }

    fn parsed<T: FromStr<Err = String> + Clone + Send + Sync + 'static>(
        &mut self,
        option: Opt,
        _form: &'static str,
        value: &mut Option<Vec<T>>,
    ) {
        *value = self.table.parsed(option);
    }
}

fn words<T: Word>() -> Vec<(&'static str, T)> {
    T::all().into_iter().map(|word| (word.word(), word)).collect()
}

/// A class path as the command line takes it: `@FILE`, or entries with the platform's separator.
pub fn class_path(paths: &[String], folder: &Path) -> String {
    if let [only] = paths
        && let Some(file) = only.strip_prefix('@')
    {
        return format!("@{}", folder.join(file).display());
    }
    // A single text may hold several paths, as class paths do.
    let entries = paths.iter().flat_map(|text| std::env::split_paths(text)).map(|path| folder.join(path));
    std::env::join_paths(entries).map(|joined| joined.to_string_lossy().into_owned()).unwrap_or_default()
}
