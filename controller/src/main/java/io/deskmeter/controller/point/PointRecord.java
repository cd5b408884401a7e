package io.deskmeter.controller.point;

import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.timing.Logon;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.validity.PointSessions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A load point as it is written down: what its verdict rests on beside timings and samples. With these the verdict can
 * be computed again at any time.
 *
 * @param number from 0
 * @param sessions that were to work
 * @param brief whether the search asked for one iteration of each session only, and it was not extended since
 * @param startedAt when its ramp-up began
 * @param windowAt when iterations began to count
 * @param endedAt when it was judged
 * @param extensions how often it was measured longer
 * @param resources what it cost
 * @param counted which iterations count, by session; of lost ones, those that they were to work
 * @param discarded sessions that were lost
 * @param worked how many sessions it really had
 * @param logons that were asked for with it
 * @param failure why it failed whatever its timings say, null where they decide
 * @param notJudged why it says nothing of the platform: Deskmeter itself was beyond its bounds while it failed; empty
 *     where that is not so
 * @param endedEarly why it was judged before all that counts was worked, because it had failed already; empty if it was
 *     measured to its end
 * @param inTime of each session of which timings were missing when it was judged, the sequence numbers of those that
 *     were there
 * @param samplesInTime of each session of which timings or samples were missing, the sequence numbers of the samples
 *     that were there
 */
public record PointRecord(
        int number,
        int sessions,
        boolean brief,
        Instant startedAt,
        Instant windowAt,
        Instant endedAt,
        int extensions,
        PointResources resources,
        Map<Integer, CountedRange> counted,
        List<Integer> discarded,
        PointSessions worked,
        List<Logon> logons,
        @Nullable PointFailure failure,
        String notJudged,
        String endedEarly,
        Map<Integer, List<Long>> inTime,
        Map<Integer, List<Long>> samplesInTime) {
    public PointRecord {
        // As stores keep them, so that a live point is the one that is read again.
        startedAt = startedAt.truncatedTo(ChronoUnit.MICROS);
        windowAt = windowAt.truncatedTo(ChronoUnit.MICROS);
        endedAt = endedAt.truncatedTo(ChronoUnit.MICROS);
        counted = Collections.unmodifiableMap(new TreeMap<>(counted));
        discarded = List.copyOf(discarded);
        logons = List.copyOf(logons);
        inTime = Collections.unmodifiableMap(new TreeMap<>(inTime));
        samplesInTime = Collections.unmodifiableMap(new TreeMap<>(samplesInTime));
    }

    private PointRecord copy(
            Map<Integer, CountedRange> ranges,
            List<Integer> lost,
            @Nullable PointFailure why,
            String notJudgedSince,
            Map<Integer, List<Long>> timingsThatCame,
            Map<Integer, List<Long>> samplesThatCame) {
        return new PointRecord(
                number,
                sessions,
                brief,
                startedAt,
                windowAt,
                endedAt,
                extensions,
                resources,
                ranges,
                lost,
                worked,
                logons,
                why,
                notJudgedSince,
                endedEarly,
                timingsThatCame,
                samplesThatCame);
    }

    /** The same, judged while timings or samples of some sessions were missing. */
    public PointRecord with(Map<Integer, List<Long>> timingsThatCame, Map<Integer, List<Long>> samplesThatCame) {
        return copy(counted, discarded, failure, notJudged, timingsThatCame, samplesThatCame);
    }

    /** The same with the iterations that count, and the sessions that were lost. */
    public PointRecord with(Map<Integer, CountedRange> ranges, List<Integer> lost) {
        return copy(ranges, lost, failure, notJudged, inTime, samplesInTime);
    }

    /** The same, judged by its timings and samples alone. */
    public PointRecord withoutFailure() {
        return copy(counted, discarded, null, notJudged, inTime, samplesInTime);
    }

    /** The same, which says nothing of the platform. */
    public PointRecord notJudged(String why) {
        return copy(counted, discarded, failure, why, inTime, samplesInTime);
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
