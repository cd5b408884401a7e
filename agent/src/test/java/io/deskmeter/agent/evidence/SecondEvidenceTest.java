package io.deskmeter.agent.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.evidence.recorder.NotedSecond;
import io.deskmeter.agent.evidence.recorder.SecondRecorder;
import io.deskmeter.agent.evidence.recorder.SoundAround;
import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.evidence.FilmStripFrame.Moment;
import io.deskmeter.evidence.WorstSecond;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.sound.analysis.DropoutFinder.Dropout;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.RunProfile.Evidence;
import io.deskmeter.workload.run.Thresholds;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.imageio.ImageIO;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The worst second of a clip: its sound, a picture of that, the frames around it. */
class SecondEvidenceTest {
    private static final long SECOND = 1_000_000_000;
    private static final long FIRED = 50 * SECOND;
    private static final int RATE = 48_000;

    private final List<EvidenceFile> files = new ArrayList<>();
    private final Frame screen = new Frame(320, 200);
    private long sequence;

    private EvidenceEncoder encoder(Evidence wanted) {
        return new EvidenceEncoder(
                wanted,
                Thresholds.DEFAULT,
                new EvidenceLimits(100, 10 << 20, 3 << 20, 16 << 20, 4 << 20, 16, 2),
                Runnable::run,
                files::add);
    }

    private static Timing timing(long number) {
        return Timing.builder("av/sync", "play", Group.C, Outcome.OK)
                .sequence(number)
                .intendedAt(FIRED)
                .firedAt(FIRED)
                .lastWithoutAt(FIRED)
                .shownAt(FIRED + 20 * SECOND)
                .build();
    }

    /** A frame each 50 ms. */
    private void frames(SecondRecorder recorder, long fromMillis, long toMillis) {
        for (long at = fromMillis; at < toMillis; at += 50) {
            screen.pixels()[(int) (at % screen.pixels().length)] = 0xFFFFFF;
            recorder.see(new FrameUpdate(screen, List.of(screen.bounds()), FIRED + at * 1_000_000, ++sequence));
        }
    }

    private static SoundAround sound() {
        float[] heard = new float[3 * RATE];
        float[] reference = new float[3 * RATE];
        for (int i = 0; i < heard.length; i++) {
            reference[i] = (float) (0.2 * Math.sin(2 * Math.PI * 1_000 * i / RATE));
            heard[i] = i >= 70_000 && i < 75_000 ? 0 : reference[i];
        }
        return new SoundAround(RATE, FIRED + 4 * SECOND, heard, reference, List.of(new Dropout(70_000, 5_000)));
    }

    private static NotedSecond second(int number, double badness, @Nullable SoundAround sound) {
        return new NotedSecond(
                number,
                FIRED + (number - 1) * SECOND,
                FIRED + number * SECOND,
                badness,
                List.of("av-skew: unknown: no sound came"),
                List.of(new Rect(10, 10, 100, 20)),
                sound,
                sound == null ? List.of("No sound: no sound server") : List.of());
    }

    private FilmStrip told() {
        return Objects.requireNonNull(files.get(files.size() - 1).strip(), "of the last file");
    }

