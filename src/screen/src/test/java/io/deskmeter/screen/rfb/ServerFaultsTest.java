package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.Hex;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers with one fault each: what the session makes of it, what it says, and that its memory is bounded. */
@Timeout(60)
class ServerFaultsTest {
    private static final String OWN_FORMAT = "20180001 00FF00FF00FF 100800 000000";
    private static final String EIGHT_BITS = "08080001 000700070003 000306 000000";
    private static final long MIB = 1 << 20;

    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private final Recorder recorder = new Recorder();

    @AfterEach
    void stop() {
        screens.close();
        executor.shutdownNow();
    }

    private Screen connect(ScriptedServer server) throws Exception {
        return screens.connect(server.target().withPassword("secret"), RfbSettings.defaults(), recorder, executor)
                .get(10, TimeUnit.SECONDS);
    }

    private static void begin(ScriptedServer.Peer peer, int width, int height, String format, String name)
            throws IOException {
        peer.say(ScriptedServer.V3_8);
        peer.expect(ScriptedServer.V3_8);
        peer.say(ScriptedServer.NO_SECURITY);
        peer.expect("01");
        peer.say("00000000");
        peer.expect("01");
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        peer.say(String.format(Locale.ROOT, "%04X%04X", width, height)
                + format
                + String.format(Locale.ROOT, "%08X", bytes.length)
                + HexFormat.of().formatHex(bytes));
        peer.hear(20);
        peer.hear(4 * Integer.parseInt(peer.hear(4).substring(4), 16));
    }

    private static void begin(ScriptedServer.Peer peer, int width, int height) throws IOException {
        begin(peer, width, height, OWN_FORMAT, "a");
        peer.hear(6 + 10); // the pointer, and a request for everything
    }

    private static String header(Rect at, int encoding) {
        return String.format(Locale.ROOT, "%04X%04X%04X%04X%08X", at.x(), at.y(), at.width(), at.height(), encoding);
    }

    private static String raw(Rect at, String pixel) {
        return header(at, 0) + pixel.repeat(at.width() * at.height());
    }

    private static final String ONE = "00 00 0001";

    private String lostBecause() {
        await().atMost(30, TimeUnit.SECONDS).until(() -> !recorder.losses().isEmpty());
        return String.valueOf(recorder.losses().get(0).getMessage());
    }

    @Test
    void aRectangleOfTheSizeBeforeIsClipped() throws Exception {
        try (ScriptedServer server = ScriptedServer.tcp(peer -> {
            begin(peer, 8, 6);
            peer.say(ONE + raw(new Rect(0, 0, 8, 6), "33669900"));
            peer.say(ONE + header(new Rect(0, 0, 6, 4), -223));
            peer.say(ONE + raw(new Rect(0, 0, 8, 6), "11223300"));
            peer.awaitEnd();
        })) {
            Screen screen = connect(server);
            await().until(() -> recorder.seen().size() == 2);
            assertThat(recorder.last().frame().bounds()).isEqualTo(new Rect(0, 0, 6, 4));
            assertThat(recorder.last().frame().pixels()).containsOnly(0x332211);
            assertThat(recorder.losses()).isEmpty();
            screen.close();
        }
    }

