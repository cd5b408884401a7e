package io.deskmeter.workload;

import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Handler;
import java.nio.file.Path;
import java.util.List;

/**
 * One application and what a person does with it.
 *
 * @param id its folder below the workload root, {@code office/writer}
 * @param title for people
 * @param description what its operations do, in a sentence or two; may be empty
 * @param application how it is started, per platform
 * @param operations in the order in which they are worked, never empty
 * @param metrics what is measured beside responses, in the order of the file; ids are unique
 * @param packages Debian packages that its Linux command needs
 * @param handlers what is done about windows that may come at any time
 * @param folder absolute; holds {@code workload.yaml}, {@code content/} and {@code landmarks/}
 * @param checksum SHA-256 over all files of the folder, hexadecimal: two machines with equal checksums run the same
 *     workload
 */
public record Workload(
        String id,
        String title,
        String description,
        Application application,
        List<Operation> operations,
        List<Metric> metrics,
        List<String> packages,
        List<Handler> handlers,
        Path folder,
        String checksum) {
    public Workload {
        handlers = List.copyOf(handlers);
        operations = List.copyOf(operations);
        metrics = List.copyOf(metrics);
        packages = List.copyOf(packages);
    }

    /** The same with other operations. */
    public Workload withOperations(List<Operation> others) {
        return new Workload(id, title, description, application, others, metrics, packages, handlers, folder, checksum);
    }

    /** The same with other handlers. */
    public Workload withHandlers(List<Handler> others) {
        return new Workload(
                id, title, description, application, operations, metrics, packages, others, folder, checksum);
    }

    /** One without handlers. */
    public Workload(
            String id,
            String title,
            String description,
            Application application,
            List<Operation> operations,
            List<Metric> metrics,
            List<String> packages,
            Path folder,
            String checksum) {
        this(id, title, description, application, operations, metrics, packages, List.of(), folder, checksum);
    }

    /** One that measures responses only, and names no packages. */
    public Workload(
            String id,
            String title,
            String description,
            Application application,
            List<Operation> operations,
            Path folder,
            String checksum) {
        this(id, title, description, application, operations, List.of(), List.of(), folder, checksum);
    }
}
