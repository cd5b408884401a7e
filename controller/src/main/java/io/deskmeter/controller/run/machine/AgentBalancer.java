package io.deskmeter.controller.run.machine;

import java.util.List;
import java.util.OptionalInt;

/**
 * Distributes sessions over agents in proportion to their limits, in exact integer arithmetic: the next session goes to
 * the agent that is least full, relative to its limit, afterwards.
 */
final class AgentBalancer {
    private AgentBalancer() {}

    /**
     * An agent's room.
     *
     * @param sessions that it has
     * @param limit most at a time; 0 for none
     */
    record Room(int sessions, int limit) {
        private boolean full() {
            return limit > 0 && sessions >= limit;
        }
    }

    /**
     * The agent that gets the next session; empty if all are full. Agents without a limit share evenly, and before
     * those with one.
     */
    static OptionalInt next(List<Room> agents) {
        int best = -1;
        for (int i = 0; i < agents.size(); i++) {
            if (!agents.get(i).full() && (best < 0 || fuller(agents.get(best), agents.get(i)))) {
                best = i;
            }
        }
        return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
    }

    /**
     * Whether the first would be fuller than the second with one more session: (a+1)/limit compared by
     * cross-multiplication, without rounding.
     */
    private static boolean fuller(Room first, Room second) {
        if (first.limit() == 0 || second.limit() == 0) {
            return first.limit() == second.limit() ? first.sessions() > second.sessions() : second.limit() == 0;
        }
        return (first.sessions() + 1L) * second.limit() > (second.sessions() + 1L) * first.limit();
    }

    /** The total number of sessions that all can run; {@link Integer#MAX_VALUE} if one has no limit. */
    static int room(List<Integer> limits) {
        return limits.stream().anyMatch(limit -> limit == 0)
                ? Integer.MAX_VALUE
                : Math.toIntExact(Math.min(
                        Integer.MAX_VALUE,
                        limits.stream().mapToLong(Integer::longValue).sum()));
    }
}
