package io.deskmeter.bench.search;

import io.deskmeter.bench.search.platform.Platform;
import io.deskmeter.bench.search.platform.PlatformRun;
import io.deskmeter.bench.search.platform.Platforms;
import io.deskmeter.bench.search.platform.WeathervaneRules;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.search.CapacitySearch;
import io.deskmeter.measure.search.MeasuredPoint;
import io.deskmeter.measure.search.SearchContext;
import io.deskmeter.measure.search.SearchDecision;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.Thresholds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Strategies to find the capacity. */
enum Strategy {
    /** Deskmeter's search without a hint. */
    FIND_MAX("find-max") {
        @Override
        SearchResult search(Platform platform, int knee, long seed) {
            return ours(findMax(OptionalInt.empty()), platform, knee, seed);
        }
    },
    /** Deskmeter's search with a hint that is wrong by up to a factor of 1.6. */
    FIND_MAX_HINT("find-max with a hint") {
        @Override
        SearchResult search(Platform platform, int knee, long seed) {
            return ours(findMax(hint(knee, seed)), platform, knee, seed);
        }
    },
    /** Deskmeter's search with such a hint and ten minutes. */
    WITHIN_10("find-max with a hint, 10 min") {
        @Override
        SearchResult search(Platform platform, int knee, long seed) {
            return hurried(10, platform, knee, seed);
        }
    },
    /** Fifteen minutes. */
    WITHIN_15("find-max with a hint, 15 min") {
        @Override
        SearchResult search(Platform platform, int knee, long seed) {
            return hurried(15, platform, knee, seed);
        }
    },
    /** Twenty, as the demo. */
    WITHIN_20("find-max with a hint, 20 min") {
        @Override
        SearchResult search(Platform platform, int knee, long seed) {
            return hurried(20, platform, knee, seed);
        }
    },
    /** Half an hour. */
    WITHIN_30("find-max with a hint, 30 min") {
        @Override
        SearchResult search(Platform platform, int knee, long seed) {
            return hurried(30, platform, knee, seed);
        }
    },
    /** Deskmeter's search without a hint, with new logons at each load point. */
    FIND_MAX_FRESH("find-max, fresh sessions") {
        @Override
        SearchResult search(Platform platform, int knee, long seed) {
            Load load = new Load.FindMax(1, OptionalInt.empty(), Platforms.MOST, Load.FindMax.DEFAULT_PRECISION, true);
            return ours(load, platform, knee, seed);
        }
    },
    /** Steps of a tenth of the knee, for a user who approximately knows it. */
    RAMP("ramp by tenths") {
        @Override
        SearchResult search(Platform platform, int knee, long seed) {
            int step = tenth(knee);
            return ours(new Load.Ramp(step, step, Platforms.MOST), platform, knee, seed);
        }
    },
    /**
     * Weathervane's rules; 1000 users of its initial ramp are a twentieth of the largest load, because there is no
     * hint.
     */
    WEATHERVANE("weathervane") {
        @Override
        SearchResult search(Platform platform, int knee, long seed) {
            return theirs(Platforms.MOST / 20, platform, knee, seed);
        }
    },
    /**
     * Weathervane's rules; its initial step is a tenth of the true knee, which requires approximate knowledge of it.
     */
    WEATHERVANE_HINT("weathervane with a hint") {
        @Override
        SearchResult search(Platform platform, int knee, long seed) {
            return theirs(tenth(knee), platform, knee, seed);
        }
    };

    /** The ends of intervals need not be exact here; 1000 resamples would take most of the time. */
    private static final Bootstrap CHEAP = new Bootstrap(200, 0.95);

    /** Without an interval. */
    private static final Bootstrap NONE = new Bootstrap(1, 0.95);

    private static final int MOST_DECISIONS = 200;

    private final String label;

