import java.util.List;

/**
 * How a command is to be run.
 *
 * @param solver Alloy's name of a solver: {@code sat4j}, {@code minisat}, {@code glucose}
 * @param symmetry the length of the symmetry breaking predicate; 0 turns symmetry breaking off
 * @param skolem the depth of skolemization; -1 turns it off, so that an instance is told apart by its signatures and
 *     fields alone
 * @param forbidOverflow whether instances are left out in which a number overflows
 * @param count up to how many instances are counted; 0 asks for the verdict only
 * @param seconds how much processor time the command may take
 * @param instances whether the answer holds the instances
 * @param temporal whether commands are run that need time
 */
record Options(
        String solver,
        int symmetry,
        int skolem,
        boolean forbidOverflow,
        int count,
        long seconds,
        boolean instances,
        boolean temporal) {

    /** Reads options, which are written {@code name=value}. */
    static Options parse(List<String> options) {
        Options read = new Options("sat4j", 20, 0, true, 0, 60, false, false);
        for (String option : options) {
            int equals = option.indexOf('=');
            read = read.with(option.substring(0, equals), option.substring(equals + 1));
        }
        return read;
    }

    private Options with(String name, String value) {
        return new Options(
                name.equals("solver") ? value : solver,
                name.equals("symmetry") ? Integer.parseInt(value) : symmetry,
                name.equals("skolem") ? Integer.parseInt(value) : skolem,
                name.equals("overflow") ? value.equals("forbid") : forbidOverflow,
                name.equals("count") ? Integer.parseInt(value) : count,
                name.equals("seconds") ? Long.parseLong(value) : seconds,
                name.equals("instances") ? value.equals("yes") : instances,
                name.equals("temporal") ? value.equals("yes") : temporal);
    }
}
