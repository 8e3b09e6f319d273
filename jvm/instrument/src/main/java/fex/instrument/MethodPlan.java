package fex.instrument;

import java.util.List;

/**
 * What is done to a method: a guard that counts it, and bodies to run in its place.
 *
 * @param owner the internal name of its class
 * @param replacements bodies by their number
 */
public record MethodPlan(String owner, String name, String descriptor, List<List<Step>> replacements) {}
