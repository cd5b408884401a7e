package io.deskmeter.bench.search.platform;

import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.point.PointTimes;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.verdict.OverloadRule;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A run on a simulated platform, by the rules of a real one: logons are spread, the first iteration of a session never
 * counts, an iteration in progress when the window opens does not count, all sessions keep working until the last one
 * has completed its iterations, surplus sessions end after their operation, the newest first. Not thread-safe.
 */
public final class PlatformRun {
    private static final int SKIP_FIRST = 1;
    /** Iterations of each session that count at a load point that is not brief. */
    public static final int STEADY = 3;

    private static final double MINUTE = 60;

    private final Platform platform;
    private final Simulation simulation;
    private final SplittableRandom luck;
    private final List<String> names;
    private final List<Integer> live = new ArrayList<>();
    private final List<Timing> timings = new ArrayList<>();
    private final Map<Integer, Integer> from = new HashMap<>();
    private int iterations;
    private int justStarted = -1;
    private boolean changed;
    private int logons;
    private double pointFactor = 1;
    private double disturbedFrom;
    private double disturbedTo;
    private double disturbance = 1;
    private double windowAt;
    private double windowBusy;
    private double pointAt;
    private int added;
    private @Nullable PointFailure failure;
    private @Nullable OverloadRule overload;

    /**
     * @param platform to measure
     * @param seed of this run's random numbers
     */
    public PlatformRun(Platform platform, long seed) {
        this.platform = platform;
        this.luck = new SplittableRandom(seed);
        this.names = IntStream.range(0, platform.operations().size())
                .mapToObj(i -> "operation-" + i)
                .toList();
        this.simulation = new Simulation(platform, new SessionRecord(), luck.nextLong());
    }

    /** Simulated minutes since the run began. */
    public double minutes() {
        return simulation.now() / MINUTE;
    }

    /** Why the latest load point failed regardless of its timings; null if only they decide. */
    public @Nullable PointFailure failure() {
        return failure;
    }

    /** The duration of the latest load point. */
    public PointTimes times() {
        boolean window = failure == null;
        PointTimes times = new PointTimes(
                added,
                duration((window ? windowAt : simulation.now()) - pointAt),
                window ? duration(simulation.now() - windowAt) : Duration.ZERO,
                window ? iterations : 0);
        return endedEarly() && overload != null ? times.endedAfter(overload.share()) : times;
    }

    /** Whether the latest load point was ended before all that counts was worked, because it had failed already. */
    public boolean endedEarly() {
        return overload != null && overload.hasFailed();
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(nanos(seconds));
    }

    /** The number of logons so far. */
    public int logons() {
        return logons;
    }

    /** The utilisation of the cores in the last window, 0 to 1. */
    public double cpuShare() {
        double seconds = simulation.now() - windowAt;
        return seconds <= 0 ? Double.NaN : (simulation.busy() - windowBusy) / seconds / platform.cores();
    }

    /** Measures a load point and returns the timings that count. */
    public List<Timing> measure(int sessions) {
        return measure(sessions, false);
    }

    /**
     * Measures a load point and returns the timings that count: none if it has a {@link #failure()}.
     *
     * @param sessions of the point
     * @param brief whether one iteration of each session is enough; such a point ends as soon as it has failed
     */
    public List<Timing> measure(int sessions, boolean brief) {
        overload = null;
        if (!admitted(sessions, platform.logonInterval().toNanos() / 1e9)) {
            timings.clear();
            return List.of();
        }
        runUntil(() -> live.stream().allMatch(s -> simulation.iteration(s) >= SKIP_FIRST));
        openWindow();
        for (int session : live) {
            int iteration = simulation.iteration(session);
            from.put(session, session == justStarted ? iteration : iteration + 1);
        }
        iterations = 0;
        overload = brief ? new OverloadRule(planned(), Thresholds.DEFAULT) : null;
        return count(brief ? 1 : STEADY);
    }

    /** What one iteration of each session is. */
    private Map<Group, Integer> planned() {
        Map<Group, Integer> planned = new EnumMap<>(Group.class);
        platform.operations().forEach(operation -> planned.merge(operation.group(), live.size(), Integer::sum));
        return planned;
    }

    /** Ends all sessions, so that the next load point has new ones only. */
    public void logOff() {
        List<Integer> all = List.copyOf(live);
        live.clear();
        all.forEach(simulation::stop);
        runUntil(() -> all.stream().allMatch(simulation::gone));
    }

    /** Extends the load point and returns all timings that count. */
    public List<Timing> extend() {
        overload = null;
        return count(STEADY);
    }

    private List<Timing> count(int more) {
        iterations += more;
        runUntil(() -> endedEarly()
                || live.stream().allMatch(s -> simulation.iteration(s) >= from.getOrDefault(s, 0) + iterations));
        return timings.stream().filter(this::counts).toList();
    }

    private boolean counts(Timing timing) {
        int first = from.getOrDefault(timing.session(), Integer.MAX_VALUE);
        return timing.iteration() >= first && timing.iteration() - first < iterations;
    }

