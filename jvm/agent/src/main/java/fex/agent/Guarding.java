package fex.agent;

import fex.instrument.Pass;
import fex.instrument.Passes;
import fex.runtime.Probe;
import java.util.List;

/** Methods can be replaced, or do something else in one instruction. Which of them a test has entered stands in the report of its end. */
final class Guarding implements Feature {
    private final List<Pass> passes;

    Guarding(Request.Feature.Guard asked) {
        Probe.makeRoom(asked.methods().size(), asked.followed().size());
        Passes.declareMutants(asked.methods());
        passes = Passes.guard(asked.methods(), asked.watched(), asked.followed());
    }

    @Override
    public List<Pass> passes() {
        return passes;
    }
}
