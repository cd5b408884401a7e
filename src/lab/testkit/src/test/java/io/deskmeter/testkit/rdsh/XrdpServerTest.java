package io.deskmeter.testkit.rdsh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.program.Processes;
import io.deskmeter.screen.program.ProgramException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** The command line program in a separate process. Requires root; skipped otherwise. */
@Tag("slow")
@Timeout(90)
class XrdpServerTest {
    @Test
    void it_prints_its_address_and_removes_everything_when_its_input_ends() throws Exception {
        require();
        Process testbed = start();
        Map<String, String> said = said(testbed);
        Path accounts = Path.of(word(said, "accounts"));
        int port = Integer.parseInt(word(said, "address").split(":", 2)[1]);
        try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
            assertThat(probe.isConnected()).isTrue();
        }
        List<String> table = Files.readAllLines(accounts);
        assertThat(table).hasSize(3).first().isEqualTo("user,password");
        assertThat(UnixUsers.owned().keySet()).contains(word(said, "users").split(" "));
        testbed.getOutputStream().close();
        assertThat(testbed.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(testbed.exitValue()).isZero();
        isGone(said, testbed);
    }

    @Test
    void the_next_one_removes_what_a_killed_one_has_left_and_nothing_of_a_running_one() throws Exception {
        require();
        Process killed = start();
        Map<String, String> left = said(killed);
        killed.destroyForcibly().waitFor();
        assertThat(UnixUsers.owned().keySet()).contains(word(left, "users").split(" "));
        assertThat(Processes.carrying(mark(killed))).isNotEmpty();
        try (XrdpServer first = XrdpServer.start(XrdpSettings.of(1, ""));
                XrdpServer second = XrdpServer.start(XrdpSettings.of(1, ""))) {
            isGone(left, killed);
            assertThat(first.accountsFile()).exists();
            assertThat(UnixUsers.owned().keySet())
                    .contains(first.users().get(0).name(), second.users().get(0).name());
            assertThat(first.port()).isNotEqualTo(second.port());
        }
    }

    @Test
    void arguments_are_checked() {
        assertThat(XrdpServerMain.settings(List.of("--users", "2", "--session-command", "x y")))
                .isEqualTo(XrdpSettings.of(2, "x y").withUsableDesktop());
        assertThat(XrdpServerMain.settings(List.of("--listen", "198.18.0.1")).host())
                .isEqualTo("198.18.0.1");
        assertThat(XrdpServerMain.settings(List.of("--max-sessions", "1")).maxSessions())
                .isOne();
        assertThatThrownBy(() -> XrdpServerMain.settings(List.of("--users", "many")))
                .hasMessage("--users: \"many\" (expected: a number)");
        assertThatThrownBy(() -> XrdpServerMain.settings(List.of("--user", "1")))
                .hasMessageContaining("\"--user\"");
        assertThatThrownBy(() -> XrdpSettings.of(0, "")).hasMessage("users: 0 (expected: 1 to 99)");
        assertThat(Owner.parse("deskmeter-testbed 12 34")).contains(new Owner(12, 34));
        assertThat(Owner.parse("Ann Smith,,,")).isEmpty();
        assertThat(Owner.self().lives()).isTrue();
        assertThat(new Owner(Owner.self().pid(), 1).lives()).isFalse();
    }

    private static void require() {
        try {
            XrdpServer.require();
        } catch (ProgramException e) {
            LoggerFactory.getLogger(XrdpServerTest.class).warn("skipped: {}", e.getMessage());
            Assumptions.abort("skipped: " + e.getMessage());
        }
    }

    private static Process start() throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        XrdpServerMain.class.getName(),
                        "--users",
                        "2")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static Map<String, String> said(Process testbed) throws Exception {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(testbed.getInputStream(), StandardCharsets.UTF_8));
        Map<String, String> said = new HashMap<>();
        for (String line = out.readLine(); line != null && !line.equals("ready"); line = out.readLine()) {
            String[] parts = line.split(": ", 2);
            said.put(parts[0], parts[1]);
        }
        assertThat(said).containsOnlyKeys("address", "certificate", "accounts", "users");
        return said;
    }

    private static String word(Map<String, String> said, String name) {
        return said.getOrDefault(name, "");
    }

    private static void isGone(Map<String, String> said, Process testbed) throws Exception {
        assertThat(Path.of(word(said, "accounts")).resolveSibling("owner")).doesNotExist();
        assertThat(UnixUsers.owned().keySet())
                .doesNotContain(word(said, "users").split(" "));
        assertThat(Processes.carrying(mark(testbed))).isEmpty();
    }

    private static String mark(Process testbed) {
        return Owner.VARIABLE + "=" + testbed.pid() + "-";
    }
}
