package io.deskmeter.agent.health;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Objects;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.GlobalMemory;
import oshi.software.os.OSProcess;

/** Counters through OSHI; CPU time of the process from the Java runtime, which counts nanoseconds where OSHI counts milliseconds. */
public final class OshiProbe implements Probe {
    private final CentralProcessor processor;
    private final GlobalMemory memory;
    private final OSProcess self;
    private final OperatingSystemMXBean runtime = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    public OshiProbe() {
        SystemInfo system = new SystemInfo();
        this.processor = system.getHardware().getProcessor();
        this.memory = system.getHardware().getMemory();
        this.self = Objects.requireNonNull(
                system.getOperatingSystem()
                        .getProcess((int) ProcessHandle.current().pid()),
                "own process");
    }

    @Override
    public CpuTicks cpu() {
        long[] ticks = processor.getSystemCpuLoadTicks();
        long total = Arrays.stream(ticks).sum();
        return new CpuTicks(total - ticks[TickType.IDLE.getIndex()] - ticks[TickType.IOWAIT.getIndex()], total);
    }

    @Override
    public long memoryTotalBytes() {
        return memory.getTotal();
    }

    @Override
    public long memoryAvailableBytes() {
        return memory.getAvailable();
    }

    @Override
    public long processCpuNanos() {
        return runtime.getProcessCpuTime();
    }

    @Override
    public long processResidentBytes() {
        self.updateAttributes();
        return self.getResidentMemory();
    }

    @Override
    public int cores() {
        return processor.getLogicalProcessorCount();
    }
}
