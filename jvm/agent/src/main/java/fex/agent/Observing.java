package fex.agent;

import fex.instrument.Pass;
import fex.instrument.Passes;
import fex.runtime.Observer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** States are read where invocations of a method end, or where the code of tests has computed a value. */
final class Observing implements Feature {
    private final List<Pass> passes;

    Observing(Request.Feature.Observe asked) {
        Set<String> tests =
                asked.tests().stream().map(name -> name.replace('/', '.')).collect(Collectors.toUnmodifiableSet());
        Observer.begin(
                Agent::open,
                asked.methods(),
                tests,
                asked.shallow(),
                asked.depth(),
                asked.objects(),
                asked.elements());
        passes = new ArrayList<>(Passes.observe(asked.methods(), asked.tests()));
        if (asked.conditions()) {
            passes.addAll(Passes.conditions(asked.methods()));
        }
    }

    @Override
    public List<Pass> passes() {
        return passes;
    }

    @Override
    public void starts(String test) {
        Observer.test(test);
    }

    @Override
    public void tell(Consumer<Report> reports) {
        Observer.take().forEach(states -> reports.accept(new Report.States(states)));
        Observer.takeConditions().forEach(met -> reports.accept(new Report.Condition(met)));
        Observer.takeAnswers().forEach(answers -> reports.accept(new Report.Answers(answers)));
    }
}
