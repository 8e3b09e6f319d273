//! What a class file mentions by name: classes in its code, types in its descriptors, signatures and annotations, and names in
//! its strings.

use std::borrow::Cow;

/// All texts of the constant pool; none if this is no class file.
pub fn texts(class: &[u8]) -> Option<Vec<Cow<'_, str>>> {
    // See section 4.4 of the specification of the JVM.
    let mut rest = class.strip_prefix(&[0xca, 0xfe, 0xba, 0xbe])?.get(4..)?;
    let mut left = number(&mut rest)?.checked_sub(1)?;
    let mut texts = Vec::new();
    while left > 0 {
        let (tag, after) = rest.split_first()?;
        rest = after;
        left -= 1;
        let length = match tag {
            1 => {
                let length = number(&mut rest)?;
                texts.push(String::from_utf8_lossy(rest.get(..length)?));
                length
            }
            3 | 4 | 9..=12 | 17 | 18 => 4,
            5 | 6 => {
                // These take two places.
                left = left.checked_sub(1)?;
                8
            }
            7 | 8 | 16 | 19 | 20 => 2,
            15 => 3,
            _ => return None,
        };
        rest = rest.get(length..)?;
    }
    Some(texts)
}

fn number(rest: &mut &[u8]) -> Option<usize> {
    let (bytes, after) = rest.split_first_chunk::<2>()?;
    *rest = after;
    Some(usize::from(u16::from_be_bytes(*bytes)))
}

/// The internal names of classes that a text may mean: it may be a name with dots or slashes, a descriptor, a signature, or
/// something that contains such.
pub fn names(text: &str) -> impl Iterator<Item = String> {
    let is_part = |letter: char| letter.is_alphanumeric() || "_$./".contains(letter) || !letter.is_ascii();
    text.split(move |letter| !is_part(letter)).filter(|word| !word.is_empty()).flat_map(|word| {
        let name = word.replace('.', "/");
        // In `(ILp/A;)V`, the name follows the letters of primitive types and an L.
        let typed = name.trim_start_matches(|letter| "BCDFIJSZ".contains(letter)).strip_prefix('L').map(str::to_owned);
        [Some(name), typed].into_iter().flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::{names, texts};

    #[test]
    fn every_way_to_write_a_name_is_read() {
        for text in
            ["p/A", "p.A", "Lp/A;", "(ILp/A;J)V", "[[Lp/A;", "Ljava/util/List<Lp/A;>;", "see p.A#m", "<T:Lp/A;>(TT;)V"]
        {
            assert!(names(text).any(|name| name == "p/A"), "{text}");
        }
        assert!(names("p/AB;p/A$C;q.p.A").all(|name| name != "p/A"));
    }

    #[test]
    fn constant_pools_are_read_up_to_their_end() {
        // A text, a long (which takes two places), a class, and another text.
        let pool = [&[1, 0, 1, b'x'][..], &[5, 0, 0, 0, 0, 0, 0, 0, 7], &[7, 0, 1], &[1, 0, 2, b'y', b'z']].concat();
        let class = [&[0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, 6][..], &pool].concat();
        assert_eq!(texts(&class).expect("it is one"), ["x", "yz"]);
        for length in 0..class.len() {
            assert_eq!(texts(&class[..length]), None, "{length} bytes");
        }
    }
}
