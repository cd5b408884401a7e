package io.deskmeter.screen.rfb.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.encoding.Canvas;
import io.deskmeter.screen.rfb.encoding.Decoders;
import io.deskmeter.screen.rfb.wire.Hex;
import io.deskmeter.screen.rfb.wire.Limits;
import io.deskmeter.screen.rfb.wire.PixelFormat;
import io.deskmeter.screen.rfb.wire.ReceiveBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which update answers a probe, and what it says; a desktop of 4×1 pixels. Times are plain nanoseconds. */
class UpdateProbeTest {
    private static final String WHOLE = "00 00 0001 0000 0000 0004 0001 00000000 33221100 66554400 99887700 CCBBAA00";
    private static final String PIXEL_AS_IT_WAS = "00 00 0001 0000 0000 0001 0001 00000000 33221100";
    private static final String PIXEL_CHANGED = "00 00 0001 0000 0000 0001 0001 00000000 00000000";
    private static final String ELSEWHERE = "00 00 0001 0003 0000 0001 0001 00000000 01000000";
    private static final String NEXT_AS_IT_WAS = "00 00 0001 0001 0000 0001 0001 00000000 66554400";
    private static final String NEXT_CODED_AGAIN = "00 00 0001 0001 0000 0001 0001 00000000 65544400";
    private static final String ASK_PIXEL = "0300" + "0000000000010001";
    private static final String ASK_NEXT = "0300" + "0001000000010001";

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
        canvas = new Canvas(4, 1, Limits.defaults());
        UpdateFlow flow = new UpdateFlow(canvas, m -> {});
        probe = new UpdateProbe(canvas, m -> said.add(Hex.of(m)), lossy);
        messages = new ServerMessages(
                canvas, new Decoders(PixelFormat.rgb888()), flow, Limits.defaults(), m -> {}, new UpdateListener() {
                    @Override
                    public void onUpdated() {
                        List<Rect> damage = canvas.takeDamage();
                        List<Rect> changed = probe.changesIn(damage);
                        if (!changed.isEmpty()) {
                            told.add("frame " + changed);
                        }
                        probe.updated(damage, now);
                    }

                    @Override
                    public void onPointerMoved(int x, int y) {}

                    @Override
                    public void onExtendedKeys() {}

                    @Override
                    public void onCapsLock(boolean on) {}
                });
    }

    @AfterEach
    void end() {
        messages.close();
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
    void thePixelAsItWasIsTheAnswerAndNoFrame() throws Exception {
        hear(1, WHOLE);
        long paintings = canvas.frame().paintings();
        probe(100);
        assertThat(said).containsExactly(ASK_PIXEL);
        hear(104, PIXEL_AS_IT_WAS);
        assertThat(told).containsExactly("UNCHANGED 100");
        assertThat(canvas.frame().paintings())
                .as("the picture is still that of the frame")
                .isEqualTo(paintings);
    }

    @Test
    void aPixelThatHasChangedIsAFrameBeforeTheAnswer() throws Exception {
        hear(1, WHOLE);
        probe(100);
        hear(104, PIXEL_CHANGED);
        assertThat(told).containsExactly("frame [" + new Rect(0, 0, 1, 1) + "]", "UNCHANGED 100");
    }

    /** It may have left before the request was read. */
    @Test
    void anUpdateThatHoldsMoreThanThePixelSaysNothing() throws Exception {
        hear(1, WHOLE);
        probe(100);
        hear(104, WHOLE);
        assertThat(told).containsExactly("frame [" + new Rect(0, 0, 4, 1) + "]", "INCONCLUSIVE 100");
    }

    @Test
    void anUpdateElsewhereIsNoAnswer() throws Exception {
        hear(1, WHOLE);
        probe(100);
        hear(104, ELSEWHERE);
        assertThat(told).containsExactly("frame [" + new Rect(3, 0, 1, 1) + "]");
        hear(130, PIXEL_AS_IT_WAS);
        assertThat(told).endsWith("UNCHANGED 100");
    }

    @Test
    void aSecondProbeIsNotSentBeforeTheAnswerToTheFirst() throws Exception {
        hear(1, WHOLE);
        probe(100);
        probe(110);
        assertThat(said).isEmpty();
        assertThat(told).containsExactly("NOT_ASKED 110");
    }

    @Test
    void beforeTheFirstPictureNothingIsAsked() {
        probe(100);
        assertThat(said).isEmpty();
        assertThat(told).containsExactly("NOT_ASKED 100");
    }

    @Test
    void whatWasReadBeforeTheProbeLeftIsNoAnswer() throws Exception {
        hear(1, WHOLE);
        probe(100);
        hear(99, PIXEL_AS_IT_WAS);
        assertThat(told).containsExactly("INCONCLUSIVE 100");
    }

    @Test
    void whatWaitsWhenTheConnectionEndsHasNotBeenAnswered() throws Exception {
        hear(1, WHOLE);
        probe(100);
        probe.close();
        assertThat(told).containsExactly("NOT_ASKED 100");
    }

    /**
     * The update of more than the pixel had left before the first request was read. The answer to that comes when the second has left already: it says
     * nothing of what had changed in between.
     */
    @Test
    void aLateAnswerIsNotThatOfTheNextProbe() throws Exception {
        hear(1, WHOLE);
        probe(100);
        hear(104, WHOLE);
        assertThat(told).endsWith("INCONCLUSIVE 100");
        probe(160);
        assertThat(said).containsExactly(ASK_NEXT);
        hear(170, PIXEL_AS_IT_WAS);
        assertThat(told).as("neither a frame nor an answer").isEmpty();
        hear(220, NEXT_AS_IT_WAS);
        assertThat(told).containsExactly("UNCHANGED 160");
    }

    /** Else a screen that is lossy would have frames where nothing changes, made by its probes. */
    @Test
    void aPixelThatIsCodedAgainIsNoFrameButPartOfTheNextOne() throws Exception {
        messages.close();
        begin(true);
        hear(1, WHOLE);
        probe(100);
        hear(104, PIXEL_AS_IT_WAS);
        probe(160);
        hear(164, NEXT_CODED_AGAIN);
        assertThat(told).containsExactly("UNCHANGED 160");
        told.clear();
        hear(200, ELSEWHERE);
        assertThat(told).containsExactly("frame [" + new Rect(1, 0, 1, 1) + ", " + new Rect(3, 0, 1, 1) + "]");
    }

    @Test
    void aProbeOfAPixelThatHasGoneWithAResizeEnds() throws Exception {
        hear(1, WHOLE);
        for (int i = 0; i < 3; i++) {
            probe(100 + i);
            hear(110 + i, WHOLE);
        }
        probe(160);
        hear(170, "00 00 0001 0000 0000 0002 0001 FFFFFF21"); // DesktopSize
        hear(180, "00 00 0001 0000 0000 0002 0001 00000000 33221100 66554400");
        assertThat(told).containsExactly("frame [" + new Rect(0, 0, 2, 1) + "]", "INCONCLUSIVE 160");
        probe(200);
        assertThat(said).hasSize(1);
    }
}
