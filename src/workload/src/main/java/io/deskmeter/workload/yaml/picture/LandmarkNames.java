package io.deskmeter.workload.yaml.picture;

import io.deskmeter.workload.yaml.document.Value;

/** How a document names the pictures that are looked for. */
public interface LandmarkNames {
    /** The name by which conditions and steps look for the picture that the value names; notes a problem if there is none. */
    String read(Value value);
}
