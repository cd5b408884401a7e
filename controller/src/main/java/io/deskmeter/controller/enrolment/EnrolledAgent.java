package io.deskmeter.controller.enrolment;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A machine that has joined.
 *
 * @param agent its id
 * @param host its name when it joined, for display
 * @param labels that run profiles can select, as its join token had them
 * @param enrolledAt when it joined
 * @param certificateUntil when its newest certificate ends
 * @param certificates those that were issued to it, for the check at the link only; null if it joined before they were
 *     kept, and none was issued since
 * @param revokedAt since when it is refused; null if it is not
 * @param revokedBecause as the person who revoked it wrote it; null if it is not revoked
 */
public record EnrolledAgent(
        String agent,
        String host,
        List<String> labels,
        Instant enrolledAt,
        Instant certificateUntil,
        @JsonIgnore @Nullable IssuedCertificates certificates,
        @Nullable Instant revokedAt,
        @Nullable String revokedBecause) {
    public EnrolledAgent {
        labels = List.copyOf(labels);
    }
}
