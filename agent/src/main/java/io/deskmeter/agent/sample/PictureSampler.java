package io.deskmeter.agent.sample;

import static io.deskmeter.workload.metric.MetricSource.FRAME_GAP;
import static io.deskmeter.workload.metric.MetricSource.PICTURE_SIMILARITY;
import static io.deskmeter.workload.metric.MetricSource.PICTURE_SIMILARITY_AT_MATCH;
import static io.deskmeter.workload.metric.MetricSource.TIME_TO_FINAL_PICTURE;

import io.deskmeter.agent.concurrent.ResettableTimer;
import io.deskmeter.agent.observe.Observation;
import io.deskmeter.agent.series.Series;
import io.deskmeter.agent.series.SeriesMeasurement;
import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.agent.watch.WatchFactory;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.step.Condition;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures the picture of an answer beside its response: how alike the landmark and its place on the screen are, and
 * how the picture builds up. One for each session, used on its executor.
 */
public final class PictureSampler implements OperationSampler {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final List<MetricSource> ALL = Arrays.stream(MetricSource.values())
            .filter(MetricSource::looksAtLandmarks)
            .toList();

    private final ScreenMatcher screenMatcher;
    private final LongSupplier nanoTime;
    private final ResettableTimer timer;
    private final Consumer<Runnable> guard;
    private final SampleRecorder recorder;
    private @Nullable Answer following;

    /** The answer whose place is followed. */
    private record Answer(
            Timing timing, List<Metric> metrics, FinalPicture picture, Series pauses, SeriesMeasurement intervals) {}

    /** Where a landmark is. */
    private record Shown(String landmark, Rect place) {}

    /**
     * For one session.
     *
     * @param nanoTime monotonic; the clock of the frames' arrival
     * @param timer of its own, on the session's executor
     * @param guard runs what the timer starts, and copes with its errors
     */
    public PictureSampler(
            ScreenMatcher screenMatcher,
            LongSupplier nanoTime,
            ResettableTimer timer,
            Consumer<Runnable> guard,
            SampleRecorder recorder) {
        this.screenMatcher = screenMatcher;
        this.nanoTime = nanoTime;
        this.timer = timer;
        this.guard = guard;
        this.recorder = recorder;
    }

    @Override
    public void answered(EndedOperation ended) {
        concludeBefore("the next operation ended");
        Timing timing = ended.timing();
        Series intervals = ended.intervals();
        List<Metric> metrics = ended.metrics().stream()
                .filter(metric -> MetricSource.of(metric.source())
                        .filter(source -> source.looksAtLandmarks() && source.samples(ended.operation()))
                        .isPresent())
                .toList();
        if (metrics.isEmpty() || timing.outcome() != Outcome.OK || intervals == null) {
            return;
        }
        Optional<Shown> shown = shown(ended.until());
        if (shown.isEmpty()) {
            ALL.forEach(source -> recorder.unknown(
                    timing, metrics, source, now(), "no landmark that the condition waits for was on the screen"));
            return;
        }
        FinalPicture picture = new FinalPicture(
                screenMatcher.frame(),
                shown.get().place(),
                timing,
                intervals.knownTo(),
                screenMatcher.similarity(shown.get().landmark()));
        follow(new Answer(
                timing,
                metrics,
                picture,
                intervals,
                SeriesMeasurement.begun(intervals, picture, SeriesMeasurement.NO_LIMIT)));
    }

    private void follow(Answer answer) {
        long at = answer.picture().changedAt();
        similarity(answer, PICTURE_SIMILARITY_AT_MATCH, at, at);
        if (answer.metrics().stream().allMatch(metric -> metric.source().equals(PICTURE_SIMILARITY_AT_MATCH.id()))) {
            return;
        }
        following = answer;
        setTimer(answer);
    }

    /** The first landmark of the condition that is on the screen. */
    private Optional<Shown> shown(Condition condition) {
        return condition
                .leaves()
                .filter(Condition.Appears.class::isInstance)
                .map(Condition.Appears.class::cast)
                .flatMap(appears -> shown(appears).stream())
                .findFirst();
    }

    private Optional<Shown> shown(Condition.Appears appears) {
        Match match = screenMatcher.find(WatchFactory.sought(appears, screenMatcher));
        return match.found() ? Optional.of(new Shown(appears.landmark(), match.place())) : Optional.empty();
    }