    @Test
    void aBadSecondHasItsSoundAPictureOfItAndTheFramesAroundIt() throws Exception {
        try (SecondRecorder recorder = encoder(Evidence.SLOW).openSeconds()) {
            recorder.begin(screen);
            frames(recorder, 0, 7_100);
            assertThat(recorder.wants(104)).isTrue();
            recorder.keep(second(6, 104, sound()));
            frames(recorder, 7_100, 20_000);
            recorder.end(timing(3));
        }
        String name = "s000-0003-av-sync-play-ok-worst";
        assertThat(files)
                .extracting(EvidenceFile::name)
                .containsExactly(name + "-sound.wav", name + "-sound.png", name + "-strip.png");
        try (AudioInputStream wav = AudioSystem.getAudioInputStream(
                new ByteArrayInputStream(files.get(0).content()))) {
            assertThat(wav.getFrameLength()).isEqualTo(3 * RATE);
            assertThat(wav.getFormat().getSampleRate()).isEqualTo(RATE);
            byte[] samples = wav.readAllBytes();
            assertThat(samples[2 * 72_000]).isZero();
            assertThat((short) ((samples[24] & 0xFF) | (samples[25] << 8)))
                    .as("a quarter of a wave")
                    .isCloseTo((short) 6_553, Assertions.within((short) 2));
        }
        Files.write(Path.of("target", "second-sound.png"), files.get(1).content());
        BufferedImage picture =
                ImageIO.read(new ByteArrayInputStream(files.get(1).content()));
        assertThat(picture.getWidth()).isEqualTo(1_112);
        Files.write(Path.of("target", "second-strip.png"), files.get(2).content());

        FilmStrip strip = told();
        assertThat(strip.why()).isEqualTo("bad second");
        assertThat(strip.files()).containsExactly(name + "-strip.png");
        WorstSecond second = Objects.requireNonNull(strip.second());
        assertThat(second.number()).isEqualTo(6);
        assertThat(second.sound()).isEqualTo(name + "-sound.wav");
        assertThat(second.missing()).isEmpty();
        assertThat(strip.shots())
                .hasSize(12)
                .filteredOn(shot -> shot.moment() == Moment.DURING)
                .hasSize(4);
        assertThat(strip.shots().get(11).sinceFiredNanos())
                .as("none after it was kept")
                .isLessThan(7_100_000_000L);
    }

    @Test
    void theWorstOfSeveralIsKept() {
        try (SecondRecorder recorder = encoder(Evidence.SLOW).openSeconds()) {
            recorder.begin(screen);
            frames(recorder, 0, 3_000);
            recorder.keep(second(2, 50, null));
            assertThat(recorder.wants(50)).as("not worse").isFalse();
            assertThat(recorder.wants(0)).isFalse();
            frames(recorder, 3_000, 9_000);
            recorder.keep(second(8, 60, null));
            recorder.end(timing(3));
        }
        assertThat(files).extracting(EvidenceFile::name).containsExactly("s000-0003-av-sync-play-ok-worst-strip.png");
        assertThat(Objects.requireNonNull(told().second()).number()).isEqualTo(8);
        assertThat(Objects.requireNonNull(told().second()).missing()).containsExactly("No sound: no sound server");
    }

    @Test
    void ofAGoodClipOnlyTheOneIsKeptThatIsAskedFor() {
        try (SecondRecorder recorder = encoder(Evidence.SLOW).openSeconds()) {
            recorder.begin(screen);
            assertThat(recorder.wants(0)).isFalse();
            recorder.end(timing(3));
        }
        assertThat(encoder(Evidence.FAILED).openSeconds()).isSameAs(SecondRecorder.NONE);
        assertThat(files).isEmpty();
        try (SecondRecorder recorder = encoder(Evidence.ALL).openSeconds()) {
            recorder.begin(screen);
            frames(recorder, 0, 1_500);
            assertThat(recorder.wants(0)).isTrue();
            recorder.keep(second(1, 0, null));
            recorder.end(timing(3));
        }
        assertThat(told().why()).isEqualTo("ok");
    }

    @Test
    void whatCameTooLateToHaveItsFramesSaysSo() {
        try (SecondRecorder recorder = encoder(Evidence.SLOW).openSeconds()) {
            recorder.begin(screen);
            frames(recorder, 0, 9_000);
            recorder.keep(second(2, 1, null));
            recorder.end(timing(3));
        }
        assertThat(Objects.requireNonNull(told().second()).missing())
                .contains("The frames of this second are not on the film strip: its sound was known only later");
    }

    @Test
    void secondsOfOneOperationAreBoundedAndCounted() {
        EvidenceEncoder encoder = encoder(Evidence.SLOW);
        try (SecondRecorder recorder = encoder.openSeconds()) {
            for (int i = 1; i <= 4; i++) {
                recorder.begin(screen);
                frames(recorder, 0, 1_500);
                recorder.keep(second(1, 5, null));
                recorder.end(timing(i));
            }
        }
        assertThat(files).hasSize(2);
        assertThat(encoder.dropped()).isEqualTo(6);
        assertThat(encoder.memory()).as("all tiles are given back").isZero();
    }
}
