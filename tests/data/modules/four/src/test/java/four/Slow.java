package four;

/** A category that the build leaves out. */
public interface Slow {}
