package io.deskmeter.controller.store.run;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.yaml.RunProfiles;
import org.jspecify.annotations.Nullable;

/** The profile of a stored run, parsed when it is first asked for: lists of runs do not need it. Thread-safe. */
public final class StoredProfile {
    private final String run;
    private final String yaml;
    private volatile @Nullable RunProfile parsed;

    /**
     * That of a run.
     *
     * @param run id, for messages
     * @param yaml self-contained
     */
    public StoredProfile(String run, String yaml) {
        this.run = run;
        this.yaml = yaml;
    }

    /** As it was stored. */
    public String yaml() {
        return yaml;
    }

    /**
     * Parsed.
     *
     * @throws IllegalStateException if this version cannot read it
     */
    public RunProfile profile() {
        RunProfile known = parsed;
        if (known == null) {
            known = parse();
            parsed = known;
        }
        return known;
    }

    private RunProfile parse() {
        try {
            return RunProfiles.parseSelfContained(run, yaml);
        } catch (InvalidDocumentException e) {
            throw new IllegalStateException("run " + run + ": its stored profile cannot be read", e);
        }
    }
}
