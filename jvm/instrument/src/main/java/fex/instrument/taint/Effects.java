package fex.instrument.taint;

import fex.runtime.taint.Outside;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What methods that are not instrumented may change of what they are given, as far as that is known of those of the JDK. */
final class Effects {
    /** What the names of methods begin with that change nothing. */
    private static final Set<String> READING = Set.of(
            "get", "is", "has", "contains", "indexOf", "lastIndexOf", "size", "length", "equals", "hashCode", "toString",
            "compare", "iterator", "listIterator", "keySet", "values", "entrySet", "stream", "charAt", "substring",
            "subSequence", "subList", "valueOf", "format", "toArray", "to", "as", "of", "max", "min", "parse", "first",
            "last", "peek", "element", "ceiling", "floor", "higher", "lower", "matches", "starts", "ends", "require",
            "unmodifiable", "binarySearch", "deepEquals", "deepHashCode", "deepToString", "hash", "nonNull", "copyOf",
            "forEach", "count", "clone", "map", "filter", "collect", "reduce", "trim", "split", "replace", "concat");

    /** The classes of collections whose methods change the collection alone. */
    private static final String UTIL = "java/util/";

    /** Methods that hand out something that goes on to work on their object. */
    private static final Set<String> VIEWS = Set.of(
            "subList", "keySet", "entrySet", "values", "headMap", "tailMap", "subMap", "headSet", "tailSet", "subSet",
            "descendingMap", "descendingSet", "descendingKeySet", "navigableKeySet", "iterator", "listIterator",
            "descendingIterator", "elements", "keys", "append", "insert", "getOutputStream", "getInputStream", "asMap");

    /** What the names of classes have in them that run tasks in other threads. */
    private static final Set<String> TASKS = Set.of("Execut", "Future", "Completion", "ForkJoin", "RecursiveTask", "RecursiveAction");

    /** Of how many objects a call is said to change them. */
    private static final int MOST = 23;

    private Effects() {}

    /**
     * What a call may change: a bit for each object that it is given, among these the receiver, what {@link Outside} has more, and what the
     * call does to elements, which comes first where they have marks of their own.
     */
    static int of(int opcode, String owner, String name, String descriptor) {
        boolean isStatic = opcode == Opcodes.INVOKESTATIC;
        int shares = shares(owner) ? Outside.SHARES : 0;
        return changes(isStatic, owner, name, descriptor) | ElementCalls.of(isStatic, owner, name, descriptor) | shares;
    }

    /** Whether other threads may run what methods of a class are given. */
    private static boolean shares(String owner) {
        boolean isOfTasks = owner.startsWith("java/util/concurrent/") && TASKS.stream().anyMatch(owner::contains);
        return isOfTasks
                || owner.startsWith("java/util/stream/")
                || owner.equals("java/lang/Thread")
                || owner.startsWith("java/util/Timer");
    }

    private static int changes(boolean isStatic, String owner, String name, String descriptor) {
        boolean isNew = name.equals("<init>");
        int objects = isStatic || isNew ? 0 : 1;
        int arrays = 0;
        int others = 0;
        for (Type type : Type.getArgumentTypes(descriptor)) {
            if (type.getSort() == Type.ARRAY) {
                arrays |= bit(objects);
                objects++;
            } else if (type.getSort() == Type.OBJECT) {
                others |= bit(objects);
                objects++;
            }
        }
        boolean isOfIo = owner.startsWith("java/io/")
                || owner.startsWith("java/nio/")
                || owner.startsWith("java/util/zip/")
                || owner.equals("java/util/Scanner")
                || owner.equals("java/util/Formatter");
        boolean isWrapped = name.startsWith("unmodifiable") || name.startsWith("synchronized") || name.startsWith("checked");
        int joins = isNew && isOfIo || VIEWS.contains(name) || isWrapped && owner.equals("java/util/Collections")
                ? Outside.JOINS
                : 0;
        if (isNew) {
            // The new object comes last.
            return bit(objects) | (isOfIo ? arrays : 0) | joins | Outside.NEW;
        } else if (isReading(owner, name, arrays)) {
            return joins;
        } else if (owner.equals("java/lang/reflect/Array")) {
            return bit(0);
        } else if (isStatic) {
            boolean isOfValues = owner.startsWith("java/lang/") && !owner.equals("java/lang/System");
            return isOfValues ? 0 : arrays | others | joins;
        } else if (owner.startsWith("java/lang/String") && owner.length() == "java/lang/String".length()) {
            return arrays;
        } else if (owner.startsWith("java/lang/reflect/")) {
            return arrays | others;
        }
        boolean movesOn = name.equals("drainTo") || name.equals("copyInto") || name.startsWith("appendRepl") || name.startsWith("appendTail");
        boolean isOfCollection = owner.startsWith(UTIL) && !owner.startsWith("java/util/zip/") && !movesOn;
        boolean isOfText = owner.startsWith("java/lang/");
        return bit(0) | (isOfCollection || isOfText ? 0 : arrays | others) | joins;
    }

    private static int bit(int object) {
        return object < MOST ? 1 << object : 0;
    }

    private static boolean isReading(String owner, String name, int arrays) {
        boolean isMoving = name.startsWith("getAnd")
                || name.equals("getChars")
                || name.equals("toUpperCase")
                || owner.startsWith("java/nio/") && name.equals("get")
                || owner.startsWith("java/lang/StringBu") && name.equals("replace")
                || owner.startsWith("java/util/") && name.startsWith("replace")
                || owner.startsWith("java/util/") && name.startsWith("max")
                || arrays != 0 && name.equals("getBytes");
        if (isMoving) {
            return false;
        }
        for (String beginning : READING) {
            if (name.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }
}
