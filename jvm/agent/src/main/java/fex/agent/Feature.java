package fex.agent;

import fex.instrument.Pass;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** What a worker does beside running tests: passes over classes, a part of the runtime, and a section of the reports. */
interface Feature {
    /** What is done to classes. */
    List<Pass> passes();

    /** Classes are changed from now on. */
    default void begin(Consumer<Report> reports) throws ReflectiveOperationException {}

    /** Whether what tests do from now on is to be told; it is not where a method is replaced. */
    default void listen(boolean on) {}

    /** Classes are loaded anew, and what tests did before is nothing that they know of. */
    default void renews() {}

    /** Those that were loaded first are in use again. */
    default void goesBack() {}

    /** A test begins: what happens from now on belongs to that. */
    default void starts(String test) {}

    /** A test has ended, and what it has changed for all of the JVM is to be as it was before. */
    default void ends() {}

    /**
     * What comes between two tests begins: what happens from now on belongs to that.
     *
     * @param name what it is called, beginning with {@link Worker#AFTER}
     */
    default void follows(String name) {
        starts(name);
    }

    /** The tests of a class have ended, and what prepared them is to be as it was before. */
    default void leaves() {}

    /** Tells what there is to tell since the last time; the end of the test that it belongs to comes next. */
    default void tell(Consumer<Report> reports) {}

    /**
     * The feature that was asked for.
     *
     * @param own the folders and jars with the classes of the project and its tests
     */
    static Feature of(Request.Feature asked, List<Path> own) {
        if (asked instanceof Request.Feature.Guard guard) {
            return new Guarding(guard);
        } else if (asked instanceof Request.Feature.Capture capture) {
            return new Capturing(capture);
        } else if (asked instanceof Request.Feature.Observe observe) {
            return new Observing(observe);
        } else if (asked instanceof Request.Feature.Sequences sequences) {
            return new Performing(sequences);
        } else if (asked instanceof Request.Feature.Environment environment) {
            return new Varying(environment);
        } else if (asked instanceof Request.Feature.Branches branches) {
            return new Branching(branches);
        } else if (asked instanceof Request.Feature.Taint taint) {
            return new Tainting(taint, own);
        }
        throw new IllegalArgumentException("there is no feature " + asked);
    }
}
