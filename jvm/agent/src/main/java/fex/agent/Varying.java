package fex.agent;

import fex.instrument.Chances;
import fex.instrument.Clocks;
import fex.instrument.Listings;
import fex.instrument.Pass;
import fex.instrument.Readers;
import fex.instrument.Redirections;
import fex.instrument.Waits;
import fex.runtime.Environment;
import fex.runtime.HeldFiles;
import java.util.List;
import java.util.function.Consumer;

/** What surrounds tests is other than it is, or it is told what they read of it. */
final class Varying implements Feature {
    /** The clocks of programs; those of the JDK are changed once. */
    private static final List<Pass> PASSES = List.of(Clocks.ofPrograms());

    private static boolean isJdkChanged;

    private final Request.Feature.Environment asked;

    Varying(Request.Feature.Environment asked) {
        this.asked = asked;
        // It is asked about every class that is loaded from now on, and so is there before that.
        Environment.watch(false);
    }

    @Override
    public List<Pass> passes() {
        return PASSES;
    }

    @Override
    public void begin(Consumer<Report> reports) {
        // What the JDK is to call is ready before it calls it.
        Environment.vary(asked.ahead(), asked.speed(), asked.reversed());
        Environment.letGo();
        HeldFiles.letGo();
        Environment.seed(asked.seed() < 0 ? null : Integer.valueOf(asked.seed()));
        if (!isJdkChanged) {
            isJdkChanged = true;
            Agent.changeJdk(List.of(Clocks.ofJdk(), new Chances(), new Waits(), new Listings(), new Readers(), new Redirections()));
        }
        if (asked.isHeld()) {
            Environment.hold(asked.instant());
            HeldFiles.hold();
        }
        Environment.take();
    }

    @Override
    public void renews() {
        if (asked.isHeld()) {
            HeldFiles.hold();
        }
    }

    @Override
    public void starts(String test) {
        Environment.begin(test);
    }

    @Override
    public void listen(boolean on) {
        Environment.watch(on && asked.tells());
    }

    @Override
    public void tell(Consumer<Report> reports) {
        List<Environment.Reading> readings = Environment.take();
        if (!readings.isEmpty()) {
            reports.accept(new Report.Readings(readings));
        }
    }
}
