package whole;

/** Encodes letters; its tests are complete only together, which the last of them checks. */
public final class Code {
    // tested: null detected (assertion), "" detected (assertion), "A" detected (assertion)
    static String of(char letter) {
        String code = letter == 'z' ? "0" : String.valueOf((int) letter);
        return code.trim();
    }

    // pseudo-tested: true undetected, false undetected
    static boolean isVowel(char letter) {
        String vowels = "aeiou";
        return vowels.indexOf(letter) >= 0;
    }
}
