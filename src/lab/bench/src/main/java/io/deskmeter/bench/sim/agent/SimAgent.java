package io.deskmeter.bench.sim.agent;

import io.deskmeter.bench.controller.AgentAccess;
import io.deskmeter.bench.process.Child;
import io.deskmeter.bench.process.Jvm;
import io.deskmeter.bench.process.ProcessTree;
import io.deskmeter.bench.sim.desktop.SimFaults;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The process of a {@link SimAgentMain}. */
public final class SimAgent implements AutoCloseable {
    private static final long START_MILLIS = 600_000;
    private static final Path NICE = Path.of("/usr/bin/nice");
    private static final long ANSWER_MILLIS = 10_000;
    private static final int LOWER = 10;

    private final Child program;
    private Path tally;

    private SimAgent(Child program, Path tally) {
        this.program = program;
        this.tally = tally;
    }

    /**
     * Its arguments.
     *
     * @param jvm the agent's file of JVM arguments
     * @param workloads the same as the controller's
     * @param folder for its state, its log and its timing log
     * @param limit most sessions
     * @param access to the controller
     * @param real whether its desktops are real ones
     * @param lower whether it has a lower priority than this program, as where only the controller is measured
     */
    public record Settings(
            Path jvm,
            Path workloads,
            Path folder,
            int limit,
            long seed,
            AgentAccess access,
            boolean real,
            boolean lower) {
        /** With simulated desktops and a lower priority. */
        public Settings(Path jvm, Path workloads, Path folder, int limit, long seed, AgentAccess access) {
            this(jvm, workloads, folder, limit, seed, access, false, true);
        }
    }

    /** Starts one; it connects itself. */
    public static SimAgent start(String name, InetSocketAddress controller, Settings settings) throws IOException {
        return start(name, controller, settings, Map.of());
    }

    /**
     * As above.
     *
     * @param environment added to that of this process
     */
    public static SimAgent start(
            String name, InetSocketAddress controller, Settings settings, Map<String, String> environment)
            throws IOException {
        Path tally = settings.folder().resolve(name + "-" + System.nanoTime() + ".tally");
        List<String> arguments = new ArrayList<>(List.of(
                "--controller", controller.getHostString() + ":" + controller.getPort(),
                "--workloads", settings.workloads().toString(),
                "--state", settings.folder().resolve(name).toString(),
                "--tally", tally.toString(),
                "--name", name,
                "--sessions", Integer.toString(settings.limit()),
                "--seed", Long.toString(settings.seed())));
        arguments.addAll(settings.access().options());
        if (settings.real()) {
            arguments.add("--real");
        }
        List<String> command = new ArrayList<>(settings.lower() ? niced(LOWER) : List.of());
        command.addAll(Jvm.command(Jvm.arguments(settings.jvm()), SimAgentMain.class, arguments));
        return new SimAgent(
                Child.start(name, command, environment, settings.folder().resolve(name + ".log")), tally);
    }

    /**
     * How a command begins that runs on this machine instead of its own, with a lower priority than the measured
     * controller.
     */
    public static List<String> niced(int by) {
        return Files.isExecutable(NICE) ? List.of(NICE.toString(), "-n", Integer.toString(by)) : List.of();
    }

    /** Waits until it connects. */
    public void awaitReady() throws IOException, InterruptedException {
        program.await(SimAgentMain.READY, START_MILLIS);
    }

    /** Sets what is slow in later sessions. */
    public void faults(SimFaults faults) throws IOException, InterruptedException {
        program.say("faults " + faults.line());
        program.await(SimAgentMain.SET, ANSWER_MILLIS);
    }

    /** Notes what its later sessions measure in another file. */
    public void tally(Path file) throws IOException, InterruptedException {
        program.say("tally " + file);
        program.await(SimAgentMain.SET, ANSWER_MILLIS);
        tally = file;
    }

    /** Breaks the connections to this number of its desktops; returns the actual number. */
    public int lose(int desktops) throws IOException, InterruptedException {
        program.say("lose " + desktops);
        return number(SimAgentMain.LOST);
    }

    /** The number of desktops that have not ended. */
    public int running() throws IOException, InterruptedException {
        program.say("running");
        return number(SimAgentMain.RUNNING);
    }

    private int number(String word) throws IOException, InterruptedException {
        return Integer.parseInt(program.await(word, ANSWER_MILLIS).substring(word.length() + 1));
    }

    public Path tally() {
        return tally;
    }

    public ProcessTree tree() {
        return program.tree("");
    }

    /** The process itself. */
    public ProcessHandle handle() {
        return program.handle();
    }

    public boolean alive() {
        return program.handle().isAlive();
    }

    /** SIGKILL. */
    public void kill() throws InterruptedException {
        program.kill();
    }

    @Override
    public void close() {
        program.close();
    }
}
