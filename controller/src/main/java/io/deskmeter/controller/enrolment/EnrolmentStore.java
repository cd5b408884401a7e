package io.deskmeter.controller.enrolment;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Keeps join tokens and the machines that have joined. Thread-safe. */
public interface EnrolmentStore {
    void add(JoinTokenRecord token);

    List<JoinTokenRecord> tokens();

    Optional<JoinTokenRecord> token(String secretHash);

    /** Ends a token; false if there is none of this id. */
    boolean withdraw(String id);

    /**
     * Spends a token and stores the machine, both or nothing.
     *
     * @return false if the token is missing, spent, expired or withdrawn; then nothing has changed
     */
    boolean join(String secretHash, EnrolledAgent agent);

    List<EnrolledAgent> agents();

    /** The fingerprint of this controller's authority, by which machines that have joined know it; empty if it never had one. */
    Optional<String> authority();

    /** Stores the fingerprint of this controller's authority, in place of an earlier one. */
    void authority(String fingerprint);

    /** The end of an agent's newest certificate; false if it is unknown or revoked. */
    boolean renewed(String agent, Instant certificateUntil);

    /** False if it is unknown; once more is the same as once. */
    boolean revoke(String agent, Instant at, String because);
}
