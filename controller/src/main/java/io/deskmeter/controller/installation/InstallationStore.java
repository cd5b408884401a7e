package io.deskmeter.controller.installation;

import java.util.List;

/** Keeps what setups of machines have told. Thread-safe. */
public interface InstallationStore {
    /** The newest first. */
    List<Installation> all();

    /**
     * Stores a report in place of the one before of the same setup and host. What it does not name (the agent, the token) stays.
     *
     * @param started when the setup has begun, if this is its first report
     * @param most of machines that have shown this token first
     * @return false if the machine is new and there are as many already; then nothing has changed
     */
    boolean put(Installation report, boolean started, int most);

    /** False if it is unknown. */
    boolean remove(String id);
}
