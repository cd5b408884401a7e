package io.deskmeter.bench.ingest;

import io.deskmeter.agent.session.app.ContentFolders;
import io.deskmeter.bench.controller.AgentAccess;
import io.deskmeter.bench.controller.BenchStore;
import io.deskmeter.bench.controller.ControllerProcess;
import io.deskmeter.bench.controller.TimingKeys;
import io.deskmeter.bench.controller.TlsOption;
import io.deskmeter.bench.ingest.PlainStore.Took;
import io.deskmeter.bench.process.Await;
import io.deskmeter.bench.sim.desktop.SimWorkload;
import io.deskmeter.bench.sim.synthetic.SyntheticResponses;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** One store: through a controller, then without one. Closed by another thread if the user interrupts. */
final class IngestBench implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(IngestBench.class);
    private static final long PATIENCE_SECONDS = 120;
    private static final int ROOM = 2;

    private final IngestPlan plan;
    private final BenchStore store;
    private final Path folder;
    private final Path data;
    private final WorkloadCatalog catalog;
    private final ControllerProcess controller;
    private final List<FeedingAgent> agents = new ArrayList<>();
    private final List<MeasuredRecords> records = new ArrayList<>();
    private final Map<String, @Nullable Object> result = new LinkedHashMap<>();
    private boolean complete;

    private IngestBench(IngestPlan plan, BenchStore store, Path folder, Path workloads, List<String> options)
            throws IOException, InterruptedException {
        this.plan = plan;
        this.store = store;
        this.folder = folder;
        this.data = folder.resolve("data");
        this.catalog = WorkloadCatalog.open(workloads);
        this.controller = ControllerProcess.start(
                plan.home().launcher(),
                data,
                workloads,
                0,
                folder.resolve("controller.log"),
                TlsOption.controllerOptions(plan.tls(), options));
    }

    /** Starts the controller. */
    static IngestBench open(IngestPlan plan, BenchStore store) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("ingest");
        return new IngestBench(
                plan, store, folder, SimWorkload.write(folder.resolve("workloads")), store.controllerOptions());
    }

    /** Both ways; the first row is the controller's. */
    List<IngestRow> run() throws IOException, InterruptedException {
        connect();
        String run = controller.api().run(plan.profile());
        Await.until(() -> steady(run), "run " + run + ": steady");
        for (FeedingAgent agent : agents) {
            records.add(records(run, agent));
        }
        int warmUpBatches = feed(plan.warmUp()).batches();
        Fed fed = feed(plan.amount());
        end(run);
        Stored.Difference difference = difference(run);
        figures(fed, difference);
        if (!difference.none()) {
            return List.of(row("controller", fed.took(), null, false));
        }
        List<IngestRow> rows = plain(run, warmUpBatches, fed);
        complete = true;
        return rows;
    }

    private void connect() throws IOException, InterruptedException {
        AgentAccess access =
                plan.tls() ? AgentAccess.certificates(controller, plan.agents()) : AgentAccess.token(controller);
        for (int i = 0; i < plan.agents(); i++) {
            agents.add(new FeedingAgent("feed-" + i, access, catalog.checksums(), folder));
        }
        Await.until(() -> controller.api().connected().size() == plan.agents(), "agents connected");
    }

    private boolean steady(String run) throws IOException, InterruptedException {
        JsonNode now = controller.api().get("/runs/" + run);
        if (now.at("/ended").asBoolean()) {
            throw new IOException(
                    "run " + run + ": " + now.at("/state").asString() + " (expected: steady): " + now.at("/reasons"));
        }
        return now.at("/state").asString().equals("steady");
    }

    private MeasuredRecords records(String run, FeedingAgent agent) throws IOException {
        SyntheticResponses synthetic = new SyntheticResponses(
                SimWorkload.planner(catalog, plan.profile()), ROOM * plan.sessions(), plan.seed());
        return new MeasuredRecords(run, synthetic, agent.sessions(), Instant.now());
    }

    /**
     * What was stored.
     *
     * @param batches of all agents
     */
    private record Fed(int batches, Took took) {}

    /** All is in the spools when the time begins; it ends with the last acknowledgement. */
    private Fed feed(IngestPlan.Amount amount) throws IOException, InterruptedException {
        int batches = 0;
        for (int i = 0; i < agents.size(); i++) {
            List<MeasuredRecords.Batch> mine = records.get(i).batches(amount.share(i, agents.size()), plan.batch());
            agents.get(i).prepare(mine);
            batches += mine.size();
        }
        long begin = System.nanoTime();
        agents.forEach(FeedingAgent::send);
        long end = begin;
        for (FeedingAgent agent : agents) {
            end = Math.max(end, agent.awaitAcknowledged(PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
        return new Fed(batches, new Took(amount.rows(), (end - begin) / 1e9));
    }

    /**
     * The run has no verdict: its sessions report no progress. The controller ends too, so that it takes no processor
     * from the database.
     */
    private void end(String run) throws IOException, InterruptedException {
        controller.api().end(run, "abort");
        Await.until(() -> controller.api().get("/runs/" + run).at("/ended").asBoolean(), "the end of run " + run);
        agents.forEach(FeedingAgent::close);
        controller.close();
    }

    private Stored.Difference difference(String run) throws IOException {
        TimingKeys timings = new TimingKeys();
        TimingKeys samples = new TimingKeys();
        for (MeasuredRecords one : records) {
            timings.addAll(one.timingKeys());
            samples.addAll(one.sampleKeys());
        }
        try (Connection connection =
                DriverManager.getConnection(store.databaseUrl().orElse(H2Insert.url(data)))) {
            return Stored.difference(connection, Stored.TIMINGS, run, timings)
                    .plus(Stored.difference(connection, Stored.SAMPLES, run, samples));
        } catch (SQLException e) {
            throw new IOException("the rows of run " + run + ": " + e.getMessage(), e);
        }
    }

    private List<IngestRow> plain(String run, int warmUpBatches, Fed fed) throws IOException, InterruptedException {
        Optional<String> database = store.databaseUrl();
        List<IngestRow> rows = new ArrayList<>();
        try (PlainStore plain = database.isPresent()
                ? PostgresCopy.open(database.get(), run, plan.warmUp())
                : new H2Insert(data, folder.resolve("plain"), run, plan.warmUp())) {
            Took batches = plain.store(Math.max(1, warmUpBatches), fed.batches());
            if (database.isEmpty()) {
                rows.add(row("controller", fed.took(), batches, true));
                rows.add(row("inserts in batches", batches, batches, true));
                return rows;
            }
            Took once = plain.store(1, 1);
            rows.add(row(
                    "controller",
                    fed.took(),
                    batches,
                    fed.took().rowsPerSecond() >= plan.goal() * batches.rowsPerSecond()));
            rows.add(row("COPY in batches", batches, batches, true));
            rows.add(row("one COPY", once, batches, true));
            result.put(store.kind() + "RatioToOneCopy", fed.took().rowsPerSecond() / once.rowsPerSecond());
        }
        return rows;
    }

    private IngestRow row(String way, Took took, @Nullable Took plain, boolean pass) {
        return new IngestRow(store.kind(), way, took, plain, store.databaseUrl().isPresent(), pass);
    }

    private void figures(Fed fed, Stored.Difference difference) {
        String kind = store.kind();
        result.put(kind + "Batches", fed.batches());
        result.put(kind + "RowsLost", difference.lost());
        result.put(kind + "RowsStoredTwice", difference.twice());
        result.put(kind + "RowsNobodySent", difference.foreign());
        result.put(
                kind + "Reconnections",
                agents.stream().mapToInt(FeedingAgent::connections).sum() - agents.size());
    }

    /** The figures beside the rows; call this after {@link #run}. */
    Map<String, @Nullable Object> result() {
        return result;
    }

    @Override
    public void close() throws IOException {
        agents.forEach(FeedingAgent::close);
        controller.close();
        if (complete) {
            ContentFolders.delete(folder);
        } else {
            LOG.warn("logs and data are kept in {}", folder);
        }
    }
}
