package fex.instrument;

import fex.runtime.BranchProbe;
import fex.runtime.Observer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The passes that features consist of. */
public final class Passes {
    private Passes() {}

    /**
     * Gives methods their guards and mutants, counts the loops of the classes that are watched, and tells of the initialisation and the use
     * of those that are followed.
     *
     * @param methods the methods that get a guard, which are numbered in this order
     * @param watched internal names of further classes whose loops are counted; those of guarded methods always are
     * @param followed internal names of the followed classes, which are numbered in this order; they are watched, too
     */
    public static List<Pass> guard(List<MethodPlan> methods, List<String> watched, List<String> followed) {
        Set<String> all = new HashSet<>(watched);
        all.addAll(followed);
        methods.forEach(plan -> all.add(plan.owner()));
        List<Pass> passes = new ArrayList<>();
        passes.add(new Guard.Guards(methods));
        passes.add(new Followed.Classes(followed, all));
        passes.add(LoopCounter.in(Set.copyOf(all)));
        if (methods.stream().anyMatch(plan -> !plan.sites().isEmpty())) {
            passes.add(new Mutants.Methods(methods));
        }
        return List.copyOf(passes);
    }

    /** Tells the runtime which mutants those methods have, after it has made room for them; see {@link #guard}. */
    public static void declareMutants(List<MethodPlan> methods) {
        Mutants.declare(methods);
    }

    /** Changes the JDK so that what surrounds programs can be varied, told of and held; programs need {@link Clocks#ofPrograms}. */
    public static List<Pass> environment() {
        return List.of(
                Clocks.ofJdk(),
                new Chances(),
                new Waits(),
                new Listings(),
                new Machines(),
                new Readers(),
                new Redirections());
    }

    /** Changes programs so that what surrounds them can be held; see {@link #environment}. */
    public static List<Pass> held() {
        return List.of(Clocks.ofPrograms(), new Initialisations());
    }

    /** Counts the loops of some classes, by internal name. */
    public static List<Pass> loops(List<String> classes) {
        return List.of(LoopCounter.in(Set.copyOf(classes)));
    }

    /**
     * Tells of calls of a class from outside.
     *
     * @param root the internal name of the class
     * @param above the internal names of the classes that it extends, as far as they are instrumented
     */
    public static List<Pass> boundary(String root, List<String> above) {
        return List.of(new Boundary(root, Set.copyOf(above)));
    }

    /**
     * Tells of what methods do, and of the values and variables in the code of tests.
     *
     * @param methods the methods, which are numbered in this order
     * @param tests internal names of the classes of tests
     */
    public static List<Pass> observe(List<Observer.Point> methods, List<String> tests) {
        // What is added to the code of tests to tell of variables is none of its expressions.
        Set<String> all = Set.copyOf(tests);
        return List.of(new Exits.Methods(methods), Held.in(all), Expressions.in(all));
    }

    /**
     * Tells of the conditions in methods.
     *
     * @param methods the methods, which are numbered as those are of which more is told
     */
    public static List<Pass> conditions(List<Observer.Point> methods) {
        return List.of(new Conditions.Methods(methods));
    }

    /**
     * Tells which way jumps and switches go in methods, and where call sites are called.
     *
     * @param methods the methods, which are numbered in this order
     * @param remembers whether it is remembered what is compared, so that distances can be told
     * @param classes of which classes they are changed, by their internal names
     */
    public static List<Pass> branches(
            List<BranchProbe.Method> methods, boolean remembers, Predicate<String> classes) {
        return List.of(new BranchProbes.Methods(methods, remembers, classes));
    }
}
