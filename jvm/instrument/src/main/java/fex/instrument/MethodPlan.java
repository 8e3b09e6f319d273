package fex.instrument;

import java.util.List;

/**
 * What is done to a method: a guard that counts it, and bodies to run in its place.
 *
 * @param id the number by which the runtime knows the method
 * @param owner the internal name of its class
 * @param replacements bodies by their number
 */
public record MethodPlan(int id, String owner, String name, String descriptor, List<List<Step>> replacements) {}
