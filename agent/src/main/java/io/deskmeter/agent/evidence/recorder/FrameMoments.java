package io.deskmeter.agent.evidence.recorder;

import io.deskmeter.agent.evidence.tile.RecordedFrame;
import io.deskmeter.evidence.FilmStripFrame;
import io.deskmeter.evidence.FilmStripFrame.Moment;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import java.util.ArrayList;
import java.util.List;

/** Classifies the recorded frames by their moment in the operation. */
public final class FrameMoments {
    private FrameMoments() {}

    public static List<FilmStripFrame> of(List<RecordedFrame> recordedFrames, Timing timing) {
        long zero = timing.firedAt() == Timing.NEVER ? recordedFrames.get(0).arrivedAt() : timing.firedAt();
        long lastWithout = lastWithout(recordedFrames, timing);
        List<FilmStripFrame> shots = new ArrayList<>();
        for (int i = 0; i < recordedFrames.size(); i++) {
            RecordedFrame recorded = recordedFrames.get(i);
            boolean last = i == recordedFrames.size() - 1;
            shots.add(new FilmStripFrame(
                    recorded.sequence(),
                    recorded.arrivedAt() - zero,
                    moment(recorded.arrivedAt(), last, lastWithout, timing),
                    recorded.leftOut()));
        }
        return shots;
    }

    /** Of the frames around a second. */
    public static List<FilmStripFrame> of(List<RecordedFrame> recordedFrames, Timing timing, NotedSecond second) {
        return recordedFrames.stream()
                .map(recorded -> new FilmStripFrame(
                        recorded.sequence(),
                        recorded.arrivedAt() - timing.firedAt(),
                        recorded.arrivedAt() >= second.from() && recorded.arrivedAt() < second.to()
                                ? Moment.DURING
                                : Moment.AROUND,
                        recorded.leftOut()))
                .toList();
    }

    /** Of the frames until a move of a gesture was seen. */
    public static List<FilmStripFrame> of(List<RecordedFrame> recordedFrames, Timing timing, LongestWait longest) {
        List<FilmStripFrame> shots = new ArrayList<>();
        for (int i = 0; i < recordedFrames.size(); i++) {
            RecordedFrame recorded = recordedFrames.get(i);
            boolean isNextShown =
                    i + 1 < recordedFrames.size() && recordedFrames.get(i + 1).arrivedAt() == longest.shownAt();
            shots.add(new FilmStripFrame(
                    recorded.sequence(),
                    recorded.arrivedAt() - timing.firedAt(),
                    recorded.arrivedAt() == longest.shownAt()
                            ? Moment.SHOWN
                            : isNextShown ? Moment.LAST_WITHOUT : Moment.WITHOUT,
                    recorded.leftOut()));
        }
        return shots;
    }

    /**
     * Arrival of the last frame without the answer: that of {@code lastWithoutAt}, or before it where a probe has moved
     * that up.
     */
    private static long lastWithout(List<RecordedFrame> recordedFrames, Timing timing) {
        return recordedFrames.stream()
                .mapToLong(RecordedFrame::arrivedAt)
                .filter(at -> at <= timing.lastWithoutAt())
                .max()
                .orElse(Timing.NEVER);
    }

    private static Moment moment(long arrivedAt, boolean last, long lastWithout, Timing timing) {
        if (timing.outcome() != Outcome.OK) {
            return last ? Moment.LAST : isBefore(arrivedAt, timing) ? Moment.BEFORE : Moment.WITHOUT;
        }
        if (arrivedAt >= timing.shownAt()) {
            return arrivedAt == timing.shownAt() ? Moment.SHOWN : Moment.AFTER;
        }
        if (isBefore(arrivedAt, timing)) {
            return Moment.BEFORE;
        }
        return arrivedAt == lastWithout ? Moment.LAST_WITHOUT : Moment.WITHOUT;
    }

    private static boolean isBefore(long arrivedAt, Timing timing) {
        return timing.firedAt() == Timing.NEVER || arrivedAt <= timing.firedAt();
    }
}
