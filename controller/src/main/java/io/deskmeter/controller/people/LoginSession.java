package io.deskmeter.controller.people;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A browser that has logged in.
 *
 * @param person id; null if it was let in with a link of the controller's own machine
 * @param usedAt to about a minute
 * @param address from which it logged in
 * @param browser what it calls itself
 */
public record LoginSession(
        String id,
        String secretHash,
        @Nullable String person,
        Instant createdAt,
        Instant expiresAt,
        Instant usedAt,
        String address,
        String browser) {}
