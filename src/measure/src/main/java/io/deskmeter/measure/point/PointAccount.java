package io.deskmeter.measure.point;

import io.deskmeter.measure.timing.Ending;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a load point planned, and how each of it ended: one line for the operations of each group, one for each metric,
 * one for the logons. All figures of the load point come from the same entries, so they add up to these lines.
 *
 * @param lines groups A, B and C first, then metrics in the order of the workloads, then logons; a line of which
 *     nothing was planned is left out
 */
public record PointAccount(List<Line> lines) {
    /** The line of logons. */
    public static final String LOGONS = "logon";

    /** Of a point of which nothing is known. */
    public static final PointAccount EMPTY = new PointAccount(List.of());

    public PointAccount {
        lines = List.copyOf(lines);
    }

    /**
     * What was planned of one kind.
     *
     * @param of {@code A}, {@code B}, {@code C}, the id of a metric, or {@code logon}
     * @param planned how many
     * @param endings how many of them ended how; every ending has an entry, and all together are {@code planned}
     */
    public record Line(String of, int planned, Map<Ending, Integer> endings) {
        public Line {
            endings = Collections.unmodifiableMap(complete(endings));
            int sum = endings.values().stream().mapToInt(Integer::intValue).sum();
            if (sum != planned) {
                throw new IllegalArgumentException("account of " + of + ": " + sum + " ended " + endings
                        + " (expected: " + planned + ", as many as were planned)");
            }
        }

        private static Map<Ending, Integer> complete(Map<Ending, Integer> some) {
            Map<Ending, Integer> all = new EnumMap<>(Ending.class);
            for (Ending ending : Ending.values()) {
                all.put(ending, some.getOrDefault(ending, 0));
            }
            return all;
        }

        /** How many ended so. */
        public int count(Ending ending) {
            return endings.getOrDefault(ending, 0);
        }

        /** How many are the platform's losses. */
        public int losses() {
            return endings.entrySet().stream()
                    .filter(entry -> entry.getKey().isLoss())
                    .mapToInt(Map.Entry::getValue)
                    .sum();
        }

        /** Of how many the value is not known. */
        public int open() {
            return count(Ending.NOT_DELIVERED) + count(Ending.UNKNOWN);
        }
    }

    /** The line of that kind; empty if nothing of it was planned. */
    public Optional<Line> line(String of) {
        return lines.stream().filter(line -> line.of().equals(of)).findFirst();
    }

    /** How many of that kind ended so; 0 if nothing of it was planned. */
    public int count(String of, Ending ending) {
        return line(of).map(line -> line.count(ending)).orElse(0);
    }

    /** Collects lines. Not thread-safe. */
    public static final class Builder {
        private final Map<String, Map<Ending, Integer>> lines = new LinkedHashMap<>();
        private final Map<String, Integer> planned = new LinkedHashMap<>();

        /** So many of that kind were planned. */
        public void plan(String of, int count) {
            planned.merge(of, count, Integer::sum);
        }

        /** So many of that kind ended so. */
        public void add(String of, Ending ending, int count) {
            if (count != 0) {
                lines.computeIfAbsent(of, kind -> new EnumMap<>(Ending.class)).merge(ending, count, Integer::sum);
            }
        }

        public PointAccount build() {
            List<Line> built = new ArrayList<>();
            planned.forEach((of, count) -> {
                if (count > 0 || lines.containsKey(of)) {
                    built.add(new Line(of, count, lines.getOrDefault(of, Map.of())));
                }
            });
            return new PointAccount(built);
        }
    }
}
