package io.deskmeter.controller.report.document;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.measure.point.OperationSummary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which operations of a report are those of which load point. The report tells only their number of sessions, in the
 * order of the load points: how many operations a load point accounts for says where the next one begins. Reports of
 * earlier versions do not add up: there, of several load points of one size, the next one begins where an operation
 * comes again.
 */
final class PointOperations {
    private final Map<Integer, List<OperationSummary>> byPoint = new HashMap<>();
    private final @Nullable OperationSummary logons;

    PointOperations(RunReport report) {
        List<OperationSummary> operations = report.operations().stream()
                .filter(summary -> !isLogon(summary))
                .toList();
        if (!byNumber(report.loadPoints(), operations)) {
            byPoint.clear();
            byName(report.loadPoints(), operations);
        }
        this.logons = report.operations().stream()
                .filter(PointOperations::isLogon)
                .findFirst()
                .orElse(null);
    }

    /** @return whether the operations are those that the load points account for */
    private boolean byNumber(List<LoadPoint> points, List<OperationSummary> operations) {
        int next = 0;
        for (LoadPoint point : points) {
            List<OperationSummary> own = new ArrayList<>();
            int left = accounted(point);
            while (left > 0 && next < operations.size()) {
                OperationSummary summary = operations.get(next++);
                left -= summary.sessions() == point.sessions() ? summary.count() + summary.notDelivered() : left + 1;
                own.add(summary);
            }
            if (left != 0) {
                return false;
            }
            byPoint.put(point.index(), own);
        }
        return next == operations.size();
    }

    private void byName(List<LoadPoint> loadPoints, List<OperationSummary> operations) {
        Map<Integer, List<List<OperationSummary>>> bySize = new HashMap<>();
        Set<String> names = new HashSet<>();
        int size = -1;
        for (OperationSummary summary : operations) {
            List<List<OperationSummary>> points = bySize.computeIfAbsent(summary.sessions(), any -> new ArrayList<>());
            boolean again = !names.add(summary.workload() + "/" + summary.operation() + " " + summary.group());
            if (summary.sessions() != size || again) {
                size = summary.sessions();
                points.add(new ArrayList<>());
                names.clear();
                names.add(summary.workload() + "/" + summary.operation() + " " + summary.group());
            }
            points.get(points.size() - 1).add(summary);
        }
        for (LoadPoint point : loadPoints) {
            List<List<OperationSummary>> left = bySize.getOrDefault(point.sessions(), List.of());
            if (!left.isEmpty() && accounted(point) > 0) {
                byPoint.put(point.index(), left.remove(0));
            }
        }
    }

    /** The logons of the whole run are an operation of their own. */
    private static boolean isLogon(OperationSummary summary) {
        return summary.workload().equals("session") && summary.operation().equals("logon");
    }

    /** How many operations it accounts for; one that failed before anything counted has none. */
    private static int accounted(LoadPoint point) {
        return point.outcomes().values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Those of a load point. */
    List<OperationSummary> of(LoadPoint point) {
        return byPoint.getOrDefault(point.index(), List.of());
    }

    /** The logons of the whole run; null if there were none. */
    @Nullable
    OperationSummary logons() {
        return logons;
    }
}