    Strategy(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** Runs a search on a platform; equal seeds give equal searches. */
    abstract SearchResult search(Platform platform, int knee, long seed);

    private static OptionalInt hint(int knee, long seed) {
        double off = Math.pow(1.6, 2 * new SplittableRandom(seed).nextDouble() - 1);
        return OptionalInt.of((int) Math.max(1, Math.round(knee * off)));
    }

    private static SearchResult hurried(int minutes, Platform platform, int knee, long seed) {
        return ours(findMax(hint(knee, seed)).within(Duration.ofMinutes(minutes)), platform, knee, seed);
    }

    private static Load.FindMax findMax(OptionalInt hint) {
        return new Load.FindMax(1, hint, Platforms.MOST, Load.FindMax.DEFAULT_PRECISION, false);
    }

    private static int tenth(int knee) {
        return (int) Math.max(1, Math.round(knee / 10.0));
    }

    private static SearchResult ours(Load load, Platform platform, int knee, long seed) {
        PlatformRun run = new PlatformRun(platform, seed);
        List<MeasuredPoint> points = new ArrayList<>();
        List<String> path = new ArrayList<>();
        SearchDecision next = next(load, points, run);
        while (!(next instanceof SearchDecision.Done)) {
            if (next instanceof SearchDecision.Measure measure) {
                if (load.fresh()) {
                    run.logOff();
                }
                List<Timing> timings = run.measure(measure.sessions(), measure.brief());
                points.add(point(measure.sessions(), timings, 0, measure.brief(), run, seed));
            } else {
                MeasuredPoint last = points.remove(points.size() - 1);
                points.add(point(last.summary().sessions(), run.extend(), last.extensions() + 1, false, run, seed));
            }
            path.add(words(points.get(points.size() - 1)));
            next = next(load, points, run);
        }
        Capacity capacity = ((SearchDecision.Done) next).capacity();
        return new SearchResult(knee, capacity.sessions(), capacity.interval(), run.minutes(), run.logons(), path);
    }

    private static SearchDecision next(Load load, List<MeasuredPoint> points, PlatformRun run) {
        Duration elapsed = Duration.ofMillis(Math.round(run.minutes() * 60_000));
        return CapacitySearch.next(
                load, points, new SearchContext(CapacitySearch.MAX_EXTENSIONS, PlatformRun.STEADY, elapsed));
    }

    private static MeasuredPoint point(
            int sessions, List<Timing> timings, int extensions, boolean brief, PlatformRun run, long seed) {
        LoadPointSummary summary = Judge.judge(sessions, Set.of(), timings, Thresholds.DEFAULT, CHEAP, seed);
        PointFailure failure = run.failure();
        return new MeasuredPoint(
                failure == null ? summary : summary.failed(failure), extensions, brief, run.cpuShare(), run.times());
    }

    private static SearchResult theirs(int step, Platform platform, int knee, long seed) {
        PlatformRun run = new PlatformRun(platform, seed);
        WeathervaneRules rules = new WeathervaneRules(step, Platforms.MOST);
        List<String> path = new ArrayList<>();
        while (!rules.done() && path.size() < MOST_DECISIONS) {
            List<Timing> timings = rules.initial()
                    ? run.measure(
                            rules.users(),
                            WeathervaneRules.INITIAL_SECONDS / 2,
                            0,
                            WeathervaneRules.INITIAL_SECONDS / 2)
                    : run.measure(
                            rules.users(),
                            WeathervaneRules.RAMP_SECONDS,
                            WeathervaneRules.WARM_UP_SECONDS,
                            WeathervaneRules.MEASURED_SECONDS);
            LoadPointSummary summary = Judge.judge(rules.users(), Set.of(), timings, Thresholds.DEFAULT, NONE, seed);
            path.add(words(new MeasuredPoint(summary, 0)));
            rules.decided(summary.pass());
        }
        return new SearchResult(knee, rules.maximum(), null, run.minutes(), run.logons(), path);
    }

    private static String words(MeasuredPoint point) {
        LoadPointSummary summary = point.summary();
        PointFailure failure = summary.failure();
        if (failure != null) {
            return summary.sessions() + " " + failure.kind().label();
        }
        double furthest = Stream.of(summary.a(), summary.b())
                .mapToDouble(group ->
                        group.p95Ms() / Thresholds.DEFAULT.of(group.group()).toMillis())
                .max()
                .orElseThrow();
        return String.format(Locale.ROOT, "%d%s %.2f", summary.sessions(), point.brief() ? "b" : "", furthest);
    }
}
