package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.access.TokenRole;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Runs on VNC desktops that stand ready, two of them, both of one user, each with a desktop agent in it. */
@ResourceLock(ConcurrentTests.DESKTOPS)
class VncRunIT {
    private static final Duration END = Duration.ofMinutes(4);
    private static final Pattern PAIRED =
            Pattern.compile("run (\\S+), session (\\d+) is that of agent \\S+ \\(desktop[^)]*\\) in (:\\d+)");

    @TempDir(factory = ShortTempDirs.class)
    static Path folder;

    private static ControllerProgram controller;
    private static Program agent;
    private final List<VncDesktop> desktops = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        controller = ControllerProgram.start(folder);
        agent = controller.connectAgent();
    }

    @AfterEach
    void closeDesktops() throws Exception {
        for (VncDesktop desktop : desktops) {
            desktop.close();
        }
    }

    @AfterAll
    static void end() throws Exception {
        if (agent != null) {
            agent.close();
        }
        if (controller != null) {
            controller.close();
        }
    }

    /** The agent of the last desktop connects first, so pairing by the order of connections would fail. */
    private void desktops(Optional<String> password) throws Exception {
        for (int i = 0; i < 2; i++) {
            desktops.add(VncDesktop.start(Files.createTempDirectory(folder, "desktop-"), password));
        }
        for (int i = desktops.size() - 1; i >= 0; i--) {
            desktops.get(i).startAgent(controller.link(), controller.data().token(TokenRole.DESKTOP));
        }
    }

    @Test
    void desktopsWithAPasswordAreDrivenFromOutside() throws Exception {
        desktops(Optional.of("secret"));
        Path accounts = folder.resolve("accounts.yaml");
        Files.writeString(accounts, "accounts: [{user: anybody, password: secret}]\n");
        run("remote", "accounts: accounts", "--accounts", accounts.toString());
    }

    @Test
    void desktopsWithoutAccountsWorkByThemselvesAndStandReadyForTheNextRun() throws Exception {
        desktops(Optional.empty());
        run("passive", "");
        run("local", "");
    }

    /** One iteration of the word processor on each desktop, and each session is where its client looks. */
    private void run(String mode, String more, String... options) throws Exception {
        Path profile = folder.resolve(mode + ".yaml");
        Files.writeString(profile, """
            workloads:
              workloads: [office/writer]
              iterations: 1
              steady: {skipFirst: 0, skipLast: 0}
              think: {mean: 500ms, spread: 50%%}
            mode: %s
            target:
              vnc:
                hosts: [%s]
                desktop: 1280x800
                %s
            load: {fixed: {sessions: 2}}
            thresholds: {A: 20s, B: 60s}
            validity: {harnessCpu: 90%%, lag: 10s, pacing: 100%%}
            logonInterval: 1s
            """.formatted(
                mode,
                desktops.stream().map(desktop -> '"' + desktop.host() + '"').collect(Collectors.joining(", ")),
                more));
        Path out = folder.resolve("out-" + mode);
        Program.Ended ended;
        try (Program run = controller.run(profile, out, options)) {
            ended = run.await(END);
        }
        assertThat(ended.exitCode())
                .as(ended.printed() + agent.printed() + controller.program().printed())
                .isZero();
        Results results = new Results(out);
        ConsistentResults.check(results, controller);
        assertThat(results.report().at("/run/mode").asString()).isEqualTo(mode);
        // Sessions go on until the last one has its iteration: what they begin then does not count.
        List<Map<String, String>> counted = results.timings().stream()
                .filter(row -> row.get("steady").equals("true"))
                .toList();
        assertThat(counted).hasSize(13 * desktops.size());
        assertThat(counted).extracting(row -> row.get("outcome")).containsOnly("ok");
        assertThat(paired(results.report().at("/run/id").asString()))
                .isEqualTo(
                        Map.of(0, desktops.get(0).display(), 1, desktops.get(1).display()));
        assertThat(desktops).allMatch(VncDesktop::stands);
    }

    /** Display by session. */
    private Map<Integer, String> paired(String run) {
        Map<Integer, String> pairs = new TreeMap<>();
        Matcher said = PAIRED.matcher(controller.program().printed());
        while (said.find()) {
            if (said.group(1).equals(run)) {
                pairs.put(Integer.parseInt(said.group(2)), said.group(3));
            }
        }
        return pairs;
    }
}
