package io.deskmeter.controller.openid;

import io.deskmeter.controller.request.ElapsedTime;
import io.deskmeter.controller.secrets.SecretsKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What browsers that are on their way to a provider bring back, sealed with a key that this process alone has.
 * Thread-safe.
 */
final class PendingLogins {
    static final Duration VALID = Duration.ofMinutes(10);
    private static final String PURPOSE = "pending log-in";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final SecretsKey key = new SecretsKey(SecretsKey.random());
    private final InstantSource clock;

    PendingLogins(LongSupplier nanoTime) {
        this.clock = new ElapsedTime(nanoTime);
    }

    /**
     * One of them.
     *
     * @param state what the provider sends back
     * @param nonce what the ID token must be made for
     * @param verifier what proves that who asks for the token has asked for the code
     * @param redirect where the provider sends the browser
     * @param goal the page to open then
     * @param session of the browser before, which ends then; null if there is none
     * @param until when it ends, in seconds since this process began
     */
    record Pending(
            String state,
            String nonce,
            String verifier,
            String redirect,
            String goal,
            @Nullable String session,
            long until) {
        /** Without its secrets. */
        @Override
        public String toString() {
            return "a pending log-in";
        }
    }

    Instant end() {
        return clock.instant().plus(VALID);
    }

    String seal(Pending pending) {
        byte[] text = JSON.writeValueAsString(pending).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key.seal(text, PURPOSE));
    }

    /** That of a cookie; empty if this process has not made it, or if it is too old. */
    Optional<Pending> open(String sealed) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(sealed);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return key.open(bytes, PURPOSE)
                .map(PendingLogins::parse)
                .filter(pending -> clock.instant().isBefore(Instant.ofEpochSecond(pending.until())));
    }

    private static Pending parse(byte[] text) {
        try {
            return JSON.readValue(text, Pending.class);
        } catch (JacksonException e) {
            throw new IllegalStateException("what was sealed is no pending log-in", e);
        }
    }
}
