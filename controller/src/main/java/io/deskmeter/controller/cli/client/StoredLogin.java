package io.deskmeter.controller.cli.client;

import org.jspecify.annotations.Nullable;

/**
 * How a user has logged in to a controller.
 *
 * @param url {@code https://host:port}
 * @param user for display
 * @param at when, ISO 8601
 * @param authority PEM: the certificates that are trusted, and no others
 * @param cookie {@code name=value} of a session; null with a token
 * @param token null with a session
 */
record StoredLogin(
        String url,
        String user,
        String at,
        String authority,
        @Nullable String cookie,
        @Nullable String token) {
    Credential credential() {
        return cookie != null ? Credential.cookie(cookie) : Credential.bearer(token == null ? "" : token);
    }

    /** Without the secrets. */
    @Override
    public String toString() {
        return url + " as " + user;
    }
}
