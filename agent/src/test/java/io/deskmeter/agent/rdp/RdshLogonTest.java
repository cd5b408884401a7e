package io.deskmeter.agent.rdp;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.rdp.LogonResult.Outcome;
import io.deskmeter.agent.remote.CertifiedRdp;
import io.deskmeter.screen.program.Processes;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.screen.rfb.Trust;
import io.deskmeter.screen.viewer.Viewer;
import io.deskmeter.screen.viewer.ViewerScreens;
import io.deskmeter.screen.viewer.ViewerTarget;
import io.deskmeter.screen.x11.X11Screens;
import io.deskmeter.testkit.rdsh.RdshUser;
import io.deskmeter.testkit.rdsh.XrdpServer;
import io.deskmeter.testkit.rdsh.XrdpSettings;
import io.deskmeter.vision.template.TemplateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logons of real users on a real xrdp through the real client. Requires root; skipped otherwise. */
@Tag("slow")
@Timeout(120)
class RdshLogonTest {
    private static final Logger LOG = LoggerFactory.getLogger(RdshLogonTest.class);
    private static final Duration WITHIN = Duration.ofSeconds(30);
    /** Four sessions that start at once, on a machine with other work. */
    private static final Duration FOUR_WITHIN = Duration.ofMinutes(2);

    private final TiledMark mark = new TiledMark(7);
    private final String own = UUID.randomUUID().toString();
    private final List<Attempt> attempts = new ArrayList<>();
    private X11Screens displays;
    private ViewerScreens viewers;
    private LogonGoal goal;

    @BeforeEach
    void needs() throws TemplateException {
        try {
            XrdpServer.require();
            for (String program : List.of("Xvfb", "xfreerdp", "xsetroot")) {
                new SearchPath(System.getenv("PATH")).find(program);
            }
        } catch (ProgramException e) {
            LOG.warn("skipped: {}", e.getMessage());
            Assumptions.abort("skipped: " + e.getMessage());
        }
        goal = new LogonGoal.Landmark(mark.template());
        displays = new X11Screens(System::nanoTime);
        viewers = new ViewerScreens(displays, System::nanoTime);
    }

    @AfterEach
    void nothing_is_left() throws Exception {
        closeAttempts();
        if (viewers != null) {
            viewers.close();
            displays.close();
        }
        assertThat(Processes.carrying("DESKMETER_TEST=" + own)).isEmpty();
    }

    private void closeAttempts() throws Exception {
        for (Attempt attempt : attempts) {
            attempt.close();
        }
        attempts.clear();
    }

    private XrdpServer server(int users, UnaryOperator<XrdpSettings> how) throws Exception {
        return XrdpServer.start(how.apply(XrdpSettings.of(users, mark.command())));
    }

    private Attempt attempt(String name, Viewer viewer, ViewerTarget target, Duration within) {
        Attempt attempt = new Attempt(name, viewers, viewer, target, goal, within, own);
        attempts.add(attempt);
        return attempt;
    }

    private Attempt attempt(String name, XrdpServer server, RdshUser user, String password) {
        return attempt(
                name, Viewer.freerdp(server.certificateSha256()), place(server).as(user.name(), password), WITHIN);
    }

    private static ViewerTarget place(XrdpServer server) {
        return ViewerTarget.tcp(server.host(), server.port());
    }

    @Test
    @Timeout(360)
    void four_users_log_on_at_once_log_off_and_log_on_again() throws Exception {
        try (XrdpServer server = server(4, UnaryOperator.identity())) {
            for (int round = 1; round <= 2; round++) {
                for (RdshUser user : server.users()) {
                    attempt(
                            "desktop-" + user.name(),
                            Viewer.freerdp(server.certificateSha256()),
                            place(server).as(user.name(), user.password()),
                            FOUR_WITHIN);
                }
                for (Attempt attempt : attempts) {
                    isTimed(server, attempt.logon());
                }
                for (RdshUser user : server.users()) {
                    List<String> commands = commandsOf(server, user);
                    assertThat(commands).anyMatch(c -> c.endsWith("/Xorg")).anyMatch(c -> c.endsWith("/openbox"));
                    server.logOff(user);
                    assertThat(server.processesOf(user)).isEmpty();
                }
                for (Attempt attempt : attempts) {
                    assertThat(attempt.end().outcome()).isEqualTo(Outcome.ENDED);
                    assertThat(attempt.losses()).isEqualTo(1);
                }
                noPasswordIsShown(server);
                closeAttempts();
            }
        }
    }

