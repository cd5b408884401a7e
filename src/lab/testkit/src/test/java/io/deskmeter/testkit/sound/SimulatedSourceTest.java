package io.deskmeter.testkit.sound;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.SoundSource;
import io.deskmeter.sound.simulated.Signal;
import io.deskmeter.sound.simulated.SimulatedCard;
import io.deskmeter.sound.simulated.SimulatedSource;
import io.deskmeter.testsupport.VirtualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedSourceTest extends SoundContract {
    private static final SoundFormat FORMAT = SoundFormat.STEREO_48K;
    private static final int CLICK_FRAMES = 48;

    private final VirtualTime time = new VirtualTime();
    private long clickFrom = Long.MAX_VALUE;

    @SuppressWarnings("NullAway.Init")
    private SimulatedSource opened;

    @Override
    protected SoundSource open(SoundListener listener) {
        SimulatedCard drifting = new SimulatedCard(
                480, Duration.ofMillis(20), 300, Duration.ofMillis(3), Duration.ofMillis(1), block -> false);
        return open(drifting, this::clickAt, listener);
    }

    private SimulatedSource open(SimulatedCard card, Signal signal, SoundListener listener) {
        opened = SimulatedSource.open(FORMAT, signal, card, listener, time, time.ticker());
        return opened;
    }

    private double clickAt(long position, int channel) {
        return position >= clickFrom && position < clickFrom + CLICK_FRAMES ? 1 : 0;
    }

    @Override
    protected void pass(Duration duration) {
        time.advance(duration);
    }

    @Override
    protected long click() {
        clickFrom = FORMAT.frames(time.nanoTime() + 100_000_000);
        return opened.playedAt(clickFrom);
    }

    @Override
    protected void lose() {
        opened.lose(new SoundException("the card was unplugged"));
    }

    @Test
    void lostBlocksLeaveAGapOfTheirLength() {
        RecordingListener listener = new RecordingListener();
        SimulatedCard losing = new SimulatedCard(
                480, Duration.ZERO, 0, Duration.ZERO, Duration.ZERO, block -> block == 3 || block == 4);
        try (SimulatedSource source = open(losing, Signal.SILENCE, listener)) {
            time.advance(Duration.ofMillis(100));
            List<SoundBlock> blocks = listener.blocks();
            assertThat(blocks).hasSize(8);
            assertThat(blocks.get(3).position() - blocks.get(2).end()).isEqualTo(960);
            assertThat(blocks.get(3).playedAt())
                    .isEqualTo(source.playedAt(5 * 480))
                    .isEqualTo(50_000_000);
        }
    }

    @Test
    void samplesAreThoseOfTheSignal() {
        RecordingListener listener = new RecordingListener();
        Signal signal = (position, channel) -> channel == 0 ? position / 100.0 : -position / 100.0;
        try (SimulatedSource source = open(SimulatedCard.exact(), signal, listener)) {
            time.advance(Duration.ofMillis(10));
            SoundBlock block = listener.blocks().get(0);
            assertThat(block.frames()).isEqualTo(480);
            assertThat(block.sample(50, 0)).isEqualTo((short) 16_384);
            assertThat(block.sample(50, 1)).isEqualTo((short) -16_383);
            assertThat(block.sample(200, 0)).as("clipped").isEqualTo(Short.MAX_VALUE);
            assertThat(block.sample(200, 1)).as("clipped").isEqualTo((short) -32_767);
            assertThat(source.playedAt(480)).isEqualTo(10_000_000);
        }
    }
}
