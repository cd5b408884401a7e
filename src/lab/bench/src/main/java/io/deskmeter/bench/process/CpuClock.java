package io.deskmeter.bench.process;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/** CPU time of the calling thread in nanoseconds. */
public final class CpuClock implements LongSupplier {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    @Override
    public long getAsLong() {
        return threads.getCurrentThreadCpuTime();
    }
}
