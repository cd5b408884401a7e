package io.deskmeter.controller.people;

import io.deskmeter.controller.request.Role;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who may use a controller.
 *
 * @param id stays when everything else changes
 * @param name lower case
 * @param hasPassword whether one is set
 * @param issuer where who is known by OpenID Connect logs in; null for others
 * @param subject the name that the issuer never gives to anybody else; null for others
 */
public record Person(
        String id,
        String name,
        Role role,
        boolean disabled,
        boolean hasPassword,
        @Nullable String issuer,
        @Nullable String subject,
        Instant createdAt) {}
