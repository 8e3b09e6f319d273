package fex.agent;

import fex.instrument.Pass;
import fex.instrument.Passes;
import fex.runtime.Border;
import fex.runtime.HeldEnvironment;
import fex.runtime.HeldStatics;
import fex.runtime.HeldTest;
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
    private final boolean isHeld;
    private Folder folder;
    private Performer performer;

    Performing(Request.Feature.Sequences asked) {
        passes = Passes.loops(asked.watched());
        objects = asked.objects();
        reach = new StateReader.Reach(false, asked.depth(), asked.limit(), asked.elements());
        place = asked.folder();
        isHeld = asked.isHeld();
    }

    @Override
    public List<Pass> passes() {
        return passes;
    }

    @Override
    public void begin(Consumer<Report> reports) {
        if (isHeld) {
            HeldEnvironment.arm();
            HeldTest.hold();
            Border.passHeldFiles();
        }
        // Where all of the environment is held, nothing leaves the JVM.
        if (!isHeld || !HeldEnvironment.isWhole()) {
            Border.close();
        }
    }

    @Override
    public void renews() {
        if (isHeld) {
            HeldStatics.renew();
        }
    }

    @Override
    public void goesBack() {
        if (isHeld) {
            HeldStatics.goBack();
        }
    }

    /** What performs sequences on the classes of a loader. */
    Performer performer(ClassLoader loader) throws ReflectiveOperationException, IOException {
        if (folder == null && !place.isEmpty()) {
            folder = new Folder(place);
        }
        if (performer == null || !performer.isOf(loader)) {
            performer = new Performer(loader, new StateReader(Agent::open, reach), objects, folder, isHeld);
        }
        return performer;
    }
}
