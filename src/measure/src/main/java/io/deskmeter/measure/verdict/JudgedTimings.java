package io.deskmeter.measure.verdict;

import io.deskmeter.measure.point.MissingOperations;
import io.deskmeter.measure.point.WithoutTiming;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.TimingColumns;
import io.deskmeter.measure.timing.TimingList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Each planned operation of a load point once: its timing, or a stand-in where none came. Of what was not reached it is
 * known what kept it from being reached: if that was Deskmeter itself, or may have been what was not delivered, its
 * outcome here is {@code harness-error}, too, as the platform has not failed.
 */
final class JudgedTimings {
    private final TimingList all;
    private final Set<Integer> lost;
    private final List<WithoutTiming> withoutTiming;
    private final Map<Instance, NavigableMap<Long, Failure>> failures;
    /** Of what these worked something did not come: it may be what kept the rest from being reached. */
    private final Set<Workload> untold = new HashSet<>();

    private record Workload(int session, String workload) {}

    /** An application in one iteration of a session: what is not reached follows what failed there. */
    private record Instance(int session, int iteration, String workload) {
        static Instance of(Timing timing) {
            return new Instance(timing.session(), timing.iteration(), timing.workload());
        }
    }

    private record Failure(String operation, boolean ofHarness) {}

    private JudgedTimings(PointTimings point) {
        this.lost = point.lostSessions();
        this.failures = failures(point.steady());
        this.withoutTiming = point.missing().stream()
                .map(missing -> WithoutTiming.of(missing, ending(point, missing)))
                .toList();
        withoutTiming.stream()
                .filter(missing -> missing.ending() != Ending.LOST)
                .forEach(missing -> untold.add(new Workload(missing.session(), missing.workload())));
        this.all = all(point);
    }

    static JudgedTimings of(PointTimings point) {
        return new JudgedTimings(point);
    }

    private static Map<Instance, NavigableMap<Long, Failure>> failures(List<Timing> steady) {
        Map<Instance, NavigableMap<Long, Failure>> failures = new HashMap<>();
        for (Timing timing : steady) {
            if (timing.outcome() != Outcome.OK && timing.outcome() != Outcome.SKIPPED) {
                failures.computeIfAbsent(Instance.of(timing), instance -> new TreeMap<>())
                        .put(
                                timing.sequence(),
                                new Failure(timing.operation(), timing.outcome() == Outcome.HARNESS_ERROR));
            }
        }
        return failures;
    }

    private Ending ending(PointTimings point, MissingOperations missing) {
        if (lost.contains(missing.session())) {
            return Ending.LOST;
        }
        if (point.faulted().contains(missing.session())) {
            return Ending.NOT_DELIVERED;
        }
        return point.endedEarly() ? Ending.ENDED_EARLY : Ending.NOT_DELIVERED;
    }

    private TimingList all(PointTimings point) {
        boolean ofHarness = failures.values().stream()
                .flatMap(instance -> instance.values().stream())
                .anyMatch(Failure::ofHarness);
        if (withoutTiming.isEmpty() && !ofHarness) {
            return TimingList.copyOf(point.steady());
        }
        TimingColumns columns = new TimingColumns();
        for (Timing timing : point.steady()) {
            columns.add(isOfHarness(timing) ? timing.with(Outcome.HARNESS_ERROR) : timing);
        }
        for (WithoutTiming missing : withoutTiming) {
            if (missing.ending() != Ending.ENDED_EARLY) {
                Timing standIn = standIn(missing);
                for (int i = 0; i < missing.count(); i++) {
                    columns.add(standIn);
                }
            }
        }
        return columns.list();
    }

    private boolean isOfHarness(Timing timing) {
        if (timing.outcome() != Outcome.SKIPPED) {
            return false;
        }
        Failure cause = before(timing);
        return cause == null ? untold.contains(new Workload(timing.session(), timing.workload())) : cause.ofHarness();
    }

    /** What failed last before an operation of the same instance; null if nothing did. */
    private @Nullable Failure before(Timing timing) {
        NavigableMap<Long, Failure> instance = failures.get(Instance.of(timing));
        Map.Entry<Long, Failure> last = instance == null ? null : instance.floorEntry(timing.sequence());
        return last == null ? null : last.getValue();
    }

    private static Timing standIn(WithoutTiming missing) {
        return Timing.builder(
                        missing.workload(),
                        missing.operation(),
                        missing.group(),
                        missing.ending() == Ending.LOST ? Outcome.DESKTOP_LOST : Outcome.HARNESS_ERROR)
                .session(missing.session())
                .build();
    }

    /** Each planned operation once, but for those that an early end left no time for. */
    TimingList all() {
        return all;
    }

    /** Sessions that did not work to the end of the load point. */
    Set<Integer> lost() {
        return lost;
    }

    /** The planned operations that have no timing, and how they ended. */
    List<WithoutTiming> withoutTiming() {
        return withoutTiming;
    }

    /** The operation to blame for a loss: the one that failed, also for those that were not reached because of it. */
    String blamed(Timing timing) {
        Failure cause = timing.outcome() == Outcome.SKIPPED ? before(timing) : null;
        return cause == null ? timing.operation() : cause.operation();
    }
}
