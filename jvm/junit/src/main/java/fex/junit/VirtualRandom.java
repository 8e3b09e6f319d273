package fex.junit;

import fex.runtime.Environment;

/** The random numbers of a test in a {@link VirtualEnvironment} that nobody chose a seed for. */
public final class VirtualRandom {
    private VirtualRandom() {}

    /** Has random numbers begin with another seed. They are the same wherever a test begins with the same one. */
    public static void seed(int seed) {
        Environments.require("VirtualRandom.seed");
        Environment.chooseSeed(seed);
    }
}
