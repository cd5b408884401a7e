package io.deskmeter.controller.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.time.Duration;
import java.util.function.ToDoubleFunction;

/** Makes meters as {@link ControllerMeter} lists them. */
public final class Meters {
    /**
     * Bounds of histogram buckets, for shares such as the 99 % of a mailbox's delays: buckets can be added over
     * controllers, percentiles cannot.
     */
    private static final Duration[] BOUNDS = {
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5)
    };

    private Meters() {}

    /** A timer with buckets. */
    public static Timer.Builder timer(ControllerMeter meter, String... tags) {
        return Timer.builder(meter.id())
                .description(meter.description())
                .serviceLevelObjectives(BOUNDS)
                .tags(tags);
    }

    /** A counter. */
    public static Counter.Builder counter(ControllerMeter meter, String... tags) {
        return Counter.builder(meter.id()).description(meter.description()).tags(tags);
    }

    /** A counter of what something else counts. */
    public static <T> FunctionCounter.Builder<T> count(
            ControllerMeter meter, T of, ToDoubleFunction<T> value, String... tags) {
        return FunctionCounter.builder(meter.id(), of, value)
                .description(meter.description())
                .tags(tags);
    }

    public static <T> Gauge.Builder<T> gauge(ControllerMeter meter, T of, ToDoubleFunction<T> value, String... tags) {
        Gauge.Builder<T> gauge = Gauge.builder(meter.id(), of, value)
                .description(meter.description())
                .tags(tags);
        boolean bytes = meter == ControllerMeter.STORE_SIZE || meter == ControllerMeter.DISK_FREE;
        return bytes ? gauge.baseUnit(BaseUnits.BYTES) : gauge;
    }
}
