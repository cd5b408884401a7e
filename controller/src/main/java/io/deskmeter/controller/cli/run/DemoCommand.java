package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.cli.client.ControllerClient;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import java.io.PrintStream;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds how many office users this machine holds. */
@Command(
        description =
                "Finds how many office users this machine holds. Runs the run profile `demo`, with its load scaled to the"
                        + " number of cores.",
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {
    /** The machine that the shipped demo's numbers are written for. */
    private static final int PROFILE_CORES = 2;

    private final PrintStream out;
    private final PrintStream err;

    @Option(names = "--quick", description = "Run the run profile `demo-quick` instead: fewer and shorter load points.")
    private boolean quick;

    @Option(names = "--max-sessions", paramLabel = "N", description = "Start at most N sessions.")
    private @Nullable Integer maxSessions;

    @Option(
            names = "--profile",
            paramLabel = "ID",
            description = "Workload profile of the users, for example knowledge-worker (default: office).")
    private @Nullable String profile;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            defaultValue = "20",
            description =
                    "Minutes until the answer, 1 to 1440 (default: ${DEFAULT-VALUE}). Less time gives a wider interval.")
    private int minutes;

    @Mixin
    private final RunOptions options = new RunOptions();

    public DemoCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        if (maxSessions != null && maxSessions < 1) {
            throw CommandException.input("--max-sessions: " + maxSessions + " (expected: >= 1)");
        }
        if (minutes < 1 || minutes > 1440) {
            throw CommandException.input("--minutes: " + minutes + " (expected: 1 to 1440)");
        }
        return new HeadlessRun(options, out, err).run(this::document);
    }

    private HeadlessRun.Document document(ControllerClient client) throws CommandException, InterruptedException {
        String id = quick ? "demo-quick" : "demo";
        String yaml = client.runProfile(id);
        String name = "run-profiles/" + id + ".yaml";
        int cores = quick ? PROFILE_CORES : Runtime.getRuntime().availableProcessors();
        int most = maxSessions == null ? Integer.MAX_VALUE : maxSessions;
        return new HeadlessRun.Document(name, fitted(name, yaml, cores, most, Duration.ofMinutes(minutes), profile));
    }

    /** @param users id of another workload profile; null for that of the document */
    static String fitted(String name, String yaml, int cores, int most, Duration budget, @Nullable String users)
            throws CommandException {
        try {
            RunProfile shipped = RunProfiles.parseSelfContained(name, yaml);
            Load load = users == null ? shipped.load() : withoutHint(shipped.load());
            RunProfile fitted = shipped.withLoad(within(cap(scale(load, cores), most), budget));
            return users == null
                    ? RunProfiles.write(fitted)
                    : RunProfiles.writeWith(
                            fitted.withTitle("How many users of the profile " + users + " this machine holds"), users);
        } catch (InvalidDocumentException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }

    /** The load scaled to this number of cores: ramps and searches grow, other loads have fixed numbers. */
    static Load scale(Load load, int cores) {
        if (load instanceof Load.Ramp ramp) {
            return new Load.Ramp(
                    scale(ramp.from(), cores), scale(ramp.add(), cores), scale(ramp.max(), cores), ramp.fresh());
        }
        if (load instanceof Load.FindMax search) {
            OptionalInt hint = mapped(search.hint(), sessions -> scale(sessions, cores));
            int max = scale(search.max(), cores);
            return new Load.FindMax(search.from(), hint, max, search.precision(), search.fresh(), search.budget());
        }
        return load;
    }

    /** The same load; a search begins with a few sessions, since the hint is about other users. */
    private static Load withoutHint(Load load) {
        return load instanceof Load.FindMax search
                ? new Load.FindMax(
                        search.from(),
                        OptionalInt.empty(),
                        search.max(),
                        search.precision(),
                        search.fresh(),
                        search.budget())
                : load;
    }

    private static int scale(int sessions, int cores) {
        return Math.max(1, Math.round((float) sessions * cores / PROFILE_CORES));
    }

    /**
     * The same load with at most this number of sessions; larger steps are left out, and the limit itself is the last
     * step.
     */
    static Load cap(Load load, int most) {
        if (load instanceof Load.Fixed fixed) {
            return new Load.Fixed(Math.min(fixed.sessions(), most));
        }
        if (load instanceof Load.Ramp ramp) {
            return new Load.Ramp(Math.min(ramp.from(), most), ramp.add(), Math.min(ramp.max(), most), ramp.fresh());
        }
        if (load instanceof Load.FindMax search) {
            OptionalInt hint = mapped(search.hint(), sessions -> Math.min(sessions, most));
            int from = Math.min(search.from(), most);
            return new Load.FindMax(
                    from, hint, Math.min(search.max(), most), search.precision(), search.fresh(), search.budget());
        }
        Load.Steps steps = (Load.Steps) load;
        return new Load.Steps(
                steps.sessions().stream().map(n -> Math.min(n, most)).distinct().toList(), steps.fresh());
    }

    /** The same load, if it searches, within so much time. */
    static Load within(Load load, Duration budget) {
        return load instanceof Load.FindMax search ? search.within(budget) : load;
    }

    private static OptionalInt mapped(OptionalInt sessions, IntUnaryOperator how) {
        return sessions.isPresent() ? OptionalInt.of(how.applyAsInt(sessions.getAsInt())) : sessions;
    }
}
