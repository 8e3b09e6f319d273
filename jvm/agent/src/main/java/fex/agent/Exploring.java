package fex.agent;

import fex.instrument.Pass;
import fex.instrument.Passes;
import fex.runtime.Layout;
import java.util.List;
import java.util.function.Consumer;

/** A class says what it offers, and calls of it are followed. */
final class Exploring implements Feature {
    private final Layout layout;
    private final List<Pass> passes;
    private Explorer explorer;

    Exploring(Request.Feature.Explore asked) {
        layout = asked.objects();
        passes = Passes.loops(asked.watched());
    }

    @Override
    public List<Pass> passes() {
        return passes;
    }

    @Override
    public void begin(Consumer<Report> reports) throws ReflectiveOperationException {
        explorer = new Explorer(layout);
        reports.accept(explorer.offer());
    }

    /** What follows calls. */
    Explorer explorer() {
        return explorer;
    }
}
