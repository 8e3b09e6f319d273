package fex.junit;

import fex.runtime.HeldClasses;

/** Classes as they are initialised in a {@link VirtualEnvironment}. */
public final class VirtualClasses {
    private VirtualClasses() {}

    /**
     * What the initialiser of a class leaves in a static field, if it runs here and now: after what the test has said of properties, files, the clock, and so on. The
     * JVM initialises a class once, so that no test sees what it would have been on another system. For this it is loaded once more, with all classes that it
     * needs of the same folder or jar; the test's own stay as they are.
     *
     * @param type the class, of the project or of a library
     * @param field the name of a static field that it declares, which may be private
     * @return its value, an object of a class of its own if that class was loaded once more, too
     * @throws IllegalArgumentException if there is no such field, or if the class is one of the JDK
     * @throws ExceptionInInitializerError if the initialiser throws an exception
     */
    public static Object initial(Class<?> type, String field) {
        Environments.require("VirtualClasses.initial");
        return HeldClasses.initial(type, field);
    }
}
