package fex.agent;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.experimental.categories.Category;
import org.junit.runner.Description;

/**
 * JUnit 4's categories, chosen as Surefire and Gradle do: by the names of their classes, which mean the classes below them,
 * too, and in Surefire by expressions of names with {@code !}, {@code &&}, {@code ||} and parentheses.
 */
final class Categories {
    private static final Pattern TOKEN = Pattern.compile("&&|\\|\\||[()!&|]|[^\\s()!&|]+");

    private static final Set<String> OPERATORS = Set.of("&&", "&", "and", "||", "|", "or", "!", "not", "(", ")");

    private final List<String> tokens = new ArrayList<>();
    private final Predicate<String> holds;
    private int next;

    private Categories(String expression, Predicate<String> holds) {
        Matcher token = TOKEN.matcher(expression);
        while (token.find()) {
            tokens.add(token.group());
        }
        this.holds = holds;
    }

    /**
     * Whether a test is wanted.
     *
     * @param groups expressions of which one must hold; empty for all tests
     * @param excludedGroups expressions of which none may hold
     */
    static boolean take(Description test, List<String> groups, List<String> excludedGroups) {
        if (groups.isEmpty() && excludedGroups.isEmpty()) {
            return true;
        }
        Set<String> names = new HashSet<>();
        addAll(names, test.getAnnotation(Category.class));
        if (test.getTestClass() != null) {
            addAll(names, test.getTestClass().getAnnotation(Category.class));
        }
        return (groups.isEmpty() || any(groups, names)) && !any(excludedGroups, names);
    }

    private static void addAll(Set<String> names, Category category) {
        if (category != null) {
            for (Class<?> type : category.value()) {
                addAll(names, type);
            }
        }
    }

    /** A test of a category is one of the wider categories, too. */
    private static void addAll(Set<String> names, Class<?> type) {
        if (type != null && names.add(type.getName())) {
            addAll(names, type.getSuperclass());
            for (Class<?> wider : type.getInterfaces()) {
                addAll(names, wider);
            }
        }
    }

    private static boolean any(List<String> expressions, Set<String> names) {
        // A name may be written without its package.
        Predicate<String> holds =
                wanted -> names.stream().anyMatch(name -> name.equals(wanted) || name.endsWith("." + wanted));
        return expressions.stream().anyMatch(expression -> hold(expression, holds));
    }

    /** Whether an expression holds of something that has the names for which a predicate says so. */
    static boolean hold(String expression, Predicate<String> holds) {
        Categories reader = new Categories(expression, holds);
        boolean value = reader.any();
        if (reader.next < reader.tokens.size()) {
            throw new IllegalArgumentException("`" + expression + "` is no expression of categories");
        }
        return value;
    }

    /** As in Java, "and" comes before "or". */
    private boolean any() {
        boolean value = all();
        while (accept("||", "|", "or")) {
            value |= all();
        }
        return value;
    }

    private boolean all() {
        boolean value = one();
        while (accept("&&", "&", "and")) {
            value &= one();
        }
        return value;
    }

    private boolean one() {
        if (accept("!", "not")) {
            return !one();
        }
        if (accept("(")) {
            boolean value = any();
            if (!accept(")")) {
                throw new IllegalArgumentException("a parenthesis is not closed");
            }
            return value;
        }
        if (next == tokens.size() || OPERATORS.contains(tokens.get(next))) {
            throw new IllegalArgumentException("a name is missing in an expression of categories");
        }
        return holds.test(tokens.get(next++));
    }

    private boolean accept(String... wanted) {
        boolean accepted = next < tokens.size() && List.of(wanted).contains(tokens.get(next));
        next += accepted ? 1 : 0;
        return accepted;
    }
}
