package io.deskmeter.screen.rfb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.Hex;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntBinaryOperator;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers with one fault each: what the session makes of it, what it says, and that its memory is bounded. */
@Tag("slow")
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

    /** What takes long then is no fault of the server, which has sent all of it. */
    @Test
    void nothingIsMissingWhileWhatHasArrivedIsDecoded() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ends = new CountDownLatch(1);
        AtomicReference<@Nullable Screen> connected = new AtomicReference<>();
        List<String> heard = new CopyOnWriteArrayList<>();
        FrameListener listener = new FrameListener() {
            @Override
            public void onFrame(FrameUpdate update) {
                Screen screen = connected.get();
                if (screen != null) { // within the decoding of the last bytes
                    heard.add("while decoding: " + screen.unfinishedMessage());
                }
            }

            @Override
            public void onLost(ScreenException cause) {}
        };
        try (ScriptedServer server = ScriptedServer.tcp(peer -> {
            begin(peer, 8, 6);
            peer.say(ONE + raw(new Rect(0, 0, 8, 6), "33669900"));
            peer.say("00 00 0002" + raw(new Rect(0, 0, 4, 2), "11223300"));
            begun.await();
            peer.say(raw(new Rect(0, 2, 4, 2), "44556600"));
            ends.await();
        })) {
            Screen screen = screens.connect(
                            server.target().withPassword("secret"), RfbSettings.defaults(), listener, executor)
                    .get(10, TimeUnit.SECONDS);
            await().until(() -> screen.unfinishedMessage().startsWith("it is in the middle of a message: update"));
            connected.set(screen);
            begun.countDown();
            await().until(() -> !heard.isEmpty());
            assertThat(heard).containsExactly("while decoding: ");
            ends.countDown();
        }
    }

    /** It may have gone, or never have meant to send the rest. */
    @Test
    void aMessageOfWhichOnlyAPartComesIsTold() throws Exception {
        CountDownLatch whole = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        CountDownLatch ends = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.tcp(peer -> {
            begin(peer, 8, 6);
            peer.say(ONE + raw(new Rect(0, 0, 8, 6), "33669900"));
            whole.await();
            peer.say("00 00 0002" + raw(new Rect(0, 0, 4, 2), "11223300"));
            begun.await();
            peer.say(header(new Rect(0, 2, 4, 2), 7) + "00 28 789C");
            goesOn.await();
            peer.say("00".repeat(38)); // no zlib stream
            ends.await();
        })) {
            Screen screen = connect(server);
            await().until(() -> recorder.seen().size() == 1);
            assertThat(screen.unfinishedMessage()).isEmpty();
            whole.countDown();
            await().until(() -> screen.unfinishedMessage()
                    .startsWith(
                            "it is in the middle of a message: update, of which at least 12 bytes are missing; the last"
                                    + " bytes came "));
            begun.countDown();
            await().until(() -> screen.unfinishedMessage()
                    .startsWith(
                            "it is in the middle of a message: update, in its rectangle 4x2+0+2 (encoding TIGHT), of"
                                    + " which at least 38 bytes are missing; the last bytes came "));
            assertThat(recorder.seen()).hasSize(1);
            goesOn.countDown();
            assertThat(lostBecause()).contains("zlib: ");
            assertThat(screen.unfinishedMessage())
                    .as("of a connection that is over")
                    .isEmpty();
            ends.countDown();
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

    private static final String BIG_ENDIAN = "20180101 00FF00FF00FF 100800 000000";

    /**
     * What a server shows at its nth answer, from 0 on: a colour for each pixel, 0xRRGGBB; null for an update without
     * any rectangle.
     */
    @FunctionalInterface
    private interface Shows {
        @Nullable
        IntBinaryOperator at(int answer);
    }

    private static IntBinaryOperator plain(int rgb) {
        return (x, y) -> rgb;
    }

    /** A red or blue dot on grey. */
    private static IntBinaryOperator dot(int rgb) {
        return (x, y) -> x >= 10 && x < 14 && y >= 10 && y < 14 ? rgb : 0x808080;
    }

    /** A server that answers each request at once, in the format that was set last, or else in its own one. */
    private static ScriptedServer ofOwnFormat(String own, boolean translates, Shows shows) throws IOException {
        return ofOwnFormat(own, translates, 1, Duration.ZERO, shows);
    }

    /**
     * The same.
     *
     * @param updates in which it answers each request
     * @param pause between them
     */
    private static ScriptedServer ofOwnFormat(String own, boolean translates, int updates, Duration pause, Shows shows)
            throws IOException {
        return ScriptedServer.tcp(peer -> {
            beginOf(peer, own);
            String format = own;
            int answers = 0;
            while (true) {
                String type = peer.hear(1);
                if (type.equals("00")) {
                    String set = peer.hear(19).substring(6);
                    format = translates ? set : format;
                } else if (type.equals("02")) {
                    peer.hear(4 * Integer.parseInt(peer.hear(3).substring(2), 16));
                } else if (type.equals("05")) {
                    peer.hear(5);
                } else {
                    Rect at = asked(peer.hear(9));
                    IntBinaryOperator picture = shows.at(answers++);
                    if (answers == 1) {
                        peer.say("02" + "03 000000 00000002 6869"); // a bell and a clipboard
                    }
                    if (picture == null) {
                        peer.say("00 00 0000");
                    } else if (answers < 20) {
                        for (int i = 0; i < updates; i++) {
                            int top = at.height() * i / updates;
                            Rect part =
                                    new Rect(at.x(), at.y() + top, at.width(), at.height() * (i + 1) / updates - top);
                            peer.say(ONE + header(part, 0) + pixels(part, picture, format));
                            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
                        }
                    }
                }
            }
        });
    }

    private static void beginOf(ScriptedServer.Peer peer, String own) throws IOException {
        peer.say(ScriptedServer.V3_8);
        peer.expect(ScriptedServer.V3_8);
        peer.say(ScriptedServer.NO_SECURITY);
        peer.expect("01");
        peer.say("00000000");
        peer.expect("01");
        peer.say("0028001E" + own + "00000001 61");
    }

    private static Rect asked(String hex) {
        int[] numbers = new int[4];
        for (int i = 0; i < 4; i++) {
            numbers[i] = Integer.parseInt(hex.substring(2 + 4 * i, 6 + 4 * i), 16);
        }
        return new Rect(numbers[0], numbers[1], numbers[2], numbers[3]);
    }

    private static String pixels(Rect at, IntBinaryOperator picture, String format) {
        byte[] form = HexFormat.of().parseHex(format.replace(" ", ""));
        StringBuilder hex = new StringBuilder();
        for (int y = at.y(); y < at.bottom(); y++) {
            for (int x = at.x(); x < at.right(); x++) {
                int rgb = picture.applyAsInt(x, y);
                int pixel = (rgb >> 16 & 0xff) << form[10] | (rgb >> 8 & 0xff) << form[11] | (rgb & 0xff) << form[12];
                hex.append(String.format(Locale.ROOT, "%08X", form[2] == 0 ? Integer.reverseBytes(pixel) : pixel));
            }
        }
        return hex.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {BGR, BIG_ENDIAN})
    void aServerThatSendsItsOwnColoursWhateverIsSetIsNamed(String own) throws Exception {
        // A part of its desktop is moving all the time.
        IntBinaryOperator[] spinner = {dot(0xCC0000), dot(0x0000CC), dot(0x00CC00)};
        Shows shows = answer -> (x, y) -> y < 20 ? spinner[answer % 3].applyAsInt(x, y) : 0x0000CC;
        try (ScriptedServer server = ofOwnFormat(own, false, shows)) {
            connect(server);
            assertThat(lostBecause())
                    .contains(
                            "pixel format: the server ignores the pixel format that was set, and sends its own, 32 bits, "
                                    // Without the byte that is empty, grey is another colour, too.
                                    + (own.equals(BGR) ? "BGR: 400 of 416" : "RGB, big-endian: 1184 of 1200")
                                    + " coloured pixels had the same bytes in each of 6 pictures")
                    .contains(" (expected: ", "; hint: ");
            assertThat(recorder.seen()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {BGR, BIG_ENDIAN})
    void aServerThatTranslatesItsOwnColoursIsNot(String own) throws Exception {
        try (ScriptedServer server = ofOwnFormat(own, true, answer -> plain(0x0000CC))) {
            assertThat(shown(server).pixels()).containsOnly(0x0000CC);
        }
    }

    private List<Recorder.Seen> severalShown(ScriptedServer server) throws Exception {
        recorder.forget();
        try (Screen screen = connect(server)) {
            await().until(() -> recorder.seen().size() > 2 || !recorder.losses().isEmpty());
            assertThat(recorder.losses()).isEmpty();
            return recorder.seen();
        }
    }

    private Frame shown(ScriptedServer server) throws Exception {
        recorder.forget();
        try (Screen screen = connect(server)) {
            await().until(() -> !recorder.seen().isEmpty() || !recorder.losses().isEmpty());
            assertThat(recorder.losses()).isEmpty();
            return recorder.last().frame();
        }
    }

    /** Its colours are above, below, or in all updates. */
    @ParameterizedTest
    @CsvSource({"2, 0", "2, 30", "3, 0", "3, 30", "30, 3"})
    void aServerThatAnswersInSeveralUpdatesIsToldAsOthersAre(int updates, int pauseMillis) throws Exception {
        Duration pause = Duration.ofMillis(pauseMillis);
        List<IntBinaryOperator> pictures = List.of(
                plain(0xCC0000),
                (x, y) -> y < 8 ? 0xCC0000 : 0x808080,
                (x, y) -> y > 22 ? 0xCC0000 : 0x808080,
                plain(0x808080));
        for (IntBinaryOperator picture : pictures) {
            try (ScriptedServer server = ofOwnFormat(BGR, true, updates, pause, answer -> picture)) {
                for (Recorder.Seen seen : severalShown(server)) {
                    for (Rect part : seen.damage()) {
                        assertThat(seen.frame().pixels()[part.y() * seen.frame().width() + part.x()])
                                .isEqualTo(picture.applyAsInt(part.x(), part.y()));
                    }
                }
            }
        }
        for (IntBinaryOperator picture : pictures.subList(0, 3)) {
            recorder.forget();
            try (ScriptedServer server = ofOwnFormat(BGR, false, updates, pause, answer -> picture)) {
                connect(server);
                assertThat(lostBecause()).contains("ignores the pixel format that was set");
            }
        }
        try (ScriptedServer server = ofOwnFormat(BGR, false, updates, pause, answer -> plain(0x808080))) {
            shown(server);
        }
    }

    /** What has no colours tells nothing. */
    @Test
    void aPictureThatTellsNothingOfTheFormatIsShown() throws Exception {
        for (boolean translates : new boolean[] {true, false}) {
            try (ScriptedServer server = ofOwnFormat(BGR, translates, answer -> plain(0x808080))) {
                assertThat(shown(server).pixels()).containsOnly(0x808080);
            }
            try (ScriptedServer server = ofOwnFormat(BGR, translates, answer -> plain(0x808080));
                    Screen screen = connect(server)) {
                await().until(() -> screen.whyColoursUnknown()
                        .equals("the desktop shows no colours, so it is not known whether the server keeps to the pixel"
                                + " format that is set: its own is 32 bits, BGR"));
            }
        }
        recorder.forget();
        try (ScriptedServer server = ofOwnFormat(BGR, true, answer -> plain(0xCC0000));
                Screen screen = connect(server)) {
            await().until(() -> !recorder.seen().isEmpty());
            assertThat(screen.whyColoursUnknown()).isEmpty();
        }
    }

    /**
     * Bytes that say red in BGR say blue in the format that is set. One that changed with each request could not be
     * told from a server that ignores the format.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void aPictureThatChangesToWhatAWrongFormatWouldShowIsShown(int answersOfEach) throws Exception {
        Shows blinking = answer -> dot((answer + answersOfEach - 1) / answersOfEach % 2 == 0 ? 0xCC0000 : 0x0000CC);
        try (ScriptedServer server = ofOwnFormat(BGR, true, blinking)) {
            assertThat(shown(server).pixels()[0]).isEqualTo(0x808080);
        }
        try (ScriptedServer server =
                ofOwnFormat(BGR, true, answer -> dot(answer < answersOfEach - 1 ? 0xCC0000 : 0x0000CC))) {
            assertThat(shown(server).pixels()[0]).isEqualTo(0x808080);
        }
        try (ScriptedServer server =
                ofOwnFormat(BIG_ENDIAN, true, answer -> plain(answer < answersOfEach - 1 ? 0x0000CC : 0))) {
            shown(server);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {BGR, BIG_ENDIAN, OWN_FORMAT})
    void aServerThatHasNoPictureAtFirstIsAskedAgain(String own) throws Exception {
        try (ScriptedServer server = ofOwnFormat(own, true, answer -> answer < 2 ? null : dot(0xCC0000))) {
            assertThat(shown(server).pixels()).contains(0xCC0000);
        }
        try (ScriptedServer server = ofOwnFormat(BGR, false, answer -> answer < 2 ? null : dot(0xCC0000))) {
            connect(server);
            assertThat(lostBecause()).contains("16 of 16 coloured pixels");
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
        Arrays.fill(bells, (byte) 2);
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
                    peer.say(Arrays.copyOf(bomb, length));
                    peer.awaitEnd();
                },
                "zlib: data left over");
    }
}
