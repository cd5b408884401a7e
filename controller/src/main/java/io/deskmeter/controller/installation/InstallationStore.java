package io.deskmeter.controller.installation;

import java.util.List;

/** Keeps what setups of machines have told. Thread-safe. */
public interface InstallationStore {
    /** The newest first. */
    List<Installation> all();

    /**
     * Stores a report in place of the one before of the same setup, host and agent, or of that setup and host before it
     * was an agent. One that is older than the stored one of its attempt changes nothing.
     *
     * @param mayJoin whether the machine has shown a token with which it may still join: then it may be one that was an
     *     agent before
     * @param most of machines that have shown this token first, or this certificate
     * @return false if the machine is new and there are as many already; then nothing has changed
     */
    boolean put(Installation report, boolean mayJoin, int most);

    /** False if it is unknown. */
    boolean remove(String id);

    /** The names of the machines that are expected, sorted; empty if nobody has said which. */
    List<String> expected();

    /** In place of those before, all or nothing. */
    void expect(List<String> names);
}
