package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.program.Processes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/**
 * A run on local desktops whose processes a test may stop and kill: a controller, a client agent that is a process of
 * its own, and {@code ./deskmeter run}. Closing it lets all of them continue and ends them.
 */
final class DisturbedRun implements AutoCloseable {
    /** In which the window has begun, and the application of a session is open again. */
    private static final Duration OPENS = Duration.ofSeconds(4);

    private static final Duration WINDOW = Duration.ofMinutes(2);
    private static final String MARK = "DESKMETER_SESSION=";

    /** The program of the office applications. */
    private static final String APPLICATION = "soffice.bin";

    /** Bounds that a busy machine keeps: only what a test does may fail. */
    private static final String PROFILE = """
            id: losses
            workloads:
              workloads: [office/calc]
              iterations: %d
              steady: {skipFirst: 0, skipLast: 0}
              think: {mean: 400ms, spread: 50%%}
            target: {local: {desktop: 1280x800}}
            load: {fixed: {sessions: %d}}
            thresholds: {A: 25s, B: 55s}
            validity: {harnessCpu: 95%%, lag: 20s, pacing: 100%%}
            logonInterval: 500ms
            %s
            """;

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

    /**
     * A profile of so many iterations of the spreadsheet in so many sessions at a time.
     *
     * @param more of its lines
     */
    static String profile(int iterations, int sessions, String more) {
        return PROFILE.formatted(iterations, sessions, more);
    }

    /** Begins a run of a profile. */
    static DisturbedRun start(Path folder, String profile) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("profile.yaml"), profile);
        Path out = folder.resolve("out");
        ControllerProgram controller = ControllerProgram.start(folder);
        try {
            Program agent = controller.connectAgent();
            return new DisturbedRun(controller, agent, out, controller.run(file, out, "--no-check"));
        } catch (IOException | RuntimeException | Error e) {
            controller.close();
            throw e;
        }
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
        assertThat(command.alive())
                .as("the command runs: %s", command.printed())
                .isTrue();
        JsonNode runs = controller.get("/runs").at("/runs");
        return runs.isEmpty()
                ? runs
                : controller.get("/runs/" + runs.at("/0/id").asString());
    }

    /** Waits until iterations count. */
    void awaitWindow() {
        Awaitility.await("the window opens")
                .atMost(WINDOW)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> snapshot().at("/state").asString("").equals("steady"));
    }

    /**
     * Waits until iterations count and a session has just started its application, so that its first operation is in
     * progress. Pages hear of operations only once a second.
     */
    void awaitLaunch(int session) {
        Set<ProcessHandle> before = new HashSet<>();
        Awaitility.await("session " + session + " starts its application")
                .atMost(WINDOW)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    List<ProcessHandle> now = programs(session, APPLICATION);
                    if (!snapshot().at("/state").asString("").equals("steady")) {
                        before.addAll(now);
                        return false;
                    }
                    return !before.containsAll(now);
                });
    }

    /**
     * Waits until iterations count and a session has its application open. Pages hear of operations too late to aim at
     * a short one.
     */
    void awaitApplication(int session) {
        awaitWindow();
        Awaitility.await("session " + session + " has its application open")
                .pollDelay(OPENS)
                .atMost(WINDOW)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> !programs(session, APPLICATION).isEmpty());
    }

    /** The display server of a session. */
    ProcessHandle displayServer(int session) {
        // Xvnc is a link where several packages offer one.
        return program(session, "vnc");
    }

    /** The office program that a session works with. */
    ProcessHandle application(int session) {
        return program(session, APPLICATION);
    }

    private ProcessHandle program(int session, String name) {
        List<ProcessHandle> found = programs(session, name);
        assertThat(found).as("%s of session %d", name, session).hasSize(1);
        return found.get(0);
    }

    private List<ProcessHandle> programs(int session, String name) {
        return Processes.carrying(MARK).stream()
                .filter(process -> process.info().command().orElse("").contains(name))
                .filter(process -> belongs(process, session))
                .toList();
    }

    /** All processes of a session carry its name, which is that of its folder and begins with its number. */
    private boolean belongs(ProcessHandle process, int session) {
        Path environment = Path.of("/proc", Long.toString(process.pid()), "environ");
        try (Stream<Path> folders = Files.list(out.resolveSibling("agent").resolve("desktops/s"))) {
            String started = Files.readString(environment, StandardCharsets.ISO_8859_1);
            return folders.map(folder -> folder.getFileName().toString())
                    .anyMatch(name -> name.startsWith(session + "-") && started.contains("/" + name + "\0"));
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

    /** Its end, with the exit code of the command. Files, REST and pages say the same of it. */
    Results end(int exitCode, Duration atMost) throws IOException, InterruptedException {
        Program.Ended ended = command.await(atMost);
        assertThat(ended.exitCode())
                .as(ended.printed() + agent.printed() + controller.program().printed())
                .isEqualTo(exitCode);
        Results results = new Results(out);
        ConsistentResults.check(results, controller);
        ConsistentPages.check(Files.createDirectory(out.resolveSibling("pages")), controller, results.report());
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
