package io.deskmeter.measure.statistics;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Many figures are compared at once, and by chance alone one of twenty differs. The chances are adjusted as Y.
 * Benjamini and Y. Hochberg propose, "Controlling the False Discovery Rate", Journal of the Royal Statistical Society B
 * 57 (1995) 289–300: of equal sides any figure is called different in at most 5 % of comparisons, and where some
 * figures differ, at most 5 % of those that are called so on average do not.
 */
public final class FalseDiscovery {
    private FalseDiscovery() {}

    /**
     * Adjusts the chances of one family.
     *
     * @param chances how probable a difference as large is between equal sides, 0 to 1; NaN where that is not known,
     *     which stays, and counts as one that is not different: a figure that losses made unknown must not make the
     *     others clearer
     * @return in the same order; a figure differs at a level if its adjusted chance is not above the level
     */
    public static double[] adjusted(double[] chances) {
        int[] order = IntStream.range(0, chances.length)
                .filter(i -> !Double.isNaN(chances[i]))
                .boxed()
                .sorted(Comparator.comparingDouble(i -> chances[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = chances.clone();
        double least = 1;
        for (int rank = order.length; rank >= 1; rank--) {
            least = Math.min(least, chances[order[rank - 1]] * chances.length / rank);
            adjusted[order[rank - 1]] = least;
        }
        return adjusted;
    }
}
