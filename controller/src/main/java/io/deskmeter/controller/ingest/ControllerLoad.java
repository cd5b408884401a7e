package io.deskmeter.controller.ingest;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** The CPU usage of this process; part of the harness if its machine is under test. Thread-safe. */
@Component
public final class ControllerLoad {
    private static final long SHORTEST_NANOS = 900_000_000L;

    private final LongSupplier nanoTime;
    private final LongSupplier cpuNanos;
    private final int processors;
    private final String host;
    private long sampledAt;
    private long sampledCpu;
    private double percent;

    @Autowired
    ControllerLoad(LongSupplier nanoTime) {
        this(nanoTime, ControllerLoad::processCpuNanos, Runtime.getRuntime().availableProcessors(), hostName());
    }

    ControllerLoad(LongSupplier nanoTime, LongSupplier cpuNanos, int processors, String host) {
        this.nanoTime = nanoTime;
        this.cpuNanos = cpuNanos;
        this.processors = processors;
        this.host = host;
        this.sampledAt = nanoTime.getAsLong();
        this.sampledCpu = cpuNanos.getAsLong();
    }

    /** Percent of all cores since about a second ago, 0 if the agent's host is another machine. */
    synchronized double cpuPercentOn(String agentHost) {
        if (!agentHost.equals(host)) {
            return 0;
        }
        long now = nanoTime.getAsLong();
        if (now - sampledAt >= SHORTEST_NANOS) {
            long cpu = cpuNanos.getAsLong();
            percent = 100.0 * (cpu - sampledCpu) / (now - sampledAt) / processors;
            sampledAt = now;
            sampledCpu = cpu;
        }
        return percent;
    }

    private static long processCpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean bean
                ? Math.max(0, bean.getProcessCpuTime())
                : 0;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
