package fex.runtime;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a condition met.
 *
 * @param point its place; its number is that among the conditions of its method
 * @param kind {@code truth}, {@code null}, or the operator of a comparison with another value, or with 0
 * @param holds how often it was true, {@code null}, or as the operator says
 * @param fails how often it was not
 * @param operands the last ones that differ from each other: {@code 1}, or {@code 1 and 2} where there are two
 */
public record Met(Observer.Point point, String kind, long holds, long fails, List<String> operands) {
    /** How many operands are kept. */
    private static final int KEPT = 4;

    /**
     * A condition in the code of a method.
     *
     * @param method the number of the method
     * @param isComparison whether its operands are those of the comparison before
     */
    record Condition(int method, Observer.Point point, String kind, boolean isComparison) {
        /** Whether an operand fulfils it, or the first of two does that it is compared with. */
        boolean holds(int left, int right) {
            return switch (kind) {
                case "==" -> left == right;
                case "!=" -> left != right;
                case "<" -> left < right;
                case ">=" -> left >= right;
                case ">" -> left > right;
                case "<=" -> left <= right;
                default -> left != 0;
            };
        }

        boolean holds(Object left, Object right) {
            return kind.equals("!=") ? left != right : left == right;
        }
    }

    /** Counts while a method is watched. */
    static final class Counter {
        private final Condition condition;
        private long holding;
        private long failing;
        private final Set<String> operands = new LinkedHashSet<>();

        Counter(Condition condition) {
            this.condition = condition;
        }

        synchronized void count(boolean holds, String operand) {
            if (holds) {
                holding++;
            } else {
                failing++;
            }
            if (!operands.remove(operand) && operands.size() == KEPT) {
                operands.remove(operands.iterator().next());
            }
            operands.add(operand);
        }

        synchronized Met met() {
            return new Met(condition.point(), condition.kind(), holding, failing, new ArrayList<>(operands));
        }
    }

    /** An operand in words. */
    static String shown(Object operand) {
        if (operand == null) {
            return "null";
        } else if (operand instanceof Enum<?> constant) {
            return constant.name();
        }
        return "a " + operand.getClass().getTypeName();
    }
}
