package fex.runtime.taint;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the values of inputs are in words, and what else they could be. */
final class Values {
    /** There is nothing else. */
    static final Object NONE = new Object();

    /** In place of {@code null} where that means something else. */
    static final Object NULL = new Object();

    /** How much of a text is shown. */
    private static final int SHOWN = 60;

    private Values() {}

    /** A value in words; the code of the program is not asked. */
    static String words(Object value) {
        if (value == null) {
            return "null";
        } else if (value instanceof String text) {
            return quoted(text, '"');
        } else if (value instanceof Character character) {
            return quoted(character.toString(), '\'');
        } else if (value instanceof Long number) {
            return number + "L";
        } else if (value instanceof Float number) {
            return number + "f";
        } else if (value instanceof Number || value instanceof Boolean) {
            boolean isJdk = value.getClass().getName().startsWith("java.");
            return isJdk ? value.toString() : "a " + value.getClass().getTypeName();
        } else if (value instanceof Enum<?> constant) {
            return constant.getDeclaringClass().getSimpleName() + "." + constant.name();
        } else if (value instanceof Class<?> type) {
            return type.getTypeName() + ".class";
        }
        return "a " + value.getClass().getTypeName();
    }

    /** What a number of the JVM stands for, by the descriptor of its type. */
    static Object narrow(int value, String descriptor) {
        return switch (descriptor) {
            case "Z" -> value != 0;
            case "C" -> (char) value;
            default -> value;
        };
    }

    private static String quoted(String text, char quote) {
        StringBuilder words = new StringBuilder().append(quote);
        for (int index = 0; index < text.length() && index < SHOWN; index++) {
            char letter = text.charAt(index);
            switch (letter) {
                case '\n' -> words.append("\\n");
                case '\r' -> words.append("\\r");
                case '\t' -> words.append("\\t");
                case '\\' -> words.append("\\\\");
                default -> {
                    if (letter == quote) {
                        words.append('\\').append(letter);
                    } else if (letter < ' ' || Character.isSurrogate(letter)) {
                        words.append(String.format("\\u%04x", (int) letter));
                    } else {
                        words.append(letter);
                    }
                }
            }
        }
        return words.append(text.length() > SHOWN ? "\u2026" : "").append(quote).toString();
    }

    /**
     * Something else that a value could be.
     *
     * @param descriptor that of its type
     * @param number which of the possible changes is made, from 0 on: first neighbours, then values that are far away; from
     *     {@link #EXTREMES} on those that programs treat in a way of their own, such as {@code null}; from {@link #CHOSEN} on the number
     *     or the character that somebody else has chosen
     * @return {@link #NONE} if there are no so many changes
     */
    static Object other(Object value, String descriptor, int number) {
        if (number >= CHOSEN) {
            return chosen(value, descriptor, number - CHOSEN);
        }
        List<Object> others = number < EXTREMES ? usual(value, descriptor) : extremes(value, descriptor);
        int at = number < EXTREMES ? number : number - EXTREMES;
        return at < others.size() ? others.get(at) : NONE;
    }

    /** The number of the first change into a value that programs treat in a way of their own. */
    static final int EXTREMES = 16;

    /** The number of the change into 0; the change into another number, or into a character, is as much later. */
    static final int CHOSEN = 1 << 20;

    private static Object chosen(Object value, String descriptor, int chosen) {
        Object other =
                switch (descriptor) {
                    case "B", "S", "C", "I" -> fitting(chosen, descriptor);
                    case "Ljava/lang/Character;" -> (char) chosen;
                    case "Ljava/lang/Integer;" -> chosen;
                    default -> NONE;
                };
        boolean isSame = other.equals(value) || value instanceof Character letter && other.equals((int) letter);
        return isSame ? NONE : other;
    }

