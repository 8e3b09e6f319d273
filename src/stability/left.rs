//! What tests leave behind for others, inside of their JVM.

use super::findings::Left;
use crate::session::{Failure, TestId, WorkerPool};
use crate::worker::protocol::{Property, StaticPlace};
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
    let differing = after.into_iter().filter(|place| used.contains(&place.class)).filter_map(|place| {
        let was = before.get(&(place.class.clone(), place.name.clone()))?;
        (was.digest != place.digest).then(|| left(was, &place))
    });
    Ok(differing.take(TOLD).collect())
}

/// The first part of a place that is other.
fn left(was: &StaticPlace, is: &StaticPlace) -> Left {
    let value = |properties: &[Property], path: &str| {
        properties.iter().find(|property| property.path == path).map(|property| property.value.clone())
    };
    let paths = is.properties.iter().chain(&was.properties).map(|property| &property.path);
    let differs = |path: &&String| value(&was.properties, path) != value(&is.properties, path);
    // What is deep inside is beyond what is told.
    let part = paths.into_iter().find(differs).unwrap_or(&is.name);
    Left {
        place: format!("{}.{}", is.class, is.name),
        part: part.clone(),
        was: value(&was.properties, part),
        is: value(&is.properties, part),
    }
}

#[cfg(test)]
mod tests {
    use super::{Property, StaticPlace, left};

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
        let added = left(&none, &one);
        assert_eq!((added.place.as_str(), added.part.as_str()), ("p.C.all", "all[0]"));
        assert_eq!((added.was, added.is.as_deref()), (None, Some("\"x\"")));
        let removed = left(&one, &none);
        assert_eq!((removed.part.as_str(), removed.is), ("all[0]", None));
        // Only the digest tells: the difference is deep inside.
        assert_eq!(left(&none, &place(3, &[("all", "a List")])).part, "all");
    }
}
