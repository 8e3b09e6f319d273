//! Short names for long things: equal ones have the same, and different ones, for all practical purposes, do not; on every
//! machine, in every checkout, whatever compiled fex.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// How many bytes a digest has. By chance, two of 2⁶⁴ things would share one.
const BYTES: usize = 16;

/// The first bytes of the BLAKE3 hash of something, printed as 32 digits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; BYTES]);

/// A digest that is being made. What is added is told apart: `ab` and `c` are not `a` and `bc`.
#[derive(Debug, Clone, Default)]
pub struct Digester(blake3::Hasher);

impl Digester {
    /// The digest of nothing yet.
    pub fn new() -> Digester {
        Digester::default()
    }

    /// Adds bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Digester {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    /// Adds a value in its canonical form, which is its JSON: by the names and in the order of its declaration, so that neither
    /// the layout of memory nor the way in which some version of the standard library hashes matters. No map without an order
    /// may be in it, and no key but texts and numbers.
    pub fn value(&mut self, value: &(impl Serialize + ?Sized)) -> &mut Digester {
        let canonical = serde_json::to_vec(value).expect("keys are texts or numbers");
        self.bytes(&canonical)
    }

    /// The digest of all that was added.
    pub fn digest(&self) -> Digest {
        let mut digest = [0; BYTES];
        self.0.finalize_xof().fill(&mut digest);
        Digest(digest)
    }
}

impl Digest {
    /// The digest of bytes alone.
    pub fn of_bytes(bytes: &[u8]) -> Digest {
        Digester::new().bytes(bytes).digest()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Digest {
    type Err = NoDigest;

    fn from_str(text: &str) -> Result<Digest, NoDigest> {
        let mut digest = [0; BYTES];
        let is_digits = text.len() == 2 * BYTES && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        if !is_digits {
            return Err(NoDigest);
        }
        for (byte, at) in digest.iter_mut().zip((0..).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).map_err(|_| NoDigest)?;
        }
        Ok(Digest(digest))
    }
}

impl Serialize for Digest {
    /// As it is printed.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// A text that is no digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoDigest;

impl fmt::Display for NoDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a digest has {} digits", 2 * BYTES)
    }
}

impl std::error::Error for NoDigest {}

#[cfg(test)]
mod tests {
    use super::{Digest, Digester};

    #[test]
    fn a_digest_is_the_same_everywhere() {
        // BLAKE3's own test vector for no input, and what `b3sum` says of the length, eight bytes, and `abc`.
        assert_eq!(Digester::new().digest().to_string(), "af1349b9f5f9a1a6a0404dea36dcc949");
        let bytes = [3, 0, 0, 0, 0, 0, 0, 0, b'a', b'b', b'c'];
        assert_eq!(Digest::of_bytes(b"abc").to_string(), blake3::hash(&bytes).to_hex()[..32]);
    }

    #[test]
    fn what_is_added_is_told_apart() {
        let of = |parts: &[&str]| {
            let mut digester = Digester::new();
            for part in parts {
                digester.value(part);
            }
            digester.digest()
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["a", ""]), of(&["a"]));
        assert_eq!(of(&["a", "b"]), of(&["a", "b"]));
    }

    #[test]
    fn a_printed_digest_is_read_again_and_nothing_else_is() {
        let digest = Digest::of_bytes(b"fex");
        assert_eq!(digest.to_string().parse(), Ok(digest));
        for wrong in
            ["", "00", "zz1349b9f5f9a1a6a0404dea36dcc949", "+f1349b9f5f9a1a6a0404dea36dcc949", "ääääääääääääääää"]
        {
            assert!(wrong.parse::<Digest>().is_err(), "{wrong}");
        }
    }
}
