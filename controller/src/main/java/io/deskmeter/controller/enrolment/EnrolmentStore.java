package io.deskmeter.controller.enrolment;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Keeps join tokens, and the machines and controllers that have joined. Thread-safe. */
public interface EnrolmentStore {
    void add(JoinTokenRecord token);

    List<JoinTokenRecord> tokens();

    Optional<JoinTokenRecord> token(String secretHash);

    /** Ends a token; false if there is none of this id. */
    boolean withdraw(String id);

    /**
     * Spends a token and stores the machine, both or nothing.
     *
     * @return false if the token is missing, spent, expired, withdrawn, or for a controller; then nothing has changed
     */
    boolean join(String secretHash, EnrolledAgent agent);

    /**
     * Spends a token of a controller and stores the controller, both or nothing.
     *
     * @return as of {@link #join(String, EnrolledAgent)}
     */
    boolean join(String secretHash, IssuingController controller);

    /** Those that issue certificates for this store's authority. */
    List<IssuingController> controllers();

    /** False if it is unknown; once more is the same as once. */
    boolean revokeController(String id, Instant at, String because);

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
