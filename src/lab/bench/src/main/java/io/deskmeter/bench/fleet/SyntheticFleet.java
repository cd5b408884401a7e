package io.deskmeter.bench.fleet;

import io.deskmeter.bench.controller.AgentAccess;
import io.deskmeter.bench.controller.TimingKeys;
import io.deskmeter.bench.sim.desktop.SimWorkload;
import io.deskmeter.bench.sim.synthetic.PacedSessions;
import io.deskmeter.bench.sim.synthetic.SyntheticAgent;
import io.deskmeter.bench.sim.synthetic.SyntheticResponses;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Agents in this process with synthetic timings, at the rate of the plan. */
final class SyntheticFleet implements AutoCloseable {
    /** A platform with twice the required capacity: its thresholds are kept. */
    private static final int ROOM = 2;

    private final List<SyntheticAgent> agents = new ArrayList<>();
    private final TimingKeys made = new TimingKeys();
    private final TimingKeys madeSamples = new TimingKeys();

    /**
     * Adds an agent, which connects.
     *
     * @param controller where it connects
     * @param access to the controller
     */
    void add(FleetPlan plan, Path workloads, Path folder, String name, InetSocketAddress controller, AgentAccess access)
            throws IOException {
        WorkloadCatalog catalog = WorkloadCatalog.open(workloads);
        SyntheticResponses synthetic = new SyntheticResponses(
                SimWorkload.planner(catalog, FleetBench.profile(plan)), ROOM * plan.sessions(), plan.seed());
        PacedSessions work = new PacedSessions(synthetic, made, madeSamples, plan.operation(), InstantSource.system());
        agents.add(new SyntheticAgent(
                name, controller, access, catalog.checksums(), synthetic, folder, plan.limit(), work));
    }

    /** All timings so far. */
    TimingKeys made() {
        return made;
    }

    /** All samples of metrics so far. */
    TimingKeys madeSamples() {
        return madeSamples;
    }

    @Override
    public void close() {
        agents.forEach(SyntheticAgent::close);
    }
}
