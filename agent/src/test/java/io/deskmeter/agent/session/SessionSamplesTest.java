package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.OPEN;
import static io.deskmeter.agent.session.SessionFixture.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.vision.compare.Similarity;
import io.deskmeter.vision.template.Template;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Step;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a session measures of pictures, in virtual time. The application is launched at 3300 ms and shows its title 800
 * ms later; the next input leaves 1000 ms after that, at 5100 ms.
 */
class SessionSamplesTest {
    private static final long MS = 1_000_000;
    private static final int X = 10;
    private static final int Y = 5;
    private static final Rect LOWER_HALF = new Rect(X, Y + Mark.SIZE / 2, Mark.SIZE, Mark.SIZE / 2);
    private static final List<MetricSource> PICTURES = Stream.of(MetricSource.values())
            .filter(MetricSource::looksAtLandmarks)
            .toList();

    private static final Metric[] ALL =
            PICTURES.stream().map(MetricSource::metric).toArray(Metric[]::new);
    private static final Operation TYPE =
            SessionFixture.operation("type", new Step.Type("abc"), new Condition.Appears("text"));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** What follows after the launch is scripted by the test; typing shows a text after 50 ms. */
    private SessionFixture launching(Consumer<SessionFixture> script) {
        SessionFixture fixture = new SessionFixture(folder).measures(ALL);
        fixture.desktop.onLaunch(app -> {
            fixture.screen.later(ms(500), frame -> Mark.of("splash").paint(frame, 30, 20));
            fixture.screen.later(ms(800), frame -> Mark.of("title").paint(frame, X, Y));
            script.accept(fixture);
        });
        fixture.screen.onInput((screen, events) ->
                screen.later(ms(50), frame -> Mark.of("text").paint(frame, 40, 30)));
        return fixture;
    }

    private static Sample sample(SessionFixture fixture, String operation, MetricSource source) {
        List<Sample> found = fixture.samples.stream()
                .filter(sample ->
                        sample.operation().equals(operation) && sample.metric().equals(source.id()))
                .toList();
        assertThat(found).as("samples of %s of %s", source, operation).hasSize(1);
        return found.get(0);
    }

    private static double similarity(Consumer<Frame> change) throws Exception {
        Frame mark = new Frame(Mark.SIZE, Mark.SIZE);
        Mark.of("title").paint(mark, 0, 0);
        Template template = Template.of("title", mark.toImage());
        change.accept(mark);
        return Similarity.of(template, mark).orElseThrow();
    }

    @Test
    void anAnswerThatStaysAsItCameIsFinalAtOnce() {
        SessionFixture fixture = launching(any -> {})
                .workload("office/writer", OPEN, TYPE)
                .start(1)
                .pass(5000);

        assertThat(fixture.samples)
                .containsExactly(
                        known(1, MetricSource.PICTURE_SIMILARITY_AT_MATCH, 4100, 4100, 1, 0),
                        known(2, MetricSource.PICTURE_SIMILARITY, 4100, 4600, 1, 0),
                        known(3, MetricSource.TIME_TO_FINAL_PICTURE, 3300, 4100, 800, 300),
                        known(4, MetricSource.FRAME_GAP, 3300, 4100, 500, 0));
        fixture.finish();
        assertThat(fixture.samples).extracting(Sample::sequence).startsWith(1L, 2L, 3L, 4L);
        assertThat(sample(fixture, "type", MetricSource.PICTURE_SIMILARITY_AT_MATCH)
                        .timing())
                .isEqualTo(2);
    }

    private static Sample known(long sequence, MetricSource source, long from, long to, double value, double off) {
        return Sample.builder(source.id())
                .session(3)
                .sequence(sequence)
                .operation("office/writer", "open")
                .timing(1)
                .during(from * MS, to * MS)
                .value(value, off)
                .build();
    }

    @Test
    void aPictureIsFinalWithTheLastChangeOfTheLandmarksPlace() throws Exception {
        SessionFixture fixture = launching(at -> {
                    at.screen.later(ms(950), frame -> Mark.erase(frame, LOWER_HALF));
                    at.screen.later(ms(1190), frame -> Mark.of("title").paint(frame, X, Y));
                    at.screen.later(ms(1200), frame -> Mark.erase(frame, LOWER_HALF));
                })
                .workload("office/writer", OPEN, TYPE)
                .start(1)
                .pass(5050);

        double half = similarity(frame -> Mark.erase(frame, new Rect(0, Mark.SIZE / 2, Mark.SIZE, Mark.SIZE / 2)));
        assertThat(half).isLessThan(0.9);
        assertThat(sample(fixture, "open", MetricSource.PICTURE_SIMILARITY_AT_MATCH)
                        .value())
                .isEqualTo(1);
        assertThat(sample(fixture, "open", MetricSource.PICTURE_SIMILARITY).value())
                .isCloseTo(half, within(1e-12));
        Sample last = sample(fixture, "open", MetricSource.TIME_TO_FINAL_PICTURE);
        assertThat(last.value()).isEqualTo(1200);
        assertThat(last.uncertainty()).isEqualTo(10);
        assertThat(fixture.timing("open").responseNanos()).isEqualTo(800 * MS);
    }

