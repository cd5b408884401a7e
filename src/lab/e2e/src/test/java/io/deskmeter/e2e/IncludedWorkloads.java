package io.deskmeter.e2e;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.util.List;

/** The included workloads. */
final class IncludedWorkloads {
    /** Names some of them, separated by commas, for a test of each. */
    private static final String CHOSEN = "deskmeter.workloads";

    private IncludedWorkloads() {}

    private static WorkloadCatalog catalog() {
        return WorkloadCatalog.open(Program.HOME.resolve("workloads"));
    }

    static List<String> ids() {
        return catalog().ids();
    }

    /** All of them, unless {@value #CHOSEN} names some. */
    static List<String> chosen() {
        String chosen = System.getProperty(CHOSEN, "");
        return chosen.isEmpty() ? ids() : List.of(chosen.split(",", -1));
    }

    static Workload load(String id) throws InvalidDocumentException {
        return catalog().load(id);
    }
}
