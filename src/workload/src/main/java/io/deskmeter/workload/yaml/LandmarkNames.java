package io.deskmeter.workload.yaml;

/** How a document names the pictures that are looked for. */
interface LandmarkNames {
    /** The name by which conditions and steps look for the picture that the value names; notes a problem if there is none. */
    String read(Value value);
}