    @Test
    void framesElsewhereNeitherPutOffTheRestNorCountAsPauses() {
        SessionFixture fixture = launching(at -> {
                    for (int i = 0; i < 6; i++) {
                        int x = 40 - i;
                        at.screen.later(
                                ms(850 + 100 * i), frame -> Mark.of("busy").paint(frame, x, 30));
                    }
                })
                .workload("office/writer", OPEN, TYPE)
                .start(1)
                .pass(5000);

        assertThat(sample(fixture, "open", MetricSource.TIME_TO_FINAL_PICTURE).value())
                .isEqualTo(800);
        assertThat(sample(fixture, "open", MetricSource.PICTURE_SIMILARITY).to())
                .isEqualTo(4600 * MS);
        assertThat(sample(fixture, "open", MetricSource.FRAME_GAP).value()).isEqualTo(500);
    }

    @Test
    void aPauseBetweenTheAnswerAndItsLastChangeIsAFrameGap() {
        SessionFixture fixture = launching(at -> {
                    at.screen.later(ms(1290), frame -> Mark.erase(frame, LOWER_HALF));
                    at.screen.later(ms(810), frame -> Mark.of("other").paint(frame, 40, 30));
                    at.screen.later(ms(20), frame -> Mark.of("a").paint(frame, 40, 30));
                    at.screen.later(ms(250), frame -> Mark.of("b").paint(frame, 40, 30));
                })
                .workload("office/writer", OPEN, TYPE)
                .start(1)
                .pass(5100 - 10);

        assertThat(sample(fixture, "open", MetricSource.FRAME_GAP).value()).isEqualTo(480);
    }

    @Test
    void aPictureThatDoesNotRestBeforeTheNextInputIsUnknown() {
        SessionFixture fixture = launching(at -> {
                    for (int i = 0; i < 5; i++) {
                        boolean whole = i % 2 == 1;
                        at.screen.later(
                                ms(1000 + 180 * i),
                                frame -> whole ? Mark.of("title").paint(frame, X, Y) : Mark.erase(frame, LOWER_HALF));
                    }
                })
                .workload("office/writer", OPEN, TYPE)
                .start(1)
                .pass(5200);

        assertThat(sample(fixture, "open", MetricSource.PICTURE_SIMILARITY_AT_MATCH)
                        .value())
                .isEqualTo(1);
        for (MetricSource source :
                List.of(MetricSource.PICTURE_SIMILARITY, MetricSource.TIME_TO_FINAL_PICTURE, MetricSource.FRAME_GAP)) {
            Sample unknown = sample(fixture, "open", source);
            assertThat(unknown.value()).isNaN();
            assertThat(unknown.unknown()).isEqualTo("the picture had not come to rest before the next input");
            assertThat(unknown.from()).isEqualTo(3300 * MS);
            assertThat(unknown.to()).isEqualTo(5100 * MS);
        }
        // The last change came 1720 ms after the input, and the longest pause until then had been 500 ms.
        assertThat(sample(fixture, "open", MetricSource.TIME_TO_FINAL_PICTURE).noBetterThan())
                .isEqualTo(1720);
        assertThat(sample(fixture, "open", MetricSource.FRAME_GAP).noBetterThan())
                .isEqualTo(500);
        assertThat(sample(fixture, "open", MetricSource.PICTURE_SIMILARITY).noBetterThan())
                .isNaN();
    }

    @Test
    void aPictureThatDoesNotRestBeforeItsApplicationEndsIsUnknown() {
        SessionFixture fixture = launching(at -> {
                    var unused =
                            at.time.schedule(() -> at.desktop.launched().get(0).exit(0), 1000, TimeUnit.MILLISECONDS);
                })
                .workload("office/writer", OPEN)
                .start(1)
                .finish();

        assertThat(sample(fixture, "open", MetricSource.PICTURE_SIMILARITY).unknown())
                .isEqualTo("the picture had not come to rest before the application ended");
        assertThat(fixture.time.pending()).isZero();
    }

