package io.deskmeter.bench.hostile;

import io.deskmeter.agent.session.app.ContentFolders;
import io.deskmeter.bench.controller.AgentAccess;
import io.deskmeter.bench.controller.BenchStore;
import io.deskmeter.bench.controller.ControllerApi;
import io.deskmeter.bench.controller.ControllerProcess;
import io.deskmeter.bench.controller.TimingKeys;
import io.deskmeter.bench.hostile.StrangerKind.Port;
import io.deskmeter.bench.process.Await;
import io.deskmeter.bench.process.Child;
import io.deskmeter.bench.process.Jvm;
import io.deskmeter.bench.sim.agent.SimAgent;
import io.deskmeter.bench.sim.agent.TimingLog;
import io.deskmeter.bench.sim.desktop.SimWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * A controller, agents that work, somebody who logs in, and strangers. Used by one thread; closed by another one if the
 * user interrupts.
 */
final class HostileBench implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostileBench.class);
    private static final String STREAMS = "streams";
    /** Strangers work with less priority than agents. */
    private static final int LOWEST = 15;

    private static final String HEAP = "768m";
    private static final Duration ALONE = Duration.ofSeconds(10);
    /** Longer than any connection without a login may stay, from the last one on. */
    private static final int HELD_SECONDS = 45;

    private static final Duration STREAMS_WITHIN = Duration.ofHours(6);
    private static final Duration THINK = Duration.ofMillis(500);
    private static final Duration LOGON_INTERVAL = Duration.ofMillis(50);
    /** Of hours: the run is stopped. */
    private static final int ITERATIONS = 5_000;

    private final HostilePlan plan;
    private final Path folder;
    private final Consumer<String> told;
    private final List<SimAgent> agents = new ArrayList<>();
    private final ControllerProcess controller;
    private final List<Map<String, @Nullable Object>> kinds = new ArrayList<>();
    private final Map<String, @Nullable Object> result = new LinkedHashMap<>();
    private final List<String> broken = new ArrayList<>();
    private @Nullable Child strangers;
    private final HonestUse use;
    private boolean keep = true;

    private HostileBench(HostilePlan plan, Path folder, Path workloads, BenchStore store, Consumer<String> told)
            throws IOException, InterruptedException {
        this.plan = plan;
        this.folder = folder;
        this.told = told;
        this.controller = ControllerProcess.start(
                plan.home().launcher(),
                folder.resolve("data"),
                workloads,
                0,
                folder.resolve("controller.log"),
                Stream.of(
                                store.controllerOptions(),
                                ControllerProcess.FOR_MACHINES,
                                ControllerProcess.FOR_PEOPLE,
                                List.of("--heap", HEAP))
                        .flatMap(List::stream)
                        .toList());
        this.use = new HonestUse(controller);
    }

    /** Starts the controller and the agents, and waits until they are connected. */
    static HostileBench open(HostilePlan plan, BenchStore store, Consumer<String> told)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("hostile");
        Path workloads = SimWorkload.write(folder.resolve("workloads"));
        HostileBench bench = new HostileBench(plan, folder, workloads, store, told);
        try {
            bench.startAgents(workloads);
            return bench;
        } catch (IOException | InterruptedException | RuntimeException e) {
            bench.close();
            throw e;
        }
    }

    private void startAgents(Path workloads) throws IOException, InterruptedException {
        AgentAccess access = AgentAccess.certificates(controller, plan.agents());
        int limit = (plan.sessions() + plan.agents() - 1) / plan.agents();
        for (int i = 0; i < plan.agents(); i++) {
            agents.add(SimAgent.start(
                    "sim-" + i,
                    access.controller(),
                    new SimAgent.Settings(plan.home().agentJvm(), workloads, folder, limit, plan.seed(), access)));
        }
        for (SimAgent agent : agents) {
            agent.awaitReady();
        }
        Await.until(() -> controller.api().connected().size() == plan.agents(), "agents connected");
    }

    /** The whole of it. */
    void run() throws IOException, InterruptedException {
        ControllerApi api = controller.api();
        String run = api.run(SimWorkload.profile(
                "{ fixed: { sessions: " + plan.sessions() + " } }",
                ITERATIONS,
                1,
                THINK,
                LOGON_INTERVAL,
                plan.seed(),
                ""));
        Await.until(() -> isSteady(run), "run " + run + ": steady");
        controller.collectGarbage();
        long liveBefore = heapBytes();
        ControllerCounts before = ControllerCounts.read(api);
        use.begin(HonestPerson.at(controller), "/runs/" + run);
        use.phase("alone", ALONE);
        Child others = startStrangers();
        attack(others, STREAMS, "streams " + plan.streams());
        attack(others, "held", "hold " + plan.connections() + " " + HELD_SECONDS);
        others.close();
        use.phase("after", ALONE);
        use.end();
        ControllerCounts counts = ControllerCounts.read(api).minus(before);
        controller.collectGarbage();
        long live = heapBytes();
        disturbance(run, counts);
        memory(liveBefore, live);
        counts(counts);
        broken.addAll(use.notAsPromised());
        result.put("notAsPromised", broken.toString());
        keep = !broken.isEmpty();
    }

    private boolean isSteady(String run) throws IOException, InterruptedException {
        JsonNode now = controller.api().get("/runs/" + run);
        if (now.at("/ended").asBoolean()) {
            throw new IOException("run " + run + ": " + now.at("/state").asString()
                    + " (expected: steady; hint: the logs in " + folder + "): " + now.at("/reasons"));
        }
        return now.at("/state").asString().equals("steady");
    }

    private long heapBytes() throws IOException, InterruptedException {
        return controller
                .api()
                .actuator("metrics/jvm.memory.used?tag=area:heap")
                .at("/measurements/0/value")
                .asLong();
    }

    private Child startStrangers() throws IOException {
        List<String> command = new ArrayList<>(SimAgent.niced(LOWEST));
        command.addAll(Jvm.command(
                List.of("-Xmx1500m", "-XX:+UseSerialGC"),
                StrangersMain.class,
                List.of(
                        "--link", Integer.toString(controller.machines().getPort()),
                        "--https",
                                Integer.toString(controller.people().address().getPort()),
                        "--authority", controller.people().authority().text(),
                        "--seed", Long.toString(plan.seed()))));
        Child started = Child.start("strangers", command, Map.of(), folder.resolve("strangers.log"));
        strangers = started;
        return started;
    }

    private void attack(Child others, String phase, String order) throws IOException, InterruptedException {
        long start = System.nanoTime();
        use.phase(phase);
        others.say(order);
        for (String line = next(others); !line.equals(StrangersMain.DONE); line = next(others)) {
            String[] words = line.split(" ", 3);
            kind(phase, words[1], KindCounts.parse(words[2]));
        }
        told.accept(order + ": " + Math.round((System.nanoTime() - start) / 1e9) + " s");
    }

    private static String next(Child others) throws IOException, InterruptedException {
        return others.next(
                StrangersMain.DONE,
                line -> line.startsWith(StrangersMain.KIND) || line.equals(StrangersMain.DONE),
                STREAMS_WITHIN.toMillis());
    }

    private void kind(String phase, String kind, Map<String, Long> told) {
        Map<String, Long> outcomes = new TreeMap<>(told);
        Long longest = outcomes.remove(KindCounts.LONGEST);
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("phase", phase);
        row.put("strangers", kind);
        row.put(
                "connections",
                outcomes.values().stream().mapToLong(Long::longValue).sum());
        row.put("outcomes", outcomes.toString());
        row.put("longestMs", phase.equals(STREAMS) ? longest : null);
        row.put("open", outcomes.getOrDefault(KindCounts.OPEN, 0L));
        kinds.add(row);
        if (outcomes.getOrDefault(KindCounts.OPEN, 0L) > 0) {
            broken.add(phase + " " + kind + ": " + outcomes.get(KindCounts.OPEN)
                    + " connections still open (expected: 0)");
        }
        outcomes.keySet().stream()
                .filter(outcome -> outcome.equals("500"))
                .forEach(status ->
                        broken.add(kind + ": answered " + status + " (expected: a refusal; hint: controller.log)"));
    }

    /** Whether agents were disturbed. */
    private void disturbance(String run, ControllerCounts counts) throws IOException, InterruptedException {
        boolean accepted = controller.api().end(run, "stop");
        Await.until(() -> controller.api().get("/runs/" + run).at("/ended").asBoolean(), "the end of run " + run);
        JsonNode last = controller.api().get("/runs/" + run);
        TimingKeys made = TimingLog.read(agents.stream().map(SimAgent::tally).toList());
        TimingKeys samples =
                TimingLog.readSamples(agents.stream().map(SimAgent::tally).toList());
        Await.until(
                () -> controller.api().stored(run) >= made.size()
                        && controller.api().storedSamples(run) >= samples.size(),
                "timings of run " + run);
        ControllerApi.Stored timings = controller.api().timings(run);
        ControllerApi.Stored stored = controller.api().samples(run);
        result.put("runState", last.at("/state").asString());
        result.put("runReasons", last.at("/reasons").toString());
        result.put("agents", plan.agents());
        result.put("sessions", plan.sessions());
        result.put("timingsMade", made.size());
        result.put("timingsStored", timings.keys().size());
        result.put("samplesMade", samples.size());
        result.put("samplesStored", stored.keys().size());
        result.put("discardedSessions", last.at("/counts/discarded").asInt());
        result.put("harnessErrors", last.at("/counts/harnessErrors").asInt());
        result.put("lateBeats", counts.of("link.late"));
        result.put("linksLost", counts.of("link.lost"));
        result.put("reconnections", counts.of("link.connected"));
        require(
                accepted && last.at("/state").asString().equals("stopped"),
                "run: " + last.at("/state").asString() + " " + last.at("/reasons")
                        + " (expected: stopped, by this benchmark)");
        zero("timings lost", made.missingFrom(timings.keys()));
        zero("timings that nobody made", timings.keys().missingFrom(made));
        zero("timings stored twice", timings.twice());
        zero("samples lost", samples.missingFrom(stored.keys()));
        zero("samples that nobody made", stored.keys().missingFrom(samples));
        zero("samples stored twice", stored.twice());
        zero("discarded sessions", last.at("/counts/discarded").asInt());
        zero(
                "operations that failed by the harness",
                last.at("/counts/harnessErrors").asInt());
        zero("late beats", counts.of("link.late"));
        zero("links lost", counts.of("link.lost"));
        zero("links that came again", counts.of("link.connected"));
    }

    private void memory(long liveBefore, long live) {
        use.figures(result);
        double before = megabytes(liveBefore);
        double after = megabytes(live);
        result.put("heapLiveMbBefore", before);
        result.put("heapLiveMbAfter", after);
        require(
                after - before <= HostileBounds.HEAP_GROWTH_MB,
                "heap after a collection: " + before + " MB before, " + after + " MB after (expected: at most "
                        + HostileBounds.HEAP_GROWTH_MB + " MB more)");
    }

    private static double megabytes(long bytes) {
        return Math.round(bytes / (double) (1 << 20) * 10) / 10.0;
    }

    /** Whether each connection is in one of the controller's counts. */
    private void counts(ControllerCounts counts) {
        counts.values().forEach(result::put);
        require(
                counts.strangersAtLink() >= connected(Port.LINK),
                "port for agents: " + counts.strangersAtLink() + " connections of strangers counted (expected: >= "
                        + connected(Port.LINK) + ")");
        require(
                counts.strangersAtHttps() >= connected(Port.HTTPS),
                "port for HTTPS: " + counts.strangersAtHttps() + " connections without a login counted (expected: >= "
                        + connected(Port.HTTPS) + ")");
        zero("internal errors", counts.of("faults"));
    }

    private long connected(Port port) {
        String prefix = port.name().toLowerCase(Locale.ROOT) + "-";
        long all = 0;
        for (Map<String, @Nullable Object> row : kinds) {
            if (String.valueOf(row.get("strangers")).startsWith(prefix)) {
                all += row.get("connections") instanceof Long number ? number : 0;
            }
        }
        return all;
    }

    private void zero(String what, long number) {
        require(number == 0, what + ": " + number + " (expected: 0)");
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            broken.add(otherwise);
        }
    }

    /** A row for each phase, then one for each kind of strangers. */
    List<Map<String, @Nullable Object>> rows() {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>(use.rows());
        rows.addAll(kinds);
        return rows;
    }

    Map<String, @Nullable Object> result() {
        return result;
    }

    /** What is not as promised; empty if all is. */
    List<String> notAsPromised() {
        return broken;
    }

    @Override
    public void close() throws IOException {
        Child others = strangers;
        if (others != null) {
            others.close();
        }
        use.end();
        agents.parallelStream().forEach(SimAgent::close);
        controller.close();
        if (keep) {
            LOG.warn("logs and data are kept in {}", folder);
        } else {
            ContentFolders.delete(folder);
        }
    }
}
