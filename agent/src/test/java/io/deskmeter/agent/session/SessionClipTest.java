package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.OPEN;
import static io.deskmeter.agent.session.SessionFixture.ms;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.timing.Sample;
import io.deskmeter.sound.SoundException;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Plays;
import io.deskmeter.workload.operation.ReferenceClip;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Step;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a session does with the sound of an operation that plays a clip. What is measured of a clip is tested elsewhere.
 */
class SessionClipTest {
    private static final int SECONDS = 3;
    private static final Metric[] ALL = Stream.of(MetricSource.values())
            .filter(MetricSource::followsClips)
            .map(MetricSource::metric)
            .toArray(Metric[]::new);
    private static final Operation PLAY = new Operation(
            "play",
            Group.C,
            SessionFixture.operation("play", new Step.Type("p"), new Condition.Appears("text"))
                    .occurrences(),
            Optional.of(new Plays(ReferenceClip.SYNC, "title")));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** The clip ends after 3.4 seconds. */
    private SessionFixture playing() {
        SessionFixture fixture = new SessionFixture(folder).measures(ALL);
        fixture.desktop.onLaunch(
                app -> fixture.screen.later(ms(800), frame -> Mark.of("title").paint(frame, 10, 5)));
        fixture.screen.onInput((screen, events) ->
                screen.later(ms(3_400), frame -> Mark.of("text").paint(frame, 40, 30)));
        return fixture;
    }

    private static List<Sample> of(SessionFixture fixture, MetricSource source) {
        return fixture.samples.stream()
                .filter(sample -> sample.metric().equals(source.id()))
                .toList();
    }

    private static void assertUnknown(SessionFixture fixture, MetricSource source, int count, String reason) {
        assertThat(of(fixture, source)).hasSize(count).allSatisfy(sample -> {
            assertThat(sample.operation()).isEqualTo("play");
            assertThat(sample.timing()).isEqualTo(2);
            assertThat(sample.unknown()).contains(reason);
        });
    }

    @Test
    void withoutASoundServerTheSessionGoesOnAndEachSecondIsUnknown() {
        SessionFixture fixture =
                playing().workload("av/sync", OPEN, PLAY).start(1).finish();
        assertThat(fixture.outcomes()).containsExactly("open ok", "play ok");
        assertUnknown(fixture, MetricSource.SOUND_DROPOUT, SECONDS, "this desktop has no sound server of Deskmeter");
        assertUnknown(fixture, MetricSource.SOUND_START, 1, "this desktop has no sound server of Deskmeter");
        assertUnknown(fixture, MetricSource.VIDEO_START, 1, "no frame moved");
        assertThat(of(fixture, MetricSource.VIDEO_START).get(0).noBetterThan())
                .as("no frame could be read, so any may have moved")
                .isZero();
        assertThat(of(fixture, MetricSource.SOUND_START).get(0).noBetterThan())
                .as("nobody listened")
                .isNaN();
        assertUnknown(fixture, MetricSource.AV_SKEW, SECONDS, "frame");
        assertUnknown(fixture, MetricSource.VIDEO_FREEZE, SECONDS, "frame");
        Sample last = of(fixture, MetricSource.SOUND_DROPOUT).get(SECONDS - 1);
        assertThat(last.to() - last.from()).isEqualTo(1_000_000_000L);
        assertThat(last.to() - fixture.timings.get(1).firedAt()).isEqualTo(SECONDS * 1_000_000_000L);
    }

    @Test
    void aSoundServerThatIsLostInMidPlayEndsNothingButItsFigures() {
        SessionFixture fixture = playing().workload("av/sync", OPEN, PLAY);
        fixture.desktop.hasSound();
        fixture.start(1).pass(6_000);
        fixture.desktop.loseSound(new SoundException("killed"));
        fixture.finish();
        assertThat(fixture.outcomes()).containsExactly("open ok", "play ok");
        assertUnknown(fixture, MetricSource.SOUND_DROPOUT, SECONDS, "the sound was lost: killed");
    }

    @Test
    void onlyASessionThatPlaysAClipListens() {
        SessionFixture fixture = playing().workload("office/writer", OPEN);
        fixture.desktop.hasSound();
        fixture.start(1).finish();
        assertThat(fixture.desktop.isHeard()).isFalse();
        assertThat(fixture.samples).isEmpty();
    }
}
