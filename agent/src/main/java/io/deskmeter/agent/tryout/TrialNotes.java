package io.deskmeter.agent.tryout;

import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.run.Thresholds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What an author should know of the waits of a trial: which were slow to end, and of which the time is known coarsely,
 * and why. Of each operation the worst one is told. Guarded by the table that fills it.
 */
final class TrialNotes {
    /** Longer than this, and more than a tenth of the response, an interval says little. */
    private static final long WIDE_NANOS = Duration.ofMillis(100).toNanos();

    private static final int SHARE = 10;

    /** Operations of group C have no threshold. */
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Map<String, Long> within = new HashMap<>();

    /** What follows a gesture is measured move by move; how exactly its end is known says nothing. */
    private final Set<String> gestures = new HashSet<>();

    private final Map<String, Worst> slow = new LinkedHashMap<>();
    private final Map<String, Worst> wide = new LinkedHashMap<>();

    TrialNotes(Collection<Workload> workloads) {
        for (Workload workload : workloads) {
            for (Operation operation : workload.operations()) {
                long least = operation.occurrences().stream()
                        .mapToLong(occurrence -> occurrence.until().within().toNanos())
                        .min()
                        .orElse(Long.MAX_VALUE);
                String name = workload.id() + "/" + operation.id();
                within.put(name, least);
                operation.gesture().ifPresent(gesture -> gestures.add(name));
            }
        }
    }

    /**
     * The worst timing of an operation, and how many were like it.
     *
     * @param nanos by which it is the worst
     */
    private record Worst(Timing timing, long nanos, int count) {
        Worst and(Timing other, long otherNanos) {
            return otherNanos > nanos ? new Worst(other, otherNanos, count + 1) : new Worst(timing, nanos, count + 1);
        }
    }

    void add(Timing timing) {
        if (timing.outcome() != Outcome.OK) {
            return;
        }
        String name = timing.workload() + "/" + timing.operation();
        long response = timing.responseNanos();
        if (response > limit(name, timing.group())) {
            note(slow, name, timing, response);
        }
        long resolution = timing.resolutionNanos();
        if (resolution > WIDE_NANOS && resolution * SHARE > response && !gestures.contains(name)) {
            note(wide, name, timing, resolution);
        }
    }

    private static void note(Map<String, Worst> notes, String name, Timing timing, long nanos) {
        notes.merge(name, new Worst(timing, nanos, 1), (worst, first) -> worst.and(timing, nanos));
    }

    /** Beyond it a wait is slow: the usual threshold of its group, or half of its own timeout. */
    private long limit(String name, Group group) {
        Duration usual = group == Group.C ? LONG : Thresholds.DEFAULT.of(group);
        return Math.min(usual.toNanos(), within.getOrDefault(name, Long.MAX_VALUE) / 2);
    }

    /** One line each. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        slow.forEach((name, worst) -> lines.add(slow(name, worst)));
        wide.forEach((name, worst) -> lines.add(wide(name, worst)));
        return lines;
    }

    private String slow(String name, Worst worst) {
        long timeout = within.getOrDefault(name, Long.MAX_VALUE);
        String why = worst.nanos() > timeout / 2
                ? String.format(
                        Locale.ROOT,
                        "more than half of its `within` of %.0f s; under load it would be a timeout",
                        timeout / 1e9)
                : String.format(
                        Locale.ROOT,
                        "more than the usual threshold of group %s, %.0f s, with one user",
                        worst.timing().group(),
                        limit(name, worst.timing().group()) / 1e9);
        return String.format(
                Locale.ROOT,
                "slow to find: %s, %.1f s in seq %d%s: %s",
                name,
                worst.nanos() / 1e9,
                worst.timing().sequence(),
                times(worst),
                why);
    }

    private static String wide(String name, Worst worst) {
        Timing timing = worst.timing();
        return String.format(
                Locale.ROOT,
                "wide resolution: %s, %.0f ms of a response of %.0f ms in seq %d%s: %s",
                name,
                worst.nanos() / 1e6,
                timing.responseNanos() / 1e6,
                timing.sequence(),
                times(worst),
                why(timing));
    }

    private static String why(Timing timing) {
        if (!timing.detail().isEmpty()) {
            return timing.detail();
        }
        return (timing.lastWithoutAt() <= timing.firedAt()
                        ? "between the input and the answer"
                        : "for so long before the answer")
                + " no frame came and no probe was answered; the application was busy, or painted all at once";
    }

    private static String times(Worst worst) {
        return worst.count() == 1 ? "" : " (the worst of " + worst.count() + ")";
    }
}
