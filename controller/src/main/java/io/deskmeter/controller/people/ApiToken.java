package io.deskmeter.controller.people;

import io.deskmeter.controller.request.Role;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * With which a program acts for a person.
 *
 * @param role at most; never more than the person's own
 * @param person id; null if it was made with a secret file of the controller's own machine
 * @param usedAt to about a minute; null if it never was
 */
public record ApiToken(
        String id,
        String secretHash,
        String name,
        Role role,
        @Nullable String person,
        Instant createdAt,
        Instant expiresAt,
        @Nullable Instant usedAt) {}
