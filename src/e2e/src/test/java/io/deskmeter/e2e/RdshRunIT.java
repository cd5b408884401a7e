package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.testkit.rdsh.RdshUser;
import io.deskmeter.testkit.rdsh.XrdpServer;
import io.deskmeter.testkit.rdsh.XrdpSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Users of a terminal server: real ones, who log on with the real client to a real xrdp, and whose sessions have a desktop agent in them. As root;
 * skipped otherwise.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class RdshRunIT {
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration END = Duration.ofMinutes(5);

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    private Program controller;
    private Program agent;
    private XrdpServer server;
    private String link;
    private String web;

    @BeforeEach
    void start() throws Exception {
        try {
            XrdpServer.require();
        } catch (ProgramException e) {
            Assumptions.abort("skipped: " + e.getMessage());
        }
        controller =
                Program.start(folder, "controller", "--http-port", "0", "--link-port", "0", "--data", folder + "/data");
        Matcher said = controller.awaitPrinted("controller: (http://\\S+), agents connect to (\\S+)", START);
        web = said.group(1);
        link = said.group(2);
        agent = Program.start(
                folder,
                "agent",
                "--controller",
                link,
                "--token-file",
                DataFolder.below(folder).token(TokenRole.AGENT),
                "--state",
                folder + "/agent");
        agent.awaitPrinted("connected to the controller", START);
        Path program = forEverybody();
        server = XrdpServer.start(XrdpSettings.of(2, "DESKMETER_READY=yes " + program + " agent desktop" + dialling()));
    }

    /** The secret of desktop agents lies where the test's users can read it; the others do not. */
    private String dialling() {
        return " --controller " + link + " --token-file " + folder.resolve("program/" + TokenRole.DESKTOP.file());
    }

    /** Plain users may not enter the folder of a root's clone. */
    private Path forEverybody() throws IOException {
        Path home = Files.createDirectory(folder.resolve("program"));
        copy(Program.HOME.resolve("deskmeter"), home.resolve("deskmeter"));
        for (String part : List.of("agent/target/deskmeter-agent.jar", "agent/target/lib", "agent/desktop-jvm.args")) {
            copy(Program.HOME.resolve(part), home.resolve(part));
        }
        copy(Path.of(DataFolder.below(folder).token(TokenRole.DESKTOP)), home.resolve(TokenRole.DESKTOP.file()));
        for (Path up = folder; up.startsWith("/tmp") && up.getNameCount() > 1; up = up.getParent()) {
            Files.setPosixFilePermissions(up, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return home.resolve("deskmeter");
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path entered, BasicFileAttributes facts) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(entered).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes facts) throws IOException {
                Path target = file.equals(from)
                        ? to
                        : to.resolve(from.relativize(file).toString());
                Files.copy(file, target);
                Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @AfterEach
    void end() throws Exception {
        if (server != null) {
            server.close();
        }
        for (Program program : new Program[] {agent, controller}) {
            if (program != null) {
                program.close();
            }
        }
    }

    @Test
    void usersLogOnAreDrivenFromOutsideAndLogOff() throws Exception {
        Path out = run("remote", 2, "");
        JsonNode report = new Results(out).report();
        assertThat(report.at("/run/mode").asString()).isEqualTo("remote");
        assertThat(report.at("/verdict/sessionsPerCore").asDouble()).isPositive();
        assertThat(logons(report)).isEqualTo(2);
        assertNobodyIsLeft();
    }

    @Test
    void aPublishedApplicationWorksByItselfAndItsUserIsFreeAtOnce() throws Exception {
        Path shell = folder.resolve("program/app");
        Files.writeString(
                shell,
                "#!/bin/sh\nopenbox --config-file \"$HOME/openbox.xml\" &\nDESKMETER_READY=yes " + folder
                        + "/program/deskmeter agent desktop" + dialling() + "\n");
        Files.setPosixFilePermissions(shell, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path out = run("local", 1, "application: " + shell);
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
        JsonNode report = new Results(out("remote")).report();
        assertThat(report.at("/verdict/valid").asBoolean()).isTrue();
        assertThat(report.at("/verdict/capacity").asInt()).isZero();
        assertThat(report.at("/verdict/failure").asString()).isEqualTo("logons-refused");
        assertThat(report.at("/verdict/sentence").asString()).contains("1 of 2 sessions could not log on");
        assertThat(stages(report.at("/run/id").asString()).toString()).containsIgnoringCase("lock");
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
        JsonNode report = new Results(out("remote")).report();
        assertThat(report.at("/verdict/failure").asString()).isEqualTo("sessions-lost");
        assertThat(report.at("/verdict/sentence").asString()).contains("1 of 2 sessions was lost");
        assertNobodyIsLeft();
    }

    /** Both users have done something. */
    private void awaitWork() {
        Awaitility.await("both users work").atMost(END).until(() -> {
            JsonNode runs = get("/runs").path("runs");
            JsonNode sessions = runs.isEmpty()
                    ? runs
                    : get("/runs/" + runs.path(0).at("/id").asString()).at("/sessions");
            return sessions.size() == 2
                    && sessions.path(0).at("/state").asString().equals("working")
                    && sessions.path(1).at("/state").asString().equals("working");
        });
    }

    private JsonNode stages(String run) throws IOException, InterruptedException {
        return get("/runs/" + run + "/stages");
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = DataFolder.below(folder)
                .client()
                .send(
                        HttpRequest.newBuilder(URI.create(web + "/api/v1" + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }

    private Path out(String mode) {
        return folder.resolve("out-" + mode);
    }

    /** Iterations of the word processor for each. */
    private Program begin(String mode, int users, int iterations, String more) throws IOException {
        Path profile = folder.resolve(mode + ".yaml");
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
                certificate: sha256:%s
                %s
            load: {fixed: {sessions: %d}}
            thresholds: {A: 20s, B: 60s}
            validity: {harnessCpu: 90%%, lag: 10s, pacing: 100%%}
            logonInterval: 1s
            """.formatted(
                iterations, mode, server.host(), server.port(), users, server.certificateSha256(), more, users));
        return Program.start(
                folder,
                Map.of("HOME", folder.toString()),
                "run",
                profile.toString(),
                "--no-check", // which would find a locked user before the run does
                "--controller",
                web,
                "--data",
                DataFolder.below(folder).toString(),
                "--accounts",
                server.accountsFile().toString(),
                "--out",
                out(mode).toString());
    }

    /** One iteration, and all is well. */
    private Path run(String mode, int users, String more) throws Exception {
        Path out = out(mode);
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
        assertThat(counted).extracting(row -> row.get("outcome")).containsOnly("ok");
        return out;
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
