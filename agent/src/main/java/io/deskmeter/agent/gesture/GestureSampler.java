package io.deskmeter.agent.gesture;

import io.deskmeter.agent.evidence.recorder.GestureRecorder;
import io.deskmeter.agent.observe.Observation;
import io.deskmeter.agent.sample.EndedOperation;
import io.deskmeter.agent.sample.OperationSampler;
import io.deskmeter.agent.sample.SampleRecorder;
import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.workload.metric.MetricSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Takes the samples of operations that have a gesture. One for each session, used on its executor. */
public final class GestureSampler implements OperationSampler {
    private final LongSupplier nanoTime;
    private final SampleRecorder recorder;
    private final GestureRecorder pictures;
    private @Nullable Followed followed;
    private long lastUpdateAt;

    /** The gesture that is being made. */
    private record Followed(Rect area, GestureFollower follower, SentInputs sent, Optional<Path> content) {}

    /**
     * For one session.
     *
     * @param nanoTime monotonic; the clock of the frames' arrival
     */
    public GestureSampler(LongSupplier nanoTime, SampleRecorder recorder, GestureRecorder pictures) {
        this.nanoTime = nanoTime;
        this.recorder = recorder;
        this.pictures = pictures;
    }

    /**
     * A gesture is about to be made: frames are read from now on.
     *
     * @param content the folder of the application's files, if it is on this machine
     * @return to learn of each input when it is sent
     */
    public SentInputs begin(Gesture gesture, Optional<Path> content) {
        SentInputs sent = new SentInputs(gesture.inputs().size());
        followed = new Followed(gesture.area(), gesture.follow(), sent, content);
        lastUpdateAt = nanoTime.getAsLong();
        pictures.begin(gesture.area());
        return sent;
    }

    @Override
    public void observe(Observation observation) {
        Followed gesture = followed;
        if (gesture == null || !(observation instanceof Observation.Picture picture)) {
            return;
        }
        FrameUpdate update = picture.update();
        long waited = gesture.follower().waiting(gesture.sent(), update.arrivedAt());
        if (update.damage().stream().anyMatch(gesture.area()::intersects)) {
            gesture.follower().see(update.frame(), update.arrivedAt(), lastUpdateAt);
        }
        lastUpdateAt = update.arrivedAt();
        long waiting = gesture.follower().waiting(gesture.sent(), update.arrivedAt());
        pictures.see(update, waited, waiting < waited);
    }

    @Override
    public void answered(EndedOperation ended) {
        Timing timing = ended.timing();
        Followed gesture = followed;
        followed = null;
        if (gesture == null || timing.outcome() != Outcome.OK) {
            pictures.drop();
            return; // One that failed counts as worse than any sample.
        }
        for (MetricSource source : MetricSource.values()) {
            if (source.followsGestures() && source.samples(ended.operation()) && ended.measures(source)) {
                for (SeriesValue value : samples(gesture, source, timing)) {
                    recorder.value(timing, ended.metrics(), source, value);
                }
            }
        }
        gesture.follower().noted(gesture.sent()).ifPresentOrElse(noted -> pictures.made(timing, noted), pictures::drop);
    }

    @Override
    public void close() {
        pictures.close();
    }

    private static List<SeriesValue> samples(Followed gesture, MetricSource source, Timing timing) {
        return source == MetricSource.PROBE_PAINT
                ? List.of(PaintTimesReader.longest(gesture.content(), timing.firedAt(), timing.shownAt()))
                : gesture.follower().samples(source, gesture.sent());
    }
}
