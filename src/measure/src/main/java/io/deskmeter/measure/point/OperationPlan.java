package io.deskmeter.measure.point;

import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.plan.SessionShares;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the sessions of a run are planned to work.
 *
 * @param perIteration the operations of one iteration of a session that works all workloads
 * @param shares which sessions work which of the workloads
 * @param positions of sessions among those of their load points; a session that is missing has its number as its
 *     position
 */
public record OperationPlan(List<OperationCount> perIteration, SessionShares shares, Map<Integer, Integer> positions) {
    public OperationPlan {
        perIteration = List.copyOf(perIteration);
        positions = Collections.unmodifiableMap(new TreeMap<>(positions));
    }

    /** One by a workload profile. */
    public static OperationPlan of(
            List<OperationCount> perIteration, WorkloadProfile profile, Map<Integer, Integer> positions) {
        return new OperationPlan(perIteration, new SessionShares(profile), positions);
    }

    /** The operations of one iteration of a session. */
    List<OperationCount> of(int session) {
        if (shares.isEmpty()) {
            return perIteration;
        }
        int position = positions.getOrDefault(session, session);
        return perIteration.stream()
                .filter(operation -> shares.works(position, operation.workload()))
                .toList();
    }

    /**
     * How many operations of each group the sessions of a load point work.
     *
     * @param iterations how many iterations count, by session
     */
    public Map<Group, Integer> groups(Map<Integer, Integer> iterations) {
        Map<Group, Integer> groups = new EnumMap<>(Group.class);
        iterations.forEach((session, count) -> of(session)
                .forEach(operation -> groups.merge(operation.group(), count * operation.count(), Integer::sum)));
        return groups;
    }

    /**
     * How often the sessions of a load point work each operation, by {@code workload/operation}.
     *
     * @param iterations how many iterations count, by session
     */
    public Map<String, Long> planned(Map<Integer, Integer> iterations) {
        Map<String, Long> planned = new TreeMap<>();
        iterations.forEach((session, count) -> {
            for (OperationCount operation : of(session)) {
                planned.merge(
                        operation.workload() + "/" + operation.operation(),
                        (long) count * operation.count(),
                        Long::sum);
            }
        });
        planned.values().removeIf(count -> count == 0);
        return planned;
    }
}
