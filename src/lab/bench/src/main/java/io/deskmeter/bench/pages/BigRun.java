package io.deskmeter.bench.pages;

import io.deskmeter.bench.controller.AgentAccess;
import io.deskmeter.bench.controller.ControllerApi;
import io.deskmeter.bench.controller.ControllerProcess;
import io.deskmeter.bench.process.Await;
import io.deskmeter.bench.sim.synthetic.SyntheticAgent;
import io.deskmeter.bench.sim.synthetic.SyntheticResponses;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.plan.Planner;
import io.deskmeter.workload.yaml.RunProfiles;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * Creates a run with about the requested number of timings through the real link: ten load points, the last with all
 * sessions.
 */
final class BigRun {
    /** The id of its profile. */
    static final String PROFILE = "million";

    private static final int POINTS = 10;
    private static final int AGENTS = 4;
    /**
     * Iterations of a load point that do not count: those of the ramp-up, and those in progress when it ends: at least
     * four of each session.
     */
    private static final int WARM_UP = 4;

    private BigRun() {}

    /**
     * The created run.
     *
     * @param id of the run
     * @param timings that are stored
     * @param state in which it ended
     * @param seconds from the first session to the end
     */
    record Made(String id, int timings, String state, double seconds) {}

    /**
     * Runs it to its end.
     *
     * @param workloads those of the controller
     * @param folder for the agents' spools
     */
    static Made make(ControllerProcess controller, Path workloads, Path folder, int timings, int sessions, long seed)
            throws IOException, InterruptedException, InvalidDocumentException {
        WorkloadCatalog catalog = WorkloadCatalog.open(workloads);
        int operations =
                planner(catalog, profile(sessions, 1, seed)).iteration(0, 0).size();
        // The average number of sessions is half of the last point's.
        int slots = sessions * (POINTS + 1) / 2;
        int steady = Math.max(1, Math.round(timings / (float) slots / operations) - WARM_UP);
        String document = profile(sessions, steady, seed);
        Planner planner = planner(catalog, document);
        SyntheticResponses synthetic = new SyntheticResponses(planner, sessions, seed);
        List<SyntheticAgent> agents = new ArrayList<>();
        try {
            for (int i = 1; i <= AGENTS; i++) {
                agents.add(new SyntheticAgent(
                        "host-" + i,
                        controller.link(),
                        AgentAccess.token(controller),
                        catalog.checksums(),
                        synthetic,
                        folder));
            }
            Await.until(() -> controller.api().connected().size() == AGENTS, "agents connected");
            long began = System.nanoTime();
            String run = controller.api().run(document);
            Await.until(() -> controller.api().get("/runs/" + run).at("/ended").asBoolean(), "the end of run " + run);
            return made(controller.api(), run, (System.nanoTime() - began) / 1e9);
        } finally {
            agents.forEach(SyntheticAgent::close);
        }
    }

    private static Made made(ControllerApi api, String run, double seconds) throws IOException, InterruptedException {
        JsonNode last = api.get("/runs/" + run);
        return new Made(run, api.stored(run), last.at("/state").asString() + last.at("/reasons"), seconds);
    }

    private static Planner planner(WorkloadCatalog catalog, String document) throws InvalidDocumentException {
        WorkloadProfile profile =
                RunProfiles.parseSelfContained("million.yaml", document).workloads();
        List<Workload> workloads = new ArrayList<>();
        for (String id : profile.workloads()) {
            workloads.add(catalog.load(id));
        }
        return new Planner(profile, workloads);
    }

    private static String profile(int sessions, int steady, long seed) {
        String steps = IntStream.rangeClosed(1, POINTS)
                .mapToObj(point -> Integer.toString(Math.max(point, point * sessions / POINTS)))
                .collect(Collectors.joining(", "));
        return """
                id: million
                title: A million timings
                workloads:
                  id: office
                  workloads: [office/writer, office/calc]
                  iterations: %d
                  steady: { skipFirst: 1, skipLast: 0 }
                  think: { mean: 2s }
                  seed: %d
                target: { local: {} }
                load: { steps: { sessions: [%s] } }
                thresholds: { A: 1s, B: 5s }
                evidence: failed
                logonInterval: 0ms
                # Synthetic timings have no pacing.
                validity: { pacing: 100%%, lag: 60s, harnessCpu: 100%% }
                """.formatted(steady + 1, seed, steps);
    }
}
