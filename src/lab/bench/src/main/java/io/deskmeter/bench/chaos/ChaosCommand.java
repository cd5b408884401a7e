package io.deskmeter.bench.chaos;

import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.Installation;
import io.deskmeter.bench.InterruptHook;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OptionChecks;
import io.deskmeter.bench.OutOption;
import io.deskmeter.bench.SeedOption;
import io.deskmeter.bench.controller.BenchStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench chaos}. */
@Command(
        name = "chaos",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Disturbs runs of simulated sessions at random: kill -9, SIGSTOP, broken and slow lines, full disks, clocks that jump."
                        + " After each episode it compares all that was measured with all that is stored, and what the run says of"
                        + " itself with what happened.")
public final class ChaosCommand implements Callable<Integer> {
    private static final int NOT_AS_PROMISED = 4;

    @Option(
            names = "--episodes",
            paramLabel = "N",
            description = "Number of episodes, each of about half a minute (default: ${DEFAULT-VALUE}).")
    private int episodes = 20;

    @Option(
            names = "--first",
            paramLabel = "N",
            description = "Number of the first episode, to repeat one (default: ${DEFAULT-VALUE}).")
    private int first = 1;

    @Option(
            names = "--fleets",
            paramLabel = "N",
            description =
                    "Number of fleets, each a controller with its agents, that work side by side, each on an episode of its own"
                            + " (default: ${DEFAULT-VALUE}).")
    private int fleets = 1;

    @Option(
            names = "--disturbances",
            split = ",",
            paramLabel = "NAME",
            description = "Only these, as controller-killed or line-silent (default: all that this machine allows).")
    private List<String> wanted = List.of();

    @Option(
            names = "--agents",
            paramLabel = "N",
            description = "Number of agent processes (default: ${DEFAULT-VALUE}).")
    private int agents = 2;

    @Option(
            names = "--sessions",
            paramLabel = "N",
            description = "Number of sessions of all agents together (default: ${DEFAULT-VALUE}).")
    private int sessions = 6;

    @Option(
            names = "--real",
            description =
                    "Sessions work with a real word processor on real desktops, which takes minutes for each episode; without it desktops"
                            + " are simulated.")
    private boolean real;

    @Mixin
    private final SeedOption seed = new SeedOption();

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final BenchStore store = new BenchStore();

    @Mixin
    private final Installation home = new Installation();

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    private final Map<String, Object> machine = Machine.facts();
    private final EpisodeRows rows = new EpisodeRows();

    @Override
    public Integer call() throws Exception {
        requireOneFleetOrMoreStores();
        List<String> left = new ArrayList<>();
        List<Disturbance> possible = wanted(ChaosFleet.possible(store.kind(), left));
        left.forEach(why -> terminal.say("left out: " + why));
        terminal.say("seed " + seed.value() + ", " + possible.size() + " disturbances");
        ChaosFleet.Settings settings = new ChaosFleet.Settings(
                home.launcher(),
                home.agentJvm(),
                agents,
                (sessions + agents - 1) / agents,
                seed.value(),
                possible,
                real ? Optional.of(home.workloads()) : Optional.empty());
        ChaosLoad load = real ? ChaosLoad.real(sessions, seed.value()) : ChaosLoad.simulated(sessions, seed.value());
        EpisodeWorkers workers = new EpisodeWorkers(
                () -> open(settings, load),
                number -> Episode.draw(seed.value(), number, possible, agents),
                first,
                episodes,
                this::over);
        try (InterruptHook unused = InterruptHook.of("interrupted", workers::stop)) {
            workers.run(fleets);
        } finally {
            // What was found until a failure took minutes.
            terminal.show(report(), out.folder());
        }
        return rows.asPromised() ? 0 : NOT_AS_PROMISED;
    }

    private void requireOneFleetOrMoreStores() {
        OptionChecks.atLeast("--fleets", fleets, 1);
        if (fleets > 1 && !List.of(BenchStore.H2, BenchStore.POSTGRESQL).contains(store.option())) {
            throw new IllegalArgumentException("--store: " + store.option() + " with " + fleets
                    + " fleets (expected: h2 or postgresql; hint: each fleet needs a store of its own)");
        }
    }

    private EpisodeTrial open(ChaosFleet.Settings settings, ChaosLoad load) throws IOException, InterruptedException {
        ChaosFleet fleet = ChaosFleet.open(settings, store.another());
        terminal.say("a fleet with its logs and data in " + fleet.folder());
        return new EpisodeTrial(fleet, load);
    }

    private List<Disturbance> wanted(List<Disturbance> possible) {
        List<String> known =
                Arrays.stream(Disturbance.values()).map(Disturbance::word).toList();
        for (String word : wanted) {
            if (!known.contains(word)) {
                throw new IllegalArgumentException("--disturbances: " + word + " (expected: of " + known + ")");
            }
        }
        List<Disturbance> chosen = possible.stream()
                .filter(disturbance -> wanted.isEmpty() || wanted.contains(disturbance.word()))
                .toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("--disturbances: " + wanted
                    + " (expected: at least one that this machine allows; see what was left out)");
        }
        return chosen;
    }

    /** The file is written after each episode: an interrupted benchmark of hours has its rows. */
    private void over(EpisodeRow row) throws IOException {
        rows.add(row);
        report().write(out.folder());
        Episode episode = row.episode();
        terminal.say(
                "episode " + episode.number() + ": " + episode.disturbance().word() + " for "
                        + episode.lasts().toMillis() / 1e3 + " s after "
                        + episode.after().toMillis() / 1e3 + " s: "
                        + row.state() + (row.asPromised() ? "" : " NOT AS PROMISED " + row.toMap()));
    }

    private BenchReport report() {
        BenchReport report = new BenchReport("chaos", machine);
        rows.all().forEach(row -> report.add(row.toMap()));
        report.result(Map.of("seed", seed.value()));
        report.result(rows.sums());
        return report;
    }
}
