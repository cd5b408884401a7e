package io.deskmeter.bench.chaos;

import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.Installation;
import io.deskmeter.bench.InterruptHook;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OutOption;
import io.deskmeter.bench.SeedOption;
import io.deskmeter.bench.sim.BenchStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
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

    private final BenchReport report = new BenchReport("chaos", Machine.facts());
    private final List<EpisodeRow> rows = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
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
        try (store;
                ChaosFleet fleet = ChaosFleet.open(settings, store);
                InterruptHook unused = terminal.endIfInterrupted(fleet)) {
            EpisodeTrial trial = new EpisodeTrial(
                    fleet, real ? ChaosLoad.real(sessions, seed.value()) : ChaosLoad.simulated(sessions, seed.value()));
            for (int number = first; number < first + episodes; number++) {
                run(trial, Episode.draw(seed.value(), number, possible, agents));
            }
            terminal.say("logs and data: " + fleet.folder());
        } catch (IOException | InterruptedException | RuntimeException e) {
            // What was found until then took minutes.
            report();
            throw e;
        }
        report();
        return rows.stream().allMatch(EpisodeRow::asPromised) ? 0 : NOT_AS_PROMISED;
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
    private void run(EpisodeTrial trial, Episode episode) throws IOException, InterruptedException {
        EpisodeRow row = trial.of(episode);
        rows.add(row);
        report.add(row.toMap());
        report.result(sums());
        report.write(out.folder());
        terminal.say(
                "episode " + episode.number() + ": " + episode.disturbance().word() + " for "
                        + episode.lasts().toMillis() / 1e3 + " s after "
                        + episode.after().toMillis() / 1e3 + " s: "
                        + row.state() + (row.asPromised() ? "" : " NOT AS PROMISED " + row.toMap()));
    }

    private Map<String, @Nullable Object> sums() {
        Map<String, @Nullable Object> sums = new LinkedHashMap<>();
        sums.put("seed", seed.value());
        sums.put("episodes", rows.size());
        sums.put("made", sum(EpisodeRow::made));
        sums.put("stored", sum(EpisodeRow::stored));
        sums.put("lost", sum(EpisodeRow::lost));
        sums.put("twice", sum(EpisodeRow::twice));
        sums.put("foreign", sum(EpisodeRow::foreign));
        sums.put("left", sum(EpisodeRow::left));
        sums.put("untrue", sum(row -> row.untrue().isEmpty() ? 0 : 1));
        return sums;
    }

    private int sum(ToIntFunction<EpisodeRow> figure) {
        return rows.stream().mapToInt(figure).sum();
    }

    private void report() throws IOException {
        PrintWriter table = terminal.out();
        report.result(sums());
        report.print(table);
        table.println(report.write(out.folder()));
        table.flush();
    }
}
