package io.deskmeter.bench.chaos;

import io.deskmeter.agent.session.app.ContentFolders;
import io.deskmeter.bench.InterruptHook;
import io.deskmeter.bench.controller.AgentAccess;
import io.deskmeter.bench.controller.BenchStore;
import io.deskmeter.bench.controller.ControllerApi;
import io.deskmeter.bench.controller.ControllerProcess;
import io.deskmeter.bench.sim.agent.SimAgent;
import io.deskmeter.bench.sim.desktop.SimWorkload;
import io.deskmeter.testsupport.LoopbackPorts;
import io.deskmeter.testsupport.SmallDisk;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A controller and agents on simulated desktops, each behind a line that can be disturbed, on a disk of its own and
 * with its own clock as far as this machine allows it. What a disturbance ended is started again. Has its own store,
 * ports and folder, so that there can be many of them. Used by one thread; closed by another one if the user
 * interrupts.
 */
final class ChaosFleet implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChaosFleet.class);
    private static final Duration AT_EASE = Duration.ofMinutes(2);
    private static final int CONTROLLER_MEGABYTES = 192;
    private static final int AGENT_MEGABYTES = 32;

    /** An episode was seen to write 2.4 MB in the mean; what it replaces is free a minute later. */
    private static final long EPISODE_BYTES = 64L << 20;

    /** An agent starts no real desktop where less than 64 MB are free, and each has a word processor's settings. */
    private static final int REAL_AGENT_MEGABYTES = 256;

    private static final long LOOK_MILLIS = 50;
    /**
     * Variables of its programs. They work little and live for minutes, so the optimizing compiler would take most of
     * the processor time, and the share of memory that a controller takes by default is too much where there are many.
     */
    private static final Map<String, String> SMALL =
            Map.of("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1", "DESKMETER_CONTROLLER_HEAP", "768m");

    private static final List<String> OF_A_RUN = List.of("", "/stages", "/timings?limit=10000", "/samples.csv");

    private final Settings settings;
    private final Path folder;
    private final BenchStore store;
    private final ChaosLines lines = new ChaosLines();
    private final List<Machine> machines = new ArrayList<>();
    private final List<SmallDisk> disks = new CopyOnWriteArrayList<>();
    private final InterruptHook hook;
    private final Optional<ShiftedClock> controllerClock;
    private final Path workloads;
    private final int linkPort = LoopbackPorts.kept();
    private Optional<SmallDisk> controllerDisk = Optional.empty();
    private @Nullable ControllerProcess controller;
    private boolean closed;

    /**
     * What it consists of.
     *
     * @param launcher {@code ./deskmeter} of a built tree
     * @param agentJvm the agent's file of JVM arguments
     * @param limit sessions of each agent
     * @param real workloads for real desktops, if the desktops are to be real
     * @param disturbances that will come: a small disk and a clock that can be moved are made only where they are
     *     needed
     */
    record Settings(
            Path launcher,
            Path agentJvm,
            int agents,
            int limit,
            long seed,
            List<Disturbance> disturbances,
            Optional<Path> real) {}

    /** One agent and what it notes. */
    private static final class Machine {
        private final String name;
        private final InetSocketAddress line;
        private final Optional<SmallDisk> disk;
        private final Optional<ShiftedClock> clock;
        private final List<Path> tallies = new ArrayList<>();
        private SimAgent agent;

        private Machine(
                String name,
                InetSocketAddress line,
                Optional<SmallDisk> disk,
                Optional<ShiftedClock> clock,
                SimAgent agent) {
            this.name = name;
            this.line = line;
            this.disk = disk;
            this.clock = clock;
            this.agent = agent;
        }
    }

    /**
     * Starts all, and waits until the agents are connected.
     *
     * @param store closed with it
     */
    static ChaosFleet open(Settings settings, BenchStore store) throws IOException, InterruptedException {
        ChaosFleet fleet = new ChaosFleet(settings, Files.createTempDirectory("chaos"), store);
        try {
            fleet.start();
            return fleet;
        } catch (IOException | InterruptedException | RuntimeException e) {
            fleet.close();
            throw e;
        }
    }

    private ChaosFleet(Settings settings, Path folder, BenchStore store) throws IOException, InterruptedException {
        this.settings = settings;
        this.folder = folder;
        this.store = store;
        this.workloads =
                settings.real().isPresent() ? settings.real().get() : SimWorkload.write(folder.resolve("workloads"));
        this.controllerClock = clock("controller", Disturbance.CONTROLLER_CLOCK);
        this.hook = InterruptHook.of(folder.getFileName().toString(), this::endInterrupted);
    }

    private void start() throws IOException, InterruptedException {
        controllerDisk = disk(folder.resolve("data"), CONTROLLER_MEGABYTES, Disturbance.CONTROLLER_DISK_FULL);
        controller = startController();
        for (int i = 0; i < settings.agents(); i++) {
            addAgent("sim-" + i);
        }
        awaitAtEase();
    }

    /** Whether the store can grow by what the longest episodes write. */
    boolean hasRoom() {
        return controllerDisk.isEmpty() || folder.resolve("data").toFile().getUsableSpace() >= EPISODE_BYTES;
    }

    private ControllerProcess controller() {
        return Objects.requireNonNull(controller, "started by open()");
    }

    private Optional<SmallDisk> disk(Path mounted, int megabytes, Disturbance needs)
            throws IOException, InterruptedException {
        if (!settings.disturbances().contains(needs)) {
            return Optional.empty();
        }
        SmallDisk disk = SmallDisk.mount(mounted, megabytes);
        disks.add(disk);
        return Optional.of(disk);
    }

    private Optional<ShiftedClock> clock(String name, Disturbance needs) throws IOException, InterruptedException {
        return settings.disturbances().contains(needs)
                ? Optional.of(ShiftedClock.right(ShiftedClock.library(folder), folder.resolve(name + ".clock")))
                : Optional.empty();
    }

    private void addAgent(String name) throws IOException, InterruptedException {
        InetSocketAddress line = lines.add(controller().link());
        Optional<SmallDisk> disk = disk(
                folder.resolve(name),
                settings.real().isPresent() ? REAL_AGENT_MEGABYTES : AGENT_MEGABYTES,
                Disturbance.AGENT_DISK_FULL);
        Optional<ShiftedClock> clock = clock(name, Disturbance.AGENT_CLOCK);
        machines.add(new Machine(name, line, disk, clock, startAgent(name, line, clock)));
    }

    private SimAgent startAgent(String name, InetSocketAddress line, Optional<ShiftedClock> clock) throws IOException {
        SimAgent.Settings agent = new SimAgent.Settings(
                settings.agentJvm(),
                workloads,
                folder,
                settings.limit(),
                settings.seed(),
                AgentAccess.token(controller()),
                settings.real().isPresent(),
                false);
        return SimAgent.start(name, line, agent, environment(clock));
    }

    private ControllerProcess startController() throws IOException, InterruptedException {
        return ControllerProcess.start(
                settings.launcher(),
                folder.resolve("data"),
                workloads,
                linkPort,
                folder.resolve("controller.log"),
                store.controllerOptions(),
                environment(controllerClock));
    }

    private static Map<String, String> environment(Optional<ShiftedClock> clock) {
        Map<String, String> variables = new HashMap<>(SMALL);
        clock.ifPresent(own -> variables.putAll(own.environment()));
        return variables;
    }

    /** Which disturbances this machine allows; the reason for each of the others is told. */
    static List<Disturbance> possible(String storeKind, List<String> left) {
        List<Disturbance> possible = new ArrayList<>();
        boolean postgres = storeKind.equals(BenchStore.POSTGRESQL);
        for (Disturbance disturbance : Disturbance.values()) {
            if (disturbance.needsSmallDisk() && !SmallDisk.isPossible()) {
                left.add(disturbance.word() + " (only root can mount a small disk)");
            } else if (disturbance == Disturbance.CONTROLLER_DISK_FULL && postgres) {
                left.add(disturbance.word() + " (the store is not in the controller's folder)");
            } else if (disturbance.needsClock() && !ShiftedClock.isPossible()) {
                left.add(disturbance.word() + " (no C compiler; hint: apt-get install gcc)");
            } else if (disturbance.needsServer() && !postgres) {
                left.add(disturbance.word() + " (no --store postgresql)");
            } else {
                possible.add(disturbance);
            }
        }
        return possible;
    }

    ControllerApi api() {
        return controller().api();
    }

    /** The folder of logs and data. */
    Path folder() {
        return folder;
    }

    /** Sessions note what they measure in new files from now on. */
    void newTallies(int episode) throws IOException, InterruptedException {
        for (Machine machine : machines) {
            Path tally = folder.resolve(machine.name + "-episode-" + episode + ".tally");
            machine.agent.tally(tally);
            for (Path old : machine.tallies) {
                Files.deleteIfExists(old);
            }
            machine.tallies.clear();
            machine.tallies.add(tally);
        }
    }

    /**
     * Keeps what is known of an episode that was not as promised, in a folder of its own: what was noted, what is
     * stored, what the run says of itself, the controller's data folder, and what the agents still have.
     *
     * @param run empty if it was not started
     */
    void keep(Episode episode, String run) throws InterruptedException {
        Path kept = folder.resolve("episode-" + episode.number());
        try {
            Files.createDirectories(kept);
            controller().writeThreads(kept.resolve("controller-threads"));
            copy(folder.resolve("data"), kept);
            for (Machine machine : machines) {
                copy(folder.resolve(machine.name), kept);
                machine.tallies.clear();
            }
            for (String what : run.isEmpty() ? List.<String>of() : OF_A_RUN) {
                api().download(
                                "/runs/" + run + what,
                                kept.resolve(("run" + what.replace('/', '-')).split("\\?", 2)[0]));
            }
        } catch (IOException e) {
            LOG.warn("{}: not all of {} is kept: {}", kept, episode, FaultText.reason(e));
        }
    }

    /** Files may come and go meanwhile. */
    private static void copy(Path from, Path to) throws IOException, InterruptedException {
        int unused = new ProcessBuilder("cp", "-a", from.toString(), to.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /** What an agent's sessions have noted since {@link #newTallies}. */
    List<Path> tallies(int agent) {
        return List.copyOf(machines.get(agent).tallies);
    }

    /** The number of agents. */
    int agents() {
        return machines.size();
    }

    /** Does what an episode says, for as long as it says. */
    void disturb(Episode episode) throws IOException, InterruptedException {
        Machine machine = machines.get(episode.agent());
        Pause whole = Pause.of(episode.lasts());
        switch (episode.disturbance()) {
            case CONTROLLER_KILLED -> {
                controller().kill();
                whole.await();
                restartController();
            }
            case CONTROLLER_ENDED -> {
                controller().terminate();
                whole.await();
                restartController();
            }
            case CONTROLLER_PAUSED -> pause(controller().handle(), whole);
            case AGENT_KILLED -> {
                machine.agent.kill();
                whole.await();
                restartAgent(machine);
            }
            case AGENT_PAUSED -> pause(machine.agent.handle(), whole);
            case CONTROLLER_DISK_FULL -> fill(controllerDisk.orElseThrow(), whole);
            case AGENT_DISK_FULL -> fill(machine.disk.orElseThrow(), whole);
            case CONTROLLER_CLOCK -> jump(controllerClock.orElseThrow(), episode, whole);
            case AGENT_CLOCK -> jump(machine.clock.orElseThrow(), episode, whole);
            case STORE_PAUSED -> {
                store.server().orElseThrow().suspend();
                whole.await();
                store.server().orElseThrow().resume();
            }
            case STORE_CRASHED -> {
                store.server().orElseThrow().crash();
                whole.await();
                store.server().orElseThrow().restart();
            }
            default -> lines.disturb(episode);
        }
    }

    private static void fill(SmallDisk disk, Pause whole) throws IOException, InterruptedException {
        disk.fill();
        whole.await();
        disk.free();
    }

    private static void jump(ShiftedClock clock, Episode episode, Pause whole)
            throws IOException, InterruptedException {
        clock.move(episode.clockHours());
        whole.await();
        clock.move(0);
    }

    private static void pause(ProcessHandle process, Pause whole) throws IOException, InterruptedException {
        signal("-STOP", process);
        whole.await();
        signal("-CONT", process);
    }

    private static void signal(String signal, ProcessHandle process) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                .inheritIO()
                .start();
        if (kill.waitFor() != 0) {
            throw new IOException("kill " + signal + " " + process.pid() + ": failed (expected: exit 0)");
        }
    }

    private void restartController() throws IOException, InterruptedException {
        controller = startController();
    }

    private void restartAgent(Machine machine) throws IOException, InterruptedException {
        machine.agent = startAgent(machine.name, machine.line, machine.clock);
        machine.agent.awaitReady();
        machine.tallies.add(machine.agent.tally());
    }

    /**
     * Starts what has ended, as a service manager does.
     *
     * @return what had ended without being told to
     */
    List<String> restartEnded() throws IOException, InterruptedException {
        List<String> ended = new ArrayList<>();
        if (!controller().handle().isAlive()) {
            ended.add("the controller had ended");
            restartController();
        }
        for (Machine machine : machines) {
            if (!machine.agent.alive()) {
                ended.add(machine.name + " had ended");
                restartAgent(machine);
            }
        }
        return ended;
    }

    /** Waits until all agents are connected and free, and the controller says that it can work. */
    void awaitAtEase() throws IOException, InterruptedException {
        Pause limit = Pause.of(AT_EASE);
        String missing = missing();
        while (!missing.isEmpty()) {
            if (limit.isOver()) {
                throw new IOException(missing + " after " + AT_EASE.toSeconds() + " s (expected: " + machines.size()
                        + " agents connected and free, and liveness up; hint: the logs in " + folder + ")");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            missing = missing();
        }
    }

    private String missing() throws InterruptedException {
        try {
            if (connectedAndFree() < machines.size()) {
                return "agents: " + connectedAndFree() + " connected and free";
            }
            // After its store was away for long, a controller begins no run before its lease is renewed.
            String status = api().actuator("health/liveness").at("/status").asString();
            return status.equals("UP") ? "" : "liveness: " + status;
        } catch (IOException e) {
            return "the controller: " + e.getMessage();
        }
    }

    private int connectedAndFree() throws IOException, InterruptedException {
        return (int) api().connected().values().stream().filter(String::isEmpty).count();
    }

    /** The number of sessions and desktops that still work, and of agents that a run still has. */
    int left() throws IOException, InterruptedException {
        int left = machines.size() - connectedAndFree();
        for (Machine machine : machines) {
            left += machine.agent.alive() ? machine.agent.running() : 0;
        }
        return left;
    }

    private void endInterrupted() {
        try {
            close();
        } catch (IOException e) {
            LOG.warn("left behind: {}", e.getMessage());
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        hook.close();
        machines.parallelStream().forEach(machine -> machine.agent.close());
        if (controller != null) {
            controller.close();
        }
        lines.close();
        try {
            store.close();
        } finally {
            for (SmallDisk disk : disks) {
                disk.close();
            }
        }
    }

    /** Removes its folder; call this after {@link #close} if all went well. */
    void forget() throws IOException {
        ContentFolders.delete(folder);
        LOG.debug("{}: removed", folder);
    }
}
