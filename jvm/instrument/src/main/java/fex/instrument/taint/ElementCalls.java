package fex.instrument.taint;

import fex.runtime.taint.Elements;
import java.util.Set;

/** Which methods of the JDK's collections treat elements one by one, by what they do to the marks of these. */
final class ElementCalls {
    private static final String OBJECT = "Ljava/lang/Object;";

    /** They hand out an element, which stays. */
    private static final Set<String> TAKING = Set.of(
            "get", "getFirst", "getLast", "peek", "peekFirst", "peekLast", "element", "elementAt", "firstElement", "lastElement",
            "first", "last", "firstKey", "lastKey", "firstEntry", "lastEntry", "next", "previous", "nextElement", "getKey",
            "getValue");

    /** They hand out an element, and remove it. */
    private static final Set<String> REMOVING = Set.of(
            "remove", "removeFirst", "removeLast", "poll", "pollFirst", "pollLast", "pollFirstEntry", "pollLastEntry", "pop");

    private static final Set<String> STORING = Set.of(
            "add", "addFirst", "addLast", "offer", "offerFirst", "offerLast", "push", "addElement", "insertElementAt", "set");

    private static final Set<String> MEASURING = Set.of(
            "size", "isEmpty", "hasNext", "hasPrevious", "nextIndex", "previousIndex", "hasMoreElements", "iterator",
            "listIterator", "descendingIterator", "keySet", "values", "entrySet", "elements", "keys", "subList");

    private ElementCalls() {}

    /** What a method does; 0 if it is none of these. */
    static int of(boolean isStatic, String owner, String name, String descriptor) {
        boolean isOfCollections = owner.startsWith("java/util/") && !owner.startsWith("java/util/function/");
        if (!isOfCollections) {
            return owner.equals("java/lang/Iterable") && name.equals("iterator") ? Elements.MEASURE : 0;
        }
        String given = descriptor.substring(1, descriptor.indexOf(')'));
        String returned = descriptor.substring(descriptor.indexOf(')') + 1);
        if (isStatic) {
            return ofStatic(owner, name, given, returned);
        } else if (name.equals("<init>")) {
            boolean isCopy = given.equals("Ljava/util/Collection;") || given.equals("Ljava/util/Map;");
            return isCopy ? Elements.POUR : 0;
        }
        return ofMap(owner, name, given, returned);
    }

    private static int ofStatic(String owner, String name, String given, String returned) {
        boolean isOfElements = given.replace(OBJECT, "").isEmpty() && !given.isEmpty();
        return switch (name) {
            case "of" -> {
                boolean isOfMap = owner.equals("java/util/Map");
                boolean isKnown = isOfMap || owner.equals("java/util/List") || owner.equals("java/util/Set");
                if (!isKnown || !isOfElements) {
                    yield isKnown && given.equals("[" + OBJECT) ? Elements.POUR : 0;
                }
                yield isOfMap ? Elements.PAIR : Elements.PACK;
            }
            case "singleton", "singletonList" -> owner.equals("java/util/Collections") ? Elements.PACK : 0;
            case "singletonMap" -> Elements.PAIR;
            case "copyOf" -> given.equals("Ljava/util/Collection;") || given.equals("Ljava/util/Map;") ? Elements.POUR : 0;
            case "asList" -> owner.equals("java/util/Arrays") ? Elements.POUR : 0;
            case "addAll" -> owner.equals("java/util/Collections") ? Elements.POUR : 0;
            default -> {
                boolean isWrapper = name.startsWith("unmodifiable") || name.startsWith("synchronized");
                boolean isOne = owner.equals("java/util/Collections") && given.equals(returned);
                yield isWrapper && isOne ? Elements.MEASURE : 0;
            }
        };
    }

    private static int ofMap(String owner, String name, String given, String returned) {
        boolean findsByKey = given.equals(OBJECT) && returned.equals(OBJECT);
        boolean hasTwo = given.equals(OBJECT + OBJECT) && returned.equals(OBJECT);
        return switch (name) {
            case "get" -> findsByKey ? Elements.FIND : ofElements(name, given, returned);
            case "getOrDefault" -> Elements.FIND;
            case "remove" -> findsByKey ? Elements.DROP : ofElements(name, given, returned);
            case "put", "putIfAbsent" -> hasTwo ? Elements.PUT : 0;
            case "containsKey", "contains" -> given.equals(OBJECT) ? Elements.ASK : 0;
            case "putAll" -> Elements.POUR;
            case "addAll" -> given.endsWith("Ljava/util/Collection;") ? Elements.POUR : 0;
            case "toArray" -> returned.equals("[" + OBJECT) ? Elements.UNPACK : 0;
            case "clear" -> given.isEmpty() ? Elements.CLEAR : 0;
            default -> ofElements(name, given, returned);
        };
    }

    private static int ofElements(String name, String given, String returned) {
        boolean givesOne = returned.equals(OBJECT) || returned.equals("Ljava/util/Map$Entry;");
        if (STORING.contains(name)) {
            return given.endsWith(OBJECT) ? Elements.STORE : 0;
        } else if (REMOVING.contains(name)) {
            return givesOne || given.isEmpty() ? Elements.REMOVE : 0;
        } else if (TAKING.contains(name)) {
            return givesOne && (given.isEmpty() || given.equals("I")) ? Elements.TAKE : 0;
        }
        return MEASURING.contains(name) && !given.contains(";") ? Elements.MEASURE : 0;
    }
}
