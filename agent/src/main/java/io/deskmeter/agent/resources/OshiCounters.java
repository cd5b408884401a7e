package io.deskmeter.agent.resources;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.GlobalMemory;
import oshi.hardware.HWDiskStore;
import oshi.hardware.NetworkIF;
import oshi.software.os.OSProcess;

/**
 * Counters through OSHI; CPU time of the process from the Java runtime, which counts nanoseconds, while OSHI counts
 * milliseconds.
 */
public final class OshiCounters implements SystemCounters {
    private static final Pattern LAYERED = Pattern.compile("/(dm-|md|loop|ram|zram)[0-9]");

    private final CentralProcessor processor;
    private final GlobalMemory memory;
    private final List<HWDiskStore> disks;
    private final List<NetworkIF> networks;
    private final OSProcess self;
    private final OperatingSystemMXBean runtime = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    public OshiCounters() {
        SystemInfo system = new SystemInfo();
        this.processor = system.getHardware().getProcessor();
        this.memory = system.getHardware().getMemory();
        // Volumes of several disks and loop devices are skipped, because their disks count the same bytes.
        this.disks = system.getHardware().getDiskStores().stream()
                .filter(disk -> !LAYERED.matcher(disk.getName()).find())
                .toList();
        this.networks = system.getHardware().getNetworkIFs();
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
    public Traffic traffic() {
        long read = 0;
        long written = 0;
        for (HWDiskStore disk : disks) {
            if (disk.updateAttributes()) {
                read += disk.getReadBytes();
                written += disk.getWriteBytes();
            }
        }
        long received = 0;
        long sent = 0;
        for (NetworkIF network : networks) {
            if (network.updateAttributes()) {
                received += network.getBytesRecv();
                sent += network.getBytesSent();
            }
        }
        return new Traffic(read, written, received, sent);
    }

    @Override
    public int cores() {
        return processor.getLogicalProcessorCount();
    }
}
