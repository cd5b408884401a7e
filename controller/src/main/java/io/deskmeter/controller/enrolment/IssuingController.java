package io.deskmeter.controller.enrolment;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Another controller of the store, which issues certificates for the authority of this store.
 *
 * @param id drawn when it joined
 * @param subject of its certificate, which is the issuer of those that it issues
 * @param host the name of its machine when it joined, for display
 * @param joinedAt when it joined
 * @param revokedAt since when certificates that it has issued are refused; null if they are not
 * @param revokedBecause as the person who revoked it wrote it; null if it is not revoked
 */
public record IssuingController(
        String id,
        String subject,
        String host,
        Instant joinedAt,
        @Nullable Instant revokedAt,
        @Nullable String revokedBecause) {}
