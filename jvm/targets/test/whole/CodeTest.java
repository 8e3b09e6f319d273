package whole;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** No test of it passes alone: after the last one, it looks whether all of them have run. */
class CodeTest {
    private static final Set<Character> LETTERS = new TreeSet<>();

    @AfterAll
    static void allLettersWereEncoded() {
        assertEquals(Set.of('a', 'z'), LETTERS);
    }

    private static void check(String code, char letter) {
        LETTERS.add(letter);
        assertEquals(code, Code.of(letter));
        Code.isVowel(letter);
    }

    @Test
    void first() {
        check("97", 'a');
    }

    @Test
    void last() {
        check("0", 'z');
    }
}
