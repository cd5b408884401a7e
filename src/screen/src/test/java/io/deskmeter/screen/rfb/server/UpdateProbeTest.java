package io.deskmeter.screen.rfb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.encoding.Canvas;
import io.deskmeter.screen.rfb.encoding.Decoders;
import io.deskmeter.screen.rfb.wire.Hex;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import io.deskmeter.screen.rfb.wire.RfbPixelFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is a frame and what is an answer: a desktop of 200×20 pixels, in blocks of 16. */
class UpdateProbeTest {
    private static final int GREY = 0x808080;
    private static final String ASK_FIRST = "0300" + "0000000000100010";
    private static final String ASK_SECOND = "0300" + "0010000000100010";

    private final List<String> said = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private Canvas canvas;
    private ServerMessages messages;
    private UpdateProbe probe;
    private long now;

    @BeforeEach
    void begin() throws Exception {
        begin(false);
    }

    private void begin(boolean lossy) throws Exception {
        canvas = new Canvas(200, 20, RfbLimits.defaults());
        UpdateFlow flow = new UpdateFlow(canvas, m -> {});
        probe = new UpdateProbe(canvas, m -> said.add(Hex.of(m)), lossy);
        messages = new ServerMessages(
                canvas, new Decoders(RfbPixelFormat.rgb888()), flow, RfbLimits.defaults(), m -> {}, new Updates());
        hear(1, raw(GREY, canvas.bounds()));
        told.clear();
    }

    private final class Updates extends IgnoredNews implements UpdateListener {
        @Override
        public void onUpdated() {
            List<Rect> damage = canvas.takeDamage();
            UpdateProbe.Told shown = probe.told(damage, now);
            if (!shown.changed().isEmpty()) {
                told.add((shown.isAnswer() ? "requested " : "frame ") + shown.changed());
            }
            probe.updated(damage, now);
        }
    }

    @AfterEach
    void end() {
        messages.close();
    }

    /** An update of rectangles of one colour. */
    private static String raw(int colour, Rect... places) {
        StringBuilder hex = new StringBuilder(String.format(Locale.ROOT, "0000%04X", places.length));
        for (Rect at : places) {
            hex.append(String.format(Locale.ROOT, "%04X%04X%04X%04X00000000", at.x(), at.y(), at.width(), at.height()));
            hex.append(String.format(Locale.ROOT, "%08X", Integer.reverseBytes(colour))
                    .repeat(at.width() * at.height()));
        }
        return hex.toString();
    }

    private static Rect block(int number) {
        return new Rect(number * 16, 0, 16, 16);
    }

    private void hear(long at, String hex) throws ScreenException {
        now = at;
        ReceiveBuffer in = new ReceiveBuffer();
        in.append(Hex.bytes(hex));
        assertThat(messages.advance(in)).isNull();
    }

    private void probe(long at) {
        said.clear();
        told.clear();
        probe.send(at, answer -> told.add(answer.kind() + " " + answer.sentAt()));
    }

    @Test
    void theBlockAsItWasIsTheAnswerAndNoFrame() throws Exception {
        long paintings = canvas.frame().paintings();
        probe(100);
        assertThat(said).containsExactly(ASK_FIRST);
        hear(104, raw(GREY, block(0)));
        assertThat(told).containsExactly("UNCHANGED 100");
        assertThat(canvas.frame().paintings())
                .as("the picture is still that of the frame")
                .isEqualTo(paintings);
    }

    /** Servers divide what they send as they like. */
    @Test
    void anAnswerInPartsIsAnAnswer() throws Exception {
        long paintings = canvas.frame().paintings();
        probe(100);
        hear(104, raw(GREY, new Rect(0, 0, 16, 8), new Rect(0, 8, 16, 8)));
        assertThat(told).containsExactly("UNCHANGED 100");
        assertThat(canvas.frame().paintings()).isEqualTo(paintings);
    }

    /** Conditions see it, but the desktop has not sent a frame. */
    @Test
    void aBlockThatHasChangedIsToldButIsNoFrameOfTheDesktop() throws Exception {
        probe(100);
        hear(104, raw(0, block(0)));
        assertThat(told).containsExactly("requested [" + block(0) + "]", "UNCHANGED 100");
    }

    /** Nobody has asked for it. */
    @Test
    void aChangeOfTheSamePlaceWithoutARequestIsAFrame() throws Exception {
        hear(104, raw(0, block(0)));
        assertThat(told).containsExactly("frame [" + block(0) + "]");
        probe(200);
        hear(204, raw(0, block(0)));
        told.clear();
        hear(260, raw(GREY, block(0)));
        assertThat(told).containsExactly("frame [" + block(0) + "]");
        told.clear();
        probe(300);
        hear(304, raw(0, new Rect(18, 2, 5, 5)));
        assertThat(told).as("less than was asked for").startsWith("frame [5x5+18+2]");
    }

