package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A second machine, in a network namespace: it joins with the line that is to be pasted, measures over TLS, and is
 * revoked.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
@ResourceLock(ConcurrentTests.NETWORK)
class MachinesIT {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String TEXT = "the quick brown fox of this test";

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    @Test
    void aMachineJoinsMeasuresOverTlsAndIsRevoked() throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")), "skipped: not root (expected: root, for namespaces)");
        try (NetworkNamespace there = new NetworkNamespace();
                ControllerProgram controller =
                        ControllerProgram.start(folder, "--agents", NetworkNamespace.HERE + ":0")) {
            Path capture = folder.resolve("captured");
            Process recorder = there.record(capture);
            try {
                measureAndRevoke(there, controller);
            } finally {
                recorder.destroy();
                recorder.waitFor(10, TimeUnit.SECONDS);
            }
            assertNothingReadable(controller, capture);
        }
    }

    private void measureAndRevoke(NetworkNamespace there, ControllerProgram controller) throws Exception {
        Matcher line = enrol(controller, "--label", "farm")
                .awaitPrinted("echo (\\S+) \\| \\./deskmeter agent --controller (\\S+) --join -", SOON);
        String address = line.group(2);
        try (Program agent = startAgent(there, address, "--join", line.group(1))) {
            String id = agent.awaitPrinted("has joined as agent (\\S+)", SOON).group(1);
            agent.awaitPrinted("connected to the controller", SOON);
            run(controller);

            try (Program revoke = command(controller, "revoke", id, "--because", "stolen")) {
                assertThat(revoke.await(SOON).exitCode()).as(revoke.printed()).isZero();
            }
            Program.Ended refused = agent.await(SOON);
            assertThat(refused.exitCode()).as(refused.printed()).isEqualTo(4);
            assertThat(refused.printed()).contains("was revoked at", "stolen");
        }
        try (Program again = startAgent(there, address)) {
            Program.Ended refused = again.await(SOON);
            assertThat(refused.exitCode()).as(refused.printed()).isEqualTo(4);
            assertThat(refused.printed()).contains("was revoked at");
        }
        // The token has been spent.
        Program spent = startAgent(there, address, "--join", line.group(1), "--state", folder + "/b");
        try (spent) {
            Program.Ended refused = spent.await(SOON);
            assertThat(refused.exitCode()).as(refused.printed()).isEqualTo(2);
            assertThat(refused.printed()).contains("used for 1 of 1 machines");
        }
    }

    private void run(ControllerProgram controller) throws Exception {
        Path profile = folder.resolve("farm.yaml");
        Files.writeString(profile, """
                title: %s
                workloads:
                  workloads: [office/writer]
                  iterations: 1
                  steady: {skipFirst: 0, skipLast: 0}
                  think: {mean: 300ms, spread: 50%%}
                mode: local
                agents: [farm]
                target: {local: {desktop: 1280x800}}
                load: {fixed: {sessions: 1}}
                thresholds: {A: 20s, B: 60s}
                validity: {harnessCpu: 100%%, lag: 10s, pacing: 100%%}
                """.formatted(TEXT));
        Program.Ended ended;
        try (Program run = controller.run(profile, folder.resolve("out"))) {
            ended = run.await(Duration.ofMinutes(4));
        }
        assertThat(ended.exitCode()).as(ended.printed()).isZero();
        Results results = new Results(folder.resolve("out"));
        ConsistentResults.check(results, controller);
        assertThat(results.timings()).isNotEmpty();
    }

    private Program enrol(ControllerProgram controller, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("enrol"));
        arguments.addAll(List.of(options));
        return command(controller, arguments.toArray(String[]::new));
    }

    private Program command(ControllerProgram controller, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--controller", controller.web(), "--data", folder + "/data"));
        return Program.start(folder, all.toArray(String[]::new));
    }

    private Program startAgent(NetworkNamespace there, String address, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("agent", "--controller", address));
        arguments.addAll(List.of(options));
        if (!arguments.contains("--state")) {
            arguments.addAll(List.of("--state", folder + "/a"));
        }
        List<String> prefix = new ArrayList<>(there.command());
        prefix.addAll(WithoutNetwork.ownDisplays());
        return Program.start(folder, prefix, Map.of("HOME", folder.toString()), arguments.toArray(String[]::new));
    }

    private void assertNothingReadable(ControllerProgram controller, Path capture) throws Exception {
        String seen = Files.readString(capture, StandardCharsets.ISO_8859_1);
        assertThat(seen.length()).as("bytes of the run").isGreaterThan(50_000);
        List<String> secrets = new ArrayList<>(List.of(TEXT, "office/writer", "sessions: 1"));
        for (var role : TokenRole.values()) {
            secrets.add(Files.readString(Path.of(controller.data().token(role))).strip());
        }
        for (String secret : secrets) {
            assertThat(seen.contains(secret)).as(secret).isFalse();
        }
        try (Stream<Path> files = Files.walk(folder.resolve("a"))) {
            assertThat(files.map(Path::getFileName).map(Path::toString)).noneMatch(name -> name.equals("ticket"));
        }
    }
}