    @Override
    public void observe(Observation observation) {
        Answer answer = following;
        if (answer == null) {
            return;
        }
        // The timer may be late. Then what a frame changes is not part of the answer any more.
        answer.intervals().observe(observation);
        concludeOrWait(answer);
    }

    @Override
    public void inputLeaves() {
        concludeBefore("the next input");
    }

    @Override
    public void applicationEnds() {
        concludeBefore("the application ended");
    }

    @Override
    public void sessionEnds() {
        concludeBefore("the session ended");
    }

    /** The time that was set has come. */
    private void onTimer() {
        Answer answer = following;
        if (answer != null) {
            answer.intervals().judge(now());
            concludeOrWait(answer);
        }
    }

    private void concludeOrWait(Answer answer) {
        if (answer.intervals().state() == SeriesMeasurement.State.ENDED) {
            atRest(answer);
        } else {
            setTimer(answer);
        }
    }

    private void setTimer(Answer answer) {
        timer.setFor(answer.intervals().nextLookAt(), now(), () -> guard.accept(this::onTimer));
    }

    private void concludeBefore(String what) {
        Answer answer = following;
        if (answer == null) {
            return;
        }
        if (answer.intervals().judge(now()) == SeriesMeasurement.State.ENDED) {
            atRest(answer);
            return;
        }
        stop();
        notAtRest(answer, "the picture had not come to rest before " + what);
    }

    /**
     * The last change that was seen may have been the last one, so it is what bounds the time; of the final picture
     * nothing is known.
     */
    private void notAtRest(Answer answer, String why) {
        Timing timing = answer.timing();
        long changedAt = answer.picture().changedAt();
        double pause = longest(answer.pauses().until(changedAt));
        recorder.unknown(timing, answer.metrics(), PICTURE_SIMILARITY, now(), why);
        recorder.noBetterThan(
                timing, answer.metrics(), TIME_TO_FINAL_PICTURE, now(), millis(timing.firedAt(), changedAt), why);
        recorder.noBetterThan(timing, answer.metrics(), FRAME_GAP, now(), pause, why);
    }

    private static double millis(long from, long to) {
        return (to - from) / NANOS_PER_MILLI;
    }

    private void atRest(Answer answer) {
        stop();
        Timing timing = answer.timing();
        FinalPicture picture = answer.picture();
        similarity(answer, PICTURE_SIMILARITY, picture.changedAt(), picture.nextLookAt());
        recorder.known(
                timing,
                answer.metrics(),
                TIME_TO_FINAL_PICTURE,
                timing.firedAt(),
                picture.changedAt(),
                millis(timing.firedAt(), picture.changedAt()),
                millis(picture.beforeChangeAt(), picture.changedAt()));
        frameGap(timing, answer);
    }

    /** The longest of all pauses, so it is known only if they all are. */
    private void frameGap(Timing timing, Answer answer) {
        List<SeriesValue> pauses = answer.intervals().values();
        double longest = longest(pauses);
        Optional<SeriesValue> unknown =
                pauses.stream().filter(pause -> !pause.isKnown()).findFirst();
        if (unknown.isPresent()) {
            SeriesValue pause = unknown.get();
            recorder.noBetterThan(timing, answer.metrics(), FRAME_GAP, pause.to(), longest, pause.unknown());
            return;
        }
        long end = answer.picture().changedAt();
        recorder.known(timing, answer.metrics(), FRAME_GAP, timing.firedAt(), end, longest, 0);
    }

    /** In milliseconds; of a pause that is unknown what was seen of it. */
    private static double longest(List<SeriesValue> pauses) {
        return pauses.stream()
                .mapToDouble(pause -> pause.isKnown() ? pause.value() : pause.noBetterThan())
                .filter(millis -> !Double.isNaN(millis))
                .max()
                .orElse(0);
    }

    private void stop() {
        following = null;
        timer.cancel();
    }

    /** Of whole greys the index is exact, so it has no uncertainty. */
    private void similarity(Answer answer, MetricSource source, long from, long to) {
        if (answer.metrics().stream().noneMatch(metric -> metric.source().equals(source.id()))) {
            return;
        }
        OptionalDouble value = answer.picture().similarity();
        if (value.isPresent()) {
            recorder.known(answer.timing(), answer.metrics(), source, from, to, value.getAsDouble(), 0);
        } else {
            recorder.unknown(
                    answer.timing(),
                    answer.metrics(),
                    source,
                    to,
                    "no part of the landmark that can be compared is free of transparent pixels");
        }
    }

    private long now() {
        return nanoTime.getAsLong();
    }
}
