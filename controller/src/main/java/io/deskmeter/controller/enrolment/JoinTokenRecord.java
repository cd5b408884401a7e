package io.deskmeter.controller.enrolment;

import java.time.Instant;
import java.util.List;

/**
 * A join token as the controller knows it: without its secret.
 *
 * @param id for people
 * @param secretHash SHA-256 of the secret, 64 hexadecimal digits
 * @param forController whether another controller of the store joins with it, and no agent
 * @param labels of the agents that join with it
 * @param machines how many may join
 * @param joined how many have
 * @param withdrawn whether a person has ended it early
 */
public record JoinTokenRecord(
        String id,
        String secretHash,
        boolean forController,
        List<String> labels,
        int machines,
        int joined,
        Instant createdAt,
        Instant expiresAt,
        boolean withdrawn) {
    public JoinTokenRecord {
        labels = List.copyOf(labels);
    }

    /** Whether somebody may still join with it at this time. */
    public boolean isOpen(Instant now) {
        return isValid(now) && joined < machines;
    }

    /** Whether it has neither ended nor been withdrawn; it may be used up. */
    boolean isValid(Instant now) {
        return !withdrawn && expiresAt.isAfter(now);
    }
}
