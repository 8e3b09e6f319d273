package rules;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RulesTest {
    @Test
    void runsNothingOfTheRules() {
        assertTrue(getClass().desiredAssertionStatus() || true);
    }
}
