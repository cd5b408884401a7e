package io.deskmeter.workload.plan;

import io.deskmeter.workload.WorkloadProfile;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which sessions work a workload of which the profile gives a share of the sessions only. It depends on the seed, the
 * workload and the session's position alone, so a session keeps its workloads, and sessions that are added change none
 * of those that are there.
 *
 * <p>The sessions that work it are spread evenly over the positions: of the first n positions it is the nearest whole
 * number to n times the share, or the next larger one, as the seed has it, but never none. Small load points would
 * otherwise lack a workload that larger ones have, and look better. Immutable.
 */
public final class SessionShares {
    private static final double HALF = 0.5;
    private static final double TO_UNIT = 0x1p-53;

    private final List<String> workloads;
    private final Map<String, Spread> spreads = new TreeMap<>();

    public SessionShares(WorkloadProfile profile) {
        this.workloads = profile.workloads();
        profile.shares()
                .forEach((workload, share) -> spreads.put(workload, Spread.of(profile.seed(), workload, share)));
    }

    /** Whether all sessions work all workloads. */
    public boolean isEmpty() {
        return spreads.isEmpty();
    }

    /**
     * Whether a session works a workload.
     *
     * @param position of the session among those of its load point, from 0
     */
    public boolean works(int position, String workload) {
        Spread spread = spreads.get(workload);
        return spread == null || spread.has(position);
    }

    /** The ids of the workloads that a session works, in the order of the profile; never empty. */
    public List<String> workloads(int position) {
        return workloads.stream().filter(workload -> works(position, workload)).toList();
    }

    /** How many of so many sessions work a workload. */
    public int count(String workload, int sessions) {
        Spread spread = spreads.get(workload);
        return spread == null ? sessions : spread.count(sessions);
    }

    /**
     * The number of sessions among the first so many positions: multiples of the share, moved by an offset and rounded
     * down. Each position at which it rises has a session that works the workload.
     *
     * @param share above 0 and below 1
     * @param offset 0.5 rounds to the nearest whole number, values near 1 round up
     */
    private record Spread(double share, double offset) {
        static Spread of(long seed, String workload, double share) {
            double unit = (SeedMixer.mix(SeedMixer.mix(seed) ^ workload.hashCode()) >>> 11) * TO_UNIT;
            return new Spread(share, HALF + HALF * unit);
        }

        boolean has(int position) {
            return count(position + 1) > count(position);
        }

        int count(int positions) {
            return positions == 0 ? 0 : Math.max(1, (int) (positions * share + offset));
        }
    }
}
