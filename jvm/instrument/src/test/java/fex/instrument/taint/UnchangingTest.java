package fex.instrument.taint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnchangingTest {
    /** What would be a class of a library if nothing were the project's. */
    static final class Settings {
        private static List<String> made = new ArrayList<>();
        static int level = Integer.getInteger("level", 3);
        protected static int calls;
        private static boolean isOn;
        public static int shared = 1;

        private Settings() {}

        static int count() {
            calls++;
            return made.size() + level + (isOn ? 1 : 0);
        }

        static final class Switch {
            private Switch() {}

            static void turn() {
                isOn = !isOn;
            }
        }
    }

    private static final List<String> FIELDS = List.of("made:Ljava/util/List;", "level:I", "calls:I", "isOn:Z", "shared:I");

    private static List<String> unchanging(List<Path> own) throws IOException {
        ClassLoader loader = UnchangingTest.class.getClassLoader();
        String type = Settings.class.getName().replace('.', '/');
        Unchanging unchanging = new Unchanging(own);
        try (InputStream file = loader.getResourceAsStream(type + ".class")) {
            Shapes shapes = Shapes.of(loader, file.readAllBytes());
            return FIELDS.stream()
                    .map(field -> field.split(":"))
                    .filter(field -> unchanging.has(loader, shapes.field(type, field[0], field[1]), field[0], field[1]))
                    .map(field -> field[0])
                    .toList();
        }
    }

    /** Others are assigned by a method, by another class of the nest, or by whoever likes to. */
    @Test
    void what_only_an_initialiser_assigns_does_not_change() throws IOException {
        assertEquals(List.of("made", "level"), unchanging(List.of()));
    }

    /** Whoever owns a class can declare its fields final. */
    @Test
    void fields_of_the_project_may_change() throws Exception {
        Path classes = Path.of(UnchangingTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        assertEquals(List.of(), unchanging(List.of(classes)));
    }
}
