package io.deskmeter.measure.verdict;

import io.deskmeter.measure.point.OperationPlan;
import io.deskmeter.measure.point.Response;
import io.deskmeter.measure.statistics.FigureFormat;
import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Says when a load point that is still being measured has failed already: more operations of a group than a 95th
 * percentile tolerates of <em>all that are planned</em> took longer than {@value #FACTOR} times the threshold. Nothing
 * that is measured later can bring the percentile below that. Not thread-safe.
 */
public final class OverloadRule {
    /**
     * A point nearer to its threshold is measured to its end: the search needs its percentile, and not only that it
     * failed.
     */
    static final double FACTOR = 1.5;

    private static final double P95 = 0.95;
    private static final List<Group> JUDGED = List.of(Group.A, Group.B);

    private final Thresholds thresholds;
    private final Map<Group, Integer> planned;
    private final Map<Group, Integer> slow = new EnumMap<>(Group.class);
    private final Map<Group, Integer> ended = new EnumMap<>(Group.class);
    private final SkippedCauses causes = new SkippedCauses();

    /**
     * @param planned the operations of each group that count at the load point; see {@link OperationPlan#groups}
     * @param thresholds of the 95th percentiles
     */
    public OverloadRule(Map<Group, Integer> planned, Thresholds thresholds) {
        this.planned = Map.copyOf(planned);
        this.thresholds = thresholds;
    }

    /**
     * Adds a timing that counts. A failed operation is slower than all others, and so is one that was not reached: but
     * where it is not known yet what kept it from being reached, that may have been Deskmeter itself.
     */
    public void add(Timing timing) {
        if (causes.attributed(timing) != Outcome.HARNESS_ERROR) {
            Response.of(timing).ifPresent(this::add);
        }
    }

    private void add(Response response) {
        if (JUDGED.contains(response.group())) {
            ended.merge(response.group(), 1, Integer::sum);
            if (response.millis() > FACTOR * thresholds.of(response.group()).toMillis()) {
                slow.merge(response.group(), 1, Integer::sum);
            }
        }
    }

    /** Whether the load point has failed, whatever is measured later. */
    public boolean hasFailed() {
        return JUDGED.stream().anyMatch(this::hasFailed);
    }

    /** Why it has failed, for people; empty while that is open. */
    public Optional<String> reason() {
        return JUDGED.stream().filter(this::hasFailed).findFirst().map(this::words);
    }

    private boolean hasFailed(Group group) {
        return slow.getOrDefault(group, 0) > tolerated(group);
    }

    /** So many operations may be slower than the percentile, by its definition in {@link Quantiles}. */
    private int tolerated(Group group) {
        int count = Math.max(planned.getOrDefault(group, 0), ended.getOrDefault(group, 0));
        return count == 0 ? 0 : count - Quantiles.rank(count, P95);
    }

    private String words(Group group) {
        double limit = FACTOR * thresholds.of(group).toMillis();
        return slow.getOrDefault(group, 0) + " of " + planned.getOrDefault(group, 0) + " planned operations of group "
                + group + " took longer than " + FigureFormat.seconds(limit) + ", " + FACTOR + " times its threshold";
    }

    /** The share of what is planned that has ended, 0 to 1. */
    public double share() {
        int of = planned.values().stream().mapToInt(Integer::intValue).sum();
        int done = ended.values().stream().mapToInt(Integer::intValue).sum();
        return of == 0 ? 0 : Math.min(1, (double) done / of);
    }
}
