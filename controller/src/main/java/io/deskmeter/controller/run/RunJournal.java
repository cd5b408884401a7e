package io.deskmeter.controller.run;

import io.deskmeter.measure.Capacity;
import io.deskmeter.measure.PointFailure;
import io.deskmeter.measure.PointSessions;
import io.deskmeter.measure.Sample;
import io.deskmeter.measure.Timing;
import io.deskmeter.measure.ValidityCheck;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stores what must survive a restart of the controller. Every method may throw {@link JournalException}; then nothing of the call is stored. */
public interface RunJournal {

    /**
     * The run has entered a state.
     *
     * @param left the progress of the previous state
     */
    void state(String runId, StageProgress left, RunState state, Instant at);

    /** A line for the stage log. */
    void note(String runId, StageNote note);

    /** The run has got an agent. */
    void agent(String runId, AgentPort.Reserved agent);

    /**
     * A session has been requested.
     *
     * @param position among the sessions of its load point
     */
    void session(String runId, int session, int position, String agent, Instant at);

    /** A session has entered a new phase. */
    void session(String runId, SessionFact fact);

    /** A load point has been judged, for the first time or, after an extension, again: replaces its stored record. */
    void loadPoint(String runId, PointRecord point);

    /** The validity checks of the run have been evaluated. */
    void validity(String runId, List<ValidityCheck> checks);

    /**
     * The run is over.
     *
     * @param reasons why it is not {@link RunState#FINISHED}, or remarks; may be empty
     * @param capacity where the search came to an end
     */
    void ended(
            String runId,
            RunState state,
            Instant at,
            List<String> reasons,
            @Nullable Capacity capacity,
            RunCounts counts);

    /**
     * A line of the stage log.
     *
     * @param at a label
     * @param state in which it happened
     * @param message for people
     * @param session that it refers to, −1 for none
     */
    record StageNote(Instant at, RunState state, String message, int session) {
        /** About no session. */
        public StageNote(Instant at, RunState state, String message) {
            this(at, state, message, NO_SESSION);
        }

        /** Stands for no session. */
        public static final int NO_SESSION = -1;
    }

    /**
     * The progress of a stage.
     *
     * @param done sessions that have reached what it waits for
     * @param of how many must
     * @param what {@code warmed up}, {@code measured}, {@code stopped}; empty if nothing is counted
     */
    record StageProgress(int done, int of, String what) {
        /** The progress in a stage's view. */
        static StageProgress of(RunSnapshot.StageView view) {
            return new StageProgress(view.done(), view.of(), view.what());
        }
    }

    /**
     * A judged load point.
     *
     * @param number from 0
     * @param sessions that were to work
     * @param startedAt when its ramp-up began
     * @param windowAt when iterations began to count
     * @param endedAt when it was judged
     * @param extensions how often it was measured longer
     * @param resources what it cost
     * @param counted which iterations count, by session: {@code from ≤ i < to}; of lost ones, those that they were to work
     * @param discarded sessions that were lost
     * @param worked how many sessions it really had
     * @param failure why it failed whatever its timings say, null where they decide
     * @param endedEarly why it was judged before all that counts was worked, because it had failed already; empty if it was measured to its end
     * @param inTime of each session of which timings were missing when it was judged, the sequence numbers of those that were there
     * @param samplesInTime of each session of which timings or samples were missing, the sequence numbers of the samples that were there
     */
    record PointRecord(
            int number,
            int sessions,
            Instant startedAt,
            Instant windowAt,
            Instant endedAt,
            int extensions,
            PointResources resources,
            Map<Integer, CountedRange> counted,
            List<Integer> discarded,
            PointSessions worked,
            @Nullable PointFailure failure,
            String endedEarly,
            Map<Integer, List<Long>> inTime,
            Map<Integer, List<Long>> samplesInTime) {
        public PointRecord {
            counted = Map.copyOf(counted);
            discarded = List.copyOf(discarded);
            inTime = Map.copyOf(inTime);
            samplesInTime = Map.copyOf(samplesInTime);
        }

        /** One that was measured to its end, and of which no sample was missing. */
        public PointRecord(
                int number,
                int sessions,
                Instant startedAt,
                Instant windowAt,
                Instant endedAt,
                int extensions,
                PointResources resources,
                Map<Integer, CountedRange> counted,
                List<Integer> discarded,
                PointSessions worked,
                @Nullable PointFailure failure,
                Map<Integer, List<Long>> inTime) {
            this(
                    number,
                    sessions,
                    startedAt,
                    windowAt,
                    endedAt,
                    extensions,
                    resources,
                    counted,
                    discarded,
                    worked,
                    failure,
                    "",
                    inTime,
                    Map.of());
        }

        /** The same, judged while timings or samples of some sessions were missing. */
        PointRecord with(Map<Integer, List<Long>> timingsThatCame, Map<Integer, List<Long>> samplesThatCame) {
            return new PointRecord(
                    number,
                    sessions,
                    startedAt,
                    windowAt,
                    endedAt,
                    extensions,
                    resources,
                    counted,
                    discarded,
                    worked,
                    failure,
                    endedEarly,
                    timingsThatCame,
                    samplesThatCame);
        }

        /** Whether the point was judged with that timing: it counts, and it was present. */
        public boolean judgedBy(Timing timing) {
            CountedRange range = counted.get(timing.session());
            if (range == null || !range.contains(timing.iteration())) {
                return false;
            }
            List<Long> known = inTime.get(timing.session());
            return known == null || known.contains(timing.sequence());
        }

        /** Whether the point was judged by that sample: it counts, and it was there by then. */
        public boolean judgedBy(Sample sample) {
            CountedRange range = counted.get(sample.session());
            if (range == null || !range.contains(sample.iteration())) {
                return false;
            }
            List<Long> known = samplesInTime.get(sample.session());
            return known == null || known.contains(sample.sequence());
        }
    }

    /** Iterations {@code from ≤ i < to}. */
    record CountedRange(int from, int to) {
        /** Whether an iteration is within the range. */
        public boolean contains(int iteration) {
            return from <= iteration && iteration < to;
        }

        /** The number of iterations. */
        public int length() {
            return to - from;
        }
    }

    /** The store has failed; the message is for display. */
    final class JournalException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public JournalException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
