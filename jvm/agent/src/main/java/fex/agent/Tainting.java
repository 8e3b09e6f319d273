package fex.agent;

import fex.instrument.Pass;
import fex.instrument.taint.HiddenFields;
import fex.instrument.taint.Marking;
import fex.runtime.taint.Input;
import fex.runtime.taint.Taint;
import fex.runtime.taint.Trail;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Inputs of tests get taint marks, and it is told which of them assertions look at. */
final class Tainting implements Feature {
    /** What the names of what comes after tests begin with. */
    private static final String AFTER = "after ";

    private static boolean isJdkChanged;

    private final Marking marking;
    private final List<Report.Tainted> told = new ArrayList<>();

    /** @param own the folders and jars with the classes of the project and its tests */
    Tainting(Request.Feature.Taint asked, List<Path> own) {
        marking = new Marking(Set.copyOf(asked.tests()), Set.copyOf(asked.state()), own, asked.tells());
    }

    /** Changes inputs of tests from now on. */
    static void change(List<Request.InputChange> inputs) {
        Map<String, Integer> changes = new HashMap<>();
        inputs.forEach(input -> changes.put(input.key(), input.number()));
        Taint.change(changes);
    }

    /** Follows inputs of tests from now on, one in each, and changes none. */
    static void follow(List<Request.FollowedInput> inputs) {
        Map<String, String> keys = new HashMap<>();
        inputs.forEach(input -> keys.put(input.test(), input.key()));
        Taint.change(Map.of());
        Trail.follow(keys);
    }

    /** Fields come with the code, so that all of it is one change of its own. */
    @Override
    public List<Pass> passes() {
        return List.of();
    }

    @Override
    public void begin(Consumer<Report> reports) {
        if (!isJdkChanged) {
            isJdkChanged = true;
            Agent.changeJdk(List.of(new HiddenFields()));
            Agent.change((name, original, loader) -> mark(name, original, loader, reports), marking::concerns);
        }
    }

    private byte[] mark(String name, byte[] original, ClassLoader loader, Consumer<Report> reports) {
        try {
            return marking.mark(original, loader, (method, why) ->
                    reports.accept(new Report.NotInstrumented(name, Writer.shortened(method + ": " + why))));
        } catch (RuntimeException | LinkageError | StackOverflowError problem) {
            reports.accept(new Report.NotInstrumented(name, Writer.shortened(problem.toString())));
            return null;
        }
    }

    @Override
    public void starts(String test) {
        collect();
        if (!test.startsWith(AFTER)) {
            Taint.begin(test);
        }
    }

    @Override
    public void tell(Consumer<Report> reports) {
        collect();
        told.forEach(reports);
        told.clear();
    }

    private void collect() {
        Taint.Tainted taken = Taint.take();
        if (taken == null) {
            return;
        }
        List<Report.TaintedInput> inputs = new ArrayList<>();
        Map<Integer, Integer> places = new HashMap<>();
        for (Taint.Given given : taken.inputs()) {
            places.put(given.number(), inputs.size());
            Input.Place place = given.place();
            inputs.add(new Report.TaintedInput(
                    place.key(),
                    place.kind().name().toLowerCase(Locale.ROOT),
                    place.type(),
                    place.method(),
                    place.descriptor(),
                    place.line(),
                    place.name(),
                    place.of(),
                    given.value(),
                    given.isMet(),
                    given.isChecked(),
                    given.isGuarded(),
                    given.isHanded(),
                    given.instead() == null ? "" : given.instead()));
        }
        List<Report.Checking> assertions = new ArrayList<>();
        for (Taint.Checking checking : taken.assertions()) {
            List<Integer> looked = new ArrayList<>();
            for (int input : checking.inputs()) {
                // A field of an object that another test made is no input of this one.
                if (places.containsKey(input)) {
                    looked.add(places.get(input));
                }
            }
            Taint.Assertion of = checking.assertion();
            assertions.add(new Report.Checking(
                    of.type(),
                    of.method(),
                    of.descriptor(),
                    of.line(),
                    of.name(),
                    checking.line(),
                    looked.stream().mapToInt(number -> number).toArray()));
        }
        List<Trail.Way> ways = Stream.ofNullable(taken.way()).toList();
        told.add(new Report.Tainted(taken.test(), inputs, assertions, ways));
    }
}