    @Test
    void aDesktopOfNoSizeHasAPictureAsSoonAsItHasASize() throws Exception {
        CountDownLatch sized = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.tcp(peer -> {
            begin(peer, 0, 0, OWN_FORMAT, "a");
            peer.expect("03 00 0000 0000 0000 0000"); // no pointer where there is no place for one
            sized.await();
            peer.say(ONE + header(new Rect(0, 0, 4, 2), -308) + "01 000000" + "00000000 0000 0000 0004 0002 00000000");
            peer.expect("03 00 0000 0000 0004 0002" + "05 00 0002 0001");
            peer.say(ONE + raw(new Rect(0, 0, 4, 2), "11223300"));
            peer.awaitEnd();
        })) {
            Screen screen = connect(server);
            assertThat(screen.whyNoPicture())
                    .isEqualTo("the server says that its desktop is 0x0: its output is off, or has no size yet");
            sized.countDown();
            await().until(() -> recorder.seen().size() == 1);
            assertThat(recorder.last().frame().pixels()).hasSize(8).containsOnly(0x332211);
            assertThat(screen.whyNoPicture()).isEmpty();
            screen.close();
            server.awaitPlayed();
        }
    }

    /** As a server whose output is switched off and on may say it. */
    @Test
    void anOutputThatIsOffForAWhileComesBack() throws Exception {
        CountDownLatch on = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.tcp(peer -> {
            begin(peer, 4, 2);
            peer.say(ONE + raw(new Rect(0, 0, 4, 2), "11223300"));
            peer.say(ONE + header(new Rect(0, 0, 0, 0), -223));
            peer.say(ONE + raw(new Rect(0, 0, 4, 2), "99999900"));
            on.await();
            peer.say(ONE + header(new Rect(0, 0, 4, 2), -223));
            peer.say(ONE + raw(new Rect(0, 0, 4, 2), "44556600"));
            peer.awaitEnd();
        })) {
            Screen screen = connect(server);
            await().until(() -> screen.whyNoPicture().contains("0x0"));
            assertThat(recorder.seen()).hasSize(1);
            on.countDown();
            await().until(() -> recorder.seen().size() == 2);
            assertThat(recorder.last().frame().pixels()).containsOnly(0x665544);
            assertThat(screen.whyNoPicture()).isEmpty();
            screen.close();
        }
    }

    @Test
    void textsOfAServerArePrintable() throws Exception {
        byte[] reason = "\u001b[2J\u001b[31mgo away\r\nsecond line".getBytes(StandardCharsets.UTF_8);
        try (ScriptedServer server = ScriptedServer.tcp(peer -> {
            peer.say(ScriptedServer.V3_8);
            peer.expect(ScriptedServer.V3_8);
            peer.say("00" + String.format(Locale.ROOT, "%08X", reason.length)
                    + HexFormat.of().formatHex(reason));
            peer.awaitEnd();
        })) {
            assertThatThrownBy(() -> connect(server))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .hasMessageContaining(
                            "security: the server refuses the connection: \"\\x1b[2J\\x1b[31mgo away\\r\\nsecond line\"");
        }
        try (ScriptedServer server = ScriptedServer.tcp(peer -> {
            begin(peer, 2, 1, OWN_FORMAT, "\u001b[31mRED\u001b[0m\r\nerror: all is lost\n");
            peer.say("FF");
            peer.awaitEnd();
        })) {
            connect(server);
            assertThat(lostBecause()).contains("message type: 255").doesNotContain("\u001b", "\n");
        }
    }

    @Test
    void anEndlessReasonIsCut() throws Exception {
        try (ScriptedServer server = ScriptedServer.tcp(peer -> {
            peer.say(ScriptedServer.V3_8);
            peer.expect(ScriptedServer.V3_8);
            peer.say("00 FFFFFFFF");
            flood(peer, "because ".getBytes(StandardCharsets.US_ASCII));
        })) {
            assertThatThrownBy(() -> connect(server))
                    .cause()
                    .isInstanceOf(ScreenException.class)
                    .hasMessageContaining("because because")
                    .hasMessageContaining("the first 2000 of 4294967295 bytes");
        }
    }

    @Test
    void aServerOfEightBitsThatIgnoresThePixelFormatIsNamed() throws Exception {
        try (ScriptedServer server = ScriptedServer.tcp(peer -> {
            begin(peer, 40, 30, EIGHT_BITS, "a");
            peer.hear(6 + 10);
            peer.say(ONE + raw(new Rect(0, 0, 40, 30), "55"));
            peer.awaitEnd();
        })) {
            Screen screen = connect(server);
            assertThat(screen.whyNoPicture())
                    .isEqualTo("the server's own pixels have 8 bits, BGR: it may ignore the pixel format that was set,"
                            + " which has 32 bits");
            screen.close();
        }
        try (ScriptedServer server = ScriptedServer.tcp(peer -> {
            begin(peer, 4, 3, EIGHT_BITS, "a");
            peer.hear(6 + 10);
            for (int i = 0; i < 20; i++) {
                peer.say(ONE + raw(new Rect(0, 0, 4, 3), "FE"));
            }
            peer.awaitEnd();
        })) {
            connect(server);
            assertThat(lostBecause()).contains("hint: the server's own pixels have 8 bits");
        }
    }

    private static final String BGR = "20180001 00FF00FF00FF 000810 000000";

    /** The client asks for the picture in the server's own format first, and then in the one that it uses. */
    private static ScriptedServer ofBgr(String first, String second) throws IOException {
        return ScriptedServer.tcp(peer -> {
            begin(peer, 40, 30, BGR, "a");
            peer.expect("03 00 0000 0000 0028 001E");
            peer.say("02" + "03 000000 00000002 6869"); // a bell and a clipboard
            peer.say("00 00 0000"); // an update of nothing
            peer.say(ONE + raw(new Rect(0, 0, 40, 30), first));
            peer.expect("00 000000" + OWN_FORMAT);
            peer.hear(4 * Integer.parseInt(peer.hear(4).substring(4), 16));
            peer.hear(6 + 10);
            peer.say(ONE + raw(new Rect(0, 0, 40, 30), second));
            peer.awaitEnd();
        });
    }

    @Test
    void aServerThatSendsItsOwnColoursWhateverIsSetIsNamed() throws Exception {
        try (ScriptedServer server = ofBgr("CC000000", "CC000000")) {
            connect(server);
            assertThat(lostBecause())
                    .contains(
                            "pixel format: the server ignores the pixel format that was set, and sends its own, 32 bits, BGR:"
                                    + " 1200 of 1200 coloured pixels")
                    .contains(" (expected: ", "; hint: ");
            assertThat(recorder.seen()).isEmpty();
        }
    }

    @Test
    void aServerThatTranslatesItsOwnColoursIsNot() throws Exception {
        try (ScriptedServer server = ofBgr("CC000000", "0000CC00")) {
            Screen screen = connect(server);
            await().until(() -> !recorder.seen().isEmpty());
            assertThat(recorder.last().frame().pixels()).containsOnly(0xCC0000);
            assertThat(recorder.losses()).isEmpty();
            screen.close();
        }
    }

    /** What has no colours, or has changed meanwhile, tells nothing. */
    @Test
    void aPictureThatTellsNothingOfTheFormatIsShown() throws Exception {
        for (String second : List.of("80808000", "00550000")) {
            recorder.forget();
            try (ScriptedServer server = ofBgr("80808000", second)) {
                Screen screen = connect(server);
                await().until(() -> !recorder.seen().isEmpty());
                assertThat(recorder.losses()).isEmpty();
                screen.close();
            }
        }
    }

    /** Sends a message again and again until the client has gone. */
    private static void flood(ScriptedServer.Peer peer, byte[] message) {
        try {
            while (true) {
                peer.say(message);
            }
        } catch (IOException gone) {
            // As is expected.
        }
    }

    private long heap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) / MIB;
    }

    /** The session ends with the reason, and nothing that was sent is kept until then. */
    private void assertEnds(ScriptedServer.Script script, String... reason) throws Exception {
        long before = heap();
        try (ScriptedServer server = ScriptedServer.tcp(script)) {
            connect(server);
            long most = 0;
            while (recorder.losses().isEmpty()) {
                most = Math.max(most, heap());
                TimeUnit.MILLISECONDS.sleep(200); // or nothing else runs
            }
            assertThat(lostBecause()).contains(reason);
            assertThat(most - before).as("MiB of heap").isLessThan(64);
            server.awaitPlayed();
        }
    }

    @Test
    void endlessClipboardsEndTheSession() throws Exception {
        byte[] text = new byte[8 + 10_000_000];
        System.arraycopy(Hex.bytes("03 000000 00989680"), 0, text, 0, 8);
        assertEnds(
                peer -> {
                    begin(peer, 2, 1);
                    peer.say(ScriptedServer.WHOLE_2X1);
                    flood(peer, text);
                },
                "flood: ",
                "bytes without a picture, the last of a message of type 3 (clipboard text)");
    }

    @Test
    void endlessBellsEndTheSession() throws Exception {
        byte[] bells = new byte[1 << 20];
        java.util.Arrays.fill(bells, (byte) 2);
        assertEnds(
                peer -> {
                    begin(peer, 2, 1);
                    peer.say(ScriptedServer.WHOLE_2X1);
                    flood(peer, bells);
                },
                "flood: ",
                "of type 2 (bell)");
    }

    @Test
    void anUpdateWithoutAnEndEndsTheSession() throws Exception {
        byte[] cursors = Hex.bytes(header(new Rect(0, 0, 0, 0), -239).repeat(50_000));
        assertEnds(
                peer -> {
                    begin(peer, 2, 1);
                    peer.say(ScriptedServer.WHOLE_2X1);
                    peer.say("00 00 FFFF");
                    flood(peer, cursors);
                },
                "flood: ",
                "of type 0 (update)");
        recorder.forget();
        byte[] pixels = Hex.bytes(raw(new Rect(0, 0, 2, 1), "33221100").repeat(1000));
        assertEnds(
                peer -> {
                    begin(peer, 2, 1);
                    peer.say("00 00 FFFF");
                    flood(peer, pixels);
                },
                "update: more than 64 times the pixels of 2x1 without an end");
    }

    @Test
    void aRectangleLargerThanAnyDesktopEndsTheSession() throws Exception {
        assertEnds(
                peer -> {
                    begin(peer, 2, 1);
                    peer.say(ONE + header(new Rect(0, 0, 65535, 65535), 0));
                    flood(peer, new byte[65536]);
                },
                "rectangle: 65535x65535+0+0 (expected: within 2x1");
    }

    @Test
    void compressedBombsEndTheSession() throws Exception {
        byte[] bomb = new byte[1 << 20];
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        deflater.setInput(new byte[300_000_000]);
        int length = deflater.deflate(bomb, 0, bomb.length, Deflater.SYNC_FLUSH);
        deflater.end();
        assertEnds(
                peer -> {
                    begin(peer, 1280, 800);
                    peer.say(ONE + header(new Rect(0, 0, 1280, 800), 6) + String.format(Locale.ROOT, "%08X", length));
                    peer.say(java.util.Arrays.copyOf(bomb, length));
                    peer.awaitEnd();
                },
                "zlib: data left over");
    }
}
