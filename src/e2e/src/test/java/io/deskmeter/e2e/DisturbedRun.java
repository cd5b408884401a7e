package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.program.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/**
 * A run on local desktops whose processes a test may stop and kill: a controller, a client agent that is a process of its own, and {@code ./deskmeter run}. Closing it lets all of them continue and ends them.
 */
final class DisturbedRun implements AutoCloseable {
    private static final Duration WINDOW = Duration.ofMinutes(4);
    private static final String MARK = "DESKMETER_SESSION=";

    private final ControllerProgram controller;
    private final Program agent;
    private final Path out;
    private final Program command;
    private final List<ProcessHandle> stopped = new ArrayList<>();

    private DisturbedRun(ControllerProgram controller, Program agent, Path out, Program command) {
        this.controller = controller;
        this.agent = agent;
        this.out = out;
        this.command = command;
    }

    /** Begins a run of a profile. */
    static DisturbedRun start(Path folder, String profile) throws IOException {
        ControllerProgram controller = ControllerProgram.start(folder);
        Program agent = controller.connectAgent();
        Path out = folder.resolve("out");
        Program command = controller.run(Files.writeString(folder.resolve("profile.yaml"), profile), out);
        return new DisturbedRun(controller, agent, out, command);
    }

    ControllerProgram controller() {
        return controller;
    }

    /** The process of the client agent, which generates the load. */
    ProcessHandle generator() {
        return agent.handle();
    }

    /** The latest state of the run. */
    JsonNode snapshot() throws IOException, InterruptedException {
        JsonNode runs = controller.get("/runs").at("/runs");
        return runs.isEmpty() ? runs : controller.get("/runs/" + runs.at("/0/id").asString());
    }

    /** Waits until iterations count. */
    void awaitWindow() {
        Awaitility.await("the window opens")
                .atMost(WINDOW)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> snapshot().at("/state").asString("").equals("steady"));
    }

    /** Waits until iterations count and a session works on an operation. */
    void awaitOperation(int session, int iteration, String operation) {
        Awaitility.await("session " + session + " works on " + operation)
                .atMost(WINDOW)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    JsonNode run = snapshot();
                    JsonNode now = run.at("/sessions/" + session);
                    return run.at("/state").asString("").equals("steady")
                            && now.at("/iteration").asInt() >= iteration
                            && now.at("/working").asString("").endsWith(operation);
                });
    }

    /** The display servers of its sessions, in the order in which they were started. */
    List<ProcessHandle> displayServers() {
        return programs("Xvnc");
    }

    /** The office programs of its sessions, in the order in which they were started. */
    List<ProcessHandle> applications() {
        return programs("soffice.bin");
    }

    /** Only those of this run: sessions inherit the home folder below the agent's state. */
    private List<ProcessHandle> programs(String name) {
        return Processes.carrying(MARK).stream()
                .filter(process -> process.info().command().orElse("").contains(name))
                .filter(process -> isBelow(process, out.getParent()))
                .sorted(Comparator.comparing(
                                (ProcessHandle process) -> process.info().startInstant().orElseThrow())
                        .thenComparing(ProcessHandle::pid))
                .toList();
    }

    private static boolean isBelow(ProcessHandle process, Path folder) {
        try {
            return Files.readString(
                            Path.of("/proc", Long.toString(process.pid()), "environ"),
                            java.nio.charset.StandardCharsets.ISO_8859_1)
                    .contains("=" + folder.toAbsolutePath());
        } catch (IOException ended) {
            return false;
        }
    }

    /** SIGSTOP. */
    void stop(ProcessHandle process) throws IOException, InterruptedException {
        stopped.add(process);
        signal("STOP", process);
    }

    /** SIGCONT. */
    void proceed(ProcessHandle process) throws IOException, InterruptedException {
        signal("CONT", process);
        stopped.remove(process);
    }

    private static void signal(String name, ProcessHandle process) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start();
        assertThat(kill.waitFor(10, TimeUnit.SECONDS) && kill.exitValue() == 0)
                .as("kill -%s %s", name, process)
                .isTrue();
    }

    /** Its end, with the exit code of the command. */
    Results end(int exitCode, Duration atMost) throws IOException, InterruptedException {
        Program.Ended ended = command.await(atMost);
        assertThat(ended.exitCode())
                .as(ended.printed() + agent.printed() + controller.program().printed())
                .isEqualTo(exitCode);
        Results results = new Results(out);
        ConsistentResults.check(results, controller);
        return results;
    }

    @Override
    public void close() throws InterruptedException {
        for (ProcessHandle process : stopped) {
            if (process.isAlive()) {
                try {
                    signal("CONT", process);
                } catch (IOException e) {
                    process.destroyForcibly();
                }
            }
        }
        command.close();
        agent.close();
        controller.close();
    }
}
