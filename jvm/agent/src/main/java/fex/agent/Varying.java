package fex.agent;

import fex.instrument.Clocks;
import fex.instrument.Pass;
import fex.instrument.Passes;
import fex.runtime.Environment;
import fex.runtime.HeldEnvironment;
import fex.runtime.HeldFiles;
import fex.runtime.HeldStatics;
import fex.runtime.Unheld;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What surrounds tests is other than it is, or it is told what they read of it. */
final class Varying implements Feature {
    private final Request.Feature.Environment asked;
    private boolean isListening;

    Varying(Request.Feature.Environment asked) {
        this.asked = asked;
        // It is asked about every class that is loaded from now on, and so is there before that.
        Environment.watch(false);
    }

    /** What is done to programs where tests may hold what surrounds them themselves, because they are written with {@code fex-junit}. */
    static List<Pass> ofTests() {
        return ClassLoader.getSystemResource("fex/junit/VirtualEnvironment.class") == null ? List.of() : Passes.held();
    }

    @Override
    public List<Pass> passes() {
        // The JDK is changed once.
        return asked.isHeld() ? Passes.held() : List.of(Clocks.ofPrograms());
    }

    @Override
    public void begin(Consumer<Report> reports) {
        // What the JDK is to call is ready before it calls it.
        Environment.vary(asked.ahead(), asked.speed(), asked.reversed());
        HeldEnvironment.letGo();
        Environment.chooseSeed(asked.seed() < 0 ? null : Integer.valueOf(asked.seed()));
        HeldEnvironment.arm();
        if (asked.isHeld()) {
            Map<String, String> variables = asked.variables().stream()
                    .collect(Collectors.toMap(Request.Variable::name, Request.Variable::value));
            HeldEnvironment.hold(asked.instant(), variables);
        }
        Environment.take();
    }

    @Override
    public void renews() {
        if (asked.isHeld()) {
            HeldFiles.hold();
        }
        HeldStatics.renew();
    }

    @Override
    public void goesBack() {
        HeldStatics.goBack();
    }

    @Override
    public void starts(String test) {
        HeldEnvironment.end();
        Environment.begin(test);
        HeldEnvironment.begin();
    }

    @Override
    public void ends() {
        HeldEnvironment.end();
    }

    @Override
    public void follows(String name) {
        Environment.begin(name);
    }

    @Override
    public void leaves() {
        HeldEnvironment.leave();
    }

    @Override
    public void listen(boolean on) {
        isListening = on;
        Unheld.take();
        Environment.watch(on && asked.tells());
    }

    @Override
    public void tell(Consumer<Report> reports) {
        List<Environment.Reading> readings = Environment.take();
        if (!readings.isEmpty()) {
            reports.accept(new Report.Readings(readings));
        }
        List<Unheld.Use> uses = Unheld.take();
        if (isListening && !uses.isEmpty()) {
            reports.accept(new Report.Uses(uses));
        }
    }
}
