//! What tests leave behind for others, inside of their JVM.

use super::findings::Left;
use crate::session::{Failure, TestId, WorkerPool};
use crate::worker::protocol::StaticPlace;
use std::collections::{BTreeMap, BTreeSet};

/// How many places are told.
const TOLD: usize = 5;

/// What all of the JVM shares belongs to classes of this package.
const SHARED: &str = "java.";

/// What is other in static fields, and in what the JVM shares, after some tests than where no test has run: of classes that another
/// test uses, too.
pub(super) fn behind(pool: &mut WorkerPool<'_>, tests: &[TestId], user: TestId) -> Result<Vec<Left>, Failure> {
    pool.renew();
    for test in tests {
        pool.run(*test, None, 1)?;
    }
    let after = pool.statics(user, &[])?;
    pool.renew();
    pool.run(user, None, 1)?;
    let used: BTreeSet<String> = pool.statics(user, &[])?.into_iter().map(|place| place.class).collect();
    let classes: BTreeSet<String> = after.iter().map(|place| place.class.clone()).collect();
    let classes: Vec<String> = classes.into_iter().filter(|class| !class.starts_with(SHARED)).collect();
    pool.renew();
    let before: BTreeMap<(String, String), StaticPlace> = pool
        .statics(user, &classes)?
        .into_iter()
        .map(|place| ((place.class.clone(), place.name.clone()), place))
        .collect();
    let is_shared = |place: &StaticPlace| place.class.starts_with(SHARED);
    let key = |place: &StaticPlace| (place.class.clone(), place.name.clone());
    let there: BTreeSet<(String, String)> = after.iter().map(key).collect();
    // A property that was not there before, or is not there any more, is other, too.
    let gone = before.values().filter(|was| is_shared(was) && !there.contains(&key(was)));
    let gone = gone.map(|was| left(Some(was), None));
    let differing =
        after.iter().filter(|place| used.contains(&place.class)).filter_map(|place| match before.get(&key(place)) {
            Some(was) => (was.digest != place.digest).then(|| left(Some(was), Some(place))),
            None => is_shared(place).then(|| left(None, Some(place))),
        });
    Ok(differing.chain(gone).flatten().take(TOLD).collect())
}

/// The first part of a place that is other, which is there before or after.
fn left(was: Option<&StaticPlace>, is: Option<&StaticPlace>) -> Option<Left> {
    let place = is.or(was)?;
    let properties = |place: Option<&StaticPlace>| place.map_or_else(Vec::new, |place| place.properties.clone());
    let value = |place: Option<&StaticPlace>, path: &str| {
        properties(place).into_iter().find(|property| property.path == path).map(|property| property.value)
    };
    let paths = properties(is).into_iter().chain(properties(was)).map(|property| property.path);
    // What is deep inside is beyond what is told.
    let part = paths.into_iter().find(|path| value(was, path) != value(is, path)).unwrap_or(place.name.clone());
    let (of, name) = (&place.class, &place.name);
    Some(Left { place: format!("{of}.{name}"), was: value(was, &part), is: value(is, &part), part })
}

#[cfg(test)]
mod tests {
    use super::left;
    use crate::worker::protocol::{Property, StaticPlace};

    #[test]
    fn the_first_part_that_is_other_is_told() {
        let place = |digest, parts: &[(&str, &str)]| StaticPlace {
            class: "p.C".to_owned(),
            name: "all".to_owned(),
            digest,
            properties: parts
                .iter()
                .map(|(path, value)| Property { path: (*path).to_owned(), value: (*value).to_owned() })
                .collect(),
        };
        let (none, one) = (place(1, &[("all", "a List")]), place(2, &[("all", "a List"), ("all[0]", "\"x\"")]));
        let left = |was: &StaticPlace, is: &StaticPlace| left(Some(was), Some(is)).expect("both are there");
        let added = left(&none, &one);
        assert_eq!((added.place.as_str(), added.part.as_str()), ("p.C.all", "all[0]"));
        assert_eq!((added.was, added.is.as_deref()), (None, Some("\"x\"")));
        let removed = left(&one, &none);
        assert_eq!((removed.part.as_str(), removed.is), ("all[0]", None));
        // Only the digest tells: the difference is deep inside.
        assert_eq!(left(&none, &place(3, &[("all", "a List")])).part, "all");
    }

    #[test]
    fn what_was_not_there_and_what_is_gone_is_told() {
        let property = StaticPlace {
            class: "java.lang.System".to_owned(),
            name: "getProperty(\"a\")".to_owned(),
            digest: 1,
            properties: vec![Property { path: "getProperty(\"a\")".to_owned(), value: "\"x\"".to_owned() }],
        };
        let values = |was, is| left(was, is).map(|left| (left.was, left.is));
        assert_eq!(values(None, Some(&property)), Some((None, Some("\"x\"".to_owned()))));
        assert_eq!(values(Some(&property), None), Some((Some("\"x\"".to_owned()), None)));
        assert_eq!(values(None, None), None);
    }
}
