package io.deskmeter.measure.verdict;

import io.deskmeter.measure.point.WithoutTiming;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.TimingColumns;
import io.deskmeter.measure.timing.TimingList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What an earlier session of a run has left on its desktop: an open application, a dialog. It is the harness's fault
 * that it was not ended, so a load point whose failures come from that says nothing about the platform. Pure functions.
 */
public final class Leftovers {
    private static final int NAMED = 10;

    private Leftovers() {}

    /**
     * Whether a session that has ended may have left something to the next one on the same desktop.
     *
     * @param loggedOn whether it ever had a usable desktop
     * @param logsOff whether its target has a way to log off: a desktop agent, or input that does it
     * @param unsure whether it was lost or failed, or the display stayed open after the logoff, so that nobody knows
     *     what became of it
     */
    public static boolean mayRemain(boolean loggedOn, boolean logsOff, boolean unsure) {
        return loggedOn && (unsure || !logsOff);
    }

    /**
     * What failed in a load point, by session: operations that failed, that were not reached, or that were lost, with
     * or without a timing, and 1 for a session that is out. What was not reached because Deskmeter itself spoilt what
     * came before is none of them.
     *
     * @param steady the timings that count, in any order
     * @param withoutTiming the planned operations that have none
     * @param out sessions that were lost or failed
     */
    public static SortedMap<Integer, Integer> failures(
            TimingList steady, List<WithoutTiming> withoutTiming, Collection<Integer> out) {
        SortedMap<Integer, Integer> failures = new TreeMap<>();
        SkippedCauses causes = new SkippedCauses();
        steady.stream()
                .sorted(Comparator.comparingInt(Timing::session).thenComparingLong(Timing::sequence))
                .filter(timing -> causes.attributed(timing).isLoss())
                .forEach(timing -> failures.merge(timing.session(), 1, Integer::sum));
        withoutTiming.stream()
                .filter(missing -> missing.ending().isLoss())
                .forEach(missing -> failures.merge(missing.session(), missing.count(), Integer::sum));
        out.forEach(session -> failures.merge(session, 1, Integer::sum));
        return failures;
    }

    /**
     * Why a failed load point is not judged against the platform: more than half of what failed in it is of sessions
     * that followed one that may have left something.
     *
     * @param failures by session, as {@link #failures} counts them
     * @param followers the sessions that followed such a one on the same host and as the same user
     * @return empty if the point is the platform's
     */
    public static Optional<String> reason(Map<Integer, Integer> failures, Collection<Integer> followers) {
        long all = failures.values().stream().mapToLong(count -> count).sum();
        SortedSet<Integer> failed = new TreeSet<>(failures.keySet());
        failed.retainAll(followers);
        long theirs = failed.stream().mapToLong(failures::get).sum();
        if (2 * theirs <= all) {
            return Optional.empty();
        }
        return Optional.of("leftovers: " + theirs + " of " + all + (all == 1 ? " failure is" : " failures are")
                + " of sessions whose desktop was used before in this run, without a logoff that is known to have"
                + " worked: "
                + names(failed) + " (expected: at most half; hint: set `logoff` in the target, or give it more users)");
    }

    /**
     * The timings as they would be without what followers failed: those operations are not known, as if Deskmeter had
     * spoilt them. A lost desktop stays lost, and a slow operation slow: leftovers explain neither.
     *
     * @param steady the timings that count
     * @param followers the sessions that followed one that may have left something
     */
    public static TimingList without(TimingList steady, Set<Integer> followers) {
        TimingColumns without = new TimingColumns();
        for (Timing timing : steady) {
            boolean excused = timing.outcome().isLoss()
                    && timing.outcome() != Outcome.DESKTOP_LOST
                    && followers.contains(timing.session());
            without.add(excused ? spoilt(timing) : timing);
        }
        return without.list();
    }

    private static Timing spoilt(Timing timing) {
        return timing.like(Outcome.HARNESS_ERROR)
                .lastWithoutAt(Timing.NEVER)
                .shownAt(Timing.NEVER)
                .build();
    }

    private static String names(SortedSet<Integer> sessions) {
        String more = sessions.size() > NAMED ? " and " + (sessions.size() - NAMED) + " more" : "";
        return sessions.stream()
                .limit(NAMED)
                .map(session -> "session " + session)
                .collect(Collectors.joining(", ", "", more));
    }
}
