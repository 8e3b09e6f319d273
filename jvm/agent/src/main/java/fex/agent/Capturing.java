package fex.agent;

import fex.instrument.Pass;
import fex.instrument.Passes;
import fex.runtime.Capture;
import fex.runtime.Recorder;
import java.util.List;
import java.util.function.Consumer;

/** Objects of a class are captured where calls of it begin and end. */
final class Capturing implements Feature {
    private final List<Pass> passes;

    Capturing(Request.Feature.Capture asked) {
        Capture.begin(asked.objects(), Agent::open);
        passes = Passes.boundary(asked.objects().root().replace('.', '/'), asked.above());
    }

    @Override
    public List<Pass> passes() {
        return passes;
    }

    @Override
    public void listen(boolean on) {
        Capture.listen(on);
    }

    @Override
    public void tell(Consumer<Report> reports) {
        Recorder.Taken taken = Capture.take();
        if (taken != null && !taken.isEmpty()) {
            reports.accept(new Report.Captured(taken));
        }
    }
}
