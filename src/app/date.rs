//! The date of what is made: of today, or the one that `SOURCE_DATE_EPOCH` says, so that a release can be made again byte for byte.

use chrono::{DateTime, Utc};
use std::env;

/// The time that is written into files.
pub fn of_making() -> DateTime<Utc> {
    env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| of_seconds(&seconds)).unwrap_or_else(Utc::now)
}

/// The time so many seconds after 1970, if that is a number of seconds.
fn of_seconds(seconds: &str) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp(seconds.trim().parse().ok()?, 0)
}

#[cfg(test)]
mod tests {
    use super::of_seconds;

    #[test]
    fn seconds_are_counted_from_1970() {
        // `date --utc --date=@1767225600` says so.
        let day = of_seconds("1767225600").map(|day| day.format("%Y-%m-%d %H:%M:%S").to_string());
        assert_eq!(day.as_deref(), Some("2026-01-01 00:00:00"));
        assert_eq!(of_seconds("yesterday"), None);
        assert_eq!(of_seconds("99999999999999999"), None);
    }
}
