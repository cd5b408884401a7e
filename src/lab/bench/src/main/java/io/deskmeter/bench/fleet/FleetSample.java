package io.deskmeter.bench.fleet;

import io.deskmeter.bench.controller.ControllerProcess;
import io.deskmeter.bench.controller.EventReader;
import io.deskmeter.bench.process.ProcessTree;
import io.deskmeter.bench.sim.agent.SimAgent;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A sample of the controller and the agents.
 *
 * @param at monotonic nanoseconds
 * @param controllerCpuNanos so far
 * @param controllerBytes proportional set size
 * @param heapUsedBytes of the controller, garbage included
 * @param heapLiveBytes the heap after the last full collection; 0 before the first
 * @param agentsCpuNanos of all agents so far
 * @param snapshot the newest; null before the first
 */
record FleetSample(
        long at,
        long controllerCpuNanos,
        long controllerBytes,
        long heapUsedBytes,
        long heapLiveBytes,
        long agentsCpuNanos,
        @Nullable JsonNode snapshot) {

    static FleetSample take(ControllerProcess controller, List<SimAgent> agents, EventReader events)
            throws IOException, InterruptedException {
        ProcessTree tree = controller.tree();
        // Synthetic sessions are part of this process.
        long agentsCpu = agents.isEmpty()
                ? new ProcessTree(ProcessHandle.current(), "").cpuNanos().own()
                        - tree.cpuNanos().own()
                : 0;
        for (SimAgent agent : agents) {
            agentsCpu += agent.tree().cpuNanos().own();
        }
        String newest = events.newest();
        return new FleetSample(
                System.nanoTime(),
                tree.cpuNanos().own(),
                tree.pssBytes().own(),
                bytes(controller, "jvm.memory.used?tag=area:heap"),
                bytes(controller, "jvm.gc.live.data.size"),
                agentsCpu,
                newest == null ? null : JsonMapper.shared().readTree(newest));
    }

    private static long bytes(ControllerProcess controller, String meter) throws IOException, InterruptedException {
        return controller
                .api()
                .actuator("metrics/" + meter)
                .at("/measurements/0/value")
                .asLong();
    }

    int timings() {
        return snapshot == null ? 0 : snapshot.at("/counts/timings").asInt();
    }

    String state() {
        return snapshot == null ? "" : snapshot.at("/state").asString();
    }

    private int sessions(String phase) {
        int count = 0;
        if (snapshot != null) {
            for (JsonNode session : snapshot.at("/sessions")) {
                count += session.at("/state").asString().equals(phase) ? 1 : 0;
            }
        }
        return count;
    }

    /** Percentages are of one core. */
    Map<String, @Nullable Object> row(FleetSample first, FleetSample before) {
        double seconds = (at - before.at) / 1e9;
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("second", Math.round((at - first.at) / 1e9));
        row.put("state", state());
        row.put("working", sessions("working"));
        row.put("timings", timings());
        row.put("timingsPerSecond", round((timings() - before.timings()) / seconds));
        row.put("controllerCpuPct", round((controllerCpuNanos - before.controllerCpuNanos) / 1e7 / seconds));
        row.put("controllerPssMb", round(controllerBytes / (double) (1 << 20)));
        row.put("controllerHeapUsedMb", round(heapUsedBytes / (double) (1 << 20)));
        row.put("controllerHeapLiveMb", round(heapLiveBytes / (double) (1 << 20)));
        row.put("agentsCpuPct", round((agentsCpuNanos - before.agentsCpuNanos) / 1e7 / seconds));
        return row;
    }

    static double round(double value) {
        return Math.round(value * 10) / 10.0;
    }
}
