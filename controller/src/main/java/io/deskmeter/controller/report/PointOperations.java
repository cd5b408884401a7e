package io.deskmeter.controller.report;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.measure.OperationSummary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which operations of a report are those of which load point. The report tells only their number of sessions, in the order of the load points: of several load points of one size the next one begins where an
 * operation comes again.
 */
final class PointOperations {
    private final Map<Integer, List<OperationSummary>> byPoint = new HashMap<>();
    private final @Nullable OperationSummary logons;

    PointOperations(RunReport report) {
        Map<Integer, List<List<OperationSummary>>> bySize = new HashMap<>();
        Set<String> names = new HashSet<>();
        int size = -1;
        for (OperationSummary summary : report.operations()) {
            if (isLogon(summary)) {
                continue;
            }
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
        for (LoadPoint point : report.loadPoints()) {
            List<List<OperationSummary>> left = bySize.getOrDefault(point.sessions(), List.of());
            if (!left.isEmpty() && hasOperations(point)) {
                byPoint.put(point.index(), left.remove(0));
            }
        }
        this.logons = report.operations().stream()
                .filter(PointOperations::isLogon)
                .findFirst()
                .orElse(null);
    }

    /** The logons of the whole run are an operation of their own. */
    private static boolean isLogon(OperationSummary summary) {
        return summary.workload().equals("session") && summary.operation().equals("logon");
    }

    /** One that failed before anything counted has none. */
    private static boolean hasOperations(LoadPoint point) {
        return point.outcomes().values().stream().mapToInt(Integer::intValue).sum() > 0;
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
