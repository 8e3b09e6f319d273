package fex.agent;

import fex.instrument.Pass;
import fex.instrument.Passes;
import fex.runtime.BranchProbe;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** It is told which branches are taken, and which of them during calls that others lead to. */
final class Branching implements Feature {
    private final List<Pass> passes;

    Branching(Request.Feature.Branches asked) {
        BranchProbe.begin(asked.methods(), asked.couplings(), asked.distances());
        Set<String> ofJdk = new HashSet<>();
        for (BranchProbe.Method method : asked.methods()) {
            if (isOfJdk(method.owner())) {
                ofJdk.add(method.owner());
            }
        }
        passes = Passes.branches(asked.methods(), asked.distances(), type -> !ofJdk.contains(type));
        if (!ofJdk.isEmpty()) {
            Agent.changeJdk(Passes.branches(asked.methods(), asked.distances(), ofJdk::contains));
        }
    }

    private static boolean isOfJdk(String type) {
        return ClassLoader.getPlatformClassLoader().getResource(type + ".class") != null;
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
