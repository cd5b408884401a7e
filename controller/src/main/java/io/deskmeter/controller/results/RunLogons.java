package io.deskmeter.controller.results;

import io.deskmeter.controller.point.JudgedPoint;
import io.deskmeter.controller.store.run.RunQueries;
import io.deskmeter.measure.point.LogonSummary;
import io.deskmeter.measure.point.OperationSummary;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Logon;
import io.deskmeter.workload.operation.Group;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The logons of a whole run: as the load points account for them, and those that were asked for with none that was
 * judged. One that had not logged on when the run came to its end is open: it may have been about to succeed, and it
 * may never have. The table of operations and the expectations count the same logons.
 */
final class RunLogons {
    private final List<Logon> logons;

    private RunLogons(List<Logon> logons) {
        this.logons = List.copyOf(logons);
    }

    /**
     * Those of a run.
     *
     * @param judged its load points
     * @param stored its sessions
     */
    static RunLogons of(List<JudgedPoint> judged, List<RunQueries.Logon> stored) {
        Map<Integer, Logon> all = new TreeMap<>();
        stored.forEach(logon -> all.put(logon.session(), ended(logon)));
        for (JudgedPoint point : judged) {
            for (Logon logon : point.record().logons()) {
                all.merge(logon.session(), logon, RunLogons::last);
            }
        }
        return new RunLogons(List.copyOf(all.values()));
    }

    /** A load point that failed by others does not wait for its logons: what became of them is what counts. */
    private static Logon last(Logon stored, Logon ofPoint) {
        boolean cameLater = stored.ending() == Ending.OK && ofPoint.ending() != Ending.OK;
        return cameLater || ofPoint.ending() == Ending.ENDED_EARLY ? stored : ofPoint;
    }

    private static Logon ended(RunQueries.Logon logon) {
        if (Double.isFinite(logon.logonMs())) {
            return new Logon(logon.session(), Ending.OK, logon.logonMs());
        }
        // How long one had waited that was stopped is not stored, so its best value is not known either.
        return new Logon(logon.session(), logon.lost() ? Ending.FAILED : Ending.NOT_DELIVERED, Double.NaN);
    }

    /** @param seed of the resampling */
    LogonSummary summary(long seed) {
        return LogonSummary.of(logons, Bootstrap.DEFAULT, seed);
    }

    /** As an operation of its own, which is never judged; empty if there are none. */
    Optional<OperationSummary> operation() {
        if (logons.isEmpty()) {
            return Optional.empty();
        }
        int open =
                (int) logons.stream().filter(logon -> logon.ending().isOpen()).count();
        int failed =
                (int) logons.stream().filter(logon -> logon.ending().isLoss()).count();
        double[] sorted = logons.stream()
                .filter(logon -> !logon.ending().isOpen())
                .mapToDouble(logon -> logon.ending().isLoss() ? Double.POSITIVE_INFINITY : logon.millis())
                .sorted()
                .toArray();
        return Optional.of(new OperationSummary(
                "session",
                "logon",
                Group.C,
                logons.size(),
                sorted.length,
                failed,
                0,
                open,
                quantile(sorted, 0.5),
                quantile(sorted, 0.95),
                quantile(sorted, 0.99),
                Double.NaN));
    }

    private static double quantile(double[] sorted, double q) {
        return sorted.length == 0 ? Double.NaN : Quantiles.of(sorted, q);
    }
}