    @Test
    void anOperationThatFailedGivesNoSample() {
        SessionFixture fixture = launching(any -> {})
                .workload(
                        "office/writer",
                        SessionFixture.operation("open", new Step.Launch(), new Condition.Appears("never")))
                .start(1)
                .finish();

        assertThat(fixture.outcomes()).containsExactly("open timeout");
        assertThat(fixture.samples).isEmpty();
    }

    @Test
    void anAnswerWithoutItsLandmarkIsUnknown() {
        Condition either = new Condition.Any(List.of(new Condition.Appears("never"), new Condition.Vanishes("title")));
        Operation close = SessionFixture.operation("close", new Step.Keys(List.of("ctrl+q")), either);
        SessionFixture fixture = launching(any -> {}).workload("office/writer", OPEN, close);
        fixture.screen.onInput((screen, events) ->
                screen.later(ms(50), frame -> Mark.erase(frame, new Rect(X, Y, Mark.SIZE, Mark.SIZE))));
        fixture.start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "close ok");
        for (MetricSource source : PICTURES) {
            assertThat(sample(fixture, "close", source).unknown())
                    .isEqualTo("no landmark that the condition waits for was on the screen");
        }
    }

    @Test
    void aWorkloadThatMeasuresResponsesOnlyGivesNoSamples() {
        SessionFixture fixture = launching(any -> {})
                .measures()
                .workload("office/writer", OPEN, TYPE)
                .start(1)
                .finish();

        assertThat(fixture.timings).hasSize(2);
        assertThat(fixture.samples).isEmpty();
    }

    /** The wait for the rest must change neither when inputs leave nor what is measured. */
    @Test
    void timingsAreTheSameWithAndWithoutMetrics() {
        Consumer<SessionFixture> busy = at -> at.screen.later(ms(1100), frame -> Mark.erase(frame, LOWER_HALF));
        SessionFixture with =
                launching(busy).workload("office/writer", OPEN, TYPE).start(2).finish();
        SessionFixture without = launching(busy)
                .measures()
                .workload("office/writer", OPEN, TYPE)
                .start(2)
                .finish();

        assertThat(with.samples).isNotEmpty();
        assertThat(with.timings).isEqualTo(without.timings);
        assertThat(with.screen.sent()).isEqualTo(without.screen.sent());
    }

    /** Its timing has been told, and no other one may be. */
    @Test
    void anErrorOfASampleEndsTheSessionAndTellsNoTimingTwice() {
        SessionFixture fixture = launching(any -> {});
        fixture.onSample = failingOnce();
        fixture.workload("office/writer", OPEN, TYPE).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok");
        assertEndedByFault(fixture);
    }

    @Test
    void anErrorOfASampleOfAnIterationLosesNoTiming() {
        SessionFixture fixture = launching(any -> {});
        fixture.onSample = sample -> {
            if (sample.timing() == Sample.NO_TIMING) {
                throw new IllegalStateException("no room");
            }
        };
        fixture.workload("office/writer", OPEN, TYPE).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "type ok");
        assertEndedByFault(fixture);
    }

    /**
     * The picture of the answer before is still followed when the session is to stop while the next input is prepared.
     */
    @Test
    void aSessionStopsNowThoughASampleCannotBeTaken() {
        SessionFixture fixture = launching(at -> {
            for (int i = 0; i < 60; i++) {
                Rect place = i % 2 == 0 ? LOWER_HALF : new Rect(X, Y, Mark.SIZE, Mark.SIZE / 2);
                at.screen.later(ms(850 + 100 * i), frame -> Mark.erase(frame, place));
                at.screen.later(ms(900 + 100 * i), frame -> Mark.of("title").paint(frame, X, Y));
            }
        });
        Operation prepared = SessionFixture.operation(
                "type", List.of(new Step.Wait(ms(2000))), new Step.Type("abc"), new Condition.Appears("text"));
        fixture.workload("office/writer", OPEN, prepared).start(3).pass(5500);
        fixture.onSample = failingOnce();
        fixture.session().stop(true, "enough");
        fixture.finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "type skipped");
        assertEndedByFault(fixture);
    }

    private static Consumer<Sample> failingOnce() {
        AtomicBoolean failed = new AtomicBoolean();
        return sample -> {
            if (!failed.getAndSet(true)) {
                throw new IllegalStateException("no room");
            }
        };
    }

    private static void assertEndedByFault(SessionFixture fixture) {
        SessionUpdate last = fixture.sessionUpdate.get(fixture.sessionUpdate.size() - 1);
        assertThat(last.phase()).isEqualTo(SessionUpdate.Phase.FAILED);
        assertThat(last.fault()).isTrue();
        assertThat(last.detail()).contains("no room");
    }
}
