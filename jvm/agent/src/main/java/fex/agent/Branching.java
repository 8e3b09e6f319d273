package fex.agent;

import fex.instrument.Pass;
import fex.instrument.Passes;
import fex.runtime.BranchProbe;
import java.util.List;
import java.util.function.Consumer;

/** It is told which branches are taken, and which of them during calls that others lead to. */
final class Branching implements Feature {
    private final List<Pass> passes;

    Branching(Request.Feature.Branches asked) {
        BranchProbe.begin(asked.methods(), asked.couplings(), asked.distances());
        passes = Passes.branches(asked.methods(), asked.distances());
    }

    @Override
    public List<Pass> passes() {
        return passes;
    }

    @Override
    public void tell(Consumer<Report> reports) {
        reports.accept(new Report.Taken(BranchProbe.take()));
    }
}
