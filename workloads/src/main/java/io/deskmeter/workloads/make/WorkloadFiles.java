package io.deskmeter.workloads.make;

import io.deskmeter.workloads.make.picture.Picture;
import java.util.Map;
import java.util.TreeMap;

/** The made files of one workload, by their path below the workload root. */
final class WorkloadFiles {
    private final String id;
    private final Map<String, byte[]> files = new TreeMap<>();

    WorkloadFiles(String id) {
        this.id = id;
    }

    void content(String name, byte[] bytes) {
        files.put(id + "/content/" + name, bytes);
    }

    void landmark(String name, Picture picture) {
        files.put(id + "/landmarks/" + name + ".png", picture.png());
    }

    Map<String, byte[]> all() {
        return files;
    }
}
