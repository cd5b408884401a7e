package io.deskmeter.agent.evidence;

import io.deskmeter.evidence.Shot;
import io.deskmeter.evidence.Shot.Moment;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Timing;
import java.util.ArrayList;
import java.util.List;

/** Says of every frame on a film what it was in its operation. */
final class Moments {
    private Moments() {}

    static List<Shot> of(List<Still> stills, Timing timing) {
        long zero = timing.firedAt() == Timing.NEVER ? stills.get(0).arrivedAt() : timing.firedAt();
        List<Shot> shots = new ArrayList<>();
        for (int i = 0; i < stills.size(); i++) {
            Still still = stills.get(i);
            boolean last = i == stills.size() - 1;
            shots.add(new Shot(
                    still.sequence(),
                    still.arrivedAt() - zero,
                    moment(still.arrivedAt(), last, timing),
                    still.leftOut()));
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
