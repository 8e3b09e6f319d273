//! Work in several threads.

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
