package io.deskmeter.bench.vision;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Times of one case; quantiles by nearest rank. */
final class Times {
    private final List<Long> nanos = new ArrayList<>();

    void add(long time) {
        nanos.add(time);
    }

    void addAll(Times others) {
        nanos.addAll(others.nanos);
    }

    void clear() {
        nanos.clear();
    }

    /** In milliseconds; null if nothing was timed. */
    @Nullable
    Double quantile(double share) {
        if (nanos.isEmpty()) {
            return null;
        }
        List<Long> sorted = nanos.stream().sorted().toList();
        return sorted.get(Math.max(0, (int) Math.ceil(share * sorted.size()) - 1)) / 1e6;
    }

    void putInto(Map<String, @Nullable Object> row) {
        row.put("p50Ms", quantile(0.5));
        row.put("p99Ms", quantile(0.99));
    }
}
