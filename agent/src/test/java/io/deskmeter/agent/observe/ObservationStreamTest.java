package io.deskmeter.agent.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.SoundListener;
import io.deskmeter.sound.simulated.Signal;
import io.deskmeter.sound.simulated.SimulatedCard;
import io.deskmeter.sound.simulated.SimulatedSource;
import io.deskmeter.testkit.screen.ScriptedScreen;
import io.deskmeter.testsupport.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A screen and a sound card in one stream, in virtual time. */
class ObservationStreamTest {
    private static final long MS = 1_000_000;

    private final VirtualTime time = new VirtualTime();
    private final List<String> observed = new ArrayList<>();
    private final List<Observation> all = new ArrayList<>();
    private final ObservationStream stream = new ObservationStream(time.ticker(), this::note);

    private void note(Observation observation) {
        all.add(observation);
        observed.add(time.nanoTime() / MS + ": " + observation.getClass().getSimpleName() + " of "
                + observation.at() / MS + " ± " + observation.uncertainty() / MS);
    }

    private SimulatedSource sound(Duration latency) {
        SimulatedCard card =
                new SimulatedCard(480, latency, 0, Duration.ofMillis(2), Duration.ofMillis(1), block -> block == 1);
        return SimulatedSource.open(SoundFormat.STEREO_48K, Signal.SILENCE, card, stream.sound(), time, time.ticker());
    }

    /**
     * A frame that is painted at 15 ms, and blocks of 10 ms, each delivered 2 ms after its end; the second block is
     * lost.
     */
    @Test
    void whatComesIsToldInTheOrderInWhichItComesWithTheTimeAtWhichItWasThere() {
        ScriptedScreen screen = new ScriptedScreen(time, 32, 16);
        screen.connect(stream.screen(), Runnable::run);
        screen.later(Duration.ofMillis(15), frame -> new Rect(1, 1, 2, 2));
        try (SimulatedSource source = sound(Duration.ZERO)) {
            time.advance(Duration.ofMillis(33));
            source.lose(new SoundException("unplugged"));
            time.advance(Duration.ofMillis(1));
        }
        screen.lose("gone");

        assertThat(observed)
                .containsExactly(
                        "0: Picture of 0 ± 0",
                        "12: Sound of 0 ± 1",
                        "15: Picture of 15 ± 0",
                        "32: Sound of 20 ± 1",
                        "33: SoundLost of 33 ± 0",
                        "34: ScreenLost of 34 ± 0");
        assertThat(((Observation.SoundLost) all.get(4)).cause()).hasMessage("unplugged");
        assertThat(((Observation.ScreenLost) all.get(5)).cause()).hasMessage("gone");
    }

    /** As of a card that takes blocks before it plays them. */
    @Test
    void soundMayBeObservedBeforeItIsPlayed() {
        SoundBlock early = new SoundBlock(SoundFormat.STEREO_48K, new short[96], 0, 200 * MS, MS);
        time.advance(Duration.ofMillis(5));
        stream.sound().onBlock(early);

        assertThat(observed).containsExactly("5: Sound of 200 ± 1");
    }

    @Test
    void nothingIsCopied() {
        FrameListener screen = stream.screen();
        SoundListener sound = stream.sound();
        FrameUpdate update = new FrameUpdate(new Frame(2, 2), List.of(new Rect(0, 0, 1, 1)), 3, 1);
        SoundBlock block = new SoundBlock(SoundFormat.STEREO_48K, new short[2], 0, 4, 0);
        screen.onFrame(update);
        sound.onBlock(block);

        assertThat(((Observation.Picture) all.get(0)).update()).isSameAs(update);
        assertThat(((Observation.Sound) all.get(1)).block()).isSameAs(block);
    }
}
