package io.deskmeter.bench.faults;

import io.deskmeter.agent.session.app.ContentFolders;
import io.deskmeter.bench.controller.AgentAccess;
import io.deskmeter.bench.controller.BenchStore;
import io.deskmeter.bench.controller.ControllerProcess;
import io.deskmeter.bench.sim.agent.SimAgent;
import io.deskmeter.bench.sim.desktop.SimFaults;
import io.deskmeter.bench.sim.desktop.SimWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A controller and agents for successive runs with faults; killed processes are restarted. */
final class FaultEnvironment implements AutoCloseable {
    private static final Duration AT_EASE = Duration.ofMinutes(3);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Path launcher;
    private final Path folder;
    private final Path workloads;
    private final SimAgent.Settings settings;
    private final List<SimAgent> agents = new ArrayList<>();
    private final BenchStore store;
    private ControllerProcess controller;

    private FaultEnvironment(
            Path launcher,
            Path folder,
            Path workloads,
            SimAgent.Settings settings,
            ControllerProcess controller,
            BenchStore store) {
        this.launcher = launcher;
        this.folder = folder;
        this.workloads = workloads;
        this.settings = settings;
        this.controller = controller;
        this.store = store;
    }

    /**
     * Starts the controller and agents.
     *
     * @param launcher {@code ./deskmeter} of a built tree
     * @param agentJvm the agent's file of JVM arguments
     * @param limit sessions of each agent
     */
    static FaultEnvironment open(Path launcher, Path agentJvm, int agents, int limit, BenchStore store)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("faults");
        Path workloads = SimWorkload.write(folder.resolve("workloads"));
        ControllerProcess controller = startController(launcher, folder, workloads, 0, store);
        FaultEnvironment environment = new FaultEnvironment(
                launcher,
                folder,
                workloads,
                new SimAgent.Settings(agentJvm, workloads, folder, limit, 1, AgentAccess.token(controller)),
                controller,
                store);
        try {
            for (int i = 0; i < agents; i++) {
                environment.agents.add(SimAgent.start("sim-" + i, controller.link(), environment.settings));
            }
            environment.awaitAtEase();
            return environment;
        } catch (IOException | InterruptedException | RuntimeException e) {
            environment.close();
            throw e;
        }
    }

    private static ControllerProcess startController(
            Path launcher, Path folder, Path workloads, int linkPort, BenchStore store)
            throws IOException, InterruptedException {
        return ControllerProcess.start(
                launcher,
                folder.resolve("data"),
                workloads,
                linkPort,
                folder.resolve("controller.log"),
                store.controllerOptions());
    }

    ControllerProcess controller() {
        return controller;
    }

    SimAgent agent(int index) {
        return agents.get(index);
    }

    /** Sets what is slow in the next run. */
    void faults(SimFaults faults) throws IOException, InterruptedException {
        for (SimAgent agent : agents) {
            agent.faults(faults);
        }
    }

    /** Kills the controller and starts a new one on the same data and port. */
    void restartController() throws IOException, InterruptedException {
        controller.kill();
        controller =
                startController(launcher, folder, workloads, controller.link().getPort(), store);
    }

    /** Restarts the killed agents, and waits until all are connected. */
    void awaitAtEase() throws IOException, InterruptedException {
        for (int i = 0; i < agents.size(); i++) {
            if (!agents.get(i).alive()) {
                agents.set(i, SimAgent.start("sim-" + i, controller.link(), settings));
            }
        }
        long deadline = System.nanoTime() + AT_EASE.toNanos();
        while (controller.api().connected().size() < agents.size()) {
            if (System.nanoTime() > deadline) {
                throw new IOException("agents: not all connected within " + AT_EASE.toSeconds()
                        + " s (hint: the logs in " + folder + ")");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** The number of remaining sessions and desktops of running agents, and of agents that a run still reserves. */
    int left() throws IOException, InterruptedException {
        int left = 0;
        for (SimAgent agent : agents) {
            left += agent.alive() ? agent.running() : 0;
        }
        return left
                + (int) controller.api().connected().values().stream()
                        .filter(run -> !run.isEmpty())
                        .count();
    }

    @Override
    public void close() throws IOException {
        agents.parallelStream().forEach(SimAgent::close);
        controller.close();
        ContentFolders.delete(folder);
    }
}
