package fex.instrument;

import java.util.List;

/**
 * What is done to a method: a guard that counts it, bodies to run in its place, and instructions that can do something else.
 *
 * @param owner the internal name of its class
 * @param replacements bodies by their number
 * @param sites the instructions; what each of them can do instead is numbered after the bodies, in this order
 */
public record MethodPlan(
        String owner, String name, String descriptor, List<List<Step>> replacements, List<MutationSite> sites) {}
