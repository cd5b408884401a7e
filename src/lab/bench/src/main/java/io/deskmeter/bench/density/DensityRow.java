package io.deskmeter.bench.density;

import io.deskmeter.bench.process.ProcessTree;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row.
 *
 * @param sessions that were requested
 * @param probes whether quiet screens are probed
 * @param measured null if nothing could be measured
 * @param note remarks; empty if there are none
 */
record DensityRow(
        ViewerKind viewer,
        int sessions,
        boolean probes,
        @Nullable Measured measured,
        String note) {
    private static final double MS = 1e6;
    private static final double MB = 1 << 20;

    /**
     * The measurements of a window.
     *
     * @param seconds the window's length
     * @param cpu of the agent's process with its child processes, in nanoseconds; separately, that of xrdp
     * @param pss of the same at the window's end, in bytes
     * @param serverCpu of the server process, in nanoseconds
     * @param machinePct CPU of the whole machine, of all its cores
     */
    record Measured(
            WatchFigures figures,
            double seconds,
            ProcessTree.Sum cpu,
            ProcessTree.Sum pss,
            long serverCpu,
            double machinePct) {}

    double cpuMsPerSessionSecond() {
        return measured == null ? Double.NaN : perSessionSecond(measured, measured.cpu.own());
    }

    double pssMbPerSession() {
        return measured == null ? Double.NaN : measured.pss.own() / MB / measured.figures.watching();
    }

    /** @param rfb the row of as many sessions through RFB, null if there is none */
    Map<String, @Nullable Object> toMap(@Nullable DensityRow rfb) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("viewer", viewer.word());
        row.put("sessions", sessions);
        row.put("probes", probes);
        Measured m = measured;
        row.put("cpuMsPerSessionSecond", m == null ? null : cpuMsPerSessionSecond());
        row.put("pssMbPerSession", m == null ? null : pssMbPerSession());
        row.put("cpuTimesRfb", rfb == null ? null : ratio(cpuMsPerSessionSecond(), rfb.cpuMsPerSessionSecond()));
        row.put("pssTimesRfb", rfb == null ? null : ratio(pssMbPerSession(), rfb.pssMbPerSession()));
        row.put("sessionsWatching", m == null ? null : m.figures.watching());
        row.put("updatesPerSecond", m == null ? null : m.figures.updatesPerSecond());
        row.put("probesPerSessionSecond", m == null ? null : m.figures.probesPerSecond());
        row.put("lateFrames", m == null ? null : m.figures.late());
        row.put("missedUpdates", m == null ? null : m.figures.missed());
        row.put("lagP99Ms", m == null ? null : lagMs(m.figures.lagP99Nanos()));
        row.put("lagMaxMs", m == null ? null : lagMs(m.figures.lagMaxNanos()));
        row.put("unreadableFrames", m == null ? null : m.figures.unreadable());
        row.put("machineCpuPct", m == null ? null : m.machinePct);
        row.put("serverCpuMsPerSessionSecond", m == null ? null : perSessionSecond(m, m.serverCpu));
        row.put("xrdpCpuMsPerSessionSecond", m == null ? null : perSessionSecond(m, m.cpu.apart()));
        row.put("xrdpPssMbPerSession", m == null ? null : m.pss.apart() / MB / m.figures.watching());
        row.put("note", note);
        return row;
    }

    private static double perSessionSecond(Measured m, long nanos) {
        return nanos / MS / m.seconds / m.figures.watching();
    }

    private static @Nullable Double lagMs(long nanos) {
        return nanos < 0 ? null : nanos / MS;
    }

    private static @Nullable Double ratio(double figure, double of) {
        return Double.isFinite(figure / of) ? figure / of : null;
    }
}
