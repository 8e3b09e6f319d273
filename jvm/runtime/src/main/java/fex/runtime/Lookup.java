package fex.runtime;

/** Finds classes of the runtime for loaders of programs, which do not know where they are. */
public final class Lookup {
    private static final String OWN = Lookup.class.getPackageName() + ".";

    private Lookup() {}

    /** The class of the runtime that has this name; {@code null} if none has. */
    public static Class<?> ofRuntime(String name) {
        if (name == null || !name.startsWith(OWN)) {
            return null;
        }
        try {
            return Class.forName(name, false, Lookup.class.getClassLoader());
        } catch (ClassNotFoundException unknown) {
            return null;
        }
    }
}
