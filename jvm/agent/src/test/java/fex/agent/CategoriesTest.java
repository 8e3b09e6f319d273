package fex.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expressions of categories; Java's own operators, with the same ranks, say what is expected. */
final class CategoriesTest {
    @ParameterizedTest
    @CsvSource({
        "A,                 true",
        "B,                 false",
        "A && B,            false",
        "A || B && B,       true",
        "(A || B) && B,     false",
        "!B,                true",
        "!(A and not B),    false",
        "B or !A or p.C,    true",
        "'A & B | A',       true",
    })
    void expressionsMeanWhatTheyMeanInJava(String expression, boolean expected) {
        assertEquals(expected, Categories.hold(expression, Set.of("A", "p.C")::contains));
    }

    @Test
    void whatIsNoExpressionIsRefused() {
        for (String text : new String[] {"", "A &&", "(A", "A B", ")"}) {
            assertThrows(IllegalArgumentException.class, () -> Categories.hold(text, name -> true), text);
        }
    }
}
