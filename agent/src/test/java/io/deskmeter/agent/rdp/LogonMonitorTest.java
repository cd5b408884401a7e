package io.deskmeter.agent.rdp;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.rdp.LogonResult.Outcome;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.testkit.screen.ScriptedScreen;
import io.deskmeter.testsupport.VirtualTime;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.vision.template.TemplateException;
import java.awt.image.BufferedImage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In virtual time, with synthetic pictures. */
@Tag("slow")
class LogonMonitorTest {
    private static final int GROUND = 0x406080;
    private static final int FACE = 0xD0D0D0;
    private static final int BAR = 0x102090;

    private final Frame frame = new Frame(640, 480, new int[640 * 480]);
    private final LogonMonitor watch = watch(new LogonGoal.Landmark(new TiledMark(3).template()));
    private final VirtualTime time = new VirtualTime();
    private long sequence;

    LogonMonitorTest() throws TemplateException {}

    private static LogonMonitor watch(LogonGoal goal) {
        return new LogonMonitor(goal, Duration.ofSeconds(60), seconds(1), new MatcherBuffers());
    }

    private static long seconds(double seconds) {
        return (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    }

    @AfterEach
    void close() {
        watch.close();
    }

    private void fill(Rect place, int colour) {
        for (int y = place.y(); y < place.bottom(); y++) {
            for (int x = place.x(); x < place.right(); x++) {
                frame.pixels()[y * frame.width() + x] = colour;
            }
        }
    }

    private Optional<LogonResult> shown(LogonMonitor to, double at) {
        return to.see(new FrameUpdate(frame, List.of(frame.bounds()), seconds(at), ++sequence));
    }

    private void paintMark() throws TemplateException {
        BufferedImage tiles = new TiledMark(3).image();
        for (int y = 0; y < tiles.getHeight(); y++) {
            for (int x = 0; x < tiles.getWidth(); x++) {
                frame.pixels()[(100 + y) * frame.width() + 200 + x] = tiles.getRGB(x, y) & 0xFFFFFF;
            }
        }
    }

    private void paintServerWindow(boolean fields) {
        fill(frame.bounds(), GROUND);
        fill(new Rect(145, 65, 350, 350), FACE);
        fill(new Rect(147, 67, 346, 18), BAR);
        fill(new Rect(160, 72, 60, 6), 0xFFFFFF);
        if (fields) {
            fill(new Rect(255, 250, 210, 20), 0xFFFFFF);
        }
    }

    @Test
    void a_landmark_is_usable_with_the_times_of_its_frame_and_the_previous_one() throws TemplateException {
        watch.launched(seconds(2));
        assertThat(shown(watch, 3)).isEmpty();
        fill(frame.bounds(), GROUND);
        assertThat(shown(watch, 3.5)).isEmpty();
        paintMark();
        LogonResult logon = shown(watch, 4).orElseThrow();
        assertThat(logon)
                .isEqualTo(new LogonResult(Outcome.USABLE, seconds(2), seconds(3.5), seconds(4), logon.words()));
        assertThat(shown(watch, 5)).isEmpty();
        assertThat(watch.at(seconds(100))).isEmpty();
        assertThat(watch.lost(new ScreenException("gone"), seconds(101))).isEmpty();
    }

    @Test
    void a_cause_is_said_once() {
        String untrusted = "certificate: sha256:AA of \"CN=desk\": it is another one (expected: sha256:BB; hint: look)";
        assertThat(watch.lost(new ScreenException("desk:3389: " + untrusted), seconds(3))
                        .orElseThrow())
                .isEqualTo(new LogonResult(Outcome.UNTRUSTED, seconds(1), seconds(1), seconds(3), untrusted));
        String noServer =
                "desk:5901: cannot connect: Connection refused (expected: a VNC server there; is it running?)";
        try (LogonMonitor other = watch(new LogonGoal.Quiet(Duration.ofSeconds(2)))) {
            assertThat(other.lost(new ScreenException(noServer), seconds(3))
                            .orElseThrow()
                            .words())
                    .isEqualTo(noServer);
        }
        try (LogonMonitor client = watch(new LogonGoal.Quiet(Duration.ofSeconds(2)))) {
            assertThat(client.lost(new ScreenException("client: exited with 1"), seconds(3))
                            .orElseThrow()
                            .words())
                    .isEqualTo("the client has shown nothing (expected: the desktop); client: exited with 1");
        }
    }

    @Test
    void a_login_window_is_a_refusal_after_two_seconds() {
        paintServerWindow(true);
        shown(watch, 3);
        assertThat(watch.nextLookAt(seconds(3))).hasValue(seconds(5));
        assertThat(watch.at(seconds(4.9))).isEmpty();
        LogonResult logon = watch.at(seconds(5)).orElseThrow();
        assertThat(logon.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(logon.words()).startsWith("the server shows its login window at 350x350+145+65 for 2 s");
        assertThat(watch.nextLookAt(seconds(5))).isEmpty();
    }

    /** With the raised border that xrdp draws around its windows. */
    private void paintServerWindowOnPicture(boolean raised) {
        for (int i = 0; i < frame.pixels().length; i++) {
            int x = i % frame.width();
            int y = i / frame.width();
            frame.pixels()[i] = (x & 0xFF) << 16 | (y & 0xFF) << 8 | (x * y & 0xFF);
        }
        fill(new Rect(145, 65, 350, 350), FACE);
        if (raised) {
            fill(new Rect(146, 66, 348, 1), 0xFFFFFF);
            fill(new Rect(146, 66, 1, 348), 0xFFFFFF);
            fill(new Rect(146, 413, 348, 1), 0x808080);
            fill(new Rect(493, 66, 1, 348), 0x808080);
            fill(new Rect(145, 414, 350, 1), 0);
            fill(new Rect(494, 65, 1, 350), 0);
        }
        fill(new Rect(148, 68, 345, 18), BAR);
        fill(new Rect(160, 72, 60, 6), 0xFFFFFF);
        fill(new Rect(255, 250, 210, 20), 0xFFFFFF);
    }

    @Test
    void a_login_window_on_a_picture_is_a_refusal_and_a_window_without_its_border_is_not() {
        paintServerWindowOnPicture(true);
        shown(watch, 3);
        LogonResult refused = watch.at(seconds(5)).orElseThrow();
        assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(refused.words()).startsWith("the server shows its login window at ");
        try (LogonMonitor desktop = watch(new LogonGoal.Quiet(Duration.ofSeconds(2)))) {
            paintServerWindowOnPicture(false);
            shown(desktop, 3);
            assertThat(desktop.at(seconds(5)).orElseThrow().outcome()).isEqualTo(Outcome.USABLE);
        }
    }

    @Test
    void a_picture_that_rests_proves_nothing_where_a_landmark_is_missing() {
        try (LogonMonitor unproved = watch(new LogonGoal.Unproved(Duration.ofSeconds(2)))) {
            fill(new Rect(100, 100, 20, 20), 0xFFFFFF);
            shown(unproved, 3);
            assertThat(unproved.nextLookAt(seconds(3))).hasValue(seconds(5));
            LogonResult logon = unproved.at(seconds(5)).orElseThrow();
            assertThat(logon.outcome()).isEqualTo(Outcome.UNPROVED);
            assertThat(logon.words())
                    .contains("nothing proves", "`ready: { landmark: … }`", "agent screenshot --target");
            assertThat(unproved.picture()).isPresent();
        }
    }

    /**
     * A server that starts many sessions at once shows its log, unchanged, for longer than any early decision could
     * allow for.
     */
    @Test
    void a_connection_log_decides_nothing_before_the_time_is_over() {
        paintServerWindow(false);
        shown(watch, 3);
        assertThat(watch.nextLookAt(seconds(6))).hasValue(seconds(61));
        assertThat(watch.at(seconds(60.9))).isEmpty();
        LogonResult refused = watch.at(seconds(61)).orElseThrow();
        assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(refused.words())
                .startsWith(
                        "the server shows its log of the connection at 350x350+145+65, unchanged for the last 58 s of 60 s");
    }

    /**
     * Reproducer: xrdp without a session manager ended the connection itself, and "the session was logged off" where
     * there had been none.
     */
    @Test
    void a_server_that_shows_only_its_log_and_ends_the_connection_refuses_the_logon() throws TemplateException {
        ScreenException ended = new ScreenException("client: exited with 12: ERRINFO_LOGOFF_BY_USER [0x0001000C]");
        paintServerWindow(false);
        shown(watch, 3);
        LogonResult refused = watch.lost(ended, seconds(16)).orElseThrow();
        assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(refused.words())
                .startsWith("the server shows its log of the connection at 350x350+145+65, unchanged for the last 13 s")
                .contains("; then it ended the connection; client: exited with 12");
        try (LogonMonitor desktop = watch(new LogonGoal.Quiet(Duration.ofSeconds(2)))) {
            fill(frame.bounds(), GROUND);
            paintMark();
            shown(desktop, 3);
            assertThat(desktop.lost(ended, seconds(4)).orElseThrow().outcome()).isEqualTo(Outcome.ENDED);
        }
    }

    @Test
    void a_desktop_after_a_long_connection_log_is_usable() throws TemplateException {
        paintServerWindow(false);
        shown(watch, 3);
        assertThat(watch.at(seconds(50))).isEmpty();
        fill(frame.bounds(), GROUND);
        paintMark();
        assertThat(shown(watch, 50).orElseThrow().outcome()).isEqualTo(Outcome.USABLE);
    }

    @Test
    void a_connection_log_that_has_just_changed_is_late_when_the_time_is_over() {
        paintServerWindow(false);
        shown(watch, 3);
        fill(new Rect(160, 120, 40, 6), 0);
        shown(watch, 50);
        LogonResult late = watch.at(seconds(61)).orElseThrow();
        assertThat(late.outcome()).isEqualTo(Outcome.LATE);
        assertThat(late.words())
                .contains(
                        "the server shows its log of the connection",
                        "unchanged for the last 11 s of 60 s",
                        "wrong password",
                        "does not start");
    }

    @Test
    void a_desktop_with_a_window_is_not_a_window_of_the_server() {
        fill(frame.bounds(), GROUND);
        fill(new Rect(145, 65, 350, 350), FACE);
        assertThat(XrdpWindow.find(frame)).as("no bar").isEmpty();
        paintServerWindow(true);
        fill(new Rect(0, 460, 640, 20), 0x333333);
        assertThat(XrdpWindow.find(frame)).as("a panel below").isEmpty();
        paintServerWindow(true);
        assertThat(XrdpWindow.find(frame)).contains(new XrdpWindow(new Rect(145, 65, 350, 350), true));
        fill(frame.bounds(), GROUND);
        assertThat(XrdpWindow.find(frame)).as("nothing").isEmpty();
    }

    @Test
    void without_a_landmark_a_stable_picture_is_usable_since_its_last_change() {
        try (LogonMonitor quiet = watch(new LogonGoal.Quiet(Duration.ofSeconds(1)))) {
            shown(quiet, 2);
            assertThat(quiet.at(seconds(4))).as("one colour").isEmpty();
            fill(new Rect(0, 0, 640, 30), FACE);
            shown(quiet, 5);
            fill(new Rect(10, 10, 100, 10), 0);
            shown(quiet, 5.5);
            assertThat(quiet.at(seconds(6.4))).isEmpty();
            shown(quiet, 6.4);
            LogonResult logon = quiet.at(seconds(6.5)).orElseThrow();
            assertThat(logon)
                    .isEqualTo(new LogonResult(Outcome.USABLE, seconds(1), seconds(5), seconds(5.5), logon.words()));
        }
    }

    /** An application that was left open has a caret; no logon is measured there. */
    @Test
    void a_caret_keeps_no_desktop_from_resting_that_is_only_looked_at() {
        try (LogonMonitor looked = watch(new LogonGoal.Quiet(Duration.ofSeconds(2), true))) {
            fill(new Rect(0, 0, 640, 30), FACE);
            shown(looked, 3);
            for (int i = 0; i < 4; i++) {
                fill(new Rect(300, 100, 2, 71), i % 2 == 0 ? 0 : GROUND);
                shown(looked, 3.4 + i * 0.5);
            }
            assertThat(looked.at(seconds(5)).orElseThrow().outcome()).isEqualTo(Outcome.USABLE);
        }
    }

    /** As the logon of a session says it. */
    @Test
    void a_desktop_that_never_rests_is_told_how_its_clock_does_not_count() {
        try (LogonMonitor looked = watch(new LogonGoal.Quiet(Duration.ofSeconds(2), true))) {
            for (int i = 0; i < 60; i++) {
                fill(new Rect(300, 100, 20, 10), i % 2 == 0 ? FACE : GROUND);
                shown(looked, 2 + i);
            }
            LogonResult moving = looked.at(seconds(61)).orElseThrow();
            assertThat(moving.outcome()).isEqualTo(Outcome.MOVING);
            assertThat(moving.late()).isTrue();
            assertThat(moving.words())
                    .contains("the picture is not stable: 20x10+300+100 keeps changing")
                    .contains("`ready: { rest: …, except: [20x10+300+100] }`", "`ready: { landmark: … }`");
        }
    }

    /** As behind a slow logon: nothing tells that something moves all the time. */
    @Test
    void a_picture_that_comes_late_or_is_still_painted_is_late_and_not_moving() {
        try (LogonMonitor late = watch(new LogonGoal.Quiet(Duration.ofSeconds(2)));
                LogonMonitor painted = watch(new LogonGoal.Quiet(Duration.ofSeconds(2)))) {
            shown(painted, 3);
            fill(new Rect(0, 0, 640, 30), FACE);
            shown(late, 60);
            assertThat(late.at(seconds(61)).orElseThrow().outcome()).isEqualTo(Outcome.LATE);
            for (int i = 0; i < 4; i++) {
                fill(new Rect(100 * i, 100, 80, 80), FACE);
                shown(painted, 57 + i);
            }
            assertThat(painted.at(seconds(61)).orElseThrow().outcome()).isEqualTo(Outcome.LATE);
        }
    }

    /** It hangs, or has begun a change whose rest never comes. */
    @Test
    void a_picture_whose_server_does_not_answer_is_not_stable() {
        ScriptedScreen silent = new ScriptedScreen(time, 640, 480).ignoreProbes();
        try (LogonMonitor quiet = watch(new LogonGoal.Quiet(Duration.ofSeconds(2)))) {
            quiet.connected(silent, Probing.on(), () -> {});
            fill(new Rect(0, 0, 640, 30), FACE);
            shown(quiet, 3);
            assertThat(quiet.nextLookAt(seconds(3))).hasValue(seconds(3.1));
            assertThat(quiet.at(seconds(3.1))).isEmpty();
            assertThat(silent.probes()).hasSize(1);
            assertThat(quiet.at(seconds(5))).isEmpty();
            assertThat(quiet.nextLookAt(seconds(5))).hasValue(seconds(5.1));
            assertThat(quiet.at(seconds(13))).isEmpty();
            assertThat(silent.probes()).hasSize(1);
            LogonResult result = quiet.at(seconds(13.1)).orElseThrow();
            assertThat(result.outcome()).isEqualTo(Outcome.SILENT);
            assertThat(result.late()).isFalse();
            assertThat(result.words()).startsWith("the server has not answered for 10 s");
        }
    }

    /** Its time is that of the last change, as without the answer. */
    @Test
    void a_picture_rests_when_its_server_has_answered() {
        ScriptedScreen answers = new ScriptedScreen(time, 640, 480).answerProbes(Duration.ofMillis(20));
        try (LogonMonitor quiet = watch(new LogonGoal.Quiet(Duration.ofSeconds(2)))) {
            int[] heard = {0};
            quiet.connected(answers, Probing.on(), () -> heard[0]++);
            fill(new Rect(0, 0, 640, 30), FACE);
            shown(quiet, 3);
            time.advance(Duration.ofSeconds(5));
            assertThat(quiet.at(seconds(5))).isEmpty();
            time.advance(Duration.ofMillis(20));
            assertThat(heard[0]).isEqualTo(1);
            LogonResult usable = quiet.at(seconds(5.02)).orElseThrow();
            assertThat(usable)
                    .isEqualTo(new LogonResult(
                            Outcome.USABLE, seconds(1), seconds(1), seconds(3), "the picture is stable"));
        }
    }

    @Test
    void a_rest_that_has_begun_in_time_waits_for_its_answer() {
        ScriptedScreen silent = new ScriptedScreen(time, 640, 480).ignoreProbes();
        try (LogonMonitor quiet = watch(new LogonGoal.Quiet(Duration.ofSeconds(2)));
                LogonMonitor restless = watch(new LogonGoal.Quiet(Duration.ofSeconds(2)))) {
            quiet.connected(silent, Probing.on(), () -> {});
            restless.connected(silent, Probing.on(), () -> {});
            fill(new Rect(0, 0, 640, 30), FACE);
            shown(quiet, 57);
            shown(restless, 57);
            assertThat(quiet.at(seconds(60.9))).isEmpty();
            assertThat(restless.at(seconds(60.9))).isEmpty();
            fill(new Rect(0, 0, 640, 30), GROUND);
            shown(restless, 61.5);
            assertThat(quiet.at(seconds(62))).isEmpty();
            assertThat(quiet.nextLookAt(seconds(62))).hasValue(seconds(62.1));
            assertThat(restless.at(seconds(62)).orElseThrow().outcome()).isEqualTo(Outcome.LATE);
            assertThat(quiet.at(seconds(71)).orElseThrow().outcome()).isEqualTo(Outcome.SILENT);
        }
    }

    /** Reproducer: each frame put the next look off, however little it changed, so that the time was never over. */
    @Test
    void frames_that_change_nothing_do_not_put_the_next_look_off() {
        ScriptedScreen silent = new ScriptedScreen(time, 640, 480).ignoreProbes();
        try (LogonMonitor quiet = watch(new LogonGoal.Quiet(Duration.ofSeconds(2)))) {
            quiet.connected(silent, Probing.on(), () -> {});
            fill(new Rect(0, 0, 640, 30), FACE);
            shown(quiet, 3);
            assertThat(quiet.at(seconds(5.5))).isEmpty();
            shown(quiet, 5.54);
            shown(quiet, 5.58);
            assertThat(quiet.nextLookAt(seconds(5.58))).hasValue(seconds(5.6));
        }
    }

    @Test
    void what_answers_nothing_is_stable_and_that_is_told() {
        try (LogonMonitor quiet = watch(new LogonGoal.Quiet(Duration.ofSeconds(2)))) {
            quiet.connected(new ScriptedScreen(time, 640, 480), Probing.on(), () -> {});
            fill(new Rect(0, 0, 640, 30), FACE);
            shown(quiet, 3);
            assertThat(quiet.at(seconds(5)).orElseThrow().words())
                    .isEqualTo("the picture is stable; whether the desktop still answers is not known: the screen"
                            + " answers no probes");
        }
    }

    @Test
    void without_a_landmark_a_refusal_is_not_a_stable_desktop() {
        try (LogonMonitor quiet = watch(new LogonGoal.Quiet(Duration.ofSeconds(1)))) {
            paintServerWindow(true);
            shown(quiet, 3);
            assertThat(quiet.at(seconds(4.5))).isEmpty();
            assertThat(quiet.at(seconds(5)).orElseThrow().outcome()).isEqualTo(Outcome.REFUSED);
        }
    }

    @Test
    void a_logon_that_is_not_usable_in_time_is_late_and_reports_the_best_score() {
        assertThat(watch.nextLookAt(seconds(50))).hasValue(seconds(61));
        shown(watch, 3);
        LogonResult logon = watch.at(seconds(61)).orElseThrow();
        assertThat(logon.outcome()).isEqualTo(Outcome.LATE);
        assertThat(logon.words()).startsWith("not usable within 60000 ms: the tiles: ");
        assertThat(logon.lastWithoutAt()).isEqualTo(seconds(3));
    }

    @Test
    void the_constants_of_a_client_determine_the_reason() {
        assertThat(outcome("x ERRCONNECT_DNS_NAME_NOT_FOUND [0x00020005]")).isEqualTo(Outcome.UNREACHABLE);
        assertThat(outcome("ERRCONNECT_CONNECT_FAILED [0x00020006]")).isEqualTo(Outcome.UNREACHABLE);
        assertThat(outcome("ERRCONNECT_CONNECT_TRANSPORT_FAILED")).isEqualTo(Outcome.UNREACHABLE);
        assertThat(RdpDisconnectReason.of("ERRCONNECT_CONNECT_TRANSPORT_FAILED", true)
                        .outcome())
                .isEqualTo(Outcome.LOST);
        assertThat(outcome("certificate not trusted, aborting.\nERRCONNECT_TLS_CONNECT_FAILED"))
                .isEqualTo(Outcome.UNTRUSTED);
        assertThat(RdpDisconnectReason.of("ERRCONNECT_LOGON_FAILURE [0x00020014]", false)
                        .words())
                .startsWith("wrong user or password");
        assertThat(RdpDisconnectReason.of("ERRCONNECT_ACCOUNT_LOCKED_OUT", false)
                        .words())
                .startsWith("the user is locked out");
        assertThat(outcome("ERRINFO_SERVER_DENIED_CONNECTION")).isEqualTo(Outcome.FULL);
        assertThat(RdpDisconnectReason.of("ERRINFO_LOGOFF_BY_USER\nERRCONNECT_CONNECT_TRANSPORT_FAILED", true)
                        .outcome())
                .isEqualTo(Outcome.ENDED);
        assertThat(outcome("")).isEqualTo(Outcome.LATE);
    }

    private static Outcome outcome(String said) {
        return RdpDisconnectReason.of(said, false).outcome();
    }
}
