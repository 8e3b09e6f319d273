package persons;

import org.junit.jupiter.api.Test;

class PersonTest {
    // The path of section 3.2.1: 13, 16, b8, b10.
    @Test
    void refuels() {
        new Person().driveToHome();
    }
}
