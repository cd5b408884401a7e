package io.deskmeter.controller.web.profile;

import io.deskmeter.workload.yaml.WorkloadCatalog;
import io.swagger.v3.oas.annotations.media.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an iteration of each workload costs: the result of {@code bench workloads} in the folder of workloads. */
@Component
final class WorkloadCosts {
    private static final Logger LOG = LoggerFactory.getLogger(WorkloadCosts.class);

    /** As {@code ./deskmeter bench workloads --out workloads} writes it. */
    private static final String FILE = "bench-workloads.json";

    private final Path file;

    WorkloadCosts(WorkloadCatalog catalog) {
        this.file = catalog.folder().resolve(FILE);
    }

    /**
     * The cost of a workload on the machine of a session, without the agent.
     *
     * @param cpuSecondsPerIteration of all processes of the session
     * @param mbPerSession the largest memory of these processes, as proportional set size
     * @param readMb from the disk, in an iteration
     * @param writtenMb to the disk, in an iteration
     * @param wireMb display protocol that the desktop sent to the built-in RFB client, in an iteration
     * @param machine on which that was measured
     */
    @Schema(name = "WorkloadCost")
    record WorkloadCost(
            double cpuSecondsPerIteration,
            double mbPerSession,
            double readMb,
            double writtenMb,
            double wireMb,
            String machine) {}

    /** By the workload's id; without those that were not measured, and empty without a readable file. */
    Map<String, WorkloadCost> all() {
        Map<String, WorkloadCost> costs = new TreeMap<>();
        try {
            JsonNode bench = JsonMapper.shared().readTree(Files.readAllBytes(file));
            String machine = bench.at("/machine/cpu").asString() + ", "
                    + bench.at("/machine/cores").asInt() + " cores";
            for (JsonNode row : bench.at("/rows")) {
                costs.put(row.at("/workload").asString(), cost(row, machine));
            }
        } catch (NoSuchFileException e) {
            return Map.of();
        } catch (IOException | JacksonException e) {
            LOG.warn(
                    "workloads: their costs are not shown: {} (expected: the file that `bench workloads` writes): {}",
                    file,
                    e.toString());
            return Map.of();
        }
        return costs;
    }

    private static WorkloadCost cost(JsonNode row, String machine) {
        return new WorkloadCost(
                row.at("/cpuSecondsPerIteration").doubleValue(),
                row.at("/mbPerSession").doubleValue(),
                row.at("/readMb").doubleValue(),
                row.at("/writtenMb").doubleValue(),
                row.at("/wireMb").doubleValue(),
                machine);
    }
}
