package io.deskmeter.controller.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.LinkedAgent;
import io.deskmeter.controller.SampleRoot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real program in this process: arguments as input, output and exit code as result. */
@Tag("slow")
class CommandsTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path profile;

    @BeforeEach
    void profile() throws IOException {
        profile = Files.writeString(folder.resolve("sample.yaml"), SampleRoot.PROFILE);
    }

    private int execute(Object... args) {
        String[] words = List.of(args).stream().map(String::valueOf).toArray(String[]::new);
        return Commands.execute(
                words,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String errors() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private String output() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Nothing is started and no folder is made for a profile that cannot run. */
    @Test
    void aProfileThatCannotRunIsRefusedBeforeAControllerStarts() throws Exception {
        Path workloads = SampleRoot.create(folder.resolve("workloads"));
        Path data = folder.resolve("data");
        Files.writeString(profile, SampleRoot.PROFILE + "limits: { picture-similarty: 0.9 }\n");
        for (String command : List.of("run", "check")) {
            err.reset();
            assertThat(execute(command, profile, "--workloads", workloads, "--data", data))
                    .isEqualTo(2);
            assertThat(errors()).contains("sample.yaml:12:", "picture-similarty", "picture-similarity");
            assertThat(data).doesNotExist();
        }
    }

    @Test
    void runsAndDemosAgainstAControllerThatRuns() throws Exception {
        Path workloads = SampleRoot.create(folder.resolve("workloads"));
        Path results = folder.resolve("results");
        ControllerSettings settings = ControllerSettings.of(folder.resolve("data"), workloads);
        try (ControllerServer server = ControllerServer.start(settings);
                LinkedAgent agent = new LinkedAgent(server, workloads)) {
            int code = execute(
                    "run",
                    profile,
                    "--controller",
                    server.address(),
                    "--data",
                    folder.resolve("data"),
                    "--out",
                    results);
            assertThat(code).as(errors() + output()).isZero();
            assertThat(output())
                    .contains("Live page: " + server.address() + "/runs/r-")
                    .contains("  2 sessions: pass, A p95 0.25 s")
                    .contains("sessions  A p50/p95 s [95 % interval]")
                    .contains("2         0.25/0.25 [0.25..0.25]")
                    .contains("This platform holds at least 2 sessions: all 2 sessions passed")
                    .contains("Report: " + results.resolve("report.html"));
            assertThat(results.resolve("report.json")).content().contains("\"capacity\" : 2");
            assertThat(results.resolve("report.html")).content().startsWith("<!");
            assertThat(results.resolve("timings.csv")).content().startsWith("run,loadPoint,");
            assertThat(results.resolve("samples.csv"))
                    .content()
                    .startsWith("run,loadPoint,")
                    .contains(",picture-similarity,");

            assertThat(results.resolve("sessions.csv")).content().startsWith("run,loadPoint,session,agent,");
            assertThat(results.resolve("junit.xml")).content().contains("tests=\"3\" failures=\"0\" errors=\"0\"");

            out.reset();
            assertThat(execute(
                            "runs", "unfinished", "--controller", server.address(), "--data", folder.resolve("data")))
                    .isZero();
            assertThat(output()).isEmpty();

            checks(server);

            out.reset();
            assertThat(execute("compare", results, results, "--max-slower", "0%"))
                    .as(errors() + output())
                    .isEqualTo(10);
            assertThat(output())
                    .contains("Baseline r-", ", at 2 sessions", "not known: no larger load failed on either side")
                    .contains("Variation between runs: not known: one run a side")
                    .contains("whether p95 of group A is more than 0% slower: not decided: the variation between runs")
                    .containsPattern("office/writer/modify +p95 .* not decided")
                    .containsPattern("picture-similarity +p5 +0.97.* not decided");
            assertThat(execute("compare", results, results)).isZero();
            severalRunsASide(results);
            assertThat(execute("compare", results, results, "--at", 7)).isEqualTo(2);
            assertThat(errors()).contains("at: 7 (expected: a number of sessions that was measured in all runs");
            assertThat(execute("compare", results, folder)).isEqualTo(2);
            assertThat(errors()).contains("report.json: cannot be read");
            assertThat(execute("compare", results, results, "--max-slower", "ten"))
                    .isEqualTo(2);
            assertThat(errors()).contains("--max-slower: ten (expected: a percentage, for example `10%`)");

            out.reset();
            Files.writeString(
                    profile,
                    SampleRoot.PROFILE
                            + "\nexpect: { capacity: \">= 2\", groupA.p95: \"< 100ms\", groupA.failed: \"<= 1%\" }\n");
            code = execute(
                    "run",
                    profile,
                    "--controller",
                    server.address(),
                    "--data",
                    folder.resolve("data"),
                    "--out",
                    results);
            assertThat(code).as(errors() + output()).isEqualTo(10);
            assertThat(output())
                    .contains("capacity >= 2 sessions  met      2 sessions (interval 2 or more)")
                    .contains("groupA.p95 < 100 ms     not met  0.2")
                    .contains("groupA.failed <= 1 %    met      0 % (0 of ");
            assertThat(results.resolve("junit.xml")).content().contains("tests=\"6\" failures=\"1\" errors=\"0\"");
            Files.writeString(profile, SampleRoot.PROFILE + "\nexpect: { capacity: \">= 3\" }\n");
            assertThat(execute(
                            "run",
                            profile,
                            "--controller",
                            server.address(),
                            "--data",
                            folder.resolve("data"),
                            "--out",
                            results))
                    .isEqualTo(10);
            assertThat(output()).contains("capacity >= 3 sessions  inconclusive  at least 2 sessions: no more");

            out.reset();
            code = execute(
                    "demo",
                    "--quick",
                    "--max-sessions",
                    1,
                    "--controller",
                    server.address(),
                    "--data",
                    folder.resolve("data"),
                    "--out",
                    results);
            assertThat(code).as(errors() + output()).isZero();
            assertThat(output()).contains("holds at least 1 session").doesNotContain("2 sessions");

            Files.writeString(profile, SampleRoot.PROFILE.replace("iterations: 3", "iterations: -3"));
            assertThat(execute(
                            "run",
                            profile,
                            "--controller",
                            server.address(),
                            "--data",
                            folder.resolve("data"),
                            "--out",
                            results))
                    .isEqualTo(2);
            assertThat(errors()).contains(profile + ":6:15: workloads.iterations: -3 (expected: ");
        }
    }

    /** Copies of a run with ids of their own: equal runs. */
    private void severalRunsASide(Path results) throws IOException {
        List<Path> copies = new ArrayList<>();
        String report = Files.readString(results.resolve("report.json"));
        for (int i = 0; i < 4; i++) {
            Path copy = Files.createDirectories(folder.resolve("copy-" + i));
            for (String table : List.of("timings.csv", "samples.csv")) {
                Files.copy(results.resolve(table), copy.resolve(table));
            }
            Files.writeString(copy.resolve("report.json"), report.replaceFirst("\"id\" : \"r-", "\"id\" : \"r-" + i));
            copies.add(copy);
        }
        out.reset();
        assertThat(execute(
                        "compare",
                        copies.get(0),
                        copies.get(1),
                        "--",
                        copies.get(2),
                        copies.get(3),
                        "--max-slower",
                        "0%"))
                .as(errors() + output())
                .isZero();
        assertThat(output())
                .contains("estimated from 2 runs of the baseline, 2 compared, and 0 earlier (2 degrees of freedom)")
                .containsPattern("group A +p95 .* no clear difference");
        assertThat(execute(
                        "compare",
                        copies.get(0),
                        copies.get(1),
                        "--history",
                        copies.get(2),
                        "--history",
                        copies.get(3),
                        "--max-slower",
                        "0%"))
                .as(errors() + output())
                .isZero();
        assertThat(execute("compare", copies.get(0), copies.get(0), "--", copies.get(1)))
                .isEqualTo(2);
        assertThat(errors()).contains("twice on a side");
        assertThat(execute("compare", copies.get(0), "--", "--", copies.get(1))).isEqualTo(2);
        assertThat(execute("compare", copies.get(0), copies.get(1), "--no-such-option"))
                .isEqualTo(2);
        assertThat(errors()).contains("option: --no-such-option (expected: one of `compare --help`)");
        out.reset();
    }

    private void checks(ControllerServer server) throws IOException {
        err.reset();
        assertThat(execute("check", profile, "--controller", server.address(), "--data", folder.resolve("data")))
                .as(errors() + output())
                .isZero();
        assertThat(output())
                .contains("warning: agent version, agent test-host (client): 1, which differs from the controller's")
                .contains("warning: agent answer, agent test-host (client): its version does not support checks")
                .containsPattern("operations of the largest load point +12\n")
                .contains("the run can start: 2 findings in ");
        Path faulty = Files.writeString(
                folder.resolve("faulty.yaml"),
                SampleRoot.PROFILE
                                .replace("[office/writer]", "[office/writer, office/nope]")
                                .replace(
                                        "local: {}",
                                        "rdp: {hosts: [h], usersPerHost: 3, accounts: few, keyboard: {layout: us}}")
                        + "agents: [nowhere]\nthresholds: { A: 1ms, B: 59m }\n");
        Path few = Files.writeString(folder.resolve("few.csv"), "user,password\nann,x\nann,y\n");
        assertThat(execute(
                        "check",
                        faulty,
                        "--accounts",
                        few,
                        "--controller",
                        server.address(),
                        "--data",
                        folder.resolve("data")))
                .isEqualTo(3);
        assertThat(errors())
                .contains("error: workload, office/nope: no workload has this id (expected: one of office/writer)")
                .contains("error: threshold, thresholds.A: 1 ms (expected: 20 ms or more")
                .contains(
                        "error: threshold, thresholds.B: 3540000 ms, but all time out before: office/writer/open after 30000 ms")
                .contains("error: duplicate user, ann in accounts few: more than once")
                .contains("error: accounts, load: accounts: few has 2 users, enough for 1 session (expected: 2, ")
                .contains("error: agent label, agents: [nowhere]: no connected agent has it");
        err.reset();
        assertThat(execute(
                        "run",
                        faulty,
                        "--accounts",
                        few,
                        "--controller",
                        server.address(),
                        "--data",
                        folder.resolve("data"),
                        "--out",
                        folder.resolve("o")))
                .isEqualTo(2);
        Files.writeString(faulty, SampleRoot.PROFILE.replace("iterations: 3", "iterations: -3") + "agents: 7\n");
        assertThat(execute(
                        "check", faulty, "--json", "--controller", server.address(), "--data", folder.resolve("data")))
                .isEqualTo(2);
        assertThat(output())
                .contains("\"what\" : \"document\"", "faulty.yaml:6:15 workloads.iterations", "faulty.yaml:12:");
        err.reset();
    }

    @Test
    void wrongInputIsOneMessageAndExitCode2() throws IOException {
        assertThat(execute("run", folder.resolve("none.yaml"))).isEqualTo(2);
        assertThat(errors()).contains("none.yaml (expected: a file that exists)");
        Path file = Files.writeString(folder.resolve("file"), "");
        Path workloads = SampleRoot.create(folder.resolve("workloads"));
        assertThat(execute("run", profile, "--workloads", workloads, "--out", file))
                .isEqualTo(2);
        assertThat(errors()).contains("--out: " + file + " cannot be written");
        assertThat(execute("run", profile, "--workloads", workloads, "--out", folder.resolve("out")))
                .isEqualTo(2);
        assertThat(errors()).contains("agent: cannot be started (expected: a start through ./deskmeter");
        assertThat(execute("demo", "--max-sessions", 0)).isEqualTo(2);
        assertThat(errors()).contains("--max-sessions: 0 (expected: >= 1)");
        assertThat(execute("demo", "--nope")).isEqualTo(2);
        assertThat(execute("controller", "--http-port", 70_000)).isEqualTo(2);
        assertThat(errors()).contains("--http-port: 70000 (expected: 0 to 65535");
        assertThat(execute("controller", "--workloads", folder.resolve("none"))).isEqualTo(2);
        assertThat(errors()).contains("(expected: a folder)").doesNotContain("\tat ");
        assertThat(execute()).isEqualTo(2);
    }

    /** As the service starts it. */
    @Test
    void settingsAreOptionsAndAnUnknownOneEndsTheStart() throws IOException {
        Path settings = Files.writeString(folder.resolve("controller.yaml"), "http-port: 70000\nheap: 2g\n");
        assertThat(execute("controller", "--settings", settings)).isEqualTo(2);
        assertThat(errors()).startsWith("deskmeter: --http-port: 70000 (expected: 0 to 65535");
        assertThat(execute("controller", "--settings=" + settings, "--http-port", 70_001))
                .isEqualTo(2);
        assertThat(errors()).contains("--http-port: 70001 (expected: 0 to 65535");
        Files.writeString(settings, "htps: 0.0.0.0:8443\nnew-authority: true\n");
        assertThat(execute("controller", "--settings", settings)).isEqualTo(2);
        assertThat(errors())
                .contains("deskmeter: " + settings + ":1:1: htps: unknown key", "did you mean `https`?")
                .contains("new-authority: unknown key");
        assertThat(execute("controller", "--settings", folder.resolve("none.yaml")))
                .isEqualTo(2);
        assertThat(errors()).contains("none.yaml");
    }

    @Test
    void aControllerThatDoesNotAnswerIsOneMessage() {
        int code = execute("run", profile, "--controller", "http://127.0.0.1:1", "--out", folder.resolve("out"));
        assertThat(code).isEqualTo(4);
        assertThat(errors()).contains("expected: a running controller").doesNotContain("\tat ");
    }

    @Test
    void everyCommandHasHelp() {
        for (String command :
                List.of("controller", "run", "check", "demo", "compare", "login-link", "user", "token", "audit")) {
            assertThat(execute(command, "--help")).isZero();
        }
        assertThat(output()).contains("--http-port", "--out", "--max-sessions");
    }
}
