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
     * @param keyHash of the public key with which the machine joins
     * @return false if the token is missing, spent, expired, withdrawn, or for a controller, or a machine of this host
     *     has joined with it and this key already; then nothing has changed
     */
    boolean join(String secretHash, String keyHash, EnrolledAgent agent);

    /** The machine of this host that has joined with this token and this key, unless it was revoked since. */
    Optional<EnrolledAgent> joined(String secretHash, String keyHash, String host);

    /** Whether an agent has connected with its certificate, to any controller of the store. */
    boolean hasConnected(String agent);

    /**
     * Spends a token of a controller and stores the controller, both or nothing.
     *
     * @return as of {@link #join(String, String, EnrolledAgent)}
     */
    boolean join(String secretHash, IssuingController controller);

    /** Those that issue certificates for this store's authority. */
    List<IssuingController> controllers();

    /** False if it is unknown; once more is the same as once. */
    boolean revokeController(String id, Instant at, String because);

    List<EnrolledAgent> agents();

    Optional<EnrolledAgent> agent(String id);

    /**
     * The fingerprint of this controller's authority, by which machines that have joined know it; empty if it never had
     * one.
     */
    Optional<String> authority();

    /** Stores the fingerprint of this controller's authority, in place of an earlier one. */
    void authority(String fingerprint);

    /**
     * Stores the newest certificate of an agent, in place of those that it had, if by what the store holds at this
     * moment the agent may have it.
     *
     * @param until the end of the newest certificate
     * @param certificates the newest one, and as the former one that which the agent has shown
     * @param shownIssuer of the shown one
     * @param anyShown whether the shown certificate need not be one of those stored, as the authority itself has issued
     *     it
     * @return false if the agent is unknown or revoked, an issuer of one of the two certificates is, or the shown
     *     certificate is not the agent's; then nothing has changed
     */
    boolean renewed(String agent, Instant until, IssuedCertificates certificates, String shownIssuer, boolean anyShown);

    /** False if it is unknown; once more is the same as once. */
    boolean revoke(String agent, Instant at, String because);
}
