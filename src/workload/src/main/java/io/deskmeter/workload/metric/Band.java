package io.deskmeter.workload.metric;

/**
 * A range of values that a publication names, such as those that nobody notices.
 *
 * @param title for people: {@code good}
 * @param low lower end in the unit of the metric; it belongs to the band
 * @param high upper end, which belongs to it, above {@code low}
 * @param source the publication
 */
public record Band(String title, double low, double high, String source) {
    public Band {
        if (!(low < high)) {
            throw new IllegalArgumentException(
                    "band " + title + ": " + low + " to " + high + " (expected: low < high)");
        }
    }

    /** Whether a value lies in it. */
    public boolean contains(double value) {
        return low <= value && value <= high;
    }
}
