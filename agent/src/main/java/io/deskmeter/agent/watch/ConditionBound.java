package io.deskmeter.agent.watch;

import io.deskmeter.agent.observe.Observation;
import io.deskmeter.agent.series.Bound;
import java.util.OptionalLong;

/** A series begins or ends when a condition becomes true. */
public final class ConditionBound implements Bound {
    private final Watch watch;
    private long lastFrameAt;

    /**
     * @param watch armed
     * @param armedAt when; frames that arrived before do not count
     */
    public ConditionBound(Watch watch, long armedAt) {
        this.watch = watch;
        this.lastFrameAt = armedAt;
    }

    @Override
    public void observe(Observation observation) {
        if (observation instanceof Observation.Picture picture && picture.at() > lastFrameAt) {
            watch.see(lastFrameAt, picture.update());
            lastFrameAt = picture.at();
        }
    }

    /** Arrival of the first frame since which the condition has been true. */
    @Override
    public OptionalLong reachedAt(long now) {
        WatchResult answer = watch.answer(now);
        return answer == null ? OptionalLong.empty() : OptionalLong.of(answer.shownAt());
    }

    @Override
    public long nextLookAt() {
        return watch.holdsUnlessChangedBy().orElse(Long.MAX_VALUE);
    }
}
