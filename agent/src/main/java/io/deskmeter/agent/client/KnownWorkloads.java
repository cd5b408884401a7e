package io.deskmeter.agent.client;

import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.util.Map;

/** The workloads that this agent has told the controller of, as they were when it last looked. Thread-safe. */
final class KnownWorkloads {
    private final WorkloadCatalog catalog;
    private long stamp;
    private Map<String, String> checksums;

    KnownWorkloads(WorkloadCatalog catalog) {
        this.catalog = catalog;
        this.stamp = catalog.stamp();
        this.checksums = catalog.checksums();
    }

    /** By id. */
    synchronized Map<String, String> checksums() {
        return checksums;
    }

    /**
     * Looks again, which reads the files only if one was written; returns whether there are other workloads than
     * before.
     */
    synchronized boolean haveChanged() {
        long now = catalog.stamp();
        if (now == stamp) {
            return false;
        }
        Map<String, String> read = catalog.checksums();
        boolean changed = !read.equals(checksums);
        stamp = now;
        checksums = read;
        return changed;
    }
}
