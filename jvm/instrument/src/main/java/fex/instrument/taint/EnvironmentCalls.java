package fex.instrument.taint;

import fex.runtime.taint.Surroundings;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Which calls of the JDK read what surrounds a test, or set it: clocks, random numbers, properties, settings, the machine. */
final class EnvironmentCalls {
    /** Methods that read it, each by its class and its name, whatever they are given, with what of it a test can set. */
    private static final Map<String, Integer> READING = Map.ofEntries(
            Map.entry("java/lang/System.getProperty", Surroundings.PROPERTIES),
            Map.entry("java/lang/System.getenv", Surroundings.FIXED),
            Map.entry("java/lang/System.lineSeparator", Surroundings.FIXED),
            Map.entry("java/lang/Integer.getInteger", Surroundings.PROPERTIES),
            Map.entry("java/lang/Long.getLong", Surroundings.PROPERTIES),
            Map.entry("java/lang/Boolean.getBoolean", Surroundings.PROPERTIES),
            Map.entry("java/lang/Runtime.availableProcessors", Surroundings.FIXED),
            Map.entry("java/lang/Runtime.freeMemory", Surroundings.FIXED),
            Map.entry("java/lang/Runtime.maxMemory", Surroundings.FIXED),
            Map.entry("java/lang/Runtime.totalMemory", Surroundings.FIXED),
            Map.entry("java/lang/ProcessHandle.pid", Surroundings.FIXED),
            Map.entry("java/util/Locale.getDefault", Surroundings.LOCALE),
            Map.entry("java/util/TimeZone.getDefault", Surroundings.ZONE),
            Map.entry("java/time/ZoneId.systemDefault", Surroundings.ZONE),
            Map.entry("java/nio/charset/Charset.defaultCharset", Surroundings.FIXED));

    /** What is read in two ways. */
    private static final Map<String, String> SAME = Map.of(
            "System.getProperty(\"line.separator\")", "System.lineSeparator()",
            "System.getProperty(\"file.encoding\")", "Charset.defaultCharset()",
            "ZoneId.systemDefault()", "TimeZone.getDefault()");

    /** Methods that read a clock. That of {@code nanoTime} is of no use but to measure, and what measures takes its time anywhere. */
    private static final Set<String> CLOCKS = Set.of("java/lang/System.currentTimeMillis", "java/util/Calendar.getInstance");

    /** Methods that draw random numbers from what all of the JVM shares. */
    private static final Set<String> CHANCE = Set.of(
            "java/lang/Math.random",
            "java/lang/StrictMath.random",
            "java/util/UUID.randomUUID",
            "java/util/concurrent/ThreadLocalRandom.current");

    /** Methods with which a test can set it, or part of it. */
    private static final Map<String, Integer> SETTING = Map.of(
            "java/lang/System.setProperty", Surroundings.PROPERTIES,
            "java/lang/System.clearProperty", Surroundings.PROPERTIES,
            "java/lang/System.setProperties", Surroundings.PROPERTIES,
            "java/lang/System.getProperties", Surroundings.PROPERTIES,
            "java/util/Locale.setDefault", Surroundings.LOCALE,
            "java/util/TimeZone.setDefault", Surroundings.ZONE);

    /** Classes whose objects have the time at which they were made. */
    private static final Set<String> TIMES = Set.of("java/util/Date", "java/util/GregorianCalendar");

    /** Classes whose objects draw random numbers. */
    private static final Set<String> GENERATORS =
            Set.of("java/util/Random", "java/util/SplittableRandom", "java/security/SecureRandom");

    private EnvironmentCalls() {}

    /** The calls of a method, as it was written, that read it: each with what that is called. */
    static Map<AbstractInsnNode, String> readings(MethodNode method) {
        Map<AbstractInsnNode, String> readings = new HashMap<>();
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof MethodInsnNode call && reads(call)) {
                readings.put(call, name(call));
            }
        }
        return readings;
    }

    private static boolean reads(MethodInsnNode call) {
        return isOfClock(call) || isOfChance(call) || READING.containsKey(method(call));
    }

    private static boolean isOfClock(MethodInsnNode call) {
        boolean isNow = call.owner.startsWith("java/time/")
                && call.name.equals("now")
                && call.getOpcode() == Opcodes.INVOKESTATIC
                && !call.desc.contains("Ljava/time/Clock;");
        return isNow || makes(call, TIMES) || CLOCKS.contains(method(call));
    }

    private static boolean isOfChance(MethodInsnNode call) {
        return makes(call, GENERATORS) || CHANCE.contains(method(call));
    }

    private static boolean makes(MethodInsnNode call, Set<String> classes) {
        return call.name.equals("<init>") && call.desc.equals("()V") && classes.contains(call.owner);
    }

    private static String method(MethodInsnNode call) {
        return call.owner + "." + call.name;
    }

    /** What a test can set of what a call reads. */
    static int read(MethodInsnNode call) {
        return READING.getOrDefault(method(call), Surroundings.FIXED);
    }

    /** What a call sets. */
    static int set(MethodInsnNode call) {
        return SETTING.getOrDefault(method(call), Surroundings.FIXED);
    }

    /** What a call reads: what it is called, or what all such calls read together. */
    private static String name(MethodInsnNode call) {
        if (isOfClock(call)) {
            return "the clock";
        } else if (isOfChance(call)) {
            return "random numbers";
        }
        AbstractInsnNode before = TestCode.skip(call.getPrevious(), false);
        // What stands in for a property that is not set comes after its name.
        for (int more = Type.getArgumentCount(call.desc) - 1; more > 0 && isPlain(before); more--) {
            before = TestCode.skip(before.getPrevious(), false);
        }
        boolean isOfKey = call.desc.startsWith("(Ljava/lang/String;")
                && before instanceof LdcInsnNode constant
                && constant.cst instanceof String;
        String owner = call.owner.substring(call.owner.lastIndexOf('/') + 1);
        String name = owner + "." + call.name + (isOfKey ? "(\"" + ((LdcInsnNode) before).cst + "\")" : "()");
        return SAME.getOrDefault(name, name);
    }

    private static boolean isPlain(AbstractInsnNode node) {
        return node != null && (node.getOpcode() == Opcodes.ACONST_NULL || TestCode.isConstant(node));
    }
}
