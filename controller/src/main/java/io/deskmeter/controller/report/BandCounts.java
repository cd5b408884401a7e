package io.deskmeter.controller.report;

import io.deskmeter.workload.metric.Band;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many steady samples of a load point lie in which band of their metric. Samples that are not known are in none,
 * and those of failed operations do not exist: the load point's figures count both.
 *
 * @param loadPoint from 1
 * @param within of each band of the metric: samples that lie in it, and in none of those before it
 * @param beyond samples that lie in none
 */
public record BandCounts(int loadPoint, List<Integer> within, int beyond) {
    public BandCounts {
        within = List.copyOf(within);
    }

    /** Counts the samples of all load points, in any order. */
    public static final class Counter {
        private final List<Band> bands;
        private final SortedMap<Integer, int[]> byPoint = new TreeMap<>();

        /** @param bands each within the next one */
        public Counter(List<Band> bands) {
            this.bands = List.copyOf(bands);
        }

        /** Counts a steady sample that is known. */
        public void add(int loadPoint, double value) {
            byPoint.computeIfAbsent(loadPoint, point -> new int[bands.size() + 1])[place(bands, value)]++;
        }

        /** One for each load point that has samples, in their order; none where there are no bands. */
        public List<BandCounts> counts() {
            List<BandCounts> counts = new ArrayList<>();
            if (!bands.isEmpty()) {
                byPoint.forEach((point, count) -> counts.add(new BandCounts(
                        point, Arrays.stream(count, 0, bands.size()).boxed().toList(), count[bands.size()])));
            }
            return counts;
        }
    }

    /** The number of the first band that contains a value; that of bands where none does. */
    static int place(List<Band> bands, double value) {
        for (int i = 0; i < bands.size(); i++) {
            if (bands.get(i).contains(value)) {
                return i;
            }
        }
        return bands.size();
    }
}
