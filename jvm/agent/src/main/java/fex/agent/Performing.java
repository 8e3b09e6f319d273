package fex.agent;

import fex.instrument.Pass;
import fex.instrument.Passes;
import fex.runtime.Border;
import fex.runtime.Layout;
import fex.runtime.StateReader;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Sequences of statements are performed, which change nothing outside of the JVM. */
final class Performing implements Feature {
    private final List<Pass> passes;
    private final List<Layout> objects;
    private final StateReader.Reach reach;
    private final String place;
    private Folder folder;
    private Performer performer;

    Performing(Request.Feature.Sequences asked) {
        passes = Passes.loops(asked.watched());
        objects = asked.objects();
        reach = new StateReader.Reach(false, asked.depth(), asked.limit(), asked.elements());
        place = asked.folder();
    }

    @Override
    public List<Pass> passes() {
        return passes;
    }

    @Override
    public void begin(Consumer<Report> reports) {
        Border.close();
    }

    /** What performs sequences on the classes of a loader. */
    Performer performer(ClassLoader loader) throws ReflectiveOperationException, IOException {
        if (folder == null && !place.isEmpty()) {
            folder = new Folder(place);
        }
        if (performer == null || !performer.isOf(loader)) {
            performer = new Performer(loader, new StateReader(Agent::open, reach), objects, folder);
        }
        return performer;
    }
}
