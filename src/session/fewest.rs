//! The fewest tests that make a difference, by delta debugging (Zeller and Hildebrandt, 2002).

/// How often it is asked whether something holds.
const TRIES: usize = 400;

/// The fewest of some things with which something holds that holds with all of them, as far as leaving out one part after the other
/// shows: none of them can be left out then, unless the number of tries was not enough.
pub fn fewest_of<T: Clone, E>(all: Vec<T>, holds: &mut dyn FnMut(&[T]) -> Result<bool, E>) -> Result<Vec<T>, E> {
    let (mut fewest, mut parts, mut tries) = (all, 2, 0);
    while fewest.len() > 1 && tries < TRIES {
        let size = fewest.len().div_ceil(parts);
        let chunks: Vec<Vec<T>> = fewest.chunks(size).map(<[T]>::to_vec).collect();
        let mut smaller = None;
        for chunk in &chunks {
            tries += 1;
            if holds(chunk)? {
                smaller = Some((chunk.clone(), 2));
                break;
            }
        }
        if smaller.is_none() && chunks.len() > 2 {
            for left_out in 0..chunks.len() {
                tries += 1;
                let others: Vec<T> = chunks
                    .iter()
                    .enumerate()
                    .filter(|(number, _)| *number != left_out)
                    .flat_map(|(_, chunk)| chunk.iter().cloned())
                    .collect();
                if holds(&others)? {
                    smaller = Some((others, (parts - 1).max(2)));
                    break;
                }
            }
        }
        match smaller {
            Some((found, next)) => (fewest, parts) = (found, next),
            None if size == 1 => break,
            None => parts = (parts * 2).min(fewest.len()),
        }
    }
    Ok(fewest)
}

#[cfg(test)]
mod tests {
    use super::fewest_of;
    use std::convert::Infallible;

    /// A property that holds wherever all of some numbers are there: they are the only fewest ones.
    #[test]
    fn the_fewest_are_those_that_the_property_is_about() {
        for needed in [vec![3], vec![0, 99], vec![7, 8, 9], vec![5, 50, 51, 98], (0..100).collect()] {
            let mut holds = |tried: &[i32]| Ok::<_, Infallible>(needed.iter().all(|one| tried.contains(one)));
            let fewest = fewest_of((0..100).collect(), &mut holds).unwrap_or_else(|never| match never {});
            assert_eq!(fewest, needed);
        }
    }
}
