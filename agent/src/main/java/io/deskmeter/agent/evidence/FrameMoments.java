package io.deskmeter.agent.evidence;

import io.deskmeter.evidence.FilmStripFrame;
import io.deskmeter.evidence.FilmStripFrame.Moment;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import java.util.ArrayList;
import java.util.List;

/** Classifies the recorded frames by their moment in the operation. */
final class FrameMoments {
    private FrameMoments() {}

    static List<FilmStripFrame> of(List<RecordedFrame> recordedFrames, Timing timing) {
        long zero = timing.firedAt() == Timing.NEVER ? recordedFrames.get(0).arrivedAt() : timing.firedAt();
        List<FilmStripFrame> shots = new ArrayList<>();
        for (int i = 0; i < recordedFrames.size(); i++) {
            RecordedFrame recorded = recordedFrames.get(i);
            boolean last = i == recordedFrames.size() - 1;
            shots.add(new FilmStripFrame(
                    recorded.sequence(),
                    recorded.arrivedAt() - zero,
                    moment(recorded.arrivedAt(), last, timing),
                    recorded.leftOut()));
        }
        return shots;
    }

    private static Moment moment(long arrivedAt, boolean last, Timing timing) {
        if (timing.outcome() != Outcome.OK) {
            return last ? Moment.LAST : isBefore(arrivedAt, timing) ? Moment.BEFORE : Moment.WITHOUT;
        }
        if (arrivedAt >= timing.shownAt()) {
            return arrivedAt == timing.shownAt() ? Moment.SHOWN : Moment.AFTER;
        }
        if (isBefore(arrivedAt, timing)) {
            return Moment.BEFORE;
        }
        return arrivedAt == timing.lastWithoutAt() ? Moment.LAST_WITHOUT : Moment.WITHOUT;
    }

    private static boolean isBefore(long arrivedAt, Timing timing) {
        return timing.firedAt() == Timing.NEVER || arrivedAt <= timing.firedAt();
    }
}
