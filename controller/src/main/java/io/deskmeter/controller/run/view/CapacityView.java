package io.deskmeter.controller.run.view;

import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.statistics.Interval;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The capacity in a form for JSON.
 *
 * @param sessions largest load point that passed
 * @param low lower end of the interval
 * @param high upper end, null if no load point failed
 * @param thresholdBroken false if the load asked for ended the search
 * @param reason one sentence without a full stop
 */
@Schema(name = "Capacity")
public record CapacityView(int sessions, int low, @Nullable Integer high, boolean thresholdBroken, String reason) {

    /** The view of a capacity. */
    public static CapacityView of(Capacity capacity) {
        double high = capacity.interval().high();
        return new CapacityView(
                capacity.sessions(),
                (int) capacity.interval().low(),
                Double.isInfinite(high) ? null : Integer.valueOf((int) high),
                capacity.thresholdBroken(),
                capacity.reason());
    }

    /** The capacity of this view. */
    public Capacity capacity() {
        double upper = high == null ? Double.POSITIVE_INFINITY : high;
        return new Capacity(sessions, new Interval(low, upper), thresholdBroken, reason);
    }
}