    /** A server that was started with umask 077 left a folder that no user could enter. */
    @Test
    void users_can_enter_the_folder_of_their_sockets() throws Exception {
        Path sockets = Files.createDirectories(Path.of("/run/xrdp"));
        Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwx------"));
        try (XrdpServer server = server(1, UnaryOperator.identity())) {
            assertThat(Files.getPosixFilePermissions(sockets)).contains(PosixFilePermission.OTHERS_EXECUTE);
            RdshUser user = server.users().get(0);
            isTimed(
                    server,
                    attempt("desktop-" + user.name(), server, user, user.password())
                            .logon());
            closeAttempts();
        }
    }

    private static void isTimed(XrdpServer server, LogonResult logon) {
        assertThat(logon.outcome())
                .as(() -> logon.words() + "\n" + logs(server))
                .isEqualTo(Outcome.USABLE);
        assertThat(logon.lastWithoutAt()).isGreaterThan(logon.firedAt());
        assertThat(logon.shownAt()).isGreaterThan(logon.lastWithoutAt());
        LOG.info(
                "{}",
                String.format(
                        Locale.ROOT,
                        "logon %.0f ms, resolution %.0f ms",
                        (logon.shownAt() - logon.firedAt()) / 1e6,
                        (logon.shownAt() - logon.lastWithoutAt()) / 1e6));
    }

    private static String logs(XrdpServer server) {
        try {
            return server.logs();
        } catch (IOException e) {
            return "its logs cannot be read: " + e;
        }
    }

    private static List<String> commandsOf(XrdpServer server, RdshUser user) {
        return server.processesOf(user).stream()
                .map(p -> p.info().command().orElse(""))
                .toList();
    }

    private static void noPasswordIsShown(XrdpServer server) {
        List<String> lines = ProcessHandle.allProcesses()
                .map(p -> p.info().commandLine().orElse(""))
                .toList();
        assertThat(server.users())
                .allSatisfy(user -> assertThat(lines).noneMatch(line -> line.contains(user.password())));
    }

