package io.deskmeter.controller.report.compare;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.workload.Plural;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The load points of one run that are compared: those of one number of sessions that were measured to their end and in
 * full. A load point that ended early, because it had failed, and a brief one of a search are not pooled with full
 * ones: they hold less of the same work, and of the first only its beginning.
 */
final class ComparedPoints {
    /** A brief load point has one iteration; full ones have two at least. */
    private static final double BRIEF = 0.6;

    private final RunReport report;
    private final List<LoadPoint> points;

    ComparedPoints(RunReport report, int sessions) {
        this.report = report;
        this.points = report.loadPoints().stream()
                .filter(point -> point.sessions() == sessions)
                .toList();
    }

    /** The numbers of sessions at which a run has a load point that can be compared. */
    static Set<Integer> sizes(RunReport report) {
        return measured(report).stream()
                .filter(size -> !new ComparedPoints(report, size).whole().isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The numbers of sessions of all its load points. */
    static Set<Integer> measured(RunReport report) {
        return report.loadPoints().stream().map(LoadPoint::sessions).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Those that are compared. */
    List<LoadPoint> whole() {
        return points.stream()
                .filter(point -> point.notJudged() == null && point.endedEarly() == null && !isBrief(point))
                .toList();
    }

    /** Their indices, from 1. */
    Set<Integer> indices() {
        return whole().stream().map(LoadPoint::index).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Why there is nothing to compare; empty where there is. */
    Optional<String> refusal() {
        return whole().isEmpty()
                ? Optional.of(id() + " has no load point of that size that was measured in full: "
                        + points.stream().map(this::why).collect(Collectors.joining("; ")))
                : Optional.empty();
    }

    /** What is to be known of them. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        List<LoadPoint> whole = whole();
        for (LoadPoint point : points) {
            if (!whole.contains(point)) {
                remarks.add(id() + ", " + why(point) + ": it is left out");
            } else if (!point.pass()) {
                remarks.add(id() + ", load point " + point.index() + " failed"
                        + (point.failure() == null ? "" : ": " + point.failure().words()));
            }
        }
        return remarks;
    }

    /**
     * Why nothing may be concluded from what is compared; empty where it may. A load point that failed by its responses
     * alone is whole: that it is slower is what a comparison is to find.
     *
     * @param accounted operations without a timing that are among the responses
     */
    Optional<String> doubt(int accounted) {
        for (LoadPoint point : points) {
            if (point.notJudged() != null) {
                // It is left out, and tells nothing of the others.
                continue;
            }
            if (point.endedEarly() != null) {
                return Optional.of(id() + ", " + why(point));
            }
            if (point.failure() != null) {
                return Optional.of(id() + ", load point " + point.index() + " failed: "
                        + point.failure().words());
            }
        }
        int missing = whole().stream()
                .mapToInt(point -> point.lostOperations() + point.missingTimings())
                .sum();
        return missing > accounted
                ? Optional.of(id() + ": of " + Plural.of(missing - accounted, "planned operation")
                        + " there is no timing, and its report does not say which they are")
                : Optional.empty();
    }

    private String why(LoadPoint point) {
        if (point.notJudged() != null) {
            return "load point " + point.index() + " was not judged, so it says nothing of the platform: "
                    + point.notJudged();
        }
        return "load point " + point.index()
                + (point.endedEarly() == null
                        ? " is a brief one of the search"
                        : " ended early: " + point.endedEarly());
    }

    private String id() {
        return report.run().id();
    }

    /** A session works less there than at the fullest load point of the run. */
    private boolean isBrief(LoadPoint point) {
        if (point.brief()) {
            return true;
        }
        // Reports of earlier versions do not say it.
        double fullest = report.loadPoints().stream()
                .filter(other -> other.endedEarly() == null)
                .mapToDouble(other -> most(other) / (1 + other.extensions()))
                .max()
                .orElse(0);
        return point.extensions() == 0 && most(point) > 0 && most(point) < BRIEF * fullest;
    }

    /** Operations of the session that worked most, those that are missing included. */
    private double most(LoadPoint point) {
        return report.sessions().stream()
                .filter(session -> session.loadPoint() == point.index())
                .mapToInt(ComparedPoints::planned)
                .max()
                .orElse(0);
    }

    /**
     * Reports of earlier versions, which do not tell the iterations, have only those with a timing among the
     * operations.
     */
    private static int planned(RunReport.SessionFigures session) {
        return session.operations() + (session.iterations() == null ? session.missing() : session.notDelivered());
    }
}
