package io.deskmeter.bench.pages;

import io.deskmeter.agent.session.app.ContentFolders;
import io.deskmeter.bench.controller.AgentAccess;
import io.deskmeter.bench.controller.ControllerProcess;
import io.deskmeter.bench.process.Await;
import io.deskmeter.bench.sim.agent.SimAgent;
import io.deskmeter.bench.sim.desktop.SimWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** A controller and a run of simulated sessions that continues as long as needed. */
final class LiveRun implements AutoCloseable {
    private static final String WORKLOADS = "workloads";
    private static final Duration LOGON_INTERVAL = Duration.ofMillis(40);
    /** More than needed: the run is ended earlier. */
    private static final int ITERATIONS = 2_000;

    private final Path folder;
    private final ControllerProcess controller;
    private final List<SimAgent> agents = new CopyOnWriteArrayList<>();
    private String run = "";

    private LiveRun(Path folder, ControllerProcess controller) {
        this.folder = folder;
        this.controller = controller;
    }

    /** Starts the controller. */
    static LiveRun open(PagesPlan plan) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("pages-live");
        Path workloads = SimWorkload.write(folder.resolve(WORKLOADS));
        Path log = folder.resolve("controller.log");
        return new LiveRun(
                folder, ControllerProcess.start(plan.home().launcher(), folder.resolve("data"), workloads, 0, log));
    }

    /** Starts agents and the run, and waits until every session works. */
    void begin(PagesPlan plan) throws IOException, InterruptedException {
        startAgents(plan, folder.resolve(WORKLOADS));
        String load = "{ fixed: { sessions: " + plan.sessions() + " } }";
        run = controller
                .api()
                .run(SimWorkload.profile(load, ITERATIONS, 1, plan.think(), LOGON_INTERVAL, plan.seed(), ""));
        Await.until(() -> working() >= plan.sessions(), plan.sessions() + " sessions at work");
    }

    private void startAgents(PagesPlan plan, Path workloads) throws IOException, InterruptedException {
        int limit = (plan.sessions() + plan.agents() - 1) / plan.agents();
        for (int i = 0; i < plan.agents(); i++) {
            agents.add(SimAgent.start(
                    "sim-" + i,
                    controller.link(),
                    new SimAgent.Settings(
                            plan.home().agentJvm(),
                            workloads,
                            folder,
                            limit,
                            plan.seed(),
                            AgentAccess.token(controller))));
        }
        for (SimAgent agent : agents) {
            agent.awaitReady();
        }
        Await.until(() -> controller.api().connected().size() == plan.agents(), plan.agents() + " agents connected");
    }

    private int working() throws IOException, InterruptedException {
        JsonNode sessions = controller.api().get("/runs/" + run).at("/sessions");
        return (int) StreamSupport.stream(sessions.spliterator(), false)
                .filter(session -> session.at("/state").asString().equals("working"))
                .count();
    }

    int timings() throws IOException, InterruptedException {
        return controller.api().get("/runs/" + run).at("/counts/timings").asInt();
    }

    /** Browsers that are started from now on are logged in to its controller. */
    void letIn(Browsers browsers) throws IOException, InterruptedException {
        browsers.logIn(controller);
    }

    String page() {
        return controller.pages() + "/runs/" + run;
    }

    long controllerCpuNanos() throws IOException {
        return controller.tree().cpuNanos().own();
    }

    long agentsCpuNanos() throws IOException {
        long sum = 0;
        for (SimAgent agent : agents) {
            sum += agent.tree().cpuNanos().own();
        }
        return sum;
    }

    @Override
    public void close() throws IOException {
        agents.parallelStream().forEach(SimAgent::close);
        controller.close();
        ContentFolders.delete(folder);
    }
}
