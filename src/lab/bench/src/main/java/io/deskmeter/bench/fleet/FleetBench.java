package io.deskmeter.bench.fleet;

import io.deskmeter.agent.session.app.ContentFolders;
import io.deskmeter.bench.controller.AgentAccess;
import io.deskmeter.bench.controller.BenchStore;
import io.deskmeter.bench.controller.ControllerApi;
import io.deskmeter.bench.controller.ControllerProcess;
import io.deskmeter.bench.controller.EventReader;
import io.deskmeter.bench.controller.TimingKeys;
import io.deskmeter.bench.controller.TlsOption;
import io.deskmeter.bench.proxy.BreakableProxy;
import io.deskmeter.bench.sim.agent.SimAgent;
import io.deskmeter.bench.sim.agent.TimingLog;
import io.deskmeter.bench.sim.desktop.SimWorkload;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** One run of a simulated fleet, with its results. Closed by another thread if the user interrupts. */
final class FleetBench implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FleetBench.class);
    private static final Duration CONNECTED_WITHIN = Duration.ofMinutes(3);
    private static final Duration DELIVERED_WITHIN = Duration.ofSeconds(30);
    private static final Duration GRACE = Duration.ofMinutes(5);

    private final FleetPlan plan;
    private final Path folder;
    private final Path workloads;
    private final List<SimAgent> agents = new ArrayList<>();
    private final SyntheticFleet synthetic = new SyntheticFleet();
    private final List<BreakableProxy> lines = new ArrayList<>();
    private final List<FleetSample> samples = new ArrayList<>();
    private final ScheduledExecutorService cutter = Executors.newSingleThreadScheduledExecutor();
    private final ControllerProcess controller;
    private final Map<String, @Nullable Object> result = new LinkedHashMap<>();
    /** Until it is known that nothing went wrong: errors refer to the logs. */
    private boolean keep = true;

    private FleetBench(FleetPlan plan, Path folder, Path workloads, ControllerProcess controller) {
        this.plan = plan;
        this.folder = folder;
        this.workloads = workloads;
        this.controller = controller;
    }

    /** Starts the controller and all agents, and waits until they are connected. */
    static FleetBench open(FleetPlan plan, BenchStore store) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("fleet");
        Path workloads = SimWorkload.write(folder.resolve("workloads"), plan.metrics());
        FleetBench bench = new FleetBench(
                plan,
                folder,
                workloads,
                ControllerProcess.start(
                        plan.home().launcher(),
                        folder.resolve("data"),
                        workloads,
                        0,
                        folder.resolve("controller.log"),
                        TlsOption.controllerOptions(plan.tls(), store.controllerOptions())));
        try {
            bench.startAgents();
            return bench;
        } catch (IOException | InterruptedException | RuntimeException e) {
            bench.close();
            throw e;
        }
    }

    private void startAgents() throws IOException, InterruptedException {
        AgentAccess access =
                plan.tls() ? AgentAccess.certificates(controller, plan.agents()) : AgentAccess.token(controller);
        for (int i = 0; plan.synthetic() && i < plan.agents(); i++) {
            synthetic.add(plan, workloads, folder, "sim-" + i, address(i, access), access);
        }
        for (int i = 0; !plan.synthetic() && i < plan.agents(); i++) {
            agents.add(SimAgent.start(
                    "sim-" + i,
                    address(i, access),
                    new SimAgent.Settings(
                            plan.home().agentJvm(), workloads, folder, plan.limit(), plan.seed(), access)));
        }
        for (SimAgent agent : agents) {
            agent.awaitReady();
        }
        long deadline = System.nanoTime() + CONNECTED_WITHIN.toNanos();
        while (controller.api().connected().size() < plan.agents()) {
            if (System.nanoTime() > deadline) {
                throw new IOException("agents: " + controller.api().connected().size() + " connected within "
                        + CONNECTED_WITHIN.toSeconds() + " s (expected: " + plan.agents() + "; hint: the logs in "
                        + folder + ")");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
    }

    private InetSocketAddress address(int agent, AgentAccess access) throws IOException {
        if (agent >= plan.brokenLines()) {
            return access.controller();
        }
        BreakableProxy line = BreakableProxy.to(access.controller());
        lines.add(line);
        return line.address();
    }

    /** Runs to the end. */
    void run() throws IOException, InterruptedException {
        String run = controller.api().run(profile(plan));
        List<EventReader> readers = new ArrayList<>();
        for (int i = 0; i < plan.readers(); i++) {
            readers.add(EventReader.start(controller.api(), run));
        }
        cutLines();
        sample(readers.get(0));
        result(run, readers);
    }

    static String profile(FleetPlan plan) {
        return SimWorkload.profile(
                plan.load(), plan.iterations(), 1, plan.think(), plan.logonInterval(), plan.seed(), "");
    }

    private void cutLines() {
        Random random = new Random(plan.seed());
        for (BreakableProxy line : lines) {
            long millis = plan.cutEvery().toMillis();
            long first = (long) (random.nextDouble() * millis);
            var unused = cutter.scheduleAtFixedRate(line::cut, first, millis, TimeUnit.MILLISECONDS);
        }
    }

    private void sample(EventReader events) throws IOException, InterruptedException {
        long start = System.nanoTime();
        long bound = plan.duration()
                .multipliedBy(3)
                .plus(plan.logonInterval().multipliedBy(plan.sessions()))
                .plus(GRACE)
                .toNanos();
        for (long second = 0; !events.ended(); second++) {
            long due = start + TimeUnit.SECONDS.toNanos(second);
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            samples.add(FleetSample.take(controller, agents, events));
            if (System.nanoTime() - start > bound) {
                throw new IOException("run: not over within " + TimeUnit.NANOSECONDS.toSeconds(bound)
                        + " s (hint: the logs in " + folder + ")");
            }
        }
    }

    private void result(String run, List<EventReader> readers) throws IOException, InterruptedException {
        JsonNode last = controller.api().get("/runs/" + run);
        mailbox();
        TimingKeys made = awaitDelivered(run);
        ControllerApi.Stored stored = controller.api().timings(run);
        int lost = made.missingFrom(stored.keys());
        int foreign = stored.keys().missingFrom(made);
        int lostSamples = samples(run);
        result.put("state", last.at("/state").asString());
        result.put("reasons", last.at("/reasons").toString());
        result.put("agents", plan.agents());
        result.put("sessions", plan.sessions());
        result.put("iterations", plan.iterations());
        result.put("linesCut", lines.stream().mapToInt(BreakableProxy::cuts).sum());
        result.put("timingsMade", made.size());
        result.put("timingsStored", stored.keys().size());
        result.put("timingsLost", lost);
        result.put("timingsStoredTwice", stored.twice());
        result.put("timingsNobodyMade", foreign);
        result.put("sentAgainAndDropped", last.at("/counts/duplicates").asInt());
        result.put("failedOperations", last.at("/counts/failed").asInt());
        result.put("harnessErrors", last.at("/counts/harnessErrors").asInt());
        result.put("discardedSessions", last.at("/counts/discarded").asInt());
        result.put("unknownMessages", last.at("/counts/unknownEvents").asInt());
        result.put("eventReaders", readers.size());
        result.put(
                "snapshotsRead",
                readers.stream().mapToLong(EventReader::snapshots).sum());
        result.put(
                "snapshotsReadMb",
                FleetSample.round(
                        readers.stream().mapToLong(EventReader::characters).sum() / 1e6));
        costs();
        keep = !last.at("/state").asString().equals("finished") || lost > 0 || foreign > 0 || lostSamples > 0;
    }

    /** How many samples of metrics that were made are not stored. */
    private int samples(String run) throws IOException, InterruptedException {
        TimingKeys made = madeSamples();
        ControllerApi.Stored stored = controller.api().samples(run);
        int lost = made.missingFrom(stored.keys());
        result.put("samplesMade", made.size());
        result.put("samplesStored", stored.keys().size());
        result.put("samplesLost", lost);
        result.put("samplesStoredTwice", stored.twice());
        result.put("samplesNobodyMade", stored.keys().missingFrom(made));
        return lost;
    }

    /**
     * Waits for agents that were disconnected at the end of the run and still send timings; returns all recorded
     * timings.
     */
    private TimingKeys awaitDelivered(String run) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + DELIVERED_WITHIN.toNanos();
        TimingKeys made = made();
        while (isOnItsWay(run, made) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
            made = made();
        }
        return made;
    }

    private boolean isOnItsWay(String run, TimingKeys made) throws IOException, InterruptedException {
        return controller.api().stored(run) < made.size()
                || controller.api().storedSamples(run) < madeSamples().size();
    }

    private TimingKeys madeSamples() throws IOException {
        TimingKeys made =
                TimingLog.readSamples(agents.stream().map(SimAgent::tally).toList());
        made.addAll(synthetic.madeSamples());
        return made;
    }

    private TimingKeys made() throws IOException {
        TimingKeys made = TimingLog.read(agents.stream().map(SimAgent::tally).toList());
        made.addAll(synthetic.made());
        return made;
    }

    /** The times of the thread that owns the run. */
    private void mailbox() throws IOException, InterruptedException {
        JsonNode mailbox = controller.api().actuator("mailbox");
        result.put("mailboxMessages", mailbox.at("/messages").asLong());
        for (String figure : List.of("waited", "took")) {
            for (String percentile : List.of("p50Ms", "p99Ms", "p999Ms", "maxMs")) {
                result.put(
                        "mailbox" + Character.toUpperCase(figure.charAt(0)) + figure.substring(1)
                                + Character.toUpperCase(percentile.charAt(0)) + percentile.substring(1),
                        mailbox.at("/" + figure + "/" + percentile).asDouble());
            }
        }
    }

    private void costs() {
        FleetSample first = samples.get(0);
        FleetSample last = samples.get(samples.size() - 1);
        double seconds = (last.at() - first.at()) / 1e9;
        result.put("seconds", FleetSample.round(seconds));
        result.put(
                "controllerCpuPctMean",
                FleetSample.round((last.controllerCpuNanos() - first.controllerCpuNanos()) / 1e7 / seconds));
        result.put("controllerCpuPctMax", highest("controllerCpuPct"));
        result.put("controllerPssMbMax", highest("controllerPssMb"));
        result.put("controllerHeapUsedMbMax", highest("controllerHeapUsedMb"));
        result.put("controllerHeapLiveMbMax", highest("controllerHeapLiveMb"));
        result.put(
                "agentsCpuPctMean",
                FleetSample.round((last.agentsCpuNanos() - first.agentsCpuNanos()) / 1e7 / seconds));
        result.put("timingsPerSecondMax", highest("timingsPerSecond"));
    }

    private double highest(String key) {
        return rows().stream()
                .map(row -> row.get(key))
                .filter(Double.class::isInstance)
                .mapToDouble(value -> (Double) value)
                .max()
                .orElse(Double.NaN);
    }

    /** One row a second. */
    List<Map<String, @Nullable Object>> rows() {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (int i = 1; i < samples.size(); i++) {
            rows.add(samples.get(i).row(samples.get(0), samples.get(i - 1)));
        }
        return rows;
    }

    /** The results; call this after {@link #run}. */
    Map<String, @Nullable Object> result() {
        return result;
    }

    @Override
    public void close() throws IOException {
        cutter.shutdownNow();
        // In parallel, because each takes a moment.
        agents.parallelStream().forEach(SimAgent::close);
        synthetic.close();
        controller.close();
        for (BreakableProxy line : lines) {
            line.close();
        }
        if (keep) {
            LOG.warn("logs and data are kept in {}", folder);
        } else {
            ContentFolders.delete(folder);
        }
    }
}
