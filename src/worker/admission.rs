//! How a worker is told from whoever else connects: any user of this machine can connect to a port of the loopback interface.
//!
//! A connection begins with the nonce, which only fex and its worker know, and nothing else of it is read before. Connections that
//! are silent, slow or wrong are served at the same time as the others, so they delay nobody.

use super::ending::Error;
use std::collections::VecDeque;
use std::hint::black_box;
use std::io::{self, Read};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// How many bytes a nonce has.
const LENGTH: usize = 32;

/// How long a connection may take to show it.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many connections are waited for at once. When there are more, the oldest goes: the worker shows its nonce at once.
const MOST: usize = 64;

/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(2);

/// What only fex and its worker know.
pub(super) struct Nonce([u8; LENGTH]);

impl Nonce {
    pub(super) fn random() -> io::Result<Nonce> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes)?;
        Ok(Nonce(bytes))
    }

    /// What the worker reads.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether others are the same; how long that takes says nothing of where they differ.
    fn is(&self, others: &[u8; LENGTH]) -> bool {
        let different =
            self.0.iter().zip(others).fold(0, |different, (own, other)| black_box(different | (own ^ other)));
        different == 0
    }
}

/// A connection that has not shown the nonce yet.
struct Caller {
    stream: TcpStream,
    shown: [u8; LENGTH],
    count: usize,
    since: Instant,
}

/// What becomes of a connection.
enum Fate {
    Admitted,
    Waits,
    Refused,
}

impl Caller {
    fn new(stream: TcpStream) -> io::Result<Caller> {
        stream.set_nonblocking(true)?;
        Ok(Caller { stream, shown: [0; LENGTH], count: 0, since: Instant::now() })
    }

    /// Reads what is there, and no more than a nonce.
    fn listen(&mut self, nonce: &Nonce) -> Fate {
        while self.count < LENGTH {
            match self.stream.read(&mut self.shown[self.count..]) {
                Ok(0) => return Fate::Refused,
                Ok(count) => self.count += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock && self.since.elapsed() < PATIENCE => {
                    return Fate::Waits;
                }
                Err(_) => return Fate::Refused,
            }
        }
        if nonce.is(&self.shown) { Fate::Admitted } else { Fate::Refused }
    }
}

/// Waits until the worker has connected and shown the nonce; `look` says from time to time whether there is any use in that.
pub(super) fn admit(
    listener: &TcpListener,
    nonce: &Nonce,
    mut look: impl FnMut() -> Result<(), Error>,
) -> Result<TcpStream, Error> {
    listener.set_nonblocking(true)?;
    let mut callers: VecDeque<Caller> = VecDeque::new();
    loop {
        for _ in 0..MOST {
            match listener.accept() {
                Ok((stream, _)) => callers.extend(Caller::new(stream)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
                // There may be too many files open.
                Err(error) => drop(callers.pop_front().ok_or(error)?),
            }
        }
        for mut caller in std::mem::take(&mut callers) {
            match caller.listen(nonce) {
                Fate::Admitted => {
                    caller.stream.set_nonblocking(false)?;
                    return Ok(caller.stream);
                }
                Fate::Waits => callers.push_back(caller),
                Fate::Refused => {}
            }
        }
        callers.drain(..callers.len().saturating_sub(MOST));
        look()?;
        thread::sleep(PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use super::{LENGTH, MOST, Nonce, admit};
    use crate::worker::Error;
    use std::io::Write;
    use std::net::{Ipv4Addr, TcpListener, TcpStream};
    use std::thread;

    /// A listener, and something that connects to it.
    fn listener() -> (TcpListener, impl Fn() -> TcpStream) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
        let place = listener.local_addr().expect("it has a port");
        (listener, move || TcpStream::connect(place).expect("somebody listens"))
    }

    fn said(connect: impl Fn() -> TcpStream, bytes: &[u8]) -> TcpStream {
        let mut stream = connect();
        stream.write_all(bytes).expect("there is room for some bytes");
        stream
    }

    /// As many looks as it takes to read what is there already: nobody is waited for.
    fn looks(mut count: usize) -> impl FnMut() -> Result<(), Error> {
        move || {
            count = count.checked_sub(1).ok_or_else(|| Error::Unusable("nobody came".to_owned()))?;
            Ok(())
        }
    }

    #[test]
    fn silent_wrong_and_slow_connections_do_not_delay_the_worker() {
        let (listener, connect) = listener();
        let nonce = Nonce::random().expect("there is randomness");
        let mut almost = nonce.0;
        almost[LENGTH - 1] ^= 1;
        let silent: Vec<TcpStream> = (0..40).map(|_| connect()).collect();
        let others = [said(&connect, &almost), said(&connect, &nonce.0[..LENGTH - 1]), said(&connect, &[0; LENGTH])];
        let worker = said(&connect, &nonce.0);
        // All connections are there; so one look is enough, but for those that the system is slow to tell of.
        let admitted = admit(&listener, &nonce, looks(100)).expect("the worker has shown its nonce");
        assert_eq!(admitted.peer_addr().ok(), worker.local_addr().ok());
        drop((silent, others));
    }

    #[test]
    fn what_follows_the_nonce_is_left_to_be_read() {
        use std::io::Read;
        let (listener, connect) = listener();
        let nonce = Nonce::random().expect("there is randomness");
        let worker = said(&connect, &[&nonce.0[..], b"hello"].concat());
        let mut admitted = admit(&listener, &nonce, looks(100)).expect("the worker has shown its nonce");
        let mut next = [0; 5];
        admitted.read_exact(&mut next).expect("it was sent");
        assert_eq!(&next, b"hello");
        drop(worker);
    }

    #[test]
    fn of_a_wrong_connection_no_more_is_read_than_a_nonce_is_long() {
        let (listener, connect) = listener();
        let nonce = Nonce::random().expect("there is randomness");
        let mut stream = connect();
        // The length of the longest frame, and then as much of it as anybody reads.
        let sender = thread::spawn(move || {
            let mut sent = 0_usize;
            let piece = [0x04; 1 << 16];
            while let Ok(count) = stream.write(&piece) {
                sent += count;
                if sent > 64 << 20 {
                    break;
                }
            }
            sent
        });
        let worker = said(&connect, &nonce.0);
        let admitted = admit(&listener, &nonce, looks(10_000)).expect("the worker has shown its nonce");
        assert_eq!(admitted.peer_addr().ok(), worker.local_addr().ok());
        drop(listener);
        assert!(sender.join().expect("it does not panic") < 64 << 20, "the whole frame was read");
    }

    #[test]
    fn more_silent_connections_than_are_waited_for_do_not_keep_the_worker_out() {
        let (listener, connect) = listener();
        let nonce = Nonce::random().expect("there is randomness");
        thread::scope(|scope| {
            let worker = scope.spawn(|| {
                let silent: Vec<TcpStream> = (0..3 * MOST).map(|_| connect()).collect();
                (said(&connect, &nonce.0), silent)
            });
            let admitted = admit(&listener, &nonce, looks(10_000)).expect("the worker has shown its nonce");
            let (worker, _silent) = worker.join().expect("it does not panic");
            assert_eq!(admitted.peer_addr().ok(), worker.local_addr().ok());
        });
    }
}
