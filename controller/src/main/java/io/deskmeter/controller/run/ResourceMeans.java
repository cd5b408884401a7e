package io.deskmeter.controller.run;

/** What the machines were busy with while a window was open. Owned by the run's mailbox. */
final class ResourceMeans {
    private static final double MIB = 1024.0 * 1024.0;

    private int samples;
    private double hostCpu;
    private double hostCpuMax;
    private double harnessCpu;
    private double memoryUsed;
    private double memoryTotal;
    private double harnessMemory;
    private double diskRead;
    private double diskWritten;
    private double networkReceived;
    private double networkSent;

    void add(ResourceFact fact) {
        samples++;
        hostCpu += fact.hostCpuPercent();
        hostCpuMax = Math.max(hostCpuMax, fact.hostCpuPercent());
        harnessCpu += fact.harnessCpuPercent();
        memoryUsed += fact.memoryUsedBytes() / MIB;
        memoryTotal = Math.max(memoryTotal, fact.memoryTotalBytes() / MIB);
        harnessMemory += fact.harnessMemoryBytes() / MIB;
        diskRead += fact.diskReadBytesPerSecond() / MIB;
        diskWritten += fact.diskWrittenBytesPerSecond() / MIB;
        networkReceived += fact.networkReceivedBytesPerSecond() / MIB;
        networkSent += fact.networkSentBytesPerSecond() / MIB;
    }

    void clear() {
        samples = 0;
        hostCpu = 0;
        hostCpuMax = 0;
        harnessCpu = 0;
        memoryUsed = 0;
        memoryTotal = 0;
        harnessMemory = 0;
        diskRead = 0;
        diskWritten = 0;
        networkReceived = 0;
        networkSent = 0;
    }

    /** The figures so far. */
    PointResources view() {
        int divisor = Math.max(1, samples);
        return new PointResources(
                samples,
                hostCpu / divisor,
                hostCpuMax,
                memoryUsed / divisor,
                memoryTotal,
                harnessCpu / divisor,
                harnessMemory / divisor,
                diskRead / divisor,
                diskWritten / divisor,
                networkReceived / divisor,
                networkSent / divisor);
    }
}
