package io.deskmeter.agent.authoring;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.yaml.DocumentPlaces;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import io.deskmeter.workload.yaml.WorkloadIds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The folder of workloads to which a workload's folder belongs, and its id below that.
 *
 * @param catalog of the root
 * @param id of the workload
 */
record WorkloadRoot(WorkloadCatalog catalog, String id) {
    /**
     * The nearest folder above it that has profiles, as the root of a library has. Otherwise the id that its document
     * names says where the root is, and without one it is the folder above.
     *
     * @param folder absolute, with a {@code workload.yaml}
     */
    static WorkloadRoot of(Path folder) {
        for (Path above = folder.getParent(); above != null; above = above.getParent()) {
            String id = below(above, folder);
            if (WorkloadIds.isId(id)
                    && (Files.isDirectory(above.resolve("profiles"))
                            || Files.isDirectory(above.resolve("run-profiles"))
                            || id.equals(named(folder)))) {
                return new WorkloadRoot(WorkloadCatalog.open(above), id);
            }
        }
        Path parent = Objects.requireNonNull(folder.getParent(), "a folder of a workload is not the root of the disk");
        return new WorkloadRoot(WorkloadCatalog.open(parent), below(parent, folder));
    }

    private static String below(Path above, Path folder) {
        return above.relativize(folder).toString().replace('\\', '/');
    }

    /** The id in its document; empty if there is none. */
    private static String named(Path folder) {
        try {
            return DocumentPlaces.of(folder.resolve("workload.yaml")).text("id");
        } catch (InvalidDocumentException e) {
            return ""; // The check tells what is wrong with it.
        }
    }
}
