package io.deskmeter.bench.hostile;

import io.deskmeter.bench.controller.ControllerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Uses a controller as it is meant, once a second: a request of this machine, and a log-in at the port for HTTPS.
 * Thread-safe.
 */
final class HonestUse {
    private static final Logger LOG = LoggerFactory.getLogger(HonestUse.class);

    private final ControllerProcess controller;
    private final ScheduledExecutorService second = Executors.newSingleThreadScheduledExecutor();
    private final List<HostileSample> samples = new ArrayList<>();
    private String phase = "";

    HonestUse(ControllerProcess controller) {
        this.controller = controller;
    }

    /**
     * Begins.
     *
     * @param path of the request
     */
    void begin(HonestPerson person, String path) {
        var unused = second.scheduleWithFixedDelay(() -> look(person, path), 0, 1, TimeUnit.SECONDS);
    }

    /** Another phase begins. */
    synchronized void phase(String name) {
        phase = name;
    }

    /** A phase in which nothing else happens. */
    void phase(String name, Duration time) throws InterruptedException {
        phase(name);
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }

    /** Ends; once more is the same as once. */
    void end() {
        second.shutdownNow();
    }

    private interface Use {
        void use() throws IOException, InterruptedException;
    }

    private void look(HonestPerson person, String path) {
        String now;
        synchronized (this) {
            now = phase;
        }
        Double rest = millis(() -> controller.api().get(path));
        Double login = null;
        try {
            login = person.logInMillis();
        } catch (IOException e) {
            LOG.warn("log-in: {}", e.toString());
        }
        if (second.isShutdown()) {
            return;
        }
        long bytes = 0;
        try {
            bytes = controller.tree().pssBytes().own();
        } catch (IOException e) {
            LOG.warn("memory of the controller: {}", e.toString());
        }
        synchronized (this) {
            samples.add(new HostileSample(now, System.nanoTime(), bytes, rest, login));
        }
    }

    private static @Nullable Double millis(Use use) {
        long start = System.nanoTime();
        try {
            use.use();
            return (System.nanoTime() - start) / 1e6;
        } catch (IOException e) {
            LOG.warn("request: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return null;
    }

    /** One for each phase. */
    synchronized List<Map<String, @Nullable Object>> rows() {
        Set<String> phases = new LinkedHashSet<>();
        samples.forEach(sample -> phases.add(sample.phase()));
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (String name : phases) {
            List<HostileSample> of = samples.stream()
                    .filter(sample -> sample.phase().equals(name))
                    .toList();
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            row.put("phase", name);
            row.put("looks", of.size());
            row.put(
                    "memoryMbMax",
                    round(of.stream()
                            .mapToDouble(HostileSample::megabytes)
                            .max()
                            .orElse(0)));
            figures(row, "rest", of, HostileSample::restMillis);
            figures(row, "login", of, HostileSample::loginMillis);
            rows.add(row);
        }
        return rows;
    }

    private static void figures(
            Map<String, @Nullable Object> row,
            String what,
            List<HostileSample> samples,
            Function<HostileSample, @Nullable Double> of) {
        List<Double> times = times(samples, of);
        row.put(what + "Failed", samples.size() - times.size());
        row.put(what + "MsMedian", times.isEmpty() ? null : round(times.get(times.size() / 2)));
        row.put(what + "MsMax", times.isEmpty() ? null : round(times.get(times.size() - 1)));
    }

    private static List<Double> times(List<HostileSample> samples, Function<HostileSample, @Nullable Double> of) {
        List<Double> times = new ArrayList<>();
        for (HostileSample sample : samples) {
            Double time = of.apply(sample);
            if (time != null) {
                times.add(time);
            }
        }
        times.sort(null);
        return times;
    }

    private static double round(double value) {
        return Math.round(value * 10) / 10.0;
    }

    /** Memory over time. */
    synchronized void figures(Map<String, @Nullable Object> result) {
        result.put("memoryMbMax", round(highest()));
        result.put(
                "memoryMbEachSecond",
                samples.stream().map(sample -> Math.round(sample.megabytes())).toList());
    }

    private double highest() {
        return samples.stream().mapToDouble(HostileSample::megabytes).max().orElse(0);
    }

    /** What is not as promised; empty if all is. */
    synchronized List<String> notAsPromised() {
        List<String> broken = new ArrayList<>();
        if (highest() > HostileBounds.MEMORY_MB) {
            broken.add("memory: " + round(highest()) + " MB (expected: at most " + HostileBounds.MEMORY_MB + ")");
        }
        answers(broken, "requests", HostileSample::restMillis);
        answers(broken, "log-ins", HostileSample::loginMillis);
        return broken;
    }

    private void answers(List<String> broken, String what, Function<HostileSample, @Nullable Double> of) {
        List<Double> times = times(samples, of);
        if (times.size() < samples.size() || times.isEmpty()) {
            broken.add(
                    what + ": " + (samples.size() - times.size()) + " of " + samples.size() + " failed (expected: 0)");
        }
        if (!times.isEmpty() && times.get(times.size() - 1) > HostileBounds.ANSWER_MILLIS) {
            broken.add(what + ": the slowest took " + round(times.get(times.size() - 1)) + " ms (expected: at most "
                    + HostileBounds.ANSWER_MILLIS + ")");
        }
    }
}