    /**
     * Measures a load point by the clock instead of by iterations.
     *
     * @param rampSeconds in which missing sessions log on, evenly spread
     * @param warmUpSeconds of the warm-up, which do not count
     * @param seconds that count
     */
    public List<Timing> measure(int sessions, double rampSeconds, double warmUpSeconds, double seconds) {
        double begin = simulation.now();
        int missing = Math.max(1, sessions - live.size());
        enter(sessions, rampSeconds / missing);
        runTo(begin + rampSeconds + warmUpSeconds);
        openWindow();
        runTo(simulation.now() + seconds);
        return List.copyOf(timings);
    }

    /** Whether the platform accepts this many sessions; if not, those that it accepts remain. */
    private boolean admitted(int sessions, double interval) {
        SessionLimit limit = platform.limit();
        int asked = sessions - live.size();
        pointAt = simulation.now();
        added = Math.max(0, asked);
        failure = null;
        enter(Math.min(sessions, limit.sessions()), interval);
        if (sessions <= limit.sessions()) {
            return true;
        }
        failure = limit.kind().failure();
        runTo(pointAt + failingSeconds(limit, sessions - asked, asked, interval));
        if (limit.kind() == SessionLimit.Kind.KILLS_SESSIONS) {
            leave((int) Math.floor(live.size() * (1 - SessionLimit.KILLED)));
        }
        return false;
    }

    /** The time until the load point has failed. */
    private double failingSeconds(SessionLimit limit, int before, int asked, double interval) {
        return switch (limit.kind()) {
            case REFUSES_LOGONS -> interval * (limit.sessions() - before + 1);
            case KILLS_SESSIONS -> interval * asked + SessionLimit.DYING_SECONDS;
            case ADMITS_SLOWLY -> interval * asked + SessionLimit.LOGON_SECONDS + 2 * platform.iterationSeconds();
        };
    }

    private void leave(int sessions) {
        List<Integer> surplus = new ArrayList<>();
        while (live.size() > sessions) {
            surplus.add(live.remove(live.size() - 1));
        }
        surplus.forEach(simulation::stop);
        runUntil(() -> surplus.stream().allMatch(simulation::gone));
    }

    private void enter(int sessions, double interval) {
        luckOfThePoint();
        leave(sessions);
        double at = simulation.now();
        for (; live.size() < sessions; at += interval) {
            live.add(simulation.start(at + platform.limit().admissionSeconds(live.size())));
            logons++;
        }
    }

    private void luckOfThePoint() {
        Platform.Noise noise = platform.noise();
        pointFactor = Math.exp(noise.pointSd() * luck.nextGaussian());
        boolean disturbed = luck.nextDouble() < noise.disturbed();
        disturbedFrom = simulation.now() + luck.nextDouble() * 5 * MINUTE;
        disturbedTo = disturbed ? disturbedFrom + 30 + 90 * luck.nextDouble() : disturbedFrom;
        disturbance = 1.2 + 0.4 * luck.nextDouble();
    }

    private void openWindow() {
        windowAt = simulation.now();
        windowBusy = simulation.busy();
        timings.clear();
        from.clear();
    }

    private void runUntil(BooleanSupplier done) {
        while (!done.getAsBoolean()) {
            changed = false;
            while (!changed) {
                justStarted = -1;
                settle();
                simulation.step(Double.POSITIVE_INFINITY);
            }
        }
    }

    private void runTo(double time) {
        do {
            settle();
        } while (simulation.step(time));
    }

    private void settle() {
        double now = simulation.now();
        boolean disturbed = now >= disturbedFrom && now < disturbedTo;
        double drift = 1 + platform.noise().driftPerHour() * now / 3600;
        simulation.slowness(pointFactor * drift * (disturbed ? disturbance : 1));
    }

    /** Records the events. */
    private final class SessionRecord implements Simulation.Listener {
        private long sequence;

        @Override
        public void operation(
                int session, int iteration, int operation, double firedAt, double seconds, boolean failed) {
            Group group = platform.operations().get(operation).group();
            long fired = nanos(firedAt);
            Outcome outcome = outcome(seconds, failed);
            long shown = outcome == Outcome.OK ? fired + nanos(seconds) : Timing.NEVER;
            sequence++;
            Timing timing = Timing.builder("simulated", names.get(operation), group, outcome)
                    .session(session)
                    .sequence(sequence)
                    .iteration(iteration)
                    .intendedAt(fired)
                    .firedAt(fired)
                    .lastWithoutAt(shown)
                    .shownAt(shown)
                    .build();
            timings.add(timing);
            if (overload != null && counts(timing)) {
                overload.add(timing);
                changed |= overload.hasFailed();
            }
        }

        private Outcome outcome(double seconds, boolean failed) {
            if (seconds > Simulation.TIMEOUT) {
                return Outcome.TIMEOUT;
            }
            return failed ? Outcome.APPLICATION_FAILED : Outcome.OK;
        }

        @Override
        public void iteration(int session, int iteration) {
            justStarted = session;
            changed = true;
        }

        @Override
        public void left(int session) {
            changed = true;
        }
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }
}
