package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.testkit.rdsh.RdshUser;
import io.deskmeter.testkit.rdsh.XrdpServer;
import io.deskmeter.testkit.rdsh.XrdpSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/**
 * Users of a terminal server: real ones, who log on with the real client to a real xrdp, and whose sessions have a
 * desktop agent in them. As root; skipped otherwise.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class RdshRunIT {
    private static final Duration END = Duration.ofMinutes(5);

    @TempDir(factory = ShortTempDirs.class)
    static Path folder;

    private static ControllerProgram controller;
    private static Program agent;
    private static ProgramForUsers program;
    private static XrdpServer server;
    private Path out;

    /** One server for all: starting it takes as long as a test. */
    @BeforeAll
    static void start() throws Exception {
        try {
            XrdpServer.require();
        } catch (ProgramException e) {
            Assumptions.abort("skipped: " + e.getMessage());
        }
        controller = ControllerProgram.start(folder);
        agent = controller.connectAgent();
        program = ProgramForUsers.copy(folder, controller);
        // A login window tells a refusal at once; a log of the connection only when the time for the logon is over.
        server = XrdpServer.start(XrdpSettings.of(2, program.desktopAgent()).withLoginWindow());
    }

    @BeforeEach
    void ownResults(TestInfo test) {
        out = folder.resolve("out-" + test.getTestMethod().orElseThrow().getName());
    }

    /** A test that fails must not fail the next one. */
    @AfterEach
    void everybodyMayLogOnAgain() throws Exception {
        for (RdshUser user : server.users()) {
            server.logOff(user);
            server.lock(user, false);
        }
    }

    @AfterAll
    static void end() throws Exception {
        if (server != null) {
            server.close();
        }
        if (agent != null) {
            agent.close();
        }
        if (controller != null) {
            controller.close();
        }
    }

    @Test
    void usersLogOnAreDrivenFromOutsideAndLogOff() throws Exception {
        run("remote", 2, "");
        JsonNode report = new Results(out).report();
        assertThat(report.at("/run/mode").asString()).isEqualTo("remote");
        assertThat(report.at("/verdict/sessionsPerCore").asDouble()).isPositive();
        assertThat(logons(report)).isEqualTo(2);
        assertNobodyIsLeft();
    }

    @Test
    void aPublishedApplicationWorksByItselfAndItsUserIsFreeAtOnce() throws Exception {
        Path shell = program.script("app", "openbox --config-file \"$HOME/openbox.xml\" &\n" + program.desktopAgent());
        run("local", 1, "application: " + shell);
        assertThat(new Results(out).report().at("/run/mode").asString()).isEqualTo("local");
        assertNobodyIsLeft();
    }

    @Test
    void aUserWhoIsLockedOutFailsTheLoadPointAndTheOthersLogOff() throws Exception {
        server.lock(server.users().get(0), true);
        try (Program run = begin("remote", 2, 1, "")) {
            Program.Ended ended = run.await(END);
            assertThat(ended.exitCode()).as(ended.printed()).isZero();
        }
        JsonNode report = new Results(out).report();
        assertThat(report.at("/verdict/valid").asBoolean()).isTrue();
        assertThat(report.at("/verdict/capacity").asInt()).isZero();
        assertThat(report.at("/verdict/failure").asString()).isEqualTo("logons-refused");
        ConsistentResults.check(new Results(out), controller);
        assertThat(report.at("/verdict/sentence").asString()).contains("1 of 2 sessions could not log on");
        assertThat(controller
                        .get("/runs/" + report.at("/run/id").asString() + "/stages")
                        .toString())
                .containsIgnoringCase("lock");
        assertNobodyIsLeft();
    }

    @Test
    void aLockInMidRunChangesNothingAndASessionThatDiesIsLost() throws Exception {
        try (Program run = begin("remote", 2, 2, "")) {
            awaitWork();
            server.lock(server.users().get(0), true);
            server.logOff(server.users().get(1));
            Program.Ended ended = run.await(END);
            assertThat(ended.exitCode()).as(ended.printed()).isZero();
        }
        JsonNode report = new Results(out).report();
        assertThat(report.at("/verdict/failure").asString()).isEqualTo("sessions-lost");
        ConsistentResults.check(new Results(out), controller);
        assertThat(report.at("/verdict/sentence").asString()).contains("1 of 2 sessions was lost");
        assertNobodyIsLeft();
    }

    /** Both users have done something. */
    private void awaitWork() {
        Awaitility.await("both users work").atMost(END).until(() -> {
            JsonNode runs = controller.get("/runs").path("runs");
            JsonNode sessions = runs.isEmpty()
                    ? runs
                    : controller
                            .get("/runs/" + runs.path(0).at("/id").asString())
                            .at("/sessions");
            return sessions.size() == 2
                    && sessions.path(0).at("/state").asString().equals("working")
                    && sessions.path(1).at("/state").asString().equals("working");
        });
    }

    /** Iterations of the word processor for each. */
    private Program begin(String mode, int users, int iterations, String more) throws IOException {
        Path profile = folder.resolve(out.getFileName() + ".yaml");
        Files.writeString(profile, """
            workloads:
              workloads: [office/writer]
              iterations: %d
              steady: {skipFirst: 0, skipLast: 0}
              think: {mean: 500ms, spread: 50%%}
            mode: %s
            target:
              rdp:
                hosts: ["%s:%d"]
                usersPerHost: %d
                accounts: accounts
                keyboard: { layout: us }
                certificate: sha256:%s
                %s
            load: {fixed: {sessions: %d}}
            thresholds: {A: 20s, B: 60s}
            validity: {harnessCpu: 90%%, lag: 10s, pacing: 100%%}
            logonInterval: 1s
            """.formatted(
                iterations, mode, server.host(), server.port(), users, server.certificateSha256(), more, users));
        return controller.run(
                profile,
                out,
                "--no-check", // which would find a locked user before the run does
                "--accounts",
                server.accountsFile().toString());
    }

    /** One iteration, and all is well. */
    private void run(String mode, int users, String more) throws Exception {
        Program.Ended ended;
        try (Program run = begin(mode, users, 1, more)) {
            ended = run.await(END);
        }
        assertThat(ended.exitCode()).as(ended.printed() + agent.printed()).isZero();
        // Sessions go on until the last one has its iteration: what they begin then does not count.
        List<Map<String, String>> counted = new Results(out)
                .timings().stream()
                        .filter(row -> row.get("steady").equals("true"))
                        .toList();
        assertThat(counted).hasSize(13 * users);
        assertThat(counted)
                .as(() -> "details: "
                        + counted.stream()
                                .map(row -> row.get("detail"))
                                .distinct()
                                .toList() + agent.printed())
                .extracting(row -> row.get("outcome"))
                .containsOnly("ok");
    }

    private static int logons(JsonNode report) {
        for (JsonNode operation : report.at("/operations")) {
            if (operation.at("/operation").asString().equals("logon")) {
                return operation.at("/count").asInt();
            }
        }
        return 0;
    }

    private void assertNobodyIsLeft() {
        for (RdshUser user : server.users()) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(server.processesOf(user))
                            .as("processes of %s", user.name())
                            .isEmpty());
        }
    }
}
