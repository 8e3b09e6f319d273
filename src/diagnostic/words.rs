//! Words of messages: the name that was meant, and lists of names.

/// The candidate that differs least from a name, without regard to case, if it differs in at most a third of the letters (in
/// one of two letters, and in none of one); ties go to the alphabet. Letters that changed places are one difference.
pub fn closest<'n>(name: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let letters = name.chars().count();
    let limit = letters.div_ceil(3).min(letters.saturating_sub(1));
    let lower = name.to_lowercase();
    candidates
        .into_iter()
        // No fewer letters differ than one has more than the other.
        .filter(|candidate| candidate.chars().count().abs_diff(letters) <= limit)
        .map(|candidate| (strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Names in backticks, with commas between; `none` if there are none.
pub fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_finds_the_one_that_is_meant() {
        assert_eq!(closest("lefft", ["right", "left", "key"]), Some("left"));
        assert_eq!(closest("Size", ["size"]), Some("size"));
        assert_eq!(closest("sp", ["so", "sip"]), Some("sip"), "either differs in one letter");
        assert_eq!(closest("x", ["y"]), None, "nothing of the name would be left");
        assert_eq!(closest("colour", ["key", "left"]), None);
    }
}
