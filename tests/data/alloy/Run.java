import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.alloy4.Err;
import edu.mit.csail.sdg.ast.Command;
import edu.mit.csail.sdg.ast.ExprVar;
import edu.mit.csail.sdg.ast.Sig;
import edu.mit.csail.sdg.parser.CompModule;
import edu.mit.csail.sdg.parser.CompUtil;
import edu.mit.csail.sdg.translator.A4Options;
import edu.mit.csail.sdg.translator.A4Solution;
import edu.mit.csail.sdg.translator.A4TupleSet;
import edu.mit.csail.sdg.translator.TranslateAlloyToKodkod;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import kodkod.ast.Relation;
import kodkod.engine.satlab.SATFactory;
import kodkod.instance.Instance;
import kodkod.instance.TemporalInstance;
import kodkod.instance.Tuple;

/** One run of one command, whose answer can be had at any time, complete or not. */
final class Run extends A4Reporter implements Runnable {

    /** What {@code A4Solution.fork} takes for another choice of what does not change, and for another trace with the same one. */
    private static final int NEXT_CONFIGURATION = -1;

    private static final int NEXT_PATH = -2;

    private final String file;
    private final int index;
    private final Options options;

    /** One of {@code sat}, {@code unsat}, {@code error}, {@code temporal}; {@code timeout} as long as it is unknown. */
    private String verdict = "timeout";
    private Err error;
    private String failure;
    private int primary;
    private int variables;
    private int clauses;
    private boolean complete;
    private boolean temporal;
    private final Set<String> instances = new LinkedHashSet<>();

    /** Processor time, in nanoseconds. */
    private long parsing;
    private long translation;
    private long solving;
    private long mark;

    Run(String file, int index, Options options) {
        this.file = file;
        this.index = index;
        this.options = options;
    }

    @Override
    public void run() {
        try {
            CompModule module = CompUtil.parseEverything_fromFile(null, null, file);
            parsing = lap();
            Command command = module.getAllCommands().get(index);
            temporal = CompUtil.isTemporalModel(module.getAllReachableSigs(), command);
            if (temporal && !options.temporal()) {
                conclude("temporal");
                return;
            }
            A4Solution solution = TranslateAlloyToKodkod.execute_command(
                    this, module.getAllReachableSigs(), command, alloyOptions());
            // What was not translated for a solver was decided while it was translated.
            translation += lap();
            conclude(solution.satisfiable() ? "sat" : "unsat");
            enumerate(solution);
            solving += lap();
        } catch (Err thrown) {
            fail(thrown, thrown.msg);
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError thrown) {
            fail(null, thrown.toString());
        }
    }

    private A4Options alloyOptions() {
        A4Options alloy = new A4Options();
        alloy.solver = SATFactory.get(options.solver());
        alloy.symmetry = options.symmetry();
        // The skolem constants of traces change, and are not told apart where traces are counted.
        alloy.skolemDepth = temporal && options.count() > 0 ? -1 : options.skolem();
        alloy.noOverflow = options.forbidOverflow();
        alloy.originalFilename = file;
        return alloy;
    }

    private void enumerate(A4Solution first) {
        if (temporal) {
            enumerateTraces(first);
            return;
        }
        A4Solution solution = first;
        while (instances.size() < options.count() && solution.satisfiable()) {
            keep(state(solution, 0));
            solution = solution.next();
        }
        finish(!solution.satisfiable());
    }

    /** All traces of one configuration, which is what does not change, after those of another. */
    private void enumerateTraces(A4Solution first) {
        Set<String> configurations = new HashSet<>();
        A4Solution configuration = first;
        // Where nothing is left to choose, the next configuration is the one before.
        while (configuration.satisfiable() && configurations.add(configuration(configuration))) {
            A4Solution solution = configuration;
            while (solution.satisfiable()) {
                if (instances.size() >= options.count()) {
                    return;
                }
                keep(trace(solution));
                solution = solution.fork(NEXT_PATH);
            }
            configuration = configuration.fork(NEXT_CONFIGURATION);
        }
        finish(true);
    }

