package fex.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class StableNamesTest {
    @Test
    void whatObjectsAreCalledByDefaultIsReplacedAndNumbered() {
        Object one = new Object();
        Object other = new Object();
        StableNames names = new StableNames();
        String first = names.of("adds[" + one + "](p.CTest)");
        assertEquals("adds[java.lang.Object@*](p.CTest)#1", first);
        assertEquals("adds[java.lang.Object@*](p.CTest)#2", names.of("adds[" + other + "](p.CTest)"));
        assertEquals(first, names.of("adds[" + one + "](p.CTest)"), "a test keeps its name");
        assertEquals("[test:%5Bp.C$D@*%5D]", StableNames.common("[test:%5Bp.C$D@1f%5D]".replace("1f", "1f00ba")));
    }

    @Test
    void otherNamesStay() {
        for (String name : new String[] {"adds", "mails[a@example.org]", "@Test", "x@12", "x@12345678z", "a @ beef"}) {
            assertEquals(name, new StableNames().of(name));
        }
    }
}
