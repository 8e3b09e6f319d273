package fex.instrument.taint;

import java.util.Set;

/** Which methods of the JDK throw something that programs reckon with if they do not like what they are given. */
final class Refusals {
    /** Those that are given the place of an element or of a character. */
    private static final Set<String> AT = Set.of(
            "get",
            "set",
            "add",
            "addAll",
            "remove",
            "charAt",
            "codePointAt",
            "substring",
            "subSequence",
            "subList",
            "elementAt",
            "setCharAt",
            "deleteCharAt",
            "delete",
            "insert",
            "replace",
            "setLength",
            "listIterator");

    /** Those that take something out of what may be empty. */
    private static final Set<String> OUT = Set.of(
            "getFirst",
            "getLast",
            "removeFirst",
            "removeLast",
            "first",
            "last",
            "firstKey",
            "lastKey",
            "element",
            "firstElement",
            "lastElement",
            "pop",
            "nextElement",
            "nextToken",
            "orElseThrow");

    /** Classes whose objects are read from texts. */
    private static final Set<String> READ = Set.of(
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Short",
            "java/lang/Byte",
            "java/lang/Double",
            "java/lang/Float",
            "java/lang/Enum",
            "java/math/BigInteger",
            "java/math/BigDecimal",
            "java/net/URL",
            "java/net/URI",
            "java/util/UUID",
            "java/util/regex/Pattern");

    private Refusals() {}

    /** Whether a method is one. */
    static boolean has(String owner, String name, String descriptor) {
        boolean isOfText = owner.equals("java/lang/String")
                || owner.equals("java/lang/CharSequence")
                || owner.equals("java/lang/StringBuilder")
                || owner.equals("java/lang/StringBuffer");
        boolean isOfCollections = owner.startsWith("java/util/");
        if ((isOfText || isOfCollections) && AT.contains(name) && descriptor.startsWith("(I")) {
            return true;
        } else if (isOfCollections && OUT.contains(name)) {
            return true;
        } else if (name.startsWith("parse")) {
            return READ.contains(owner) || owner.startsWith("java/time/") || owner.startsWith("java/text/");
        }
        boolean reads = name.equals("valueOf")
                || name.equals("decode")
                || name.equals("create")
                || name.equals("fromString")
                || name.equals("compile")
                || name.equals("<init>");
        return reads && READ.contains(owner) && descriptor.contains("Ljava/lang/String;");
    }
}
