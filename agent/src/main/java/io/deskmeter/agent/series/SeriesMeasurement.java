package io.deskmeter.agent.series;

import io.deskmeter.agent.observe.Observation;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A series from its beginning, an input or a {@link Bound}, to its end, a {@link Bound} or a time limit.
 *
 * <p>What belongs to a series may be observed after its end: sound is delivered some time after it was played. So a
 * series is complete when something has been observed that is later than its end, or when {@link #PATIENCE_NANOS} have
 * passed. What has not come by then is missing, and so unknown.
 */
public final class SeriesMeasurement {
    /** The progress of a series. */
    public enum State {
        /** Has not begun. */
        WAITING,
        RUNNING,
        /** Its end is known, but it is not complete. */
        CLOSING,
        ENDED
    }

    /** For no limit. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    static final long PATIENCE_NANOS = 1_000_000_000;

    private final Series series;
    private final @Nullable Bound begins;
    private final Bound ends;
    private final long limitNanos;
    private final long armedAt;
    private State state;
    private long pictureAt;
    private long endAt;
    private List<SeriesValue> values = List.of();

    private SeriesMeasurement(
            Series series, @Nullable Bound begins, Bound ends, long limitNanos, long armedAt, State state) {
        this.series = series;
        this.begins = begins;
        this.ends = ends;
        this.limitNanos = limitNanos;
        this.armedAt = armedAt;
        this.pictureAt = armedAt;
        this.state = state;
    }

    /**
     * Of a series that has begun, with an input.
     *
     * @param ends gets what is observed from now on
     * @param limitNanos after which it ends at the latest, from its beginning; {@link #NO_LIMIT} for none
     */
    public static SeriesMeasurement begun(Series series, Bound ends, long limitNanos) {
        return new SeriesMeasurement(series, null, ends, limitNanos, series.begunAt(), State.RUNNING);
    }

    /**
     * Of a series that begins with a condition.
     *
     * @param begins gets what is observed from now on
     * @param ends gets what is observed after the beginning
     * @param limitNanos in which it must begin, and after which it ends at the latest; {@link #NO_LIMIT} for none
     * @param now from when on the beginning is awaited
     */
    public static SeriesMeasurement awaiting(Series series, Bound begins, Bound ends, long limitNanos, long now) {
        return new SeriesMeasurement(series, begins, ends, limitNanos, now, State.WAITING);
    }

    /** Something was observed. What is observed after the end is not part of the series. */
    public State observe(Observation observation) {
        boolean picture = observation instanceof Observation.Picture;
        // Sound may be heard before it is played: its time decides nothing on a screen of which more may come until
        // then.
        judge(picture ? observation.at() : pictureAt);
        if (state == State.WAITING && begins != null) {
            begins.observe(observation);
        } else if (state == State.RUNNING) {
            series.observe(observation);
            ends.observe(observation);
        } else if (state == State.CLOSING) {
            series.observe(observation);
        }
        if (picture) {
            pictureAt = Math.max(pictureAt, observation.at());
        }
        return judge(pictureAt);
    }

    /**
     * Decides with all that was observed so far, at an instant that is not earlier than the observations of the screen.
     */
    public State judge(long now) {
        if (state == State.WAITING) {
            waitFor(now);
        }
        if (state == State.RUNNING) {
            run(now);
        }
        if (state == State.CLOSING && (series.knownTo() >= endAt || now - endAt >= PATIENCE_NANOS)) {
            state = State.ENDED;
            values = series.until(endAt);
        }
        return state;
    }

    /** A series does not begin before the last picture: those before were not part of it. */
    private void waitFor(long now) {
        OptionalLong begun = begins == null ? OptionalLong.empty() : begins.reachedAt(now);
        if (isOver(armedAt, begun.orElse(now))) {
            state = State.ENDED;
            endAt = armedAt + limitNanos;
            values = List.of(SeriesValue.unknown(armedAt, endAt, "the series has not begun in time"));
        } else if (begun.isPresent()) {
            series.begin(Math.max(begun.getAsLong(), pictureAt));
            state = State.RUNNING;
        }
    }

    private void run(long now) {
        OptionalLong reached = ends.reachedAt(now);
        boolean over = isOver(series.begunAt(), reached.orElse(now));
        if (over) {
            endAt = series.begunAt() + limitNanos;
        } else if (reached.isPresent()) {
            endAt = reached.getAsLong();
        }
        if (over || reached.isPresent()) {
            state = State.CLOSING;
        }
    }

    private boolean isOver(long since, long now) {
        return limitNanos != NO_LIMIT && now - since >= limitNanos;
    }

    /** When to call {@link #judge} again if nothing is observed before. */
    public long nextLookAt() {
        return switch (state) {
            case WAITING -> Math.min(begins == null ? Long.MAX_VALUE : begins.nextLookAt(), limitAt(armedAt));
            case RUNNING -> Math.min(ends.nextLookAt(), limitAt(series.begunAt()));
            case CLOSING -> endAt + PATIENCE_NANOS;
            case ENDED -> Long.MAX_VALUE;
        };
    }

    private long limitAt(long since) {
        return limitNanos == NO_LIMIT ? Long.MAX_VALUE : since + limitNanos;
    }

    public State state() {
        return state;
    }

    /** Only in {@link State#ENDED}, in the order of their times. */
    public List<SeriesValue> values() {
        if (state != State.ENDED) {
            throw new IllegalStateException("series: " + state + " (expected: " + State.ENDED + ")");
        }
        return values;
    }
}
