//! Locks whose content is whole whatever the thread did that held them.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The content of a mutex, also where a thread panicked that held it: nothing here is left half-changed.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
