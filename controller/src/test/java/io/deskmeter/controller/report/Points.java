package io.deskmeter.controller.report;

import io.deskmeter.controller.point.JudgedPoint;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.point.PointResources;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.validity.PacingStatistics;
import io.deskmeter.measure.validity.PointSessions;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Load points around what a judge said, of a minute, with nothing known of resources. */
public final class Points {
    private static final PointResources UNKNOWN = new PointResources(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null);

    private Points() {}

    public static JudgedPoint judged(LoadPointSummary summary, Instant start) {
        return judged(summary, start, 0);
    }

    /**
     * A load point that is not the first.
     *
     * @param number from 0
     */
    public static JudgedPoint judged(LoadPointSummary summary, Instant start, int number) {
        PointRecord record = new PointRecord(
                number,
                summary.sessions(),
                false,
                start,
                start,
                start.plusSeconds(60),
                0,
                UNKNOWN,
                Map.of(),
                List.of(),
                PointSessions.all(summary.sessions()),
                List.of(),
                summary.failure(),
                summary.notJudged(),
                summary.endedEarly(),
                Map.of(),
                Map.of());
        return new JudgedPoint(record, summary, PacingStatistics.of(List.of(), Map.of()));
    }
}
