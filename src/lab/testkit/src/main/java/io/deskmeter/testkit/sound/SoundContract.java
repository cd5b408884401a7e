package io.deskmeter.testkit.sound;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The contract of every sound source as tests. Subclasses open a source, let time pass, play a click, and take the
 * source away.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class SoundContract {
    /** Beyond what clocks of sound cards drift apart from that of the machine. */
    private static final double MOST_DRIFT = 1e-3;

    /** A sample beyond it belongs to the click. */
    private static final int ONSET = 8_000;

    private final RecordingListener listener = new RecordingListener();

    /** Opens the source under test. */
    protected abstract SoundSource open(SoundListener listener) throws Exception;

    /** Lets so much time pass. */
    protected abstract void pass(Duration time) throws Exception;

    /**
     * Plays a click of full scale on all channels within the next 200 ms.
     *
     * @return its true play time in monotonic nanoseconds
     */
    protected abstract long click() throws Exception;

    /** Takes the source away, as a sound server that ends does. */
    protected abstract void lose() throws Exception;

    @AfterEach
    void nothingForbiddenHappened() {
        assertThat(listener.violations())
                .as("what the source did against its contract")
                .isEmpty();
    }

    private List<SoundBlock> blocks(Duration time) throws Exception {
        pass(time);
        List<SoundBlock> blocks = listener.blocks();
        assertThat(blocks).hasSizeGreaterThan(2);
        return blocks;
    }

    @Test
    void blocksFollowEachOtherWithoutAGap() throws Exception {
        try (SoundSource source = open(listener)) {
            List<SoundBlock> blocks = blocks(Duration.ofSeconds(1));
            for (int i = 1; i < blocks.size(); i++) {
                assertThat(blocks.get(i).position()).isEqualTo(blocks.get(i - 1).end());
                assertThat(blocks.get(i).format()).isEqualTo(source.format());
            }
        }
    }

    @Test
    void playTimesAdvanceWithTheRate() throws Exception {
        try (SoundSource source = open(listener)) {
            List<SoundBlock> blocks = blocks(Duration.ofSeconds(2));
            SoundBlock first = blocks.get(0);
            for (SoundBlock block : blocks) {
                double nominal = source.format().nanos(block.position() - first.position());
                double stated = block.playedAt() - first.playedAt();
                assertThat(Math.abs(stated - nominal))
                        .as("block at " + block.position())
                        .isLessThanOrEqualTo(MOST_DRIFT * nominal + first.uncertainty() + block.uncertainty() + 1);
            }
        }
    }

    @Test
    void aClickIsHeardWhenItIsPlayed() throws Exception {
        try (SoundSource source = open(listener)) {
            pass(Duration.ofMillis(300));
            long truth = click();
            pass(Duration.ofSeconds(1));
            long frame = source.format().nanos(1);
            assertThat(listener.blocks().stream()
                            .flatMap(block -> IntStream.range(0, block.frames())
                                    .filter(i -> Math.abs(block.sample(i, 0)) > ONSET)
                                    .limit(1)
                                    .mapToObj(i -> {
                                        long error = block.playedAt(i) - truth;
                                        assertThat(Math.abs(error))
                                                .as("error of the click's time, ns")
                                                .isLessThanOrEqualTo(block.uncertainty() + frame);
                                        return i;
                                    })))
                    .as("blocks in which the click is heard")
                    .isNotEmpty();
        }
    }

    @Test
    void nothingComesAfterTheEnd() throws Exception {
        SoundSource source = open(listener);
        blocks(Duration.ofMillis(500));
        source.close();
        pass(Duration.ofMillis(100));
        int before = listener.blocks().size();
        pass(Duration.ofMillis(500));
        source.close();
        assertThat(listener.blocks()).hasSize(before);
        assertThat(listener.losses()).isEmpty();
    }

    @Test
    void aLossIsReportedOnce() throws Exception {
        try (SoundSource source = open(listener)) {
            blocks(Duration.ofMillis(500));
            lose();
            pass(Duration.ofSeconds(1));
            assertThat(source.format().rate()).isPositive();
        }
        assertThat(listener.losses()).hasSize(1);
    }
}
