package io.deskmeter.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.tryout.FaultyRfbServer;
import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.CheckSeverity;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.screen.program.VncPasswordFile;
import io.deskmeter.testkit.truth.Scene;
import io.deskmeter.testkit.truth.TruthServer;
import io.deskmeter.workload.targets.Hosts;
import io.deskmeter.workload.targets.Target;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Probes RFB servers: many at once, and a real Xvnc that refuses the connection. */
@Tag("slow")
@Timeout(180)
class RfbProbeTest {
    /** Only what never happens takes that long, on a busy machine too. */
    private static final Duration LONG = Duration.ofSeconds(60);

    private static final Logger LOG = LoggerFactory.getLogger(RfbProbeTest.class);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final ExecutorService pool = Executors.newFixedThreadPool(3);
    private final List<Process> servers = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        pool.shutdownNow();
        for (Process server : servers) {
            server.destroy();
            server.waitFor(5, TimeUnit.SECONDS);
        }
    }

    private RfbProbe look(int width, int height) {
        return new RfbProbe(
                new Target.VncDesktops(Hosts.of(List.of("h"), 5900), Optional.empty(), width, height),
                new RfbProbe.Limits(LONG, LONG),
                List.of(),
                Optional.empty(),
                System::nanoTime,
                pool);
    }

    private static SessionSlot slot(int port) {
        return SessionSlot.newBuilder().setHost("127.0.0.1").setPort(port).build();
    }

    private static CheckFinding only(RfbProbe look, SessionSlot slot) throws Exception {
        List<CheckFinding> findings = look.look(slot).get(LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    @Test
    void a_hundred_desktops_are_probed_at_a_time_and_keep_no_connection() throws Exception {
        try (TruthServer server =
                        TruthServer.tcp(InetAddress.getLoopbackAddress(), 0, new Scene(1280, 800), 0, answer -> {});
                RfbProbe look = look(1280, 800)) {
            long begunAt = System.nanoTime();
            List<CompletableFuture<List<CheckFinding>>> looks = Stream.generate(() -> look.look(slot(server.port())))
                    .limit(100)
                    .toList();
            for (CompletableFuture<List<CheckFinding>> one : looks) {
                assertThat(one.get(LONG.toSeconds(), TimeUnit.SECONDS)).isEmpty();
            }
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunAt);
            LOG.info("100 desktops of 1280x800 probed in {} ms", millis);
            Awaitility.await().atMost(LONG).until(() -> server.desktops() == 0);
        }
    }

    @Test
    void a_desktop_of_another_size_is_reported() throws Exception {
        try (TruthServer server =
                        TruthServer.tcp(InetAddress.getLoopbackAddress(), 0, new Scene(640, 480), 0, answer -> {});
                RfbProbe look = look(1280, 800)) {
            CheckFinding finding = only(look, slot(server.port()));
            assertThat(finding.getWhat()).isEqualTo("target size");
            assertThat(finding.getValue()).isEqualTo("640x480");
        }
    }

    /** A desktop of 640x480 with -ncache. */
    @Test
    void room_for_copies_of_windows_below_the_desktop_is_named_and_never_advised() throws Exception {
        try (TruthServer server =
                        TruthServer.tcp(InetAddress.getLoopbackAddress(), 0, new Scene(640, 1920), 0, answer -> {});
                RfbProbe look = look(640, 480);
                RfbProbe other = look(1280, 800)) {
            CheckFinding known = only(look, slot(server.port()));
            assertThat(known.getWhat()).isEqualTo("target size");
            assertThat(known.getValue())
                    .isEqualTo("640x1920: 640x480, and 3 times as much below it, where x11vnc with `-ncache` keeps"
                            + " copies of windows");
            assertThat(known.getRemedy()).contains("-noncache").doesNotContain("desktop:");
            CheckFinding unknown = only(other, slot(server.port()));
            assertThat(unknown.getValue()).contains("x11vnc with `-ncache`");
            assertThat(unknown.getRemedy()).doesNotContain("desktop:");
        }
    }

    @Test
    void a_server_without_a_picture_is_reported_with_what_it_says() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RfbProbe look = new RfbProbe(
                        new Target.VncDesktops(Hosts.of(List.of("h"), 5900), Optional.empty(), 640, 480),
                        new RfbProbe.Limits(LONG, Duration.ofSeconds(1)),
                        List.of(),
                        Optional.empty(),
                        System::nanoTime,
                        pool)) {
            pool.execute(() -> introduce(server, 0, 0));
            CheckFinding finding = only(look, slot(server.getLocalPort()));
            assertThat(finding.getWhat()).isEqualTo("target reach");
            assertThat(finding.getValue())
                    .isEqualTo("no picture within 1 s: the server says that its desktop is 0x0: its output is off, or"
                            + " has no size yet");
            assertThat(finding.getRemedy()).contains("DPMS");
        }
    }

    /** A session would wait for its desktop in vain. */
    @Test
    void a_server_that_shows_a_picture_and_hangs_is_reported_with_what_it_has_begun() throws Exception {
        try (FaultyRfbServer server = new FaultyRfbServer(FaultyRfbServer.Fault.HALF);
                RfbProbe look = new RfbProbe(
                        new Target.VncDesktops(Hosts.of(List.of("h"), 5900), Optional.empty(), 64, 48),
                        new RfbProbe.Limits(LONG, Duration.ofSeconds(3)),
                        List.of(),
                        Optional.empty(),
                        System::nanoTime,
                        pool)) {
            CheckFinding finding = only(look, slot(server.port()));
            assertThat(finding.getWhat()).as(finding.toString()).isEqualTo("target reach");
            assertThat(finding.getSeverity()).isEqualTo(CheckSeverity.CHECK_SEVERITY_ERROR);
            assertThat(finding.getValue())
                    .startsWith(
                            "the server has shown a picture, and has not answered since for 3 s: it is in the middle"
                                    + " of a message: update, of which at least 12 bytes are missing; the last bytes came ");
            assertThat(finding.getRemedy()).contains("does it hang?");
        }
    }

    /** Nothing is typed, so nothing else would tell. */
    @Test
    void a_connection_that_ends_after_the_picture_is_reported_where_nothing_is_typed() throws Exception {
        byte[] unknownMessage = {99};
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RfbProbe look = look(4, 2)) {
            pool.execute(() -> introduce(server, 4, 2, "stub", false, unknownMessage));
            CheckFinding finding = only(look, slot(server.getLocalPort()));
            assertThat(finding.getWhat()).as(finding.toString()).isEqualTo("target reach");
            assertThat(finding.getValue()).contains("message type: 99");
        }
    }

    /** The server is reached: no firewall is the cause. */
    @Test
    void a_server_whose_desktop_is_refused_is_reported_with_what_was_expected() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RfbProbe look = look(640, 480)) {
            pool.execute(() -> introduce(server, 65535, 65535));
            CheckFinding finding = only(look, slot(server.getLocalPort()));
            assertThat(finding.getWhat()).isEqualTo("target reach");
            assertThat(finding.getValue()).endsWith("desktop size: 65535x65535");
            assertThat(finding.getExpected()).startsWith("1x1 to 16384x16384");
            assertThat(finding.getRemedy()).isEqualTo("use a smaller desktop on the server");
        }
    }

    /** A desktop that is only clicked needs no keyboard: with QEMU's option -k every character is refused. */
    @Test
    void where_nothing_is_typed_nothing_is_refused() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RfbProbe look = look(4, 2)) {
            pool.execute(() -> introduce(server, 4, 2, "QEMU", false));
            assertThat(look.look(slot(server.getLocalPort())).get(LONG.toSeconds(), TimeUnit.SECONDS))
                    .isEmpty();
        }
    }

    /** As x11vnc: with Caps Lock on in the desktop, each letter arrives in the other case. */
    @Test
    void a_server_that_reports_no_lights_is_a_warning_where_letters_are_typed() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RfbProbe look = typing("Ab")) {
            pool.execute(() -> introduce(server, 4, 2));
            CheckFinding finding = only(look, slot(server.getLocalPort()));
            assertThat(finding.getWhat()).isEqualTo("target keyboard");
            assertThat(finding.getSeverity()).isEqualTo(CheckSeverity.CHECK_SEVERITY_WARNING);
            assertThat(finding.getValue())
                    .startsWith(
                            "not known: whether Caps Lock is on: the server does not report the lights of its keyboard");
            assertThat(finding.getRemedy())
                    .contains("turn Caps Lock off on the desktop", "agent check keyboard --target");
        }
    }

    @Test
    void a_server_that_reports_no_lights_is_fine_where_no_letters_are_typed() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RfbProbe look = typing("12\n")) {
            pool.execute(() -> introduce(server, 4, 2));
            assertThat(look.look(slot(server.getLocalPort())).get(LONG.toSeconds(), TimeUnit.SECONDS))
                    .isEmpty();
        }
    }

    /** And with its lights off, nothing is wrong. */
    @Test
    void a_server_that_reports_its_lights_is_known() throws Exception {
        byte[] lights = {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -2, -5, 0};
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RfbProbe look = typing("Ab")) {
            pool.execute(() -> introduce(server, 4, 2, "stub", false, lights));
            assertThat(look.look(slot(server.getLocalPort())).get(LONG.toSeconds(), TimeUnit.SECONDS))
                    .isEmpty();
        }
    }

    private RfbProbe typing(String text) {
        return new RfbProbe(
                new Target.VncDesktops(Hosts.of(List.of("h"), 5900), Optional.empty(), 4, 2),
                new RfbProbe.Limits(LONG, LONG),
                List.of(text),
                Optional.empty(),
                System::nanoTime,
                pool);
    }

    @Test
    void a_server_that_ignores_the_pixel_format_is_named() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RfbProbe look = look(8, 4)) {
            pool.execute(() -> introduce(server, 8, 4, "stub", true));
            CheckFinding finding = only(look, slot(server.getLocalPort()));
            assertThat(finding.getWhat()).as(finding.toString()).isEqualTo("target colours");
            assertThat(finding.getValue())
                    .contains("the server ignores the pixel format that was set, and sends its own, 32 bits, BGR");
            assertThat(finding.getExpected()).contains("SetPixelFormat");
            assertThat(finding.getRemedy()).contains("another server");
        }
    }

    /** A desktop that is grey, or black as with a screen saver, is the same in both formats. */
    @Test
    void a_server_whose_picture_tells_nothing_of_its_format_is_a_warning() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RfbProbe look = look(8, 4)) {
            pool.execute(() -> introduce(server, 8, 4, "stub", true, new byte[] {80, 80, 80, 0}, new byte[0]));
            CheckFinding finding = only(look, slot(server.getLocalPort()));
            assertThat(finding.getWhat()).isEqualTo("target colours");
            assertThat(finding.getSeverity()).isEqualTo(CheckSeverity.CHECK_SEVERITY_WARNING);
            assertThat(finding.getValue())
                    .isEqualTo("the desktop shows no colours, so it is not known whether the server keeps to the pixel"
                            + " format that is set: its own is 32 bits, BGR");
        }
    }

    /** The text is not at fault: the connection ended before it was looked at. */
    @Test
    void a_connection_that_ends_after_the_picture_is_reported_with_its_reason() throws Exception {
        byte[] unknownEncoding = {0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0x12, 0x67};
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RfbProbe look = new RfbProbe(
                        new Target.VncDesktops(Hosts.of(List.of("h"), 5900), Optional.empty(), 4, 2),
                        new RfbProbe.Limits(LONG, LONG),
                        List.of("text"),
                        Optional.empty(),
                        System::nanoTime,
                        pool)) {
            pool.execute(() -> introduce(server, 4, 2, "stub", false, unknownEncoding));
            CheckFinding finding = only(look, slot(server.getLocalPort()));
            assertThat(finding.getWhat()).as(finding.toString()).isEqualTo("target reach");
            assertThat(finding.getValue()).contains("encoding: 4711");
        }
    }

    private static void introduce(ServerSocket server, int width, int height) {
        introduce(server, width, height, "", false);
    }

    private static void introduce(ServerSocket server, int width, int height, String name, boolean bgr) {
        introduce(server, width, height, name, bgr, new byte[0]);
    }

    private static void introduce(ServerSocket server, int width, int height, String name, boolean bgr, byte[] next) {
        introduce(server, width, height, name, bgr, new byte[] {(byte) 0xCC, 0, 0, 0}, next);
    }

    /**
     * Introduces a desktop, and answers what comes with a picture of one colour, whatever format is set.
     *
     * @param bgr whether the server's own format has blue above red
     * @param pixel as it is sent
     * @param next follows each picture
     */
    private static void introduce(
            ServerSocket server, int width, int height, String name, boolean bgr, byte[] pixel, byte[] next) {
        try (var client = server.accept()) {
            var out = client.getOutputStream();
            var in = client.getInputStream();
            out.write("RFB 003.008\n".getBytes(StandardCharsets.US_ASCII));
            in.readNBytes(12);
            out.write(new byte[] {1, 1});
            in.readNBytes(1);
            out.write(new byte[4]);
            in.readNBytes(1);
            out.write(new byte[] {
                (byte) (width >> 8),
                (byte) width,
                (byte) (height >> 8),
                (byte) height,
                32,
                24,
                0,
                1,
                0,
                -1,
                0,
                -1,
                0,
                -1,
                (byte) (bgr ? 0 : 16),
                8,
                (byte) (bgr ? 16 : 0),
                0,
                0,
                0,
                0,
                0,
                0,
                (byte) name.length()
            });
            out.write(name.getBytes(StandardCharsets.US_ASCII));
            answer(new DataInputStream(in), out, width, height, pixel, next);
        } catch (IOException gone) {
            LOG.debug("the client has gone", gone);
        }
    }

    private static void answer(DataInputStream in, OutputStream out, int width, int height, byte[] pixel, byte[] next)
            throws IOException {
        while (true) {
            int type = in.readUnsignedByte();
            if (type == 2) {
                in.readNBytes(1);
                in.readNBytes(4 * in.readUnsignedShort());
            } else if (type == 3) {
                boolean incremental = in.readUnsignedByte() != 0;
                in.readNBytes(8);
                if (!incremental && width <= Byte.MAX_VALUE) {
                    // At once, so that the client reads what follows the picture with it.
                    ByteArrayOutputStream all = new ByteArrayOutputStream();
                    all.write(new byte[] {0, 0, 0, 1, 0, 0, 0, 0, 0, (byte) width, 0, (byte) height, 0, 0, 0, 0});
                    for (int i = 0; i < width * height; i++) {
                        all.write(pixel);
                    }
                    all.write(next);
                    out.write(all.toByteArray());
                }
            } else {
                in.readNBytes(type == 0 ? 19 : type == 5 ? 5 : 7);
            }
        }
    }

    @Test
    void a_missing_server_a_wrong_password_and_a_busy_server_are_distinguished() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/Xvnc")), "no Xvnc");
        int port = xvnc();
        SessionSlot right = slot(port).toBuilder().setPassword("secret12").build();
        try (RfbProbe look = look(640, 480)) {
            assertThat(look.look(right).get(LONG.toSeconds(), TimeUnit.SECONDS)).isEmpty();
            CheckFinding nobody = only(look, slot(freePort()));
            assertThat(nobody.getWhat()).isEqualTo("target reach");
            assertThat(nobody.getValue()).startsWith("cannot connect: ").doesNotContain("(expected: ");
        }
        try (RfbProbe look = look(640, 480)) {
            CheckFinding wrong =
                    only(look, slot(port).toBuilder().setPassword("wrong").build());
            assertThat(wrong.getWhat()).as(wrong.getValue()).isEqualTo("target logon");
        }
        try (RfbProbe look = look(640, 480);
                Viewer other = new Viewer(right, pool)) {
            other.connect();
            CheckFinding taken = only(look, right);
            assertThat(taken.getWhat()).as(taken.getValue()).isEqualTo("target occupied");
            assertThat(other.lost()).isFalse();
        }
    }

    /** TigerVNC blocks an address after five failures, for ten seconds at first. */
    @Test
    void one_attempt_is_made_for_each_host_and_a_blocked_address_is_told_to_wait() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/Xvnc")), "no Xvnc");
        int port = xvnc();
        SessionSlot wrong = slot(port).toBuilder().setPassword("wrong").build();
        try (RfbProbe look = look(640, 480)) {
            for (int i = 0; i < 6; i++) {
                CheckFinding refused =
                        only(look, wrong.toBuilder().setUser("user" + i).build());
                assertThat(refused.getWhat()).isEqualTo("target logon");
                assertThat(refused.getValue()).doesNotContain("blocks this address");
            }
        }
        for (int i = 0; i < 4; i++) {
            try (RfbProbe look = look(640, 480)) {
                assertThat(only(look, wrong).getValue()).doesNotContain("blocks this address");
            }
        }
        try (RfbProbe look = look(640, 480)) {
            // The server admits one attempt when it begins to block.
            only(look, wrong);
        }
        try (RfbProbe look = look(640, 480)) {
            CheckFinding blocked =
                    only(look, wrong.toBuilder().setPassword("secret12").build());
            assertThat(blocked.getWhat()).as(blocked.getValue()).isEqualTo("target logon");
            assertThat(blocked.getValue()).contains("Too many security failures", "blocks this address", "wait 10 s");
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    /** Accepts one client at a time, and keeps the first one. */
    private int xvnc() throws Exception {
        int port = freePort();
        Path password = folder.resolve("password");
        Files.write(password, VncPasswordFile.of("secret12"));
        Path number = folder.resolve("number");
        String command = "exec Xvnc -displayfd 3 -rfbport " + port + " -localhost -geometry 640x480 -depth 24"
                + " -SecurityTypes VncAuth -rfbauth " + password
                + " -NeverShared -DisconnectClients=0 -nolisten tcp 3>" + number;
        servers.add(new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("xvnc.log").toFile())
                .start());
        Awaitility.await()
                .atMost(LONG)
                .until(() -> Files.exists(number) && !Files.readString(number).isBlank());
        return port;
    }
}