    /** The tuples of all relations that do not change, those of Alloy's own included. */
    private static String configuration(A4Solution solution) {
        Instance instance = ((TemporalInstance) solution.debugExtractKInstance()).state(0);
        SortedMap<String, String> tuples = new TreeMap<>();
        for (Relation relation : instance.relations()) {
            if (!relation.isVariable()) {
                tuples.put(relation.name(), instance.tuples(relation).toString());
            }
        }
        return tuples.toString();
    }

    private static String trace(A4Solution solution) {
        List<String> states = new ArrayList<>();
        for (int state = 0; state < solution.getTraceLength(); state++) {
            states.add(state(solution, state));
        }
        return Trace.of(states, solution.getLoopState()).toString();
    }

    /**
     * The tuples of every signature, field and skolem constant in a state, by name; there are no skolem constants in traces.
     *
     * <p>Alloy lets an atom of an extended signature be among the others of its parent besides, or not, and counts both.
     * Here they are one instance. Alloy also names the atoms of every instance anew; here they have the names that they
     * have in the universe, so that instances which differ in the choice of atoms are told apart.
     */
    private static String state(A4Solution solution, int state) {
        Json instance = Json.object();
        for (Sig sig : solution.getAllReachableSigs()) {
            if (!sig.builtin) {
                instance.put(sig.label, tuples(solution.eval(sig, state)));
            }
            for (Sig.Field field : sig.getFields()) {
                instance.put(sig.label + "." + field.label, tuples(solution.eval(field, state)));
            }
        }
        for (ExprVar skolem : solution.getAllSkolems()) {
            instance.put(skolem.label, tuples((A4TupleSet) solution.eval(skolem)));
        }
        return instance.toString();
    }

    private static Json tuples(A4TupleSet set) {
        Json tuples = Json.array();
        for (Tuple tuple : set.debugGetKodkodTupleset()) {
            Json atoms = Json.array();
            for (int column = 0; column < tuple.arity(); column++) {
                atoms.add(tuple.atom(column).toString());
            }
            tuples.add(atoms);
        }
        return tuples;
    }

    @Override
    public synchronized void solve(int step, int primaryVariables, int totalVariables, int clauseCount) {
        if (verdict.equals("timeout")) {
            translation += lap();
            primary = primaryVariables;
            variables = totalVariables;
            clauses = clauseCount;
        }
    }

    @Override
    public void resultSAT(Object command, long time, Object solution) {
        solving += lap();
    }

    @Override
    public void resultUNSAT(Object command, long time, Object solution) {
        solving += lap();
    }

    /** The processor time of this thread since the last lap. */
    private long lap() {
        long now = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        long lap = now - mark;
        mark = now;
        return lap;
    }

    private synchronized void conclude(String word) {
        verdict = word;
    }

    private synchronized void keep(String instance) {
        instances.add(instance);
    }

    private synchronized void finish(boolean all) {
        complete = all;
    }

    private synchronized void fail(Err thrown, String message) {
        verdict = "error";
        error = thrown;
        failure = message;
    }

    /** What is known by now. */
    synchronized String answer() {
        Json answer = Json.object()
                .put("verdict", verdict)
                .put("count", instances.size())
                .put("complete", complete)
                .put("primary", primary)
                .put("variables", variables)
                .put("clauses", clauses)
                .put("parsing_us", parsing / 1000)
                .put("translation_us", translation / 1000)
                .put("solving_us", solving / 1000);
        if (error != null) {
            answer.put("error", Json.object().message(error));
        } else if (failure != null) {
            answer.put("error", Json.object()
                    .put("message", failure).put("file", file).put("line", 0).put("column", 0));
        }
        if (options.instances()) {
            answer.put("instances", new StringBuilder("[").append(String.join(",", instances)).append(']'));
        }
        return answer.toString();
    }
}
