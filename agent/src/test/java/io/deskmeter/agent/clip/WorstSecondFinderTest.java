package io.deskmeter.agent.clip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.agent.evidence.recorder.NotedSecond;
import io.deskmeter.agent.evidence.recorder.SecondRecorder;
import io.deskmeter.agent.evidence.recorder.SoundAround;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.testkit.clip.SimulatedClip;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which second of a clip with known faults is the worst, and what is kept of it. */
@Tag("slow")
class WorstSecondFinderTest {
    private static final int RATE = 48_000;

    private static final long MS = 1_000_000;

    private final SimulatedClip clip = new SimulatedClip(SimulatedClip.sound());
    private final List<NotedSecond> kept = new ArrayList<>();
    private final List<Double> asked = new ArrayList<>();

    /** Keeps what is worse than all before. */
    private final SecondRecorder recorder = new SecondRecorder() {
        @Override
        public void begin(Frame frame) {}

        @Override
        public void see(FrameUpdate update) {}

        @Override
        public boolean wants(double badness) {
            asked.add(badness);
            return badness > 0 && kept.stream().allMatch(second -> badness > second.badness());
        }

        @Override
        public void keep(NotedSecond second) {
            kept.add(second);
        }

        @Override
        public void end(Timing timing) {}

        @Override
        public void drop() {}

        @Override
        public void close() {}
    };

    private void play(int seconds, String noSound) {
        PlayedClip.play(clip, seconds, 0, noSound, recorder);
    }

    private NotedSecond worst() {
        return kept.get(kept.size() - 1);
    }

    private SoundAround sound() {
        return Objects.requireNonNull(worst().sound(), "sound");
    }

    @Test
    void ofAClipWithoutFaultsNoSecondIsBad() {
        play(5, "");
        assertThat(asked).containsExactly(0.0, 0.0, 0.0, 0.0, 0.0);
        assertThat(kept).isEmpty();
    }

    @Test
    void theSecondWithTheLongestSilenceHasItsSoundBesideTheClips() {
        clip.silent(at -> (at >= 1_300 && at < 1_340) || (at >= 3_200 && at < 3_300));
        play(6, "");
        assertThat(kept).extracting(NotedSecond::number).containsExactly(2, 4);
        assertThat(worst().badness()).isCloseTo(100, within(2.0));
        assertThat(worst().figures())
                .contains("video-freeze: 0.0 % ± 0.0")
                .anyMatch(figure ->
                        figure.startsWith("sound-dropout: 10.0 % ±") || figure.startsWith("sound-dropout: 9.9"));
        assertThat(worst().missing()).isEmpty();
        assertThat(sound().heard()).hasSize(3 * RATE);
        assertThat(sound().startAt()).isCloseTo(SimulatedClip.FIRED + 2_000 * MS, within(MS));
        assertThat(sound().dropouts()).singleElement().satisfies(dropout -> {
            assertThat(dropout.start()).isCloseTo(1_200 * RATE / 1_000, within(100));
            assertThat(dropout.frames()).isCloseTo(100 * RATE / 1_000, within(200));
        });
        float[] heard = sound().heard();
        float[] reference = sound().reference();
        for (int i = 0; i < RATE; i += 7) {
            assertThat(heard[i]).as("sample %d", i).isCloseTo(reference[i], within(0.001f));
        }
    }

    @Test
    void soundThatIsNotTheClipsIsKeptWithoutAComparison() {
        clip.foreign(ReferenceSound.of(4711, SimulatedClip.CLIP.seconds()));
        play(4, "");
        assertThat(worst().number()).isEqualTo(1);
        assertThat(sound().reference()).isEmpty();
        assertThat(worst().missing())
                .singleElement()
                .satisfies(missing -> assertThat(missing)
                        .startsWith("No sound of the clip to compare with: not the reference sound"));
    }

    @Test
    void withoutSoundAFreezeIsStillFound() {
        long since = 2_000 * MS;
        long to = since + 600 * MS;
        clip.mute().frames(due -> due > since && due < to ? -1 : due);
        play(5, "no sound server");
        assertThat(worst().number()).isEqualTo(3);
        assertThat(worst().sound()).isNull();
        assertThat(worst().missing()).containsExactly("No sound: no sound server");
        assertThat(worst().places()).hasSize(1);
    }
}
