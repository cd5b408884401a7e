package io.deskmeter.measure.point;

import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Operations of one session that were to be worked while a load point counted, and of which no timing came: the session
 * was lost before, the point was ended early, or the timing was lost on its way.
 *
 * @param session from 0
 * @param workload id
 * @param operation id
 * @param group of the operation
 * @param count how many
 */
public record MissingOperations(int session, String workload, String operation, Group group, int count) {

    /**
     * What is missing of a load point.
     *
     * @param iterations how many iterations count, by session
     * @param plan what one iteration of each session works
     * @param steady the timings that came, whatever their outcome
     */
    public static List<MissingOperations> of(
            Map<Integer, Integer> iterations, OperationPlan plan, List<Timing> steady) {
        Map<Key, Integer> came = new HashMap<>();
        steady.forEach(t -> came.merge(new Key(t.session(), t.workload(), t.operation()), 1, Integer::sum));
        List<MissingOperations> missing = new ArrayList<>();
        new TreeMap<>(iterations).forEach((session, planned) -> {
            for (OperationCount operation : plan.of(session)) {
                Key key = new Key(session, operation.workload(), operation.operation());
                int count = planned * operation.count() - came.getOrDefault(key, 0);
                if (count > 0) {
                    missing.add(new MissingOperations(
                            session, operation.workload(), operation.operation(), operation.group(), count));
                }
            }
        });
        return missing;
    }

    private record Key(int session, String workload, String operation) {}
}
