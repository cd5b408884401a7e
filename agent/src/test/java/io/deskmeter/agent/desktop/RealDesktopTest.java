package io.deskmeter.agent.desktop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.screen.program.Processes;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real X servers, window managers and processes; skipped, with the reason, if they are not installed. */
@Tag("slow")
class RealDesktopTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Path folder;

    @BeforeEach
    void shortFolder() throws IOException {
        for (String program : List.of("Xvnc", "openbox", "setsid")) {
            assumeTrue(isInstalled(program), program + " is not installed; ./deskmeter doctor says how to get it");
        }
        folder = Files.createTempDirectory(Path.of("/tmp"), "dm");
    }

    @AfterEach
    void leaveNothing() throws IOException, DesktopException {
        if (folder != null) {
            try (LocalDesktops sweep = LocalDesktops.open(Platforms.here(), folder)) {
                assertThat(sweep.leftovers()).isEqualTo(new LocalDesktops.Leftovers(0, 0));
            }
            SessionFolder.at(folder).remove();
        }
    }

    private static boolean isInstalled(String program) {
        try {
            new SearchPath(System.getenv("PATH")).find(program);
            return true;
        } catch (ProgramException e) {
            return false;
        }
    }

    @Test
    void a_desktop_serves_rfb_on_a_socket_for_its_user_only_and_leaves_nothing_behind() throws Exception {
        try (LocalDesktops desktops = LocalDesktops.open(Platforms.here(), folder)) {
            Desktop desktop = desktops.start(3, 640, 480);

            assertThat(desktop.alive()).isTrue();
            assertThat(desktop.home()).isDirectory();
            assertThat(greeting(desktop.rfbSocket())).isEqualTo("RFB 003.008\n");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(desktop.rfbSocket())))
                    .isEqualTo("rw-------");
            Path session = desktop.home().resolveSibling(".").normalize();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(session)))
                    .isEqualTo("rwx------");
            assertThat(processesOf(folder)).hasSize(2);

            String display = Files.readString(session.resolve("display")).strip();
            desktop.close();

            assertThat(desktop.alive()).isFalse();
            assertThat(session).doesNotExist();
            assertThat(processesOf(folder)).isEmpty();
            assertThat(Path.of("/tmp/.X11-unix/X" + display)).doesNotExist();
            assertThatThrownBy(() -> desktop.launch(List.of("true"), folder))
                    .isInstanceOf(DesktopException.class)
                    .hasMessageContaining("closed");
        }
    }

    @Test
    void an_application_does_not_inherit_the_agents_environment() throws Exception {
        try (LocalDesktops desktops = LocalDesktops.open(Platforms.here(), folder);
                Desktop desktop = desktops.start(0, 640, 480)) {
            Path work = Files.createDirectory(desktop.home().resolve("work"));
            AppProcess env = desktop.launch(List.of("env"), work);

            assertThat(env.exited().get(20, TimeUnit.SECONDS)).isZero();
            AppProcess all = desktop.launch(List.of("sh", "-c", "env > all; pwd"), work);
            assertThat(all.exited().get(20, TimeUnit.SECONDS)).isZero();
            assertThat(all.tail()).isEqualTo(work.toString());
            Map<String, String> seen = new TreeMap<>();
            for (String line : Files.readAllLines(work.resolve("all"))) {
                SessionEnvironment.put(seen, line);
            }
            assertThat(seen)
                    .containsEntry("HOME", desktop.home().toString())
                    .containsEntry("LC_ALL", "C.UTF-8")
                    .containsKeys("DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "TMPDIR", "DESKMETER_SESSION");
            assertThat(seen.keySet()).doesNotContain("JAVA_HOME", "SURELY_NOT");
            assertThat(desktop.launch(List.of("sh", "-c", "exit 7"), work)
                            .exited()
                            .get(20, TimeUnit.SECONDS))
                    .isEqualTo(7);
        }
    }

    @Test
    void two_desktops_share_nothing() throws Exception {
        try (LocalDesktops desktops = LocalDesktops.open(Platforms.here(), folder);
                Desktop one = desktops.start(0, 640, 480);
                Desktop two = desktops.start(1, 800, 600)) {
            Map<String, String> first = environmentOf(one);
            Map<String, String> second = environmentOf(two);
            for (String own : List.of(
                    "HOME",
                    "DISPLAY",
                    "XAUTHORITY",
                    "XDG_RUNTIME_DIR",
                    "XDG_CONFIG_HOME",
                    "TMPDIR",
                    "DESKMETER_SESSION")) {
                assertThat(first.get(own)).as(own).isNotEqualTo(second.get(own));
            }
            // The window manager is the simplest X client that is installed: it must not be able to connect to the
            // other display.
            String foreign = "DISPLAY=" + second.get("DISPLAY");
            AppProcess intruder = one.launch(List.of("env", foreign, "openbox", "--replace"), one.home());
            assertThat(intruder.exited().get(20, TimeUnit.SECONDS)).isNotZero();
            assertThat(intruder.tail()).contains("Failed to open the display");
            assertThat(two.alive()).isTrue();
        }
    }

    @Test
    void programs_that_detach_themselves_end_with_their_application_or_their_desktop() throws Exception {
        try (LocalDesktops desktops = LocalDesktops.open(Platforms.here(), folder);
                Desktop desktop = desktops.start(0, 640, 480)) {
            List<String> detaching =
                    List.of("sh", "-c", "trap '' TERM; setsid sh -c 'setsid sleep 1000 & sleep 1000' & echo on");
            AppProcess first = desktop.launch(detaching, desktop.home());
            AppProcess second = desktop.launch(detaching, desktop.home());
            await().atMost(LIMIT).until(() -> processesOf(folder).size() == 2 + 2 * 3);
            assertThat(first.exited().get(20, TimeUnit.SECONDS)).isZero();

            first.kill();

            assertThat(processesOf(folder)).hasSize(2 + 3);
            assertThat(second.tail()).isEqualTo("on");
            desktop.close();
            assertThat(processesOf(folder)).isEmpty();
        }
    }

    @Test
    void a_desktop_reports_that_its_server_has_ended() throws Exception {
        try (LocalDesktops desktops = LocalDesktops.open(Platforms.here(), folder);
                Desktop desktop = desktops.start(0, 640, 480)) {
            List<ProcessHandle> servers = processesOf(folder).stream()
                    .filter(p -> p.info().command().orElse("").endsWith("vnc"))
                    .toList();
            assertThat(servers).hasSize(1);
            assertThat(servers.get(0).destroyForcibly()).isTrue();

            await().atMost(LIMIT).until(() -> !desktop.alive());

            assertThatThrownBy(() -> desktop.launch(List.of("true"), desktop.home()))
                    .isInstanceOf(DesktopException.class)
                    .hasMessageContaining("Xvnc has ended");
        }
    }

    @Test
    void the_orphan_reaper_ends_the_sessions_of_a_killed_agent() throws Exception {
        Process agent = agentWithTwoDesktops();
        List<String> displays = displaysBelow(folder);
        await().atMost(LIMIT).until(() -> processesOf(folder).size() >= 5);

        agent.destroyForcibly().waitFor();
        try (LocalDesktops next = nextThatWaits()) {
            assertThat(next.leftovers()).isEqualTo(new LocalDesktops.Leftovers(0, 0));
        }

        assertThat(processesOf(folder)).isEmpty();
        assertThat(folder.resolve("s")).isEmptyDirectory();
        assertThat(displays)
                .hasSize(2)
                .allSatisfy(d -> assertThat(Path.of("/tmp/.X11-unix/X" + d)).doesNotExist());
        assertThat(folder.resolve("orphan-reaper.log")).content().contains("2 session folders");
    }

    /** Opens when the reaper has finished, not before: else this process would end what is left. */
    private LocalDesktops nextThatWaits() throws DesktopException {
        await().atMost(LIMIT).until(() -> processesOf(folder).isEmpty());
        return LocalDesktops.open(Platforms.here(), folder);
    }

    @Test
    void if_the_orphan_reaper_was_killed_too_the_next_agent_ends_the_sessions_and_only_those() throws Exception {
        Path others = Files.createTempDirectory(Path.of("/tmp"), "dm");
        try (LocalDesktops other = LocalDesktops.open(Platforms.here(), others);
                Desktop untouched = other.start(0, 640, 480)) {
            Process agent = agentWithTwoDesktops();
            // A window manager may begin after its display.
            await().atMost(LIMIT)
                    .during(Duration.ofMillis(300))
                    .until(() -> processesOf(folder).size() >= 5);
            List<ProcessHandle> left = processesOf(folder);
            assertThatThrownBy(() -> LocalDesktops.open(Platforms.here(), folder))
                    .isInstanceOf(DesktopException.class)
                    .hasMessageContaining("held by another agent");
            List<String> displays = displaysBelow(folder);
            assertThat(displays).hasSize(2);

            killOrphanReaperOf(agent);
            agent.destroyForcibly().waitFor();

            assertThat(processesOf(folder)).hasSameSizeAs(left);
            try (LocalDesktops next = LocalDesktops.open(Platforms.here(), folder)) {
                assertThat(next.leftovers()).isEqualTo(new LocalDesktops.Leftovers(left.size(), 2));
                assertThat(processesOf(folder)).isEmpty();
                assertThat(folder.resolve("s")).isEmptyDirectory();
                for (String display : displays) {
                    assertThat(Path.of("/tmp/.X11-unix/X" + display)).doesNotExist();
                }
            }
            assertThat(untouched.alive()).isTrue();
            assertThat(processesOf(others)).hasSize(2);
        }
        SessionFolder.at(others).remove();
    }

    /** The one child of the agent that belongs to no session. */
    private void killOrphanReaperOf(Process agent) throws Exception {
        List<ProcessHandle> sessions = processesOf(folder);
        List<ProcessHandle> others =
                agent.children().filter(child -> !sessions.contains(child)).toList();
        assertThat(others).hasSize(1);
        ProcessHandle reaper = others.get(0);
        reaper.destroyForcibly();
        reaper.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private Process agentWithTwoDesktops() throws IOException {
        Process agent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DoomedAgent.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(agent.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder said = new StringBuilder();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (line.equals("ready")) {
                return agent;
            }
            said.append(line).append('\n');
        }
        throw new AssertionError("the agent ended without being ready:\n" + said);
    }

    private static List<ProcessHandle> processesOf(Path stateFolder) throws IOException {
        String id = Files.readString(stateFolder.resolve("id")).strip();
        return Processes.carrying("DESKMETER_SESSION=" + id + "/");
    }

    private static List<String> displaysBelow(Path stateFolder) throws IOException {
        try (var folders = Files.list(stateFolder.resolve("s"))) {
            List<Path> files = folders.map(f -> f.resolve("display")).toList();
            List<String> displays = new ArrayList<>();
            for (Path file : files) {
                displays.add(Files.readString(file).strip());
            }
            return displays;
        }
    }

    private static Map<String, String> environmentOf(Desktop desktop) throws Exception {
        AppProcess env = desktop.launch(List.of("sh", "-c", "env > all"), desktop.home());
        assertThat(env.exited().get(20, TimeUnit.SECONDS)).isZero();
        Map<String, String> seen = new TreeMap<>();
        for (String line : Files.readAllLines(desktop.home().resolve("all"))) {
            SessionEnvironment.put(seen, line);
        }
        return seen;
    }

    private static String greeting(Path socket) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            ByteBuffer bytes = ByteBuffer.allocate(12);
            int read = 0;
            while (bytes.hasRemaining() && read >= 0) {
                read = channel.read(bytes);
            }
            return new String(bytes.array(), StandardCharsets.US_ASCII);
        }
    }
}