    @Test
    void a_refusal_is_recognised_by_the_login_window_or_the_connection_log() throws Exception {
        try (XrdpServer logs = server(1, UnaryOperator.identity());
                XrdpServer server = server(3, s -> s.withLoginWindow().withMaxSessions(1))) {
            Attempt logged = attempt("wrong-password-log", logs, logs.users().get(0), "nonsense");
            RdshUser first = server.users().get(0);
            RdshUser locked = server.users().get(2);
            server.lock(locked, true);
            Attempt wrong = attempt("wrong-password", server, server.users().get(1), "nonsense");
            Attempt shut = attempt("locked-user", server, locked, locked.password());
            isTimed(
                    server,
                    attempt("only-session", server, first, first.password()).logon());
            Attempt tooMany = attempt(
                    "session-limit",
                    server,
                    server.users().get(1),
                    server.users().get(1).password());
            for (Attempt refused : List.of(wrong, shut, tooMany)) {
                LogonResult logon = refused.logon();
                LOG.info("{}: {}", logon.outcome(), logon.words());
                assertThat(logon.outcome()).isEqualTo(Outcome.REFUSED);
                assertThat(logon.words()).startsWith("the server shows its login window at ");
            }
            assertThat(logged.logon().outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(logged.logon().words()).startsWith("the server shows its log of the connection at ");
        }
    }

    @Test
    void a_refusal_is_recognised_by_a_login_window_on_a_picture() throws Exception {
        try (XrdpServer server = server(1, XrdpSettings::withLoginWindowOnPicture)) {
            LogonResult refused = attempt(
                            "wrong-password", server, server.users().get(0), "nonsense")
                    .logon();
            assertThat(refused.outcome()).as(refused.words()).isEqualTo(Outcome.REFUSED);
            assertThat(refused.words()).startsWith("the server shows its login window at ");
        }
    }

    @Test
    void without_a_session_manager_no_logon_succeeds_and_a_killed_server_is_lost_once() throws Exception {
        try (XrdpServer server = server(2, XrdpSettings::withLoginWindow)) {
            RdshUser inside = server.users().get(0);
            RdshUser late = server.users().get(1);
            Attempt there = attempt("inside", server, inside, inside.password());
            isTimed(server, there.logon());
            server.killSesman();
            LogonResult refused =
                    attempt("no-session-manager", server, late, late.password()).logon();
            LOG.info("{}: {}", refused.outcome(), refused.words());
            assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
            server.killXrdp();
            RdpDisconnectReason end = there.end();
            LOG.info("{}: {}", end.outcome(), end.words());
            assertThat(end.outcome()).isEqualTo(Outcome.LOST);
            assertThat(there.losses()).isEqualTo(1);
            LogonResult unreachable =
                    attempt("unreachable", server, late, late.password()).logon();
            LOG.info("{}: {}", unreachable.outcome(), unreachable.words());
            assertThat(unreachable.outcome()).isEqualTo(Outcome.UNREACHABLE);
        }
    }

    @Test
    void a_published_application_replaces_the_desktop() throws Exception {
        try (XrdpServer server = server(2, UnaryOperator.identity())) {
            RdshUser user = server.users().get(0);
            ViewerTarget target = place(server).as(user.name(), user.password());
            // An alternate shell has at most 255 characters, so a longer command is in a file.
            Path script = Files.writeString(
                    user.home().resolve("application"), mark.command() + "\ntouch $HOME/published\nexec sleep 600\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rw-r--r--"));
            String application = "sh " + script;
            Attempt published = attempt("published", Viewer.freerdp(), target.running(application), WITHIN);
            RdshUser other = server.users().get(1);
            ViewerTarget without = place(server).as(other.name(), other.password());
            Attempt blank =
                    attempt("no-landmark", Viewer.freerdp(), without.running("exec sleep 600"), Duration.ofSeconds(4));
            isTimed(server, published.logon());
            assertThat(user.home().resolve("published")).exists();
            assertThat(commandsOf(server, user)).noneMatch(c -> c.endsWith("/openbox"));
            LogonResult late = blank.logon();
            LOG.info("{}: {}", late.outcome(), late.words());
            assertThat(late.outcome()).isEqualTo(Outcome.LATE);
            assertThat(late.words()).startsWith("not usable within 4000 ms: the tiles");
        }
    }

    @Test
    void another_certificate_than_the_targets_is_refused() throws Exception {
        try (XrdpServer server = server(1, UnaryOperator.identity())) {
            RdshUser user = server.users().get(0);
            ViewerTarget target = place(server).as(user.name(), user.password());
            String own = server.certificateSha256();
            // Another digit: one certificate of 256 begins with any two that are fixed.
            String other = (own.charAt(0) == '0' ? '1' : '0') + own.substring(1);
            for (Viewer viewer : List.of(Viewer.freerdp(other), new CertifiedRdp(Trust.system()))) {
                LogonResult logon =
                        attempt("certificate", viewer, target, WITHIN).logon();
                LOG.info("{}: {}", logon.outcome(), logon.words());
                assertThat(logon.outcome()).isEqualTo(Outcome.UNTRUSTED);
            }
        }
    }

    @Test
    void closing_a_server_removes_everything() throws Exception {
        Path folder;
        RdshUser user;
        try (XrdpServer server = server(1, UnaryOperator.identity())) {
            user = server.users().get(0);
            folder = server.accountsFile().resolveSibling("owner");
            isTimed(server, attempt("left", server, user, user.password()).logon());
        }
        assertThat(folder).doesNotExist();
        assertThat(userNames()).doesNotContain(user.name());
        assertThat(ProcessHandle.allProcesses()
                        .map(p -> p.info().commandLine().orElse(""))
                        .filter(line -> line.contains(user.home().toString())))
                .isEmpty();
    }

    private static List<String> userNames() throws IOException {
        return Files.readAllLines(Path.of("/etc/passwd")).stream()
                .map(line -> line.split(":", 2)[0])
                .toList();
    }
}