    private static List<Object> usual(Object value, String descriptor) {
        Set<Object> others = new LinkedHashSet<>();
        switch (descriptor) {
            case "Z" -> {
                boolean isTrue = value instanceof Boolean flag ? flag : ((Number) value).intValue() != 0;
                others.add(isTrue ? 0 : 1);
            }
            case "B", "S", "C", "I" -> {
                int was = value instanceof Character letter ? letter : ((Number) value).intValue();
                for (int other : new int[] {was + 1, descriptor.equals("I") ? 2 * was + 7 : was + 2, was - 1}) {
                    others.add(fitting(other, descriptor));
                }
                others.remove(was);
            }
            default -> addObjects(others, value, descriptor);
        }
        return new ArrayList<>(others);
    }

    private static void addObjects(Set<Object> others, Object value, String descriptor) {
        if (value instanceof Long was) {
            others.addAll(List.of(was + 1, 2 * was + 7, was - 1));
        } else if (value instanceof Float was) {
            others.addAll(List.of(was + 1, 2 * was + 7, was / 3 - 1));
        } else if (value instanceof Double was) {
            others.addAll(List.of(was + 1, 2 * was + 7, was / 3 - 1));
        } else if (value instanceof Integer was) {
            others.addAll(List.of(was + 1, 2 * was + 7, was - 1));
        } else if (value instanceof Short was) {
            others.addAll(List.of((short) (was + 1), (short) (was - 1)));
        } else if (value instanceof Byte was) {
            others.addAll(List.of((byte) (was + 1), (byte) (was - 1)));
        } else if (value instanceof Character was) {
            others.addAll(List.of((char) (was + 1), (char) (was - 1)));
        } else if (value instanceof Boolean was) {
            others.add(!was);
        } else if (value instanceof BigInteger was) {
            others.add(was.add(BigInteger.ONE));
        } else if (value instanceof BigDecimal was) {
            others.add(was.add(BigDecimal.ONE));
        } else if (value instanceof String was) {
            others.addAll(texts(was));
        } else if (value instanceof Enum<?> was) {
            for (Object constant : was.getDeclaringClass().getEnumConstants()) {
                others.add(constant);
            }
        } else if (value == null) {
            Object some =
                    switch (descriptor) {
                        case "Ljava/lang/String;", "Ljava/lang/Object;", "Ljava/lang/CharSequence;", "Ljava/lang/Comparable;" -> "other";
                        case "Ljava/lang/Integer;", "Ljava/lang/Number;" -> 7;
                        case "Ljava/lang/Long;" -> 7L;
                        case "Ljava/lang/Double;" -> 7.5;
                        case "Ljava/lang/Float;" -> 7.5f;
                        case "Ljava/lang/Boolean;" -> true;
                        case "Ljava/lang/Character;" -> 'x';
                        default -> NONE;
                    };
            if (some != NONE) {
                others.add(some);
            }
        }
        others.remove(value);
    }

    /** Texts of the same form first: another last letter or digit, then more of it. */
    private static List<Object> texts(String was) {
        List<Object> others = new ArrayList<>();
        if (!was.isEmpty()) {
            others.add(was.substring(0, was.length() - 1) + next(was.charAt(was.length() - 1)));
            others.add(next(was.charAt(0)) + was.substring(1));
        }
        others.add(was + "x");
        return others;
    }

    private static char next(char letter) {
        return switch (letter) {
            case '9' -> '0';
            case 'z' -> 'a';
            case 'Z' -> 'A';
            default -> Character.isLetterOrDigit(letter) ? (char) (letter + 1) : 'x';
        };
    }

    private static int fitting(int number, String descriptor) {
        return switch (descriptor) {
            case "B" -> (byte) number;
            case "S" -> (short) number;
            case "C" -> (char) number;
            default -> number;
        };
    }

    private static List<Object> extremes(Object value, String descriptor) {
        Set<Object> others = new LinkedHashSet<>();
        switch (descriptor) {
            case "B", "S", "C", "I" -> others.addAll(List.of(0, 1));
            case "J" -> others.addAll(List.of(0L, 1L));
            case "F" -> others.addAll(List.of(0f, 1f));
            case "D" -> others.addAll(List.of(0.0, 1.0));
            case "Z" -> {}
            default -> {
                if (value instanceof String) {
                    others.add("");
                }
                if (value != null) {
                    others.add(null);
                }
            }
        }
        others.remove(value);
        return new ArrayList<>(others);
    }
}
