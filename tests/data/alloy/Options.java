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
 */
record Options(
        String solver, int symmetry, int skolem, boolean forbidOverflow, int count, long seconds, boolean instances) {

    /** Reads options, which are written {@code name=value}. */
    static Options parse(List<String> options) {
        Options read = new Options("sat4j", 20, 0, true, 0, 60, false);
        for (String option : options) {
            int equals = option.indexOf('=');
            read = read.with(option.substring(0, equals), option.substring(equals + 1));
        }
        return read;
    }

    private Options with(String name, String value) {
        return switch (name) {
            case "solver" -> new Options(value, symmetry, skolem, forbidOverflow, count, seconds, instances);
            case "symmetry" -> new Options(
                    solver, Integer.parseInt(value), skolem, forbidOverflow, count, seconds, instances);
            case "skolem" -> new Options(
                    solver, symmetry, Integer.parseInt(value), forbidOverflow, count, seconds, instances);
            case "overflow" -> new Options(
                    solver, symmetry, skolem, value.equals("forbid"), count, seconds, instances);
            case "count" -> new Options(
                    solver, symmetry, skolem, forbidOverflow, Integer.parseInt(value), seconds, instances);
            case "seconds" -> new Options(
                    solver, symmetry, skolem, forbidOverflow, count, Long.parseLong(value), instances);
            case "instances" -> new Options(
                    solver, symmetry, skolem, forbidOverflow, count, seconds, value.equals("yes"));
            default -> throw new IllegalArgumentException("no such option: " + name);
        };
    }
}
