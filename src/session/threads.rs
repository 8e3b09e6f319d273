//! Work in several threads.

use super::lock::locked;
use std::sync::Mutex;

/// Does some work for each input, each in a thread of its own, and returns what came of it in their order. A panic of one of them
/// goes on in this thread, when all have ended.
pub fn in_threads<I: Send, T: Send>(inputs: impl IntoIterator<Item = I>, work: impl Fn(I) -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = inputs.into_iter().map(|input| scope.spawn(move || work(input))).collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined.map(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

/// Does some work for each input, in so many threads, each of which takes the next input when it is done with one; returns what came of
/// it in the order of the inputs, or the first error.
pub fn in_turn<I: Send, T: Send, E: Send>(
    jobs: usize,
    inputs: Vec<I>,
    work: impl Fn(I) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let threads = jobs.clamp(1, inputs.len().max(1));
    let queue = Mutex::new(inputs.into_iter().enumerate());
    let results: Vec<Result<Vec<(usize, T)>, E>> = in_threads(0..threads, |_| {
        let mut all = Vec::new();
        loop {
            let Some((place, input)) = locked(&queue).next() else { return Ok(all) };
            all.push((place, work(input)?));
        }
    });
    let results: Result<Vec<Vec<(usize, T)>>, E> = results.into_iter().collect();
    let mut all: Vec<(usize, T)> = results?.into_iter().flatten().collect();
    all.sort_by_key(|(place, _)| *place);
    Ok(all.into_iter().map(|(_, result)| result).collect())
}
