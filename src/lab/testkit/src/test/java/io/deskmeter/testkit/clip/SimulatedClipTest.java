package io.deskmeter.testkit.clip;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.analysis.ReferenceSound;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SimulatedClipTest {
    private static final ReferenceSound SOUND = ReferenceSound.of(1, 4);
    private static final long MS = 1_000_000;
    private static final int BLOCK = 480;

    private final Seen seen = new Seen();

    private static final class Seen implements ClipViewer {
        private final List<Long> frames = new ArrayList<>();
        private final List<SoundBlock> blocks = new ArrayList<>();
        private int ends;

        @Override
        public void begins(Frame first, long at) {
            assertThat(at).isEqualTo(SimulatedClip.FIRED);
        }

        @Override
        public void sees(FrameUpdate update) {
            frames.add((update.arrivedAt() - SimulatedClip.FIRED) / MS);
        }

        @Override
        public void hears(SoundBlock block) {
            blocks.add(block);
        }

        @Override
        public void losesSound(long at, SoundException cause) {
            throw new AssertionError("lost: " + cause.getMessage());
        }

        @Override
        public void ends(long at) {
            ends++;
        }

        @Override
        public void advances(long now) {
            // Nothing waits for a time.
        }

        /** Of the left side, counted from the input. */
        private short sample(int frame) {
            return blocks.get(frame / BLOCK).sample(frame % BLOCK, 0);
        }
    }

    @Test
    void frames() {
        new SimulatedClip(SOUND).play(1, seen);
        assertThat(seen.frames).hasSize(23).startsWith(233L, 266L, 300L).endsWith(966L);
    }

    @Test
    void frameThatNeverComes() {
        new SimulatedClip(SOUND).frames(due -> due / MS == 266 ? -1 : due).play(1, seen);
        assertThat(seen.frames).hasSize(22).startsWith(233L, 300L);
    }

    @Test
    void clipWithoutFramesEnds() {
        new SimulatedClip(SOUND).frames(due -> -1).play(2, seen);
        assertThat(seen.frames).isEmpty();
        assertThat(seen.ends).isEqualTo(1);
        assertThat(seen.blocks).hasSize(700);
    }

    @Test
    void soundBeginsAfterTheInput() {
        new SimulatedClip(SOUND).play(1, seen);
        assertThat(seen.sample(9_599)).isZero();
        assertThat(seen.sample(9_600 + 4_321)).isEqualTo(SOUND.sample(4_321, 0));
    }

    @Test
    void samplesOfSomebodyElse() {
        short[] samples = new short[2 * 48_000];
        samples[0] = 7;
        samples[2 * 47_999] = 9;
        new SimulatedClip(SOUND).samples(samples).play(2, seen);
        assertThat(seen.sample(0)).isEqualTo((short) 7);
        assertThat(seen.sample(47_999)).isEqualTo((short) 9);
        assertThat(seen.sample(48_000)).isZero();
    }
}
