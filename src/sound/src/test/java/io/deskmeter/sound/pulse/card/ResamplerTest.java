package io.deskmeter.sound.pulse.card;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.sound.pulse.format.BufferAttributes;
import io.deskmeter.sound.pulse.format.SampleFormat;
import io.deskmeter.sound.pulse.format.SampleSpec;
import io.deskmeter.sound.pulse.wire.Frames.Seek;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResamplerTest {
    private static final int CARD = 48_000;

    private static PlaybackQueue queue(int rate, int frames, double hertz) throws Exception {
        SampleSpec spec = new SampleSpec(SampleFormat.FLOAT32BE, 1, rate);
        PlaybackQueue queue = new PlaybackQueue(
                spec,
                BufferAttributes.granted(
                        BufferAttributes.UNSET, BufferAttributes.UNSET, 0, BufferAttributes.UNSET, spec, 1 << 22),
                new BufferMemory(1 << 23));
        ByteBuf bytes = Unpooled.buffer();
        for (int i = 0; i < frames; i++) {
            bytes.writeFloat((float) Math.sin(2 * Math.PI * hertz * i / rate));
        }
        queue.write(bytes, Seek.WRITE, 0);
        return queue;
    }

    /** In pieces of odd sizes, as the card asks. */
    private static float[] resampled(PlaybackQueue queue, Resampler resampler, int frames) {
        float[] out = new float[frames];
        float[] piece = new float[481];
        for (int done = 0; done < frames; ) {
            int count = resampler.producible(queue.playable(), Math.min(frames - done, 1 + done % 480));
            if (count == 0) {
                break;
            }
            queue.played(resampler.render(queue, queue.playable(), piece, count));
            System.arraycopy(piece, 0, out, done, count);
            done += count;
        }
        return out;
    }

    @ParameterizedTest
    @CsvSource({
        "44100, 1000, 0.001",
        "44100, 15000, 0.002",
        "32000, 440, 0.001",
        "8000, 440, 0.001",
        "96000, 10000, 0.002",
        "192000, 3000, 0.001"
    })
    void aToneKeepsItsHeightLevelAndInstant(int rate, double hertz, double tolerance) throws Exception {
        PlaybackQueue queue = queue(rate, rate, hertz);
        float[] out = resampled(queue, new Resampler(1, rate, CARD), CARD);
        for (int i = 500; i < CARD - 500; i++) {
            assertThat(Math.abs(out[i] - Math.sin(2 * Math.PI * hertz * i / CARD)))
                    .as("sample " + i)
                    .isLessThan(tolerance);
        }
    }

    @Test
    void whatTheCardCannotCarryIsRemoved() throws Exception {
        float[] out = resampled(queue(96_000, 96_000, 40_000), new Resampler(1, 96_000, CARD), CARD);
        for (int i = 500; i < CARD - 500; i++) {
            assertThat(Math.abs(out[i])).isLessThan(0.001f);
        }
    }

    @Test
    void allOfItIsPlayed() throws Exception {
        for (int rate : new int[] {8_000, 44_100, 48_001, 192_000}) {
            PlaybackQueue queue = queue(rate, rate, 100);
            Resampler resampler = new Resampler(1, rate, CARD);
            float[] piece = new float[480];
            int produced = 0;
            for (int count = 480; count > 0; produced += count) {
                count = resampler.producible(queue.playable(), 480);
                if (count > 0) {
                    queue.played(resampler.render(queue, queue.playable(), piece, count));
                }
            }
            assertThat(produced).as("from " + rate).isBetween(CARD - 1, CARD + 1);
        }
    }
}
