package io.deskmeter.bench.av.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class StreamTapTest {
    private static final int COMMANDS = -1;
    private static final int STREAM = 0;
    private static final int PREBUFFER = 4_000;

    private final StreamTap tap = new StreamTap();

    private static ByteBuffer frame(int channel, byte[] content) {
        ByteBuffer frame = ByteBuffer.allocate(20 + content.length);
        frame.putInt(content.length)
                .putInt(channel)
                .putInt(0)
                .putInt(0)
                .putInt(0)
                .put(content);
        return frame.flip();
    }

    /** The beginning of an answer: numbers, each behind its type. */
    private static ByteBuffer answer(int... numbers) {
        ByteBuffer content = ByteBuffer.allocate(5 * numbers.length);
        for (int number : numbers) {
            content.put((byte) 'L').putInt(number);
        }
        return frame(COMMANDS, content.array());
    }

    private static ByteBuffer created() {
        return answer(2, 7, 0, 1, 9_000, 20_000, 10_000, PREBUFFER, 500);
    }

    private void sends(int bytes, long at) {
        tap.passed(true, frame(STREAM, new byte[bytes]), at - 5, at);
    }

    @Test
    void aStreamBeginsWithTheSamplesThatFillItsPrebuffer() {
        tap.passed(false, created(), 1, 2);
        sends(3_000, 10);
        assertThat(tap.startedAt()).isNotDone();
        sends(1_000, 20);
        sends(1_000, 30);
        assertThat(tap.startedAt()).isCompletedWithValue(20L);
    }

    @Test
    void aStreamRunsDryIfMoreComesTooLate() {
        tap.passed(false, created(), 1, 2);
        // 48 kHz of four bytes: 4,000 bytes last for 20.8 ms.
        sends(PREBUFFER, 1_000_000);
        sends(1_920, 21_000_000);
        assertThat(tap.ranDry()).isFalse();
        sends(1_920, 31_900_000);
        assertThat(tap.ranDry()).isTrue();
    }

    @Test
    void framesMayComeInPiecesAndBeforeTheAnswerIsSeen() {
        ByteBuffer samples = frame(STREAM, new byte[PREBUFFER]);
        tap.passed(true, frame(COMMANDS, new byte[100]), 1, 2);
        tap.passed(true, samples.slice(0, 7), 3, 4);
        tap.passed(true, samples.slice(7, 2_000), 5, 6);
        tap.passed(true, samples.slice(2_007, samples.limit() - 2_007), 7, 8);
        assertThat(tap.startedAt()).isNotDone();
        tap.passed(false, answer(2, 6, 1, 1), 9, 10);
        assertThat(tap.startedAt()).isNotDone();
        tap.passed(false, created(), 11, 12);
        assertThat(tap.startedAt()).isCompletedWithValue(8L);
    }
}
