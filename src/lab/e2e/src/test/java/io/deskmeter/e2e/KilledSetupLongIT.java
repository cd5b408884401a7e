package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.setup.stage.AgentSetupStage;
import io.deskmeter.controller.Clients;
import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.MachineListener;
import io.deskmeter.controller.SampleRoot;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * kill -9 of {@code ./deskmeter agent setup} in each of its stages, of the setup that follows, of {@code restore} and
 * of {@code uninstall}, at moments that a seed chooses ({@code -Ddeskmeter.seed=N}, {@code -Ddeskmeter.rounds=N}): the
 * next start finishes, and gives back what was there. On a tree of a machine, with a real controller.
 */
@ResourceLock(ConcurrentTests.PROGRAMS)
class KilledSetupLongIT {
    private static final int ROUNDS = Integer.getInteger("deskmeter.rounds", 3);
    private static final int TRIES = 40;
    private static final int LONGEST_MILLIS = 60;
    private static final int WITHIN_SECONDS = 120;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static ControllerServer server;

    private static int trees;

    /** A machine after a setup that nobody has killed. */
    private static Map<String, String> whole = Map.of();

    private static Map<String, String> withoutOptimisations = Map.of();

    @BeforeAll
    static void start() throws Exception {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")),
                "skipped: not root (expected: root, whose are machines and images)");
        Files.writeString(folder.resolve("desktop.token"), "a secret of desktops\n");
        server = ControllerServer.start(
                ControllerSettings.of(folder.resolve("data"), SampleRoot.create(folder.resolve("workloads")))
                        .withMachines(new MachineListener("127.0.0.1", 0, List.of())));
        whole = finished();
        withoutOptimisations = finished("--skip", "optimise");
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void killedInAStageTheNextSetupFinishesAndRestoreGivesBackWhatWasThere(AgentSetupStage stage) throws Exception {
        long seed = Long.getLong("deskmeter.seed", 1) * 100 + stage.number();
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            String about = "seed " + seed + ", round " + round;
            Machine machine = killedIn(stage, random);
            if (random.nextBoolean()) {
                machine.setUpKilledIn(anyStage(random), random.nextInt(LONGEST_MILLIS));
            }

            machine.finish(about);

            assertThat(machine.tree.snapshot()).as(about).isEqualTo(whole);
            assertThat(machine.joined()).as(about).isOne();
            Map<String, String> expected = machine.changedSince(random.nextBoolean(), withoutOptimisations);
            machine.killedWhenRestored("restore", random.nextInt(10));
            Ended restored = machine.run("restore", "--json");
            assertThat(restored.code()).as(about + ": " + restored.printed()).isZero();
            assertThat(machine.tree.snapshot()).as(about).isEqualTo(expected);
            assertThat(machine.run("status").printed()).as(about).contains("optimisations none");

            machine.undoChanges();
            machine.killedWhenRestored("uninstall", random.nextInt(5));
            Ended uninstalled = machine.run("uninstall", "--json");
            assertThat(uninstalled.code())
                    .as(about + ": " + uninstalled.printed())
                    .isZero();
            assertThat(machine.tree.snapshot()).as(about).isEqualTo(machine.before);
            assertThat(machine.tree.at("var/lib/deskmeter/setup")).as(about).doesNotExist();
        }
    }

    private static AgentSetupStage anyStage(Random random) {
        List<AgentSetupStage> all = List.of(AgentSetupStage.values());
        return all.get(random.nextInt(all.size()));
    }

    private static Map<String, String> finished(String... options) throws Exception {
        Machine machine = new Machine();
        List<String> all = new ArrayList<>(machine.setup());
        all.addAll(List.of(options));
        Ended ended = machine.run(all.toArray(String[]::new));
        assertThat(ended.code()).as(ended.printed()).isZero();
        return machine.tree.snapshot();
    }

    /** A machine whose setup was killed while the stage went on; a stage may be over before the moment comes. */
    private static Machine killedIn(AgentSetupStage stage, Random random) throws Exception {
        int millis = LONGEST_MILLIS;
        for (int i = 0; i < TRIES; i++) {
            Machine machine = new Machine();
            if (machine.setUpKilledIn(stage, millis == 0 ? 0 : random.nextInt(millis))) {
                return machine;
            }
            millis /= 2;
        }
        throw new AssertionError(stage + ": over before it could be killed, " + TRIES + " times");
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return Clients.of(() -> server).send(request.build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.address().resolve(path));
    }

    private record Ended(int code, String printed) {}

    /** A tree that is set up with a token of its own, for one machine. */
    private static final class Machine {
        private final TreeOfAMachine tree;
        private final Map<String, String> before;
        private final String tokenId;
        private final Path tokenFile;

        Machine() throws Exception {
            trees++;
            tree = TreeOfAMachine.create(folder.resolve("machine-" + trees));
            before = tree.snapshot();
            HttpResponse<String> made = send(request("/api/v1/enrolments")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"machines\": 1, \"validSeconds\": 3600}")));
            JsonNode token = JsonMapper.shared().readTree(made.body());
            tokenId = token.path("id").asString();
            tokenFile = folder.resolve("token-" + trees);
            Files.writeString(tokenFile, token.path("token").asString() + "\n");
        }

        List<String> setup() {
            return List.of(
                    "--unattended",
                    "--json",
                    "--controller",
                    server.machineAddress().orElseThrow(),
                    "--join-file",
                    tokenFile.toString(),
                    "--desktop-token-file",
                    folder.resolve("desktop.token").toString());
        }

        private Process start(String... arguments) throws IOException {
            List<String> command =
                    new ArrayList<>(List.of(Program.HOME.resolve("deskmeter").toString(), "agent", "setup"));
            command.addAll(List.of(arguments));
            command.addAll(List.of("--root", tree.root().toString()));
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            // The lane has packaged the programs already, and must not start a Maven within Maven.
            builder.environment().put("DESKMETER_READY", "yes");
            return builder.start();
        }

        Ended run(String... arguments) throws Exception {
            Process process = start(arguments);
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS)).isTrue();
            return new Ended(process.exitValue(), printed);
        }

        /** False if the stage was over before. */
        boolean setUpKilledIn(AgentSetupStage stage, int afterMillis) throws Exception {
            Process process = start(setup().toArray(String[]::new));
            StringBuilder printed = new StringBuilder();
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    printed.append(line).append('\n');
                    if (is(line, stage, "started")) {
                        TimeUnit.MILLISECONDS.sleep(afterMillis);
                        process.toHandle().destroyForcibly();
                    }
                }
            }
            assertThat(process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(printed.toString()).contains("\"" + stage.word() + "\"");
            return printed.toString().lines().noneMatch(line -> is(line, stage, "ended"));
        }

        private static boolean is(String line, AgentSetupStage stage, String state) {
            return line.startsWith("{")
                    && JsonMapper.shared()
                            .readTree(line)
                            .path("stage")
                            .asString("")
                            .equals(stage.word())
                    && JsonMapper.shared()
                            .readTree(line)
                            .path("state")
                            .asString("")
                            .equals(state);
        }

        /** Kills it as soon as so many changes are said to be taken back. */
        void killedWhenRestored(String command, int changes) throws Exception {
            Path journal = tree.at("var/lib/deskmeter/setup/journal.jsonl");
            long already = restored(journal);
            Process process = start(command, "--json");
            while (process.isAlive() && restored(journal) < already + changes) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            process.toHandle().destroyForcibly();
            assertThat(process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS)).isTrue();
        }

        private static long restored(Path journal) throws IOException {
            return Files.exists(journal)
                    ? Files.readString(journal)
                            .lines()
                            .filter(line -> line.contains("\"RESTORED\""))
                            .count()
                    : 0;
        }

        void finish(String about) throws Exception {
            Ended ended = run(setup().toArray(String[]::new));
            assertThat(ended.code()).as(about + ": " + ended.printed()).isZero();
            String status = run("status").printed();
            assertThat(status)
                    .as(about)
                    .containsPattern("preflight +(ok|warning)\n")
                    .containsPattern("files +unchanged\n")
                    .containsPattern("enrol +(enrolled|already)\n")
                    .containsPattern("analyse +[0-9]+ wanted.*\n")
                    .containsPattern("optimise +[0-9]+ set, .*\n")
                    .containsPattern("autostart +ok\n")
                    .containsPattern("verify +ok\n")
                    .containsPattern("optimisations measure [0-9a-f]{64}");
        }

        /** How many machines have joined with its token. */
        int joined() throws Exception {
            JsonNode tokens = JsonMapper.shared()
                    .readTree(send(request("/api/v1/enrolments").GET()).body());
            return tokens.valueStream()
                    .filter(one -> one.path("id").asString().equals(tokenId))
                    .mapToInt(one -> one.path("joined").asInt())
                    .sum();
        }

        /**
         * Changes what the setup has set, as a person does; returns what must be there when the optimisations are taken
         * back.
         */
        Map<String, String> changedSince(boolean somethingIs, Map<String, String> otherwise) throws IOException {
            return somethingIs ? tree.changeWhatIsSet(otherwise) : otherwise;
        }

        void undoChanges() throws IOException {
            tree.undoChanges();
        }
    }
}