    /** It may have left before the request was read. */
    @Test
    void anUpdateThatHoldsMoreThanTheBlockSaysNothing() throws Exception {
        probe(100);
        hear(104, raw(GREY, canvas.bounds()));
        assertThat(told).containsExactly("frame [" + canvas.bounds() + "]", "INCONCLUSIVE 100");
    }

    @Test
    void anUpdateElsewhereIsNoAnswer() throws Exception {
        probe(100);
        hear(104, raw(0, new Rect(30, 2, 1, 1)));
        assertThat(told).containsExactly("frame [1x1+30+2]");
        hear(130, raw(GREY, block(0)));
        assertThat(told).endsWith("UNCHANGED 100");
    }

    /** To 64 pixels; to 16 it does not matter, because blocks lie on that grid. */
    @Test
    void aServerThatRoundsMoreIsAskedForAsMuch() throws Exception {
        probe(100);
        hear(104, raw(GREY, new Rect(0, 0, 64, 20)));
        assertThat(told).containsExactly("frame [64x20+0+0]", "INCONCLUSIVE 100");
        for (int i = 1; i < 5; i++) {
            probe(200L * i);
            assertThat(said)
                    .containsExactly("0300" + String.format(Locale.ROOT, "%04x", i % 3 * 64) + "0000" + "00400014");
            hear(200L * i + 4, raw(GREY, new Rect(i % 3 * 64, 0, 64, 20)));
            assertThat(told).containsExactly("UNCHANGED " + 200 * i);
        }
    }

    @Test
    void aSecondProbeIsNotSentBeforeTheAnswerToTheFirst() {
        probe(100);
        probe(110);
        assertThat(said).isEmpty();
        assertThat(told).containsExactly("NOT_ASKED 110");
    }

    @Test
    void beforeTheFirstPictureNothingIsAsked() throws Exception {
        canvas = new Canvas(200, 20, RfbLimits.defaults());
        probe = new UpdateProbe(canvas, m -> said.add(Hex.of(m)), false);
        probe(100);
        assertThat(said).isEmpty();
        assertThat(told).containsExactly("NOT_ASKED 100");
    }

    @Test
    void whatWasReadBeforeTheProbeLeftIsNoAnswer() throws Exception {
        probe(100);
        hear(99, raw(GREY, block(0)));
        assertThat(told).containsExactly("INCONCLUSIVE 100");
    }

    @Test
    void whatWaitsWhenTheConnectionEndsHasNotBeenAnswered() {
        probe(100);
        probe.close();
        assertThat(told).containsExactly("NOT_ASKED 100");
    }

    /**
     * The update of more than the block had left before the first request was read. The answer to that comes when the
     * second has left already: it says nothing of what had changed in between.
     */
    @Test
    void aLateAnswerIsNotThatOfTheNextProbe() throws Exception {
        probe(100);
        hear(104, raw(0, canvas.bounds()));
        assertThat(told).endsWith("INCONCLUSIVE 100");
        probe(160);
        assertThat(said).containsExactly(ASK_SECOND);
        hear(170, raw(0, block(0)));
        assertThat(told).as("neither a frame nor an answer").isEmpty();
        hear(220, raw(0, block(1)));
        assertThat(told).containsExactly("UNCHANGED 160");
        told.clear();
        hear(230, raw(GREY, block(0)));
        assertThat(told).as("the late answer has come").containsExactly("frame [" + block(0) + "]");
    }

    @Test
    void aChangeLongAfterARequestIsNotItsAnswer() throws Exception {
        probe(100);
        hear(104, raw(0, canvas.bounds()));
        told.clear();
        hear(6_000_000_000L, raw(GREY, block(0)));
        assertThat(told).containsExactly("frame [" + block(0) + "]");
    }

    /** Else a screen that is lossy would have frames where nothing changes, made by its probes. */
    @Test
    void aBlockThatIsCodedAgainIsNoFrameButPartOfTheNextOne() throws Exception {
        messages.close();
        begin(true);
        probe(100);
        hear(104, raw(GREY, block(0)));
        probe(160);
        hear(164, raw(GREY + 0x010203, block(1)));
        assertThat(told).containsExactly("UNCHANGED 160");
        told.clear();
        hear(200, raw(0, new Rect(90, 0, 1, 1)));
        assertThat(told).containsExactly("frame [" + block(1) + ", 1x1+90+0]");
        probe(260);
        hear(264, raw(0, block(2)));
        assertThat(told).as("more than coding leaves").containsExactly("requested [" + block(2) + "]", "UNCHANGED 260");
    }

    @Test
    void aProbeOfABlockThatHasGoneWithAResizeEnds() throws Exception {
        for (int i = 0; i < 3; i++) {
            probe(100 + i);
            hear(110 + i, raw(GREY, canvas.bounds()));
        }
        probe(160);
        hear(170, "00 00 0001 0000 0000 0020 0001 FFFFFF21"); // DesktopSize 32x1
        hear(180, raw(GREY, new Rect(0, 0, 32, 1)));
        assertThat(told).containsExactly("frame [32x1+0+0]", "INCONCLUSIVE 160");
        probe(200);
        assertThat(said).hasSize(1);
    }
}
