package fex.instrument;

import java.util.List;

/**
 * An instruction that can do something else.
 *
 * @param place its number among all instructions of the method as the class file has it, from 0
 * @param mutators what it can do instead
 */
public record MutationSite(int place, List<Mutator> mutators) {}
