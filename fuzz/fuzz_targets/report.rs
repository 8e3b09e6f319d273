//! No bytes make the decoder of workers' reports panic or take memory that they do not fill.

#![no_main]

use fex::worker::protocol::Report;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = Report::decode(bytes);
    let mut stream = bytes;
    while Report::read_frame(&mut stream).is_ok() {}
});
